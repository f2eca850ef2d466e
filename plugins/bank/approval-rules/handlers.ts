/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { ruleHandlers } from "../ruleHandlers.ts"
import { draftOf, RuleBody } from "./api.ts"
import * as rules from "./operations.ts"

export const approvalRuleHandlers = handlersOf(BankApi, "approvalRules", (handlers) =>
  handlers.handleAll(ruleHandlers(rules, draftOf, RuleBody.write))
)
