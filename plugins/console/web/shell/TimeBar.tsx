/** Engine time on every page: what it is, what comes next, and how to get there. What happened on the way is listed. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { clockQuery } from "../api/queries.ts"
import type { Advanced, Clock, Happening } from "../api/wire.ts"
import { Button, IconButton } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { count, fromNow, fullTime, seconds, time, titled, utc, zone } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { toneIcon } from "../parts/Status.tsx"
import { useNow } from "../parts/Time.tsx"
import { useMedia } from "../parts/useMedia.ts"
import { useAdvance, type Move } from "./advance.ts"
import { useMayChange } from "./context.ts"
import { ToDate } from "./ToDate.tsx"

const modes = {
  system: "runs with the wall clock",
  offset: "runs ahead of the wall clock",
  frozen: "stands still"
}

const Now = ({ clock }: { readonly clock: Clock }) => {
  const now = useNow()
  const phone = useMedia("(max-width: 719px)")
  return (
    <div className="bar-now">
      <time dateTime={new Date(now).toISOString()} title={`${utc(now)} · shown in ${zone()}`}>
        {phone ? time(now, now) : fullTime(now)}
      </time>
      <small>
        Engine time · {clock.mode === undefined ? "" : modes[clock.mode]}
        <span className="bar-utc"> · {utc(now).slice(11)}</span>
      </small>
    </div>
  )
}

const Next = ({ next }: { readonly next: Happening | undefined }) => {
  const now = useNow(10_000)
  if (next === undefined) return <p className="bar-next">Nothing waits for a time.</p>
  const text = (
    <>
      Next <b>{next.at <= now ? "now" : fromNow(next.at, now)}</b>: {titled(next.title)}
      {next.count !== undefined && next.count > 1 ? ` (${next.count})` : ""}
    </>
  )
  return (
    <p className="bar-next" title={`${titled(next.title)}: ${fullTime(next.at)}`}>
      <Icon name="clock" size={17} />
      <Link to={next.href ?? "/clock"}>{text}</Link>
    </p>
  )
}

export const HappenedList = ({ happened }: { readonly happened: ReadonlyArray<Happening> }) => (
  <ol className="happened-list">
    {happened.map(({ at, title, href, tone, count: many }, index) => (
      <li key={index}>
        <span className={`dot small tone-${tone ?? "none"}`}>
          <Icon name={toneIcon(tone ?? "none")} size={13} />
        </span>
        <span className="happened-title">
          {href === undefined ? titled(title) : <Link to={href}>{titled(title)}</Link>}
          {many !== undefined && many > 1 ? <small> {many} times</small> : null}
        </span>
        <time dateTime={new Date(at).toISOString()} title={utc(at)}>
          {fullTime(at).split(",").slice(0, 2).join(",")}, {seconds(at)}
        </time>
      </li>
    ))}
  </ol>
)

const Happened = ({ advanced, close }: { readonly advanced: Advanced; readonly close: () => void }) => {
  const more = advanced.ran - advanced.happened.reduce((sum, { count = 1 }) => sum + count, 0)
  return (
    <section className="happened" aria-label="What happened" role="status">
      <header>
        <h2>{advanced.ran === 0 ? "Nothing fell due on the way" : `${count(advanced.ran, "thing")} happened`}</h2>
        <small>It is now {time(advanced.now, advanced.now)}</small>
        <IconButton name="Close" icon="x" onClick={close} />
      </header>
      <HappenedList happened={advanced.happened} />
      {more > 0 && advanced.happened.length > 0 ? (
        <p className="fine">and {count(more, "other")}, without a page of their own</p>
      ) : null}
    </section>
  )
}

const Moves = ({
  move,
  moving,
  next,
  ask
}: {
  readonly move: (by: Move) => void
  readonly moving: boolean
  readonly next: boolean
  readonly ask: () => void
}) => (
  <div className="bar-moves" role="group" aria-label="Move the clock">
    <Button disabled={moving} className="wide-only" onClick={() => move({ seconds: 3_600 })}>
      +1 hour
    </Button>
    <Button disabled={moving} onClick={() => move({ seconds: 86_400 })}>
      +1 day
    </Button>
    <Button disabled={moving || !next} busy={moving} icon="skip-forward" onClick={() => move({ to: "next" })}>
      Next
    </Button>
    <Button disabled={moving} icon="calendar-clock" aria-label="To a date" title="To a date" onClick={ask} />
  </div>
)

export const TimeBar = () => {
  const { data: clock } = useQuery(clockQuery)
  const [advanced, setAdvanced] = useState<Advanced>()
  const [asking, setAsking] = useState(false)
  const advance = useAdvance(setAdvanced)
  const mayMove = useMayChange() && clock?.moves === true
  const next = clock?.upcoming[0]
  if (clock === undefined) return <section className="time-bar" aria-label="Engine time" />
  return (
    <>
      {advanced === undefined ? null : <Happened advanced={advanced} close={() => setAdvanced(undefined)} />}
      <section className="time-bar" aria-label="Engine time">
        <Now clock={clock} />
        <Next next={next} />
        {mayMove ? (
          <Moves
            move={advance.mutate}
            moving={advance.isPending}
            next={next !== undefined}
            ask={() => setAsking(true)}
          />
        ) : null}
      </section>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Move the clock to a date"
        text="Everything that falls due until then happens in its order, before the answer comes."
      >
        <ToDate
          now={clock.now}
          move={(to) => {
            setAsking(false)
            advance.mutate({ to })
          }}
          cancel={() => setAsking(false)}
        />
      </Dialog>
    </>
  )
}
