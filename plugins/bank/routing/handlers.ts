/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { respond, success } from "../respond.ts"
import { ruleHandlers } from "../ruleHandlers.ts"
import { draftOf, encodeChoice, encodeRule, questionOf } from "./api.ts"
import * as rules from "./operations.ts"

export const routingHandlers = handlersOf(BankApi, "routing", (handlers) =>
  handlers.handleAll({
    ...ruleHandlers(rules, draftOf, encodeRule),
    evaluate: ({ payload }) =>
      respond((caller) =>
        Effect.map(rules.evaluate(caller, questionOf(payload)), (choice) => success(encodeChoice(choice)))
      )
  })
)
