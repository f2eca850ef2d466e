/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { ruleHandlers } from "../ruleHandlers.ts"
import { encodeRule, type ApprovalRuleBody } from "./api.ts"
import * as rules from "./operations.ts"

const draftOf = (body: typeof ApprovalRuleBody.Type): rules.RuleDraft => ({
  priority: body.priority,
  when: body.when ?? {},
  verdict: body.then,
  approvers: body.approvers ?? 1
})

export const approvalRuleHandlers = handlersOf(BankApi, "approvalRules", (handlers) =>
  handlers.handleAll(ruleHandlers(rules, draftOf, encodeRule))
)
