/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { read, shown } from "../respond.ts"
import { ruleHandlers } from "../ruleHandlers.ts"
import { draftOf, encodeChoice, encodeRule, questionOf } from "./api.ts"
import * as rules from "./operations.ts"

export const routingHandlers = handlersOf(BankApi, "routing", (handlers) =>
  handlers.handleAll({
    ...ruleHandlers(rules, draftOf, encodeRule),
    evaluate: ({ payload }) => read((caller) => rules.evaluate(caller, questionOf(payload)), shown(encodeChoice))
  })
)
