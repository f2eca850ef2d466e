/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { strictBodyOf } from "../wire.ts"
import { encodeChoice, encodeRule, EvaluateBody, RoutingRuleBody } from "./api.ts"
import * as rules from "./operations.ts"

const readRule = strictBodyOf(RoutingRuleBody)
const readQuestion = strictBodyOf(EvaluateBody)

const draftOf = (body: typeof RoutingRuleBody.Type): rules.RuleDraft => ({
  priority: body.priority,
  enabled: body.enabled ?? true,
  when: body.when ?? {},
  rail: body.then.rail
})

/** The handlers of this slice. */
export const routingHandlers = HttpApiBuilder.group(BankApi, "routing", (handlers) =>
  handlers
    .handleRaw("create", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const draft = draftOf(yield* readRule(request))
          return yield* rules.add(caller, draft, (rule) => success(encodeRule(rule), 201))
        })
      )
    )
    .handle("list", () =>
      respond((caller) => Effect.map(rules.list(caller.store), (all) => success(all.map(encodeRule))))
    )
    .handleRaw("replace", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const draft = draftOf(yield* readRule(request))
          return success(encodeRule(yield* rules.replace(caller, params.ruleId, draft)))
        })
      )
    )
    .handle("remove", ({ params }) =>
      respond((caller) => Effect.as(rules.remove(caller, params.ruleId), { status: 204, body: "" }))
    )
    .handleRaw("evaluate", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readQuestion(request)
          return success(
            encodeChoice(
              yield* rules.evaluate(caller, {
                preference: body.railPreference ?? "auto",
                amountCents: body.amount,
                clientId: body.clientId,
                purposeCode: body.purposeCode ?? null,
                originator: { routingNumber: body.originatorRoutingNumber },
                beneficiary: { routingNumber: body.beneficiaryRoutingNumber }
              })
            )
          )
        })
      )
    )
)
