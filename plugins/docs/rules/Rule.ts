/** Custom rules (decisions docs 4.4): what a rule object may say, and which fields belong to which kind. */
import type { FindingSource, Severity } from "../checks/Finding.ts"
import type { metricNames } from "../checks/metrics.ts"

/** The kinds, after the shapes that style checkers share. */
export const ruleKinds = [
  "existence",
  "substitution",
  "occurrence",
  "repetition",
  "consistency",
  "conditional",
  "capitalization",
  "metric",
  "structure",
  "regex"
] as const

export type RuleKind = (typeof ruleKinds)[number]

/** Where a rule looks. `document`: all of the text at once, where the kind counts something; else all of its blocks. */
export const ruleScopes = ["heading", "paragraph", "sentence", "list", "table", "link", "document"] as const

export type RuleScope = (typeof ruleScopes)[number]

/** How headings or words are to be written. */
export const letterCases = ["sentence", "title", "upper", "lower"] as const

/** What an occurrence rule counts, if it has no pattern. */
export const countedThings = ["words", "sentences", "characters"] as const

export interface RuleFields {
  /** existence: words or phrases that must not stand there. */
  readonly tokens?: ReadonlyArray<string>
  /** substitution: what stands there → what should. */
  readonly swap?: Readonly<Record<string, string>>
  /** occurrence: what is counted, by name or by pattern; `min` and `max` bound it. */
  readonly of?: (typeof countedThings)[number]
  readonly min?: number
  readonly max?: number
  /** consistency: pairs of which a text may use one. */
  readonly either?: Readonly<Record<string, string>>
  /** conditional: where the first pattern is found, the second must be found too. */
  readonly first?: string
  readonly second?: string
  /** capitalization, and words that are right as they are. */
  readonly match?: (typeof letterCases)[number]
  readonly exceptions?: ReadonlyArray<string>
  /** metric: which figure `min` and `max` bound. */
  readonly metric?: (typeof metricNames)[number]
  /** structure: headings that the text must have, and words that it must mention. */
  readonly sections?: ReadonlyArray<string>
  readonly mentions?: ReadonlyArray<string>
  /** regex, occurrence: a pattern of the safe subset. */
  readonly pattern?: string
  readonly flags?: string
  /** regex: what to write instead. */
  readonly replacement?: string
  /** Whether capitals make no difference. Default: they make none. */
  readonly ignoreCase?: boolean
}

/** What a client says of a rule. */
export interface RuleBody extends RuleFields {
  readonly name: string
  readonly kind: RuleKind
  readonly severity: Severity
  /** The message of a finding. `%s` stands for the words that were found. */
  readonly message?: string
  readonly scope?: ReadonlyArray<RuleScope>
}

/** What changes of a rule; `null` clears it. */
export type RuleChange = {
  readonly [Key in keyof RuleBody]?: Key extends "name" | "kind" | "severity" ? RuleBody[Key] : RuleBody[Key] | null
}

/** A rule as it is kept. Times are engine time, epoch milliseconds. */
export interface Rule extends RuleBody {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A rule for one run. */
export interface NamedRule extends RuleBody {
  readonly id: string
  readonly source: FindingSource
}

/** What is wrong with a rule, and with which field. */
export interface RuleProblem {
  readonly code: "invalid_payload" | "unsafe_pattern"
  readonly path: string
  readonly message: string
}

type Field = keyof RuleFields

/** Kind → groups of fields of which at least one must be given, and further fields. */
const fieldsOf: {
  readonly [K in RuleKind]: { readonly needs: ReadonlyArray<ReadonlyArray<Field>>; readonly also: ReadonlyArray<Field> }
} = {
  existence: { needs: [["tokens"]], also: ["ignoreCase"] },
  substitution: { needs: [["swap"]], also: ["ignoreCase"] },
  occurrence: {
    needs: [
      ["of", "pattern"],
      ["min", "max"]
    ],
    also: ["flags"]
  },
  repetition: { needs: [], also: ["ignoreCase"] },
  consistency: { needs: [["either"]], also: [] },
  conditional: { needs: [["first"], ["second"]], also: [] },
  capitalization: { needs: [["match"]], also: ["exceptions"] },
  metric: { needs: [["metric"], ["min", "max"]], also: [] },
  structure: { needs: [["sections", "mentions"]], also: [] },
  regex: { needs: [["pattern"]], also: ["flags", "replacement"] }
}

const allFields: ReadonlyArray<Field> = [
  ...new Set(Object.values(fieldsOf).flatMap(({ also, needs }) => [...needs.flat(), ...also]))
]

const invalid = (path: string, message: string): RuleProblem => ({ code: "invalid_payload", path, message })

const isEmpty = (value: RuleFields[Field]): boolean =>
  (typeof value === "object" && Object.keys(value).length === 0) ||
  (Array.isArray(value) && value.some((item) => String(item).trim() === "")) ||
  (typeof value === "object" && Object.keys(value).some((key) => key.trim() === ""))

/** What is wrong with the fields of a rule, or `undefined`. Patterns are looked at where they are compiled. */
export const ruleProblem = (rule: RuleBody): RuleProblem | undefined => {
  const { also, needs } = fieldsOf[rule.kind]
  const own = new Set<Field>([...needs.flat(), ...also])
  const foreign = allFields.find((field) => rule[field] !== undefined && !own.has(field))
  if (foreign !== undefined) return invalid(foreign, `${foreign} is not a field of a rule of kind ${rule.kind}`)
  const missing = needs.find((group) => group.every((field) => rule[field] === undefined))
  if (missing !== undefined) return invalid(missing[0]!, `${missing.join(" or ")} is required for kind ${rule.kind}`)
  if (rule.of !== undefined && rule.pattern !== undefined)
    return invalid("of", "of and pattern cannot be given together")
  const empty = [...own].find((field) => isEmpty(rule[field]))
  if (empty !== undefined) return invalid(empty, `${empty} must not be empty`)
  if (rule.min !== undefined && rule.max !== undefined && rule.min > rule.max)
    return invalid("min", "min must not be above max")
  return undefined
}

/** A rule with some fields changed. Of another kind, it keeps no fields of the old one. */
export const changeRule = (rule: Rule, change: RuleChange, now: number): Rule => {
  const isOfKind = change.kind === undefined || change.kind === rule.kind
  const kept = Object.entries(rule).filter(([name]) => isOfKind || !(allFields as ReadonlyArray<string>).includes(name))
  const changed = { ...Object.fromEntries(kept), ...change, updatedAt: now }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null)) as unknown as Rule
}
