/** Engine time on every page: what it is, what comes next, and how to get there. What happened on the way is listed. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { clockQuery } from "../api/queries.ts"
import type { Advanced, Clock, Happening } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { fromNow, fullTime, time, titled, utc, zone, zonedTime } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { useNow } from "../parts/Time.tsx"
import { useMedia } from "../parts/useMedia.ts"
import { useAdvance, type Move } from "./advance.ts"
import { useMayChange } from "./context.ts"
import { Happened } from "./Happened.tsx"
import { ToDate } from "./ToDate.tsx"

const modes = {
  system: "real time",
  offset: "ahead of real time",
  frozen: "stands still"
}

const Now = ({ clock }: { readonly clock: Clock }) => {
  const now = useNow()
  const phone = useMedia("(max-width: 719px)")
  return (
    <div className="bar-now">
      <time dateTime={new Date(now).toISOString()} title={`${utc(now)} · shown in ${zone()}`}>
        {phone ? time(now, now) : zonedTime(now)}
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

/** `sandbox`: whether the panel beside the page is open. */
export const TimeBar = ({
  sandbox,
  setSandbox
}: {
  readonly sandbox: boolean
  readonly setSandbox: (open: boolean) => void
}) => {
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
        {mayMove ? (
          <Button
            icon="flask-conical"
            className="bar-sandbox"
            aria-expanded={sandbox}
            aria-label="Sandbox"
            title="What comes next, faults, reset"
            onClick={() => setSandbox(!sandbox)}
          >
            <span className="wide-only">Sandbox</span>
          </Button>
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
