/** What checks find (decisions docs 4.4): each with its exact place in the source, and the score that follows. */

/** How bad a finding is. */
export const severities = ["error", "warning", "suggestion"] as const

export type Severity = (typeof severities)[number]

/** Where a rule comes from. */
export const findingSources = ["builtin", "custom", "glossary", "style-guide"] as const

/** Whose rule a finding is of. */
export type FindingSource = (typeof findingSources)[number]

/** What could stand there instead. */
export interface Suggestion {
  /** A sentence for a person. */
  readonly text?: string
  /** The text that takes the excerpt's place. */
  readonly replacement?: string
  /** Whether the replacement can be made without looking: `POST /checks/fix` does. */
  readonly safe?: boolean
}

/** Something found by a rule, by offsets in the source. */
export interface Found {
  readonly start: number
  readonly end: number
  readonly message: string
  readonly suggestion?: Suggestion
}

/** A finding. Lines and columns count from 1, columns in UTF-16 units; `excerpt` is the source between them. */
export interface Finding {
  readonly ruleId: string
  readonly severity: Severity
  readonly message: string
  readonly suggestion: Suggestion | null
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly excerpt: string
  readonly source: FindingSource
}

/** What could not be checked, and why. */
export interface NotChecked {
  readonly text: string
  readonly reason: string
}

/** Findings by severity. */
export type Summary = { readonly [S in Severity]: number }

const weights: Summary = { error: 10, warning: 3, suggestion: 1 }

/** Score = max(0, 100 - (10 errors + 3 warnings + suggestions) · 200 / max(words, 200)), to one digit. */
export const scoreOf = (summary: Summary, words: number): number => {
  const points = severities.reduce((sum, severity) => sum + weights[severity] * summary[severity], 0)
  return Math.round(Math.max(0, 100 - (points * 200) / Math.max(words, 200)) * 10) / 10
}

export const summaryOf = (findings: ReadonlyArray<Pick<Finding, "severity">>): Summary => {
  const counts = { error: 0, warning: 0, suggestion: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}
