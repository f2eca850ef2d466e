/** What happened while the clock was moved. */
import { Link } from "@tanstack/react-router"
import type { Advanced, Happening } from "../api/wire.ts"
import { IconButton } from "../parts/Button.tsx"
import { count, fullTime, seconds, time, titled, utc } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { toneIcon } from "../parts/Status.tsx"

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

export const Happened = ({ advanced, close }: { readonly advanced: Advanced; readonly close: () => void }) => {
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
