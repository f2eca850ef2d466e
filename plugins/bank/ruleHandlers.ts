/** The handlers of rules that administrators keep: to create, list, replace and remove them. */
import * as Effect from "effect/Effect"
import type { RuleBook } from "./administration/rule-book.ts"
import type { Rule } from "./administration/ruleRepository.ts"
import { answer, removed, respond, success } from "./respond.ts"

interface Named {
  readonly params: { readonly ruleId: string }
}

/** `read` makes a rule of a body, `show` says how one is shown. */
export const ruleHandlers = <R extends Rule, Body>(
  rules: RuleBook<R>,
  read: (body: Body) => Omit<R, "id" | "createdAt">,
  show: (rule: R) => unknown
) => ({
  create: ({ payload }: { readonly payload: Body }) =>
    answer(
      (caller) => rules.add(caller, read(payload)),
      (rule) => success(show(rule), 201)
    ),
  list: () => respond((caller) => Effect.map(rules.list(caller.store), (all) => success(all.map(show)))),
  replace: ({ params, payload }: Named & { readonly payload: Body }) =>
    answer(
      (caller) => rules.replace(caller, params.ruleId, read(payload)),
      (rule) => success(show(rule))
    ),
  remove: ({ params }: Named) => answer((caller) => rules.remove(caller, params.ruleId), removed)
})
