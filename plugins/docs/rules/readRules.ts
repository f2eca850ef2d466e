/** Looks at rules as they are given, so that one that cannot be used is refused at once and not found out later. */
import * as Result from "effect/Result"
import { compileRule } from "./compileRule.ts"
import type { NamedRule, RuleBody, RuleProblem } from "./Rule.ts"
import { readTextRule } from "./textRules.ts"

/** A rule in words, or as an object. */
export type GivenRule = string | RuleBody

/** Custom rules apart: sentences, and objects with ids. */
export interface SplitRules {
  readonly sentences: ReadonlyArray<string>
  readonly rules: ReadonlyArray<NamedRule>
}

const at = (problem: RuleProblem, path: string): RuleProblem => ({
  ...problem,
  path: path === "" ? problem.path : `${path}.${problem.path}`
})

/** Whether a rule can be run. Fails with the first thing that is wrong; `path` is where it was given. */
export const checkRuleBody = (rule: RuleBody, path = ""): Result.Result<RuleBody, RuleProblem> =>
  Result.mapBoth(compileRule({ ...rule, id: "rule", source: "custom" }), {
    onFailure: (problem) => at(problem, path),
    onSuccess: () => rule
  })

/** Whether rules in words can be run, as far as they are any. */
export const checkSentences = (
  sentences: ReadonlyArray<string>,
  path: string
): Result.Result<ReadonlyArray<string>, RuleProblem> => {
  for (const [index, sentence] of sentences.entries()) {
    const read = readTextRule(sentence)
    const checked = read.kind === "rule" ? checkRuleBody(read.rule) : Result.succeed(undefined)
    if (Result.isFailure(checked)) return Result.fail({ ...checked.failure, path: `${path}.${index}` })
  }
  return Result.succeed(sentences)
}

/** Takes custom rules apart. Fails with the first that cannot be used. */
export const splitRules = (given: ReadonlyArray<GivenRule>, path: string): Result.Result<SplitRules, RuleProblem> => {
  const sentences: Array<string> = []
  const rules: Array<NamedRule> = []
  for (const [index, rule] of given.entries()) {
    const where = `${path}.${index}`
    const checked: Result.Result<unknown, RuleProblem> =
      typeof rule === "string" ? checkSentences([rule], path) : checkRuleBody(rule, where)
    if (Result.isFailure(checked)) return Result.fail(checked.failure)
    if (typeof rule === "string") sentences.push(rule)
    else rules.push({ ...rule, id: `custom/${index + 1}`, source: "custom" })
  }
  return Result.succeed({ sentences, rules })
}
