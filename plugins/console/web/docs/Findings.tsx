/** What style rules found in the text, each with its place, and a fix where one is safe. */
import type { Tone } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Empty } from "../parts/states.tsx"
import type { Check, Finding } from "./service.ts"

const tones: Readonly<Record<Finding["severity"], Tone>> = { error: "bad", warning: "wait", suggestion: "none" }

interface FindingsProps {
  readonly check: Check
  readonly go: (finding: Finding) => void
  readonly fix: ((finding: Finding) => void) | undefined
}

const FindingRow = ({ finding, go, fix }: { readonly finding: Finding } & Omit<FindingsProps, "check">) => {
  const { severity, message, line, suggestion, excerpt } = finding
  const replacement = suggestion?.replacement
  return (
    <li className="finding">
      <span className={`dot small tone-${tones[severity]}`} title={severity}>
        <Icon name={severity === "suggestion" ? "info" : "triangle-alert"} size={13} />
      </span>
      <div>
        <button type="button" className="finding-go" onClick={() => go(finding)}>
          <span className="unseen">{severity}: </span>
          {message}
          <small> line {line}</small>
        </button>
        {suggestion?.text === undefined ? null : <p>{suggestion.text}</p>}
        {replacement === undefined || fix === undefined ? null : (
          <Button small onClick={() => fix(finding)}>
            {replacement === "" ? `Take “${excerpt}” out` : `Write “${replacement}”`}
          </Button>
        )}
      </div>
    </li>
  )
}

export const Findings = ({ check, go, fix }: FindingsProps) =>
  check.findings.length === 0 ? (
    <Empty icon="badge-check" title="Nothing to improve">
      <p>The rules found nothing in this text.</p>
    </Empty>
  ) : (
    <ol className="findings">
      {check.findings.map((finding, index) => (
        <FindingRow key={`${finding.ruleId} ${finding.line} ${finding.column} ${index}`} {...{ finding, go, fix }} />
      ))}
    </ol>
  )
