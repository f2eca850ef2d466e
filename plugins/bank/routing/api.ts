/** Routing rules on the wire, and the dry run that explains a choice (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { railIds } from "../rails/rail-ids.ts"
import { Amount, createdOf, dataOf, ErrorBody, matching, oneOf, RequiredScope, RoutingNumber, text } from "../wire.ts"
import { railPreferences, type RailChoice } from "./RailChoice.ts"
import type { RoutingRule } from "./RoutingRule.ts"

const texts = Schema.Array(text(100)).annotate({ expected: "a list" })
const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day, HH:MM")

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

const zone = Schema.String.check(
  Schema.makeFilter(isZone, { expected: "a time zone of the IANA database, such as America/New_York" })
)

const WhenBody = Schema.Struct({
  clientIds: Schema.optionalKey(texts),
  receivingRoutingNumbers: Schema.optionalKey(texts),
  originatorRoutingNumbers: Schema.optionalKey(texts),
  minAmount: Schema.optionalKey(Amount),
  maxAmount: Schema.optionalKey(Amount),
  timeWindow: Schema.optionalKey(Schema.Struct({ tz: zone, from: timeOfDay, to: timeOfDay })),
  purposeCodes: Schema.optionalKey(texts),
  railAvailable: Schema.optionalKey(oneOf(["rtp", "fednow", "fedwire"]))
}).annotate({ expected: "an object" })

/** Body of a rule. */
export const RoutingRuleBody = Schema.Struct({
  priority: Schema.Int.annotate({ expected: "a whole number" }),
  enabled: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  when: Schema.optionalKey(WhenBody),
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: Schema.Struct({ rail: oneOf(["rtp", "fednow", "fedwire", "default", "reject"]) }).annotate({
    expected: "an object with rail"
  })
})

/** Body of a dry run. */
export const EvaluateBody = Schema.Struct({
  amount: Amount,
  railPreference: Schema.optionalKey(oneOf(railPreferences)),
  clientId: Schema.optionalKey(text(100)),
  originatorRoutingNumber: RoutingNumber,
  beneficiaryRoutingNumber: RoutingNumber,
  purposeCode: Schema.optionalKey(text(4))
})

const RuleShown = Schema.Struct({
  ruleId: Schema.String,
  priority: Schema.Int,
  enabled: Schema.Boolean,
  when: WhenBody,
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: Schema.Struct({ rail: Schema.String })
})

const ChoiceBody = Schema.Struct({
  rail: Schema.NullOr(Schema.Literals(railIds)),
  ruleId: Schema.NullOr(Schema.String),
  refusal: Schema.NullOr(Schema.String),
  steps: Schema.Array(Schema.Struct({ considered: Schema.String, outcome: Schema.String, reason: Schema.String }))
})

const ruleId = { ruleId: Schema.String }

/** The endpoints of this slice. */
export const RoutingApi = HttpApiGroup.make("routing").add(
  HttpApiEndpoint.post("create", "/v2/admin/routing-rules", {
    payload: RoutingRuleBody,
    success: createdOf(RuleShown),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.get("list", "/v2/admin/routing-rules", {
    success: dataOf(Schema.Array(RuleShown)),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.put("replace", "/v2/admin/routing-rules/:ruleId", {
    params: ruleId,
    payload: RoutingRuleBody,
    success: dataOf(RuleShown),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.delete("remove", "/v2/admin/routing-rules/:ruleId", {
    params: ruleId,
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.post("evaluate", "/v2/admin/routing-rules/evaluate", {
    payload: EvaluateBody,
    success: dataOf(ChoiceBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read")
)

/** A rule as it is shown. */
export const encodeRule = ({ enabled, id, priority, rail, when }: RoutingRule) => ({
  ruleId: id,
  priority,
  enabled,
  when,
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  then: { rail }
})

const refusalWords = {
  NotPermitted: "RAIL_ACCESS_DENIED",
  NotReachable: "INSTANT_RAIL_NOT_AVAILABLE",
  AboveMaximum: "RAIL_LIMIT_EXCEEDED"
} as const

/** A choice as it is explained. */
export const encodeChoice = ({ rail, refusal, ruleId: chosenBy, steps }: RailChoice): typeof ChoiceBody.Type => ({
  rail: refusal === undefined ? (rail ?? null) : null,
  ruleId: chosenBy,
  refusal: refusal === undefined ? null : refusalWords[refusal._tag],
  steps
})
