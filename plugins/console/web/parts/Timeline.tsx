/** The story of one object: what happened to it in order and why, and what is still to come. */
import { Fragment } from "react"
import type { Posting, Step, StepKind, Story } from "../api/wire.ts"
import { Code } from "./Code.tsx"
import { day, fromNow, fullTime, money, titled } from "./format.ts"
import { Icon } from "./Icon.tsx"
import { Text } from "./Text.tsx"
import { Time, useNow } from "./Time.tsx"

const kinds: Readonly<Record<StepKind, { readonly icon: string; readonly name: string; readonly raw: string }>> = {
  request: { icon: "send", name: "Request", raw: "Body" },
  risk: { icon: "shield", name: "Risk", raw: "How it was scored" },
  sca: { icon: "user-check", name: "Authentication", raw: "Details" },
  screening: { icon: "scan-search", name: "Screening", raw: "What was compared" },
  network: { icon: "network", name: "Network", raw: "Message" },
  ledger: { icon: "table-2", name: "Ledger", raw: "Entry" },
  event: { icon: "bell-ring", name: "Event", raw: "Event" },
  delivery: { icon: "webhook", name: "Webhook", raw: "Answer" },
  job: { icon: "clock", name: "Job", raw: "Job" }
}

const formats = { json: "JSON", xml: "XML", nacha: "Nacha" }

/** The name of an account in the books, which a narrow page breaks between its parts. */
const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[.:])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))

const Postings = ({ postings }: { readonly postings: ReadonlyArray<Posting> }) => (
  <div className="postings">
    <table>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      <tbody>
        {postings.map((posting, index) => (
          <tr key={index}>
            <td>
              <code>
                <Breakable text={posting.account} />
              </code>
            </td>
            <td>{posting.amountMinor >= 0 ? money(posting) : ""}</td>
            <td>{posting.amountMinor < 0 ? money({ ...posting, amountMinor: -posting.amountMinor }) : ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Why = ({ why }: { readonly why: NonNullable<Step["why"]> }) => (
  <ul className="why">
    {why.map(({ label, weight }, index) => (
      <li key={`${label} ${index}`}>
        {label} <b>{weight > 0 ? `+${weight}` : weight}</b>
      </li>
    ))}
  </ul>
)

const StepBody = ({ step }: { readonly step: Step }) => (
  <>
    {step.text === undefined ? null : (
      <p>
        <Text>{step.text}</Text>
      </p>
    )}
    {step.why === undefined || step.why.length === 0 ? null : <Why why={step.why} />}
    {step.postings === undefined || step.postings.length === 0 ? null : <Postings postings={step.postings} />}
    {step.raw === undefined ? null : (
      <details>
        <summary>
          {kinds[step.kind].raw} <small>{formats[step.raw.format]}</small>
        </summary>
        <Code format={step.raw.format} text={step.raw.text} name={`${kinds[step.kind].raw}: ${step.title}`} />
      </details>
    )}
  </>
)

const StepRow = ({ step, now }: { readonly step: Step; readonly now: number }) => {
  const { icon, name } = kinds[step.kind]
  const look = step.tone === "none" ? `kind-${step.kind}` : `tone-${step.tone}`
  return (
    <li className={step.future === true ? "step future" : "step"}>
      <span className={`dot ${look}`} title={name}>
        <Icon name={icon} size={15} />
      </span>
      <div className="step-body">
        <div className="step-head">
          <h4>
            <span className="unseen">{name}: </span>
            <Text>{titled(step.title)}</Text>
          </h4>
          {step.future === true ? (
            <span className="time" title={fullTime(step.at)}>
              {step.at <= now ? "due now" : fromNow(step.at, now)}
            </span>
          ) : (
            <Time ms={step.at} as="seconds" />
          )}
        </div>
        <StepBody step={step} />
      </div>
    </li>
  )
}

interface Chapter {
  readonly title: string
  readonly steps: ReadonlyArray<Step>
}

/** By days; what is still to come stands together at the end. */
const chaptersOf = (steps: ReadonlyArray<Step>): ReadonlyArray<Chapter> => {
  const titled = Map.groupBy(steps, (step) => (step.future === true ? "Still to come" : day(step.at)))
  return Array.from(titled, ([title, steps]) => ({ title, steps }))
}

export const Timeline = ({ story }: { readonly story: Story }) => {
  const now = useNow(30_000)
  return (
    <div className="timeline">
      {chaptersOf(story.steps).map(({ title, steps }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ol>
            {steps.map((step, index) => (
              <StepRow key={index} step={step} now={now} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
