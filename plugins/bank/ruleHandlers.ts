/** The handlers of rules that administrators keep: to create, list, replace and remove them. */
import type { RuleBook } from "./administration/rule-book.ts"
import type { Rule } from "./administration/ruleRepository.ts"
import { answer, read, removed, shown, success } from "./respond.ts"

interface Named {
  readonly params: { readonly ruleId: string }
}

/** `ruleOf` makes a rule of a body, `encode` says how one is shown. */
export const ruleHandlers = <R extends Rule, Body>(
  rules: RuleBook<R>,
  ruleOf: (body: Body) => Omit<R, "id" | "createdAt">,
  encode: (rule: R) => unknown
) => ({
  create: ({ payload }: { readonly payload: Body }) =>
    answer((caller) => rules.add(caller, ruleOf(payload)), shown(encode, 201)),
  list: () =>
    read(
      ({ store }) => rules.list(store),
      (all) => success(all.map(encode))
    ),
  replace: ({ params, payload }: Named & { readonly payload: Body }) =>
    answer((caller) => rules.replace(caller, params.ruleId, ruleOf(payload)), shown(encode)),
  remove: ({ params }: Named) => answer((caller) => rules.remove(caller, params.ruleId), removed)
})
