/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { respond, success } from "../respond.ts"
import { ruleHandlers } from "../ruleHandlers.ts"
import { encodeChoice, encodeRule, type EvaluateBody, type RoutingRuleBody } from "./api.ts"
import * as rules from "./operations.ts"

const draftOf = (body: typeof RoutingRuleBody.Type): rules.RuleDraft => ({
  priority: body.priority,
  enabled: body.enabled ?? true,
  when: body.when ?? {},
  rail: body.then.rail
})

const questionOf = (body: typeof EvaluateBody.Type) => ({
  preference: body.railPreference ?? "auto",
  amountCents: body.amount,
  clientId: body.clientId,
  purposeCode: body.purposeCode ?? null,
  originator: { routingNumber: body.originatorRoutingNumber },
  beneficiary: { routingNumber: body.beneficiaryRoutingNumber }
})

/** The handlers of this slice. */
export const routingHandlers = handlersOf(BankApi, "routing", (handlers) =>
  handlers.handleAll({
    ...ruleHandlers(rules, draftOf, encodeRule),
    evaluate: ({ payload }) =>
      respond((caller) =>
        Effect.map(rules.evaluate(caller, questionOf(payload)), (choice) => success(encodeChoice(choice)))
      )
  })
)
