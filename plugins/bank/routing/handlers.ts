/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, removed, respond, success } from "../respond.ts"
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
    .handle("evaluate", ({ payload }) =>
      respond((caller) =>
        Effect.map(rules.evaluate(caller, questionOf(payload)), (choice) => success(encodeChoice(choice)))
      )
    )
)
