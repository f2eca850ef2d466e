/** Risk on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf } from "../wire.ts"
import { RiskAssessmentBody, RiskSettingsBody } from "./RiskAssessmentBody.ts"
import type { ChangeRule, CreateRule, RuleCondition } from "./RiskRule.ts"
import { ChangeRuleBody, CreateRuleBody, RiskRuleBody } from "./RiskRuleBody.ts"

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

const threshold = Schema.Finite.annotate({ expected: "an integer" }).check(
  Schema.isInt({ expected: "an integer" }),
  Schema.isBetween({ minimum: 0, maximum: 101 }, { expected: "an integer from 0 to 101" })
)

/** Body of change settings: scores from which payments are reviewed and blocked; 101 switches one off. */
export const ChangeSettingsBody = Schema.Struct({
  review_at: Schema.optionalKey(threshold),
  block_at: Schema.optionalKey(threshold),
  idempotency_key: idempotencyKey
})

const DeletedBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("risk_rule"),
  deleted: Schema.Literal(true)
})

const paymentId = { payment_id: Schema.String }
const id = { id: Schema.String }

/** The endpoints of this slice. */
export const RiskApi = HttpApiGroup.make("risk").add(
  HttpApiEndpoint.get("assessment", "/v2/risk/assess/:payment_id", {
    params: paymentId,
    success: RiskAssessmentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("clear", "/v2/risk/assess/:payment_id/clear", {
    params: paymentId,
    payload: Schema.Struct({ idempotency_key: idempotencyKey }),
    success: RiskAssessmentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("settings", "/v2/risk/settings", { success: RiskSettingsBody, error: ErrorBody }),
  HttpApiEndpoint.post("changeSettings", "/v2/risk/settings", {
    payload: ChangeSettingsBody,
    success: RiskSettingsBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("listRules", "/v2/risk/rules", {
    query: listQuery,
    success: listOf("RiskRuleList", RiskRuleBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("createRule", "/v2/risk/rules", {
    payload: CreateRuleBody,
    success: RiskRuleBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieveRule", "/v2/risk/rules/:id", { params: id, success: RiskRuleBody, error: ErrorBody }),
  HttpApiEndpoint.post("changeRule", "/v2/risk/rules/:id", {
    params: id,
    payload: ChangeRuleBody,
    success: RiskRuleBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.delete("removeRule", "/v2/risk/rules/:id", { params: id, success: DeletedBody, error: ErrorBody })
)

/** What a body changes about the settings. */
export const thresholdsOf = ({ block_at, review_at }: typeof ChangeSettingsBody.Type) => ({
  ...(review_at === undefined ? {} : { reviewAt: review_at }),
  ...(block_at === undefined ? {} : { blockAt: block_at })
})

/** What a body asks for. The words of a condition are kept as they are. */
export const ruleOf = (body: typeof CreateRuleBody.Type): CreateRule => ({
  ...changeOf(body),
  name: body.name,
  when: body.when as RuleCondition,
  action: body.action
})

/** What a body changes about a rule. */
export const changeOf = (body: typeof ChangeRuleBody.Type): ChangeRule => ({
  ...(body.name === undefined ? {} : { name: body.name }),
  ...(body.when === undefined ? {} : { when: body.when as RuleCondition }),
  ...(body.action === undefined ? {} : { action: body.action }),
  ...(body.score_contribution === undefined ? {} : { scoreContribution: body.score_contribution }),
  ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
  ...(body.priority === undefined ? {} : { priority: body.priority })
})

/** What is left to say of a rule that was deleted. */
export const encodeDeleted = ({ id }: { readonly id: string }): typeof DeletedBody.Type => ({
  id,
  object: "risk_rule",
  deleted: true
})
