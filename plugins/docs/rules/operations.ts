/** What can be done with custom rules and rule sets, and what a check is run against. */
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { Clock, Ids, type CallerShape } from "../../../src/plugin.ts"
import { builtinOnly, type CheckRules } from "../checks/CheckRules.ts"
import type { NotChecked } from "../checks/Finding.ts"
import { DocsRefused, invalid } from "../errors.ts"
import { orNotFound, pageOfTable, type PageOf, type Reader } from "../finding.ts"
import { planned } from "../keep.ts"
import { checkRuleBody, checkSentences, splitRules, type GivenRule } from "./readRules.ts"
import { rules, ruleSets } from "./repository.ts"
import { changeRule, type NamedRule, type Rule, type RuleBody, type RuleChange, type RuleProblem } from "./Rule.ts"
import { changeRuleSet, ruleSetProblem, type RuleSet, type RuleSetBody } from "./RuleSet.ts"

const refused = ({ code, message, path }: RuleProblem): DocsRefused =>
  new DocsRefused({ code, message, details: [{ path, message }] })

const usable = <A>(checked: Result.Result<A, RuleProblem>): Effect.Effect<A, DocsRefused> =>
  Effect.mapError(Effect.fromResult(checked), refused)

const findRule = (caller: Reader, id: string) => orNotFound("rule", rules.byId(caller.store, caller.scope, id))

const findSet = (caller: Reader, id: string) => orNotFound("rule set", ruleSets.byId(caller.store, caller.scope, id))

/** Makes a rule. Fails with `DocsRefused` when it could not be run. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, body: RuleBody) {
  yield* usable(checkRuleBody(body))
  const now = (yield* Clock).now()
  const rule: Rule = { id: (yield* Ids).next("rul"), ...body, createdAt: now, updatedAt: now }
  return yield* planned(caller, { outcome: rule, writes: [rules.insert(caller.scope, rule)] })
})

/** A rule by its id. Fails with `NotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(findRule(caller, id), ({ rule }) => rule)

/** A page of rules, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, page: PageOf) =>
  pageOfTable(caller, "rule", { table: rules, endpoint: "docs.rules" }, page)

/** Changes what is given, and clears what is `null`; another kind begins without the old one's fields. Fails with `NotFound`, or `DocsRefused` as `create`. */
export const update = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly id: string; readonly change: RuleChange }
) {
  const { rule, version } = yield* findRule(caller, request.id)
  const changed = changeRule(rule, request.change, (yield* Clock).now())
  yield* usable(checkRuleBody(changed))
  return yield* planned(caller, { outcome: changed, writes: [rules.update(caller.scope, changed, version)] })
})

/** Removes a rule. Sets that name it go on without it, and their checks say so. Fails with `NotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { rule, version } = yield* findRule(caller, id)
  return yield* planned(caller, { outcome: rule, writes: [rules.remove(rule, version)] })
})

/** What a set says can be used: its rules exist, its sentences can be run. */
const checkSet = Effect.fnUntraced(function* (caller: Reader, set: RuleSetBody) {
  const problem = ruleSetProblem(set)
  if (problem !== undefined) return yield* refused(problem)
  yield* usable(checkSentences(set.customRules ?? [], "customRules"))
  for (const id of set.ruleIds ?? []) yield* findRule(caller, id)
})

/** Makes a set. Fails with `NotFound` for a rule that is not there, and `DocsRefused`. */
export const createSet = Effect.fnUntraced(function* (caller: CallerShape, body: RuleSetBody) {
  yield* checkSet(caller, body)
  const now = (yield* Clock).now()
  const set: RuleSet = { id: (yield* Ids).next("rst"), ...body, createdAt: now, updatedAt: now }
  return yield* planned(caller, { outcome: set, writes: [ruleSets.insert(caller.scope, set)] })
})

/** A set by its id. Fails with `NotFound`. */
export const retrieveSet = (caller: Reader, id: string) => Effect.map(findSet(caller, id), ({ set }) => set)

/** Checks that an id names a set. Fails with `DocsRefused`, naming the field. */
export const checkRuleSet = Effect.fnUntraced(function* (reader: Reader, id: string | undefined) {
  if (id === undefined || (yield* ruleSets.byId(reader.store, reader.scope, id)) !== undefined) return
  yield* invalid("ruleSetId", `ruleSetId names ${id}, which is no rule set`)
})

/** A page of sets, newest first. Fails with `InvalidCursor`. */
export const listSets = (caller: Reader, page: PageOf) =>
  pageOfTable(caller, "set", { table: ruleSets, endpoint: "docs.rule-sets" }, page)

/** Changes what is given and leaves the rest. Fails as `createSet`. */
export const updateSet = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly id: string; readonly change: Partial<RuleSetBody> }
) {
  const { set, version } = yield* findSet(caller, request.id)
  yield* checkSet(caller, { ...request.change, name: set.name })
  const changed = changeRuleSet(set, request.change, (yield* Clock).now())
  return yield* planned(caller, { outcome: changed, writes: [ruleSets.update(caller.scope, changed, version)] })
})

/** Removes a set; its rules stay. Fails with `NotFound`. */
export const removeSet = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { set, version } = yield* findSet(caller, id)
  return yield* planned(caller, { outcome: set, writes: [ruleSets.remove(set, version)] })
})

/** What a check names. */
export interface RuleChoice {
  readonly ruleSetId?: string | undefined
  readonly customRules?: ReadonlyArray<GivenRule> | undefined
}

/** Rules for a check, and what of them is gone. */
export interface ChosenRules {
  readonly rules: CheckRules
  readonly gone: ReadonlyArray<NotChecked>
}

const ofSet = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const { builtin = {}, customRules = [], ruleIds = [] } = yield* retrieveSet(caller, id)
  const named: Array<NamedRule> = []
  const gone: Array<NotChecked> = []
  for (const ruleId of ruleIds) {
    const found = yield* rules.byId(caller.store, caller.scope, ruleId)
    if (found === undefined) gone.push({ text: ruleId, reason: "The rule was removed" })
    else named.push({ ...found.rule, source: "custom" })
  }
  return { rules: { ...builtinOnly, rules: named, customRules, builtin }, gone } satisfies ChosenRules
})

/** The rules that a check names. Fails with `NotFound` for a set, and `DocsRefused` for a rule that cannot be run. */
export const chosen = Effect.fnUntraced(function* (caller: Reader, { customRules = [], ruleSetId }: RuleChoice) {
  const own = yield* usable(splitRules(customRules, "customRules"))
  const set = ruleSetId === undefined ? { rules: builtinOnly, gone: [] } : yield* ofSet(caller, ruleSetId)
  return {
    rules: {
      ...set.rules,
      rules: [...set.rules.rules, ...own.rules],
      customRules: [...set.rules.customRules, ...own.sentences]
    },
    gone: set.gone
  } satisfies ChosenRules
})
