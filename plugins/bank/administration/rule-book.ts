/** Rules that administrators keep: every change stands in the audit trail. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  type CallerShape,
  type Plan,
  type StoredAs,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { ObjectNotFound } from "../failures.ts"
import { planAudited } from "./operations.ts"
import { ruleTable, type Rule } from "./ruleRepository.ts"

/** Makes the operations on the rules of a table. `kind` names them in the audit trail, and where there is no such rule. */
export const ruleBook = <R extends Rule>(stored: StoredAs<R>, kind: string) => {
  const rules = ruleTable(stored)
  const action = kind.replace(" ", "_")
  const found = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
    return (yield* rules.byId(caller.store, id)) ?? (yield* new ObjectNotFound({ what: kind }))
  })
  return {
    /** Every rule, by priority and then age. */
    list: rules.all,
    /** Adds a rule. */
    add: Effect.fnUntraced(function* (caller: CallerShape, draft: Omit<R, "id" | "createdAt">) {
      const rule = { ...draft, id: (yield* Ids).next("rule"), createdAt: (yield* Clock).now() } as R
      const audited = { action: `${action}.create`, resource: rule.id, after: rule }
      return yield* planAudited(caller, rule, audited, [rules.insert(rule)])
    }),
    /** Replaces a rule. Fails with `ObjectNotFound`. */
    replace: Effect.fnUntraced(function* (
      caller: CallerShape,
      id: string,
      draft: Omit<R, "id" | "createdAt">
    ): Effect.fn.Return<Plan<R, VersionConflict>, ObjectNotFound | StoreUnavailable, Clock | Ids> {
      const { document, version } = yield* found(caller, id)
      const rule = { ...draft, id, createdAt: document.createdAt } as R
      const audited = { action: `${action}.replace`, resource: id, before: document, after: rule }
      return yield* planAudited(caller, rule, audited, [rules.update(rule, version)])
    }),
    /** Removes a rule. Fails with `ObjectNotFound`. */
    remove: Effect.fnUntraced(function* (caller: CallerShape, id: string) {
      const { document } = yield* found(caller, id)
      const audited = { action: `${action}.delete`, resource: id, before: document }
      return yield* planAudited(caller, document, audited, [rules.remove(id)])
    })
  }
}

/** The operations on rules of one kind. */
export type RuleBook<R extends Rule> = ReturnType<typeof ruleBook<R>>
