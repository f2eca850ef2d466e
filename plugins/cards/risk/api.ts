/** Risk on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { asked, EmptyBody, IdempotencyKeyField, idPath, listOf, Whole } from "../wire.ts"
import { RiskAssessmentBody, RiskSettingsBody } from "./RiskAssessmentBody.ts"
import type { ChangeRule, CreateRule } from "./RiskRule.ts"
import { ChangeRuleBody, CreateRuleBody, DeletedRuleBody, RiskRuleBody } from "./RiskRuleBody.ts"

const threshold = Whole.check(Schema.isBetween({ minimum: 0, maximum: 101 }, { expected: "an integer from 0 to 101" }))

/** Body of change settings: scores from which payments are reviewed and blocked; 101 switches one off. */
export const ChangeSettingsBody = Wire.body("ChangeRiskSettings", "What is left out stays as it is.", {
  review_at: [Schema.optionalKey(threshold), "From this score payments are reviewed, 0 to 101; 101: none is."],
  block_at: [
    Schema.optionalKey(threshold),
    "From this score payments are blocked, 0 to 101; 101: none is. Not below `review_at`, unless that is 101."
  ],
  idempotency_key: IdempotencyKeyField
})

const payment = Wire.parameters({ payment_id: [Schema.String, "The payment."] })
const id = idPath("The rule.")

export const RiskApi = HttpApiGroup.make("risk")
  .add(
    HttpApiEndpoint.get("assessment", "/v2/risk/assess/:payment_id", {
      params: payment,
      success: RiskAssessmentBody,
      error: refused("PaymentNotFound")
    }).annotateMerge(Publication.words("Retrieve a risk assessment", "How a payment was judged when it was created.")),
    HttpApiEndpoint.post("clear", "/v2/risk/assess/:payment_id/clear", {
      params: payment,
      payload: EmptyBody,
      success: RiskAssessmentBody,
      error: refused("ClearingRefused", "PaymentNotFound")
    }).annotateMerge(
      Publication.words(
        "Clear a payment",
        "Says that somebody looked at a payment that is in review, or has a score above 75, and found it good. A blocked payment cannot be cleared."
      )
    ),
    HttpApiEndpoint.get("settings", "/v2/risk/settings", {
      success: RiskSettingsBody,
      error: refused()
    }).annotateMerge(
      Publication.words("Retrieve risk settings", "The scores from which payments are reviewed and blocked.")
    ),
    HttpApiEndpoint.post("changeSettings", "/v2/risk/settings", {
      payload: ChangeSettingsBody,
      success: RiskSettingsBody,
      error: refused("ThresholdsRefused")
    }).annotateMerge(
      Publication.words("Change risk settings", "They hold for payments from now on, in this data region.")
    ),
    HttpApiEndpoint.get("listRules", "/v2/risk/rules", {
      query: listQuery,
      success: listOf("RiskRuleList", RiskRuleBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List risk rules", "The newest first.")),
    HttpApiEndpoint.post("createRule", "/v2/risk/rules", {
      payload: CreateRuleBody,
      success: RiskRuleBody,
      error: refused("RuleRefused")
    }).annotateMerge(
      Publication.words(
        "Create a risk rule",
        "It holds for payments from now on, in this data region. An account has at most 100 rules."
      )
    ),
    HttpApiEndpoint.get("retrieveRule", "/v2/risk/rules/:id", {
      params: id,
      success: RiskRuleBody,
      error: refused("RuleNotFound")
    }).annotateMerge(Publication.words("Retrieve a risk rule", "The rule as it is now.")),
    HttpApiEndpoint.post("changeRule", "/v2/risk/rules/:id", {
      params: id,
      payload: ChangeRuleBody,
      success: RiskRuleBody,
      error: refused("RuleNotFound", "RuleRefused")
    }).annotateMerge(Publication.words("Change a risk rule", "Payments that were judged by it stay as they are.")),
    HttpApiEndpoint.delete("removeRule", "/v2/risk/rules/:id", {
      params: id,
      success: DeletedRuleBody,
      error: refused("RuleNotFound")
    }).annotateMerge(Publication.words("Delete a risk rule", "Payments that were judged by it stay as they are."))
  )
  .annotateMerge(Publication.tag("Risk", "How payments are judged, and the rules and thresholds of your own."))

/** What a body changes about the settings. */
export const thresholdsOf = (body: typeof ChangeSettingsBody.Type) => asked(body)

export const ruleOf = (body: typeof CreateRuleBody.Type): CreateRule => asked(body)

/** What a body changes about a rule. */
export const changeOf = (body: typeof ChangeRuleBody.Type): ChangeRule => asked(body)
