/** Rule sets: which rules hold for a project, a generation or a check, and how severe they are there. */
import type { Severity } from "../checks/Finding.ts"
import { isBuiltinId } from "./builtin/builtinRules.ts"

/** How a built-in rule counts in a set. */
export const ruleLevels = ["off", "error", "warning", "suggestion"] as const

export type RuleLevel = (typeof ruleLevels)[number]

/** What a client says of a set. */
export interface RuleSetBody {
  readonly name: string
  /** Custom rules by id. */
  readonly ruleIds?: ReadonlyArray<string>
  /** Rules in words, as in `customRules`. */
  readonly customRules?: ReadonlyArray<string>
  /** Built-in rule → how it counts. What is not named counts as it is. */
  readonly builtin?: Readonly<Record<string, RuleLevel>>
}

export interface RuleSet extends RuleSetBody {
  readonly id: string
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** What is wrong with a set, and with which field. */
export const ruleSetProblem = ({ builtin = {} }: Pick<RuleSetBody, "builtin">) => {
  const unknown = Object.keys(builtin).find((id) => !isBuiltinId(id))
  return unknown === undefined
    ? undefined
    : ({ code: "invalid_payload", path: "builtin", message: `There is no built-in rule ${unknown}` } as const)
}

/** A set with some fields changed. */
export const changeRuleSet = (set: RuleSet, change: Partial<RuleSetBody>, now: number): RuleSet => ({
  ...set,
  ...change,
  updatedAt: now
})

/** A severity as a set wants it; `undefined`: the rule is off. */
export const severityIn = (
  levels: Readonly<Record<string, RuleLevel>>,
  rule: { readonly id: string; readonly severity: Severity }
): Severity | undefined => {
  const level = levels[rule.id] ?? rule.severity
  return level === "off" ? undefined : level
}
