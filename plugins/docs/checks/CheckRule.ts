/** A rule as the check runs it: built in, or compiled from a custom rule. */
import type { FindingSource, Found, NotChecked, Severity } from "./Finding.ts"
import type { Metrics } from "./metrics.ts"
import type { ProseText } from "./ProseText.ts"

/** What rules of one run share. */
export interface CheckContext {
  readonly metrics: Metrics
  /** Steps that patterns of custom rules may still take, all together. */
  readonly budget: { left: number }
  /** Says what a rule could not check. */
  readonly notChecked: (item: NotChecked) => void
}

export interface CheckRule {
  readonly id: string
  readonly severity: Severity
  readonly source: FindingSource
  readonly check: (text: ProseText, context: CheckContext) => Iterable<Found>
}

/** A rule of the service, with what is told of it. */
export interface BuiltinRule extends CheckRule {
  readonly source: "builtin"
  /** One sentence: what it wants. */
  readonly description: string
  /** Whether it gives replacements that are safe. */
  readonly fixes: boolean
}
