/** Approval rules on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { secCodes } from "../clients/Client.ts"
import { railIds } from "../rails/rail-ids.ts"
import { Amount, createdOf, dataOf, ErrorBody, oneOf, RequiredScope, text } from "../wire.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"

const WhenBody = Schema.Struct({
  rails: Schema.optionalKey(Schema.Array(oneOf(railIds))),
  minAmount: Schema.optionalKey(Amount),
  maxAmount: Schema.optionalKey(Amount),
  clientIds: Schema.optionalKey(Schema.Array(text(100))),
  secCodes: Schema.optionalKey(Schema.Array(oneOf(secCodes)))
}).annotate({ expected: "an object" })

/** Body of a rule. */
export const ApprovalRuleBody = Schema.Struct({
  priority: Schema.Int.annotate({ expected: "a whole number" }),
  when: Schema.optionalKey(WhenBody),
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: oneOf(["auto", "human"]),
  approvers: Schema.optionalKey(Schema.Literals([1, 2]).annotate({ expected: "1 or 2" }))
})

const RuleShown = Schema.Struct({
  ruleId: Schema.String,
  priority: Schema.Int,
  when: WhenBody,
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: Schema.Literals(["auto", "human"]),
  approvers: Schema.Literals([1, 2])
})

const ruleId = { ruleId: Schema.String }

/** The endpoints of this slice. */
export const ApprovalRulesApi = HttpApiGroup.make("approvalRules").add(
  HttpApiEndpoint.post("create", "/v2/admin/approval-rules", {
    payload: ApprovalRuleBody,
    success: createdOf(RuleShown),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.get("list", "/v2/admin/approval-rules", {
    success: dataOf(Schema.Array(RuleShown)),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.put("replace", "/v2/admin/approval-rules/:ruleId", {
    params: ruleId,
    payload: ApprovalRuleBody,
    success: dataOf(RuleShown),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.delete("remove", "/v2/admin/approval-rules/:ruleId", { params: ruleId, error: ErrorBody }).annotate(
    RequiredScope,
    "admin:write"
  )
)

/** A rule as it is shown. */
export const encodeRule = ({ approvers, id, priority, verdict, when }: ApprovalRule): typeof RuleShown.Type => ({
  ruleId: id,
  priority,
  when: when as typeof WhenBody.Type,
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: verdict,
  approvers
})
