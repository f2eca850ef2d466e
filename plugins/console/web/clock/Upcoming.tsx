/** What happens next and when, with a way to each point in time. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Clock, Happening } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { fromNow, fullTime, titled, utc } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { Empty } from "../parts/states.tsx"
import { useNow } from "../parts/Time.tsx"
import { useAdvance } from "../shell/advance.ts"
import { useMayChange } from "../shell/context.ts"
import { HappenedList } from "../shell/Happened.tsx"

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

/** `most`: of a long list only the first are shown. */
export const Upcoming = ({ clock, most }: { readonly clock: Clock; readonly most?: number }) => {
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
      {clock.upcoming.slice(0, most).map((next, index) => (
        <UpcomingRow key={`${next.at} ${next.title} ${index}`} next={next} now={now} moves={moves} />
      ))}
    </ol>
  )
}
