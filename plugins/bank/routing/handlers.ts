/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { read, shown } from "../respond.ts"
import { ruleHandlers } from "../ruleHandlers.ts"
import { draftOf, ChoiceBody, RuleBody, questionOf } from "./api.ts"
import * as rules from "./operations.ts"

export const routingHandlers = handlersOf(BankApi, "routing", (handlers) =>
  handlers.handleAll({
    ...ruleHandlers(rules, draftOf, RuleBody.write),
    evaluate: ({ payload }) => read((caller) => rules.evaluate(caller, questionOf(payload)), shown(ChoiceBody.write))
  })
)
