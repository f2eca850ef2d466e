/** The story of an id, with what a reader sees while it is read and when there is none. */
import { useQuery } from "@tanstack/react-query"
import { Refused } from "../api/call.ts"
import { storyQuery } from "../api/queries.ts"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { Timeline } from "../parts/Timeline.tsx"
import { useRegion } from "../shell/context.ts"

const Body = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useQuery(storyQuery(id, useRegion()))
  if (data !== undefined && data.steps.length > 0) return <Timeline story={data} />
  if (data !== undefined) return <Empty icon="book-open" title="Nothing has happened to it yet" />
  if (error instanceof Refused && error.status === 404)
    return <p className="quiet-text">The engine keeps no history of this.</p>
  if (error !== null) return <Problem what="The story could not be read" error={error} again={() => void refetch()} />
  return <Skeleton name="Reading the story" />
}

export const StoryCard = ({ id }: { readonly id: string }) => (
  <section className="card story" aria-labelledby="story">
    <h2 id="story">Story</h2>
    <Body id={id} />
  </section>
)
