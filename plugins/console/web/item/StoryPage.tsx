/** The story of something that no panel shows. */
import { useParams } from "@tanstack/react-router"
import { useTitle } from "../shell/useTitle.ts"
import { StoryCard } from "./StoryCard.tsx"

export const StoryPage = () => {
  const { id = "" }: { readonly id?: string } = useParams({ strict: false })
  useTitle(id)
  return (
    <>
      <header className="page-head">
        <h1>{id}</h1>
        <p>What the engine knows about this id</p>
      </header>
      <StoryCard id={id} />
    </>
  )
}
