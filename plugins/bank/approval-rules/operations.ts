/** Approval rules: kept by administrators, asked by payments. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type Answer, type CallerShape, type RegionStore } from "../../../src/plugin.ts"
import { commitAudited } from "../administration/operations.ts"
import { ObjectNotFound } from "../failures.ts"
import { allRules, removeRule, rules } from "./repository.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"

/** A rule before it has an id. */
export type RuleDraft = Omit<ApprovalRule, "id" | "createdAt">

/** Every rule, by priority. */
export const list = (store: RegionStore) => allRules(store)

/** Adds a rule. `present` builds the answer that is kept. */
export const add = Effect.fnUntraced(function* (
  caller: CallerShape,
  draft: RuleDraft,
  present: (rule: ApprovalRule) => Answer
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const rule = { ...draft, id: ids.next("rule"), createdAt: clock.now() }
  const answer = present(rule)
  const audited = { action: "approval_rule.create", resource: rule.id, after: rule }
  yield* commitAudited(caller, audited, [rules.insert(rule)], answer)
  return answer
})

const found = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  return (yield* rules.byId(caller.store, id)) ?? (yield* new ObjectNotFound({ what: "approval rule" }))
})

/** Replaces a rule. Fails with `ObjectNotFound`. */
export const replace = Effect.fnUntraced(function* (caller: CallerShape, id: string, draft: RuleDraft) {
  const { document, version } = yield* found(caller, id)
  const rule = { ...draft, id, createdAt: document.createdAt }
  yield* commitAudited(caller, { action: "approval_rule.replace", resource: id, before: document, after: rule }, [
    rules.update(rule, version)
  ])
  return rule
})

/** Removes a rule. Fails with `ObjectNotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { document } = yield* found(caller, id)
  yield* commitAudited(caller, { action: "approval_rule.delete", resource: id, before: document }, [removeRule(id)])
})
