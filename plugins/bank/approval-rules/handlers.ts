/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, removed, respond, success } from "../respond.ts"
import { encodeRule, type ApprovalRuleBody } from "./api.ts"
import * as rules from "./operations.ts"

const draftOf = (body: typeof ApprovalRuleBody.Type): rules.RuleDraft => ({
  priority: body.priority,
  when: body.when ?? {},
  verdict: body.then,
  approvers: body.approvers ?? 1
})

/** The handlers of this slice. */
export const approvalRuleHandlers = handlersOf(BankApi, "approvalRules", (handlers) =>
  handlers
    .handle("create", ({ payload }) =>
      answer(
        (caller) => rules.add(caller, draftOf(payload)),
        (rule) => success(encodeRule(rule), 201)
      )
    )
    .handle("list", () =>
      respond((caller) => Effect.map(rules.list(caller.store), (all) => success(all.map(encodeRule))))
    )
    .handle("replace", ({ params, payload }) =>
      answer(
        (caller) => rules.replace(caller, params.ruleId, draftOf(payload)),
        (rule) => success(encodeRule(rule))
      )
    )
    .handle("remove", ({ params }) => answer((caller) => rules.remove(caller, params.ruleId), removed))
)
