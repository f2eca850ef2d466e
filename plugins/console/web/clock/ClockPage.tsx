/** What happens next and when; and what can be made to go wrong, as far as the plugins offer it. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { ActionDialog, type Asked } from "../actions/ActionDialog.tsx"
import { clockQuery, panelsQuery } from "../api/queries.ts"
import type { Clock, Happening, PanelShape } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { fromNow, fullTime, titled, utc, zone } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { useNow } from "../parts/Time.tsx"
import { useAdvance } from "../shell/advance.ts"
import { useMayChange, useRegion } from "../shell/context.ts"
import { HappenedList } from "../shell/TimeBar.tsx"
import { useTitle } from "../shell/useTitle.ts"

const UpcomingRow = ({
  next,
  now,
  moves
}: {
  readonly next: Happening
  readonly now: number
  readonly moves: boolean
}) => {
  const [happened, setHappened] = useState<ReadonlyArray<Happening>>()
  const advance = useAdvance((advanced) => setHappened(advanced.happened))
  return (
    <li className="upcoming">
      <span className="dot small kind-job">
        <Icon name="clock" size={13} />
      </span>
      <span className="upcoming-what">
        {next.href === undefined ? <b>{titled(next.title)}</b> : <Link to={next.href}>{titled(next.title)}</Link>}
        <small>
          <time dateTime={new Date(next.at).toISOString()} title={utc(next.at)}>
            {fullTime(next.at)}
          </time>
          {next.count !== undefined && next.count > 1 ? ` · ${next.count} at once` : ""}
        </small>
      </span>
      <span className="upcoming-when">{next.at <= now ? "now" : fromNow(next.at, now)}</span>
      {moves ? (
        <Button
          small
          busy={advance.isPending}
          onClick={() => advance.mutate({ to: new Date(Math.max(next.at, now)).toISOString() })}
        >
          Go there<span className="unseen">: {titled(next.title)}</span>
        </Button>
      ) : null}
      {happened === undefined ? null : <HappenedList happened={happened} />}
    </li>
  )
}

const Upcoming = ({ clock }: { readonly clock: Clock }) => {
  const now = useNow(10_000)
  const moves = useMayChange() && clock.moves
  if (clock.upcoming.length === 0)
    return (
      <Empty icon="clock" title="Nothing waits for a time">
        <p>
          Authorizations that expire, payouts, deadlines and deliveries to try again stand here as soon as there are
          any.
        </p>
      </Empty>
    )
  return (
    <ol className="upcoming-list">
      {clock.upcoming.map((next, index) => (
        <UpcomingRow key={`${next.at} ${next.title} ${index}`} next={next} now={now} moves={moves} />
      ))}
    </ol>
  )
}

/** Panels of the group of this page: what plugins let a person do to a sandbox. */
const Tools = ({ panels, ask }: { readonly panels: ReadonlyArray<PanelShape>; readonly ask: (asked: Asked) => void }) =>
  panels.flatMap((panel) =>
    panel.actions
      .filter(({ on }) => on === "list")
      .map((action) => (
        <section key={`${panel.id} ${action.id}`} className="card tool" aria-label={action.title}>
          <h3>{action.title}</h3>
          <p>{action.confirm}</p>
          <Button look={action.tone === "bad" ? "danger" : "plain"} onClick={() => ask({ panel: panel.id, action })}>
            {action.title}
          </Button>
        </section>
      ))
  )

/** Groups whose actions on the list belong to a sandbox. */
const isSandbox = ({ group, id }: PanelShape): boolean => group === "Sandbox" || /simulat|fault|sandbox/i.test(id)

export const ClockPage = () => {
  useTitle("Time and faults")
  const { data: clock, error, refetch } = useQuery(clockQuery)
  const { data: panels = [] } = useQuery(panelsQuery(useRegion()))
  const [asked, setAsked] = useState<Asked>()
  const mayChange = useMayChange()
  const tools = mayChange ? panels.filter(isSandbox) : []
  return (
    <>
      <header className="page-head">
        <h1>Time and faults</h1>
        <p>Times are in your zone, {zone()}. The bar below moves the engine’s clock on every page.</p>
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
      {tools.length === 0 ? null : (
        <div className="tools">
          <Tools panels={tools} ask={setAsked} />
        </div>
      )}
      <ActionDialog key={asked?.action.id ?? ""} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
