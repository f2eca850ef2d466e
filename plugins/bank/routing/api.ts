/** Routing rules on the wire, and the dry run that explains a choice (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { railIds } from "../rails/rail-ids.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { Amount, canHold, createdOf, dataOf, Id, matching, oneOf, pathId, RoutingNumber, text } from "../wire.ts"
import { railPreferences, type RailChoice, type RailStep } from "./RailChoice.ts"
import type { RoutingRule, RoutingRuleWhen } from "./RoutingRule.ts"

const texts = Schema.Array(text(100)).annotate({ expected: "a list" })
const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/u, "a time of day, HH:MM")

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

const zone = Schema.String.check(
  Schema.makeFilter(isZone, {
    expected: "a time zone of the IANA database, such as America/New_York",
    toJsonSchema: () => ({ minLength: 1, examples: ["America/New_York"] })
  })
)

const WindowBody = Wire.object<NonNullable<RoutingRuleWhen["timeWindow"]>>()(
  "TimeWindow",
  "Hours of each day. A window whose end is before its beginning goes over midnight.",
  {
    tz: [zone, "A time zone of the IANA database, such as `America/New_York`."],
    from: [timeOfDay, "When it begins, `HH:MM`, inclusive."],
    to: [timeOfDay, "When it ends, `HH:MM`, exclusive."]
  }
)

const WhenBody = Wire.object<RoutingRuleWhen>()(
  "RoutingRuleWhen",
  "When the rule holds. Whatever is left out does not matter; without any condition it always holds.",
  {
    clientIds: [Schema.optionalKey(texts), "Payments of one of these clients."],
    receivingRoutingNumbers: [Schema.optionalKey(texts), "Payments to one of these banks."],
    originatorRoutingNumbers: [Schema.optionalKey(texts), "Payments from one of these banks."],
    minAmount: [Schema.optionalKey(Amount), "Payments of this amount or more, in cents."],
    maxAmount: [Schema.optionalKey(Amount), "Payments of this amount or less, in cents."],
    timeWindow: [Schema.optionalKey(WindowBody), "Payments made within these hours."],
    purposeCodes: [Schema.optionalKey(texts), "Payments with one of these purpose codes."],
    railAvailable: [Schema.optionalKey(oneOf(["rtp", "fednow", "fedwire"])), "Payments that this rail could carry."]
  }
)

const SetWhenBody = WhenBody.check(canHold).annotate({ identifier: "SetRoutingRuleWhen" })

const TargetBody = Wire.object<RoutingRule>()("RoutingTarget", "Where a rule leads.", {
  rail: [
    oneOf(["rtp", "fednow", "fedwire", "default", "reject"]),
    "A rail; `default`: as if there were no rules; `reject`: no rail carries the payment."
  ]
})

const priorityWords =
  "Rules are tried from the lowest number on; the first that holds and whose rail can carry the payment decides."

export const RoutingRuleBody = Wire.body("SetRoutingRule", "Which rail carries which payments.", {
  priority: [Schema.Int.annotate({ expected: "a whole number" }), priorityWords],
  enabled: [
    Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
    "`false`: the rule is kept and not tried. Default: `true`."
  ],
  when: [Schema.optionalKey(SetWhenBody), "Which payments it is about. Default: all."],
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: [TargetBody, "Where it leads."]
})

/** Body of a dry run. */
export const EvaluateBody = Wire.body("EvaluateRouting", "A payment that nobody makes.", {
  amount: [Amount, "In cents."],
  railPreference: [Schema.optionalKey(oneOf(railPreferences)), "What the client would prefer. Default: `auto`."],
  clientId: [Schema.optionalKey(text(100)), "Whose rights count. Without one, all rails may be used."],
  originatorRoutingNumber: [RoutingNumber, "The bank that would send it."],
  beneficiaryRoutingNumber: [RoutingNumber, "The bank that would receive it."],
  purposeCode: [Schema.optionalKey(text(4)), "The purpose code that it would have."]
})

