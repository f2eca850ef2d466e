/** Is everything well? What needs a person, the figures, money over time, and what happens now. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { overviewQuery } from "../api/queries.ts"
import type { Figure, Overview, RecentEvent, Tone } from "../api/wire.ts"
import { number, titled } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { Problem, Skeleton } from "../parts/states.tsx"
import { toneIcon } from "../parts/Status.tsx"
import { Time } from "../parts/Time.tsx"
import { useRegion } from "../shell/context.ts"
import { useTitle } from "../shell/useTitle.ts"
import { Volume } from "./Volume.tsx"

const written = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]

const headline = ({ well, needs }: Overview): string => {
  if (well && needs.length === 0) return "All is well"
  if (needs.length === 0) return "Something is not well"
  return needs.length === 1 ? "One thing needs you" : `${written[needs.length] ?? number(needs.length)} things need you`
}

const Needs = ({ needs }: Pick<Overview, "needs">) =>
  needs.length === 0 ? null : (
    <ul className="needs card">
      {needs.map(({ text, href }) => (
        <li key={`${text} ${href}`}>
          <Link to={href}>
            <span className="dot small tone-held">
              <Icon name="circle-alert" size={13} />
            </span>
            <span>{text}</span>
            <Icon name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  )

const iconsOfFigures: ReadonlyArray<readonly [RegExp, string]> = [
  [/volume|amount/i, "activity"],
  [/declin|fail/i, "circle-x"],
  [/webhook|deliver/i, "webhook"],
  [/hold|approval|queue|review/i, "pause"],
  [/job|late|time/i, "clock"],
  [/ledger|balance/i, "table-2"],
  [/disput/i, "flag"],
  [/transfer|bank/i, "landmark"],
  [/draft|document/i, "file-text"],
  [/payment/i, "credit-card"]
]

const iconOf = ({ title }: Figure): string => iconsOfFigures.find(([pattern]) => pattern.test(title))?.[1] ?? "gauge"

const FigureCell = ({ figure }: { readonly figure: Figure }) => {
  const { title, value, unit, tone = "none", href } = figure
  return (
    <div className="figure">
      <dt>
        <span className={`figure-icon tone-${tone}`}>
          <Icon name={iconOf(figure)} size={14} />
        </span>
        {href === undefined ? title : <Link to={href}>{title}</Link>}
      </dt>
      <dd className={tone === "bad" ? "bad" : undefined}>
        {number(value)}
        {unit === undefined ? null : <small> {unit}</small>}
      </dd>
    </div>
  )
}

/** What the name of an event says about how it went. */
const endings: ReadonlyArray<readonly [RegExp, Tone]> = [
  [/fail|declin|reject|lost|dead|return/, "bad"],
  [/held|hold|review|dispute|flag|block/, "held"],
  [/succe|settl|paid|captur|complet|accept|won|deliver|releas|publish|verif/, "good"],
  [/creat|pend|requir|process|submit|author/, "wait"]
]

const toneOf = ({ type }: RecentEvent): Tone => endings.find(([pattern]) => pattern.test(type))?.[1] ?? "none"

const Recent = ({ recent }: { readonly recent: ReadonlyArray<RecentEvent> }) => (
  <section className="card recent" aria-labelledby="recent">
    <h2 id="recent">Just now</h2>
    {recent.length === 0 ? (
      <p className="quiet-text">Nothing has happened yet. What your program does shows up here at once.</p>
    ) : (
      <ol>
        {recent.map((event, index) => {
          const { id, title, at, href } = event
          const tone = toneOf(event)
          return (
            <li key={`${id} ${at} ${index}`}>
              <span className={`tone-text-${tone}`}>
                <Icon name={toneIcon(tone)} />
              </span>
              <span className="recent-what">
                {href === undefined ? <b>{titled(title)}</b> : <Link to={href}>{titled(title)}</Link>}
                <small>{id}</small>
              </span>
              <Time ms={at} as="seconds" />
            </li>
          )
        })}
      </ol>
    )}
  </section>
)

const First = () => (
  <section className="card first">
    <h2>Take a first payment</h2>
    <p>
      Nothing was paid yet. Open <Link to="/cards.payments">Payments</Link> and create one with a test card, or send a
      request of your own: it appears here as it happens.
    </p>
  </section>
)

export const HomePage = () => {
  useTitle("Home")
  const { data, error, refetch } = useQuery(overviewQuery(useRegion()))
  if (error !== null && data === undefined)
    return <Problem what="The overview could not be read" error={error} again={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={12} name="Reading the overview" />
  const empty = data.volume.every(({ count }) => count === 0)
  return (
    <>
      <header className="page-head">
        <h1>{headline(data)}</h1>
        <p>{data.needs.length === 0 ? "Nothing waits for a person" : "Only a person can decide what stands below"}</p>
      </header>
      <Needs needs={data.needs} />
      <dl className="figures card">
        {data.figures.map((figure, index) => (
          <FigureCell key={`${figure.title} ${index}`} figure={figure} />
        ))}
      </dl>
      <div className="home-columns">
        {empty ? <First /> : <Volume volume={data.volume} now={data.clock.now} />}
        <Recent recent={data.recent} />
      </div>
    </>
  )
}
