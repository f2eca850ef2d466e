/** Approval rules on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { secCodes } from "../clients/Client.ts"
import { railIds } from "../rails/rail-ids.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { Amount, canHold, createdOf, dataOf, Id, oneOf, pathId, text } from "../wire.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"
import type { RuleDraft } from "./operations.ts"

const WhenBody = Wire.object<ApprovalRule["when"]>()(
  "ApprovalRuleWhen",
  "When the rule holds. Whatever is left out does not matter; without any condition it always holds.",
  {
    rails: [Schema.optionalKey(Schema.Array(oneOf(railIds))), "Payments on one of these rails."],
    minAmount: [Schema.optionalKey(Amount), "Payments of this amount or more, in cents."],
    maxAmount: [Schema.optionalKey(Amount), "Payments of this amount or less, in cents."],
    clientIds: [Schema.optionalKey(Schema.Array(text(100))), "Payments of one of these clients."],
    secCodes: [
      Schema.optionalKey(Schema.Array(oneOf(secCodes))),
      "ACH payments with one of these standard entry class codes."
    ]
  }
)

const SetWhenBody = WhenBody.check(canHold).annotate({ identifier: "SetApprovalRuleWhen" })

const Verdict = oneOf(["auto", "human"])
const verdictWords = "`auto`: the payment goes on by itself. `human`: people have to approve it first."
const priorityWords = "Rules are tried from the lowest number on; the first that holds decides."

export const ApprovalRuleBody = Wire.body("SetApprovalRule", "Which payments people have to approve.", {
  priority: [Schema.Int.annotate({ expected: "a whole number" }), priorityWords],
  when: [Schema.optionalKey(SetWhenBody), "Which payments it is about. Default: all."],
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: [Verdict, verdictWords],
  approvers: [
    Schema.optionalKey(Schema.Literals([1, 2]).annotate({ expected: "1 or 2" })),
    "How many different people must approve. Default: 1."
  ]
})

export const draftOf = (body: typeof ApprovalRuleBody.Type): RuleDraft => ({
  priority: body.priority,
  when: body.when ?? {},
  verdict: body.then,
  approvers: body.approvers ?? 1
})

export const RuleBody = Wire.object<ApprovalRule>()(
  "ApprovalRule",
  "A rule that says which payments people have to approve.",
  {
    ruleId: [Id, (rule) => rule.id, "Begins with `rule_`."],
    priority: [Schema.Int, priorityWords],
    when: [WhenBody, "Which payments it is about."],
    // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
    then: [Verdict, (rule) => rule.verdict, verdictWords],
    approvers: [Schema.Literals([1, 2]), "How many different people must approve."]
  }
)

const params = pathId("ruleId", "The rule.")

export const ApprovalRulesApi = HttpApiGroup.make("approvalRules")
  .add(
    HttpApiEndpoint.post("create", "/v2/admin/approval-rules", {
      payload: ApprovalRuleBody,
      success: createdOf(RuleBody),
      error: refused()
    }).annotateMerge(
      operation("Create an approval rule", "It counts for payments made from now on.", { scope: "admin:write" })
    ),
    HttpApiEndpoint.get("list", "/v2/admin/approval-rules", {
      success: dataOf(Schema.Array(RuleBody)),
      error: refused()
    }).annotateMerge(
      operation(
        "List approval rules",
        "All rules in the order in which they are tried. Where none holds, payments go on by themselves.",
        { scope: "admin:read" }
      )
    ),
    HttpApiEndpoint.put("replace", "/v2/admin/approval-rules/:ruleId", {
      params,
      payload: ApprovalRuleBody,
      success: dataOf(RuleBody),
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation("Replace an approval rule", "The whole rule: a condition that is left out is no longer there.", {
        scope: "admin:write"
      })
    ),
    HttpApiEndpoint.delete("remove", "/v2/admin/approval-rules/:ruleId", {
      params,
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation("Delete an approval rule", "Payments that wait for approval because of it go on waiting.", {
        scope: "admin:write"
      })
    )
  )
  .annotateMerge(Publication.tag("Approval rules", "Which payments people have to approve before they are sent."))