export const RuleBody = Wire.object<RoutingRule>()(
  "RoutingRule",
  "A rule that says which rail carries which payments.",
  {
    ruleId: [Id, (rule) => rule.id, "Begins with `rule_`."],
    priority: [Schema.Int, priorityWords],
    enabled: [Schema.Boolean, "`false`: the rule is kept and not tried."],
    when: [WhenBody, "Which payments it is about."],
    // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
    then: [TargetBody, (rule) => rule, "Where it leads."]
  }
)

const StepBody = Wire.object<RailStep>()("RoutingStep", "One step of the choice.", {
  considered: [Schema.String, "The rail that was looked at, or `rule:` and the id of a rule."],
  outcome: [Schema.Literals(["chosen", "passed_over"]), "What came of it."],
  reason: [Schema.String, "Why, for people."]
})

const refusalWords = {
  NotPermitted: "RAIL_ACCESS_DENIED",
  NotReachable: "INSTANT_RAIL_NOT_AVAILABLE",
  AboveMaximum: "RAIL_LIMIT_EXCEEDED"
} as const

export const ChoiceBody = Wire.object<RailChoice>()("RoutingChoice", "Which rail would carry a payment, and why.", {
  rail: [
    Schema.NullOr(Schema.Literals(railIds)),
    ({ rail, refusal }) => (refusal === undefined ? (rail ?? null) : null),
    "The rail that would carry it; `null` where none would."
  ],
  ruleId: [Schema.NullOr(Id), "The rule that decided; `null` where none did."],
  refusal: [
    Schema.NullOr(Schema.Literals(Object.values(refusalWords))),
    ({ refusal }) => (refusal === undefined ? null : refusalWords[refusal._tag]),
    "The error code that a real payment would get; `null` where a rail would carry it."
  ],
  steps: [Schema.Array(StepBody), "Everything that was looked at, in order."]
})

const params = pathId("ruleId", "The rule.")

export const RoutingApi = HttpApiGroup.make("routing")
  .add(
    HttpApiEndpoint.post("create", "/v2/admin/routing-rules", {
      payload: RoutingRuleBody,
      success: createdOf(RuleBody),
      error: refused()
    }).annotateMerge(
      operation("Create a routing rule", "It counts for payments made from now on.", { scope: "admin:write" })
    ),
    HttpApiEndpoint.get("list", "/v2/admin/routing-rules", {
      success: dataOf(Schema.Array(RuleBody)),
      error: refused()
    }).annotateMerge(
      operation("List routing rules", "All rules in the order in which they are tried.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.put("replace", "/v2/admin/routing-rules/:ruleId", {
      params,
      payload: RoutingRuleBody,
      success: dataOf(RuleBody),
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation("Replace a routing rule", "The whole rule: a condition that is left out is no longer there.", {
        scope: "admin:write"
      })
    ),
    HttpApiEndpoint.delete("remove", "/v2/admin/routing-rules/:ruleId", {
      params,
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation("Delete a routing rule", "It no longer counts for payments made from now on.", { scope: "admin:write" })
    ),
    HttpApiEndpoint.post("evaluate", "/v2/admin/routing-rules/evaluate", {
      payload: EvaluateBody,
      success: dataOf(ChoiceBody),
      error: refused("ClientNotFound", "InactiveRoutingNumbers")
    }).annotateMerge(
      operation(
        "Explain a rail",
        "Answers which rail would carry a payment, and every step of the choice. Nothing is paid.",
        { scope: "admin:read" }
      )
    )
  )
  .annotateMerge(
    Publication.tag("Routing rules", "Which rail carries which payments, where the usual choice is not wanted.")
  )

export const draftOf = (body: typeof RoutingRuleBody.Type): Omit<RoutingRule, "id"> => ({
  priority: body.priority,
  enabled: body.enabled ?? true,
  when: body.when ?? {},
  rail: body.then.rail
})

export const questionOf = (body: typeof EvaluateBody.Type) => ({
  preference: body.railPreference ?? ("auto" as const),
  amountCents: body.amount,
  clientId: body.clientId,
  purposeCode: body.purposeCode ?? null,
  originator: { routingNumber: body.originatorRoutingNumber },
  beneficiary: { routingNumber: body.beneficiaryRoutingNumber }
})
