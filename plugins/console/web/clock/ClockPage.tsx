/** What happens next and when; and what can be made to go wrong, as far as the plugins offer it. */
import { useQuery } from "@tanstack/react-query"
import { clockQuery } from "../api/queries.ts"
import { zone } from "../parts/format.ts"
import { Problem, Skeleton } from "../parts/states.tsx"
import { useMayChange } from "../shell/context.ts"
import { useTitle } from "../shell/useTitle.ts"
import { Tools } from "./Tools.tsx"
import { Upcoming } from "./Upcoming.tsx"

export const ClockPage = () => {
  useTitle("Time and faults")
  const { data: clock, error, refetch } = useQuery(clockQuery)
  const mayChange = useMayChange()
  return (
    <>
      <header className="page-head">
        <h1>Time and faults</h1>
        <p>
          Times are in your zone, {zone()}.
          {clock?.moves === true ? " The bar below moves the engine’s clock on every page." : ""}
        </p>
      </header>
      {clock !== undefined ? (
        <section className="card" aria-labelledby="next">
          <h2 id="next" className="card-title">
            What happens next
          </h2>
          <Upcoming clock={clock} />
        </section>
      ) : error !== null ? (
        <Problem what="The clock could not be read" error={error} again={() => void refetch()} />
      ) : (
        <Skeleton name="Reading the clock" />
      )}
      {mayChange ? (
        <div className="card tools-card">
          <Tools />
        </div>
      ) : null}
    </>
  )
}
