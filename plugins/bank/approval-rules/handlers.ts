/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { strictBodyOf } from "../wire.ts"
import { ApprovalRuleBody, encodeRule } from "./api.ts"
import * as rules from "./operations.ts"

const readRule = strictBodyOf(ApprovalRuleBody)

const draftOf = (body: typeof ApprovalRuleBody.Type): rules.RuleDraft => ({
  priority: body.priority,
  when: body.when ?? {},
  verdict: body.then,
  approvers: body.approvers ?? 1
})

/** The handlers of this slice. */
export const approvalRuleHandlers = HttpApiBuilder.group(BankApi, "approvalRules", (handlers) =>
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
)
