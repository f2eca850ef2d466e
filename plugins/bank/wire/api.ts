/** Wires and their recalls on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { listQuery } from "../payments/api.ts"
import { PaymentBody, PaymentEntryBody, PaymentResultBody, PaymentReturnBody } from "../payments/PaymentBody.ts"
import { refused } from "../refused.ts"
import {
  acceptedOf,
  Cents,
  dataOf,
  Id,
  listOf,
  networkText,
  oneOf,
  pathId,
  paymentPath,
  SentTime,
  UnknownFields,
  RulesAcross
} from "../wire.ts"
import { recallReasons, type Recall } from "./Recall.ts"
import { CreateWireBody, wireRules } from "./WireBody.ts"

export { PaymentBody, PaymentEntryBody, PaymentResultBody, PaymentReturnBody } from "../payments/PaymentBody.ts"

export const RecallWireBody = Wire.body("RecallWire", "A wish to have a sent wire back.", {
  reason: [oneOf(recallReasons), "Why, as a code of ISO 20022."],
  additionalInfo: [Schema.optionalKey(networkText(105)), "The reason in words."]
})

export const RecallBody = Wire.object<Recall>()("Recall", "A wish to have a sent wire back, and what came of it.", {
  recallId: [Id, (recall) => recall.id, "The recall."],
  paymentId: [Id, "The wire."],
  status: [
    Schema.Literals(["pending", "accepted", "rejected"]),
    "`pending` until the receiving bank answers, or the money is back."
  ],
  reason: [Schema.Literals(recallReasons), "Why it was requested."],
  additionalInfo: [Schema.NullOr(Schema.String), "The reason in words."],
  responseReason: [Schema.NullOr(Schema.String), "Why the receiving bank refused; `null` unless it did."],
  returnedAmount: [
    Schema.NullOr(Cents),
    (recall) => recall.returnedAmountMinor,
    "What comes back, or came; `null` before that is known."
  ],
  resolvedAt: [Schema.NullOr(SentTime), "When it was decided; `null` before that."],
  createdAt: [SentTime, "When it was made."]
})

const read = { scope: "payments:read" } as const

export const WireApi = HttpApiGroup.make("wires")
  .add(
    HttpApiEndpoint.post("initiate", "/v2/payments/wire", {
      payload: CreateWireBody,
      success: acceptedOf(PaymentResultBody),
      error: refused(
        "AccountAccessDenied",
        "AmountLimitExceeded",
        "IbanOfAnotherCountry",
        "NetworkNotConnected",
        "RailAccessDenied",
        "SanctionedCountry",
        "TravelRuleFieldsMissing",
        "UnknownWireBanks",
        "HeldInOutage",
        "OutsideHours",
        "DateOutOfRange"
      )
    })
      .annotate(RulesAcross, wireRules)
      .annotateMerge(
        operation(
          "Initiate a wire",
          "Sends money over Fedwire or SWIFT. While Fedwire is closed, a wire is `queued` until the next opening (`error.code` is `FEDWIRE_OUTSIDE_HOURS`). One that is held for a review says `OFAC_MATCH`. You can cancel a wire until it leaves, and recall it afterwards.",
          { scope: "payments:write", key: true }
        )
      ),
    HttpApiEndpoint.get("list", "/v2/payments/wire", {
      query: listQuery,
      success: listOf(PaymentEntryBody),
      error: refused("InvalidCursor")
    }).annotateMerge(operation("List wires", "The newest first. Account numbers are masked.", read)),
    HttpApiEndpoint.get("retrieve", "/v2/payments/wire/:paymentId", {
      params: paymentPath,
      success: dataOf(PaymentBody),
      error: refused("PaymentNotFound")
    }).annotateMerge(operation("Retrieve a wire", "The wire as it is now, with its events.", read)),
    HttpApiEndpoint.get("retrieveReturn", "/v2/payments/wire/:paymentId/return", {
      params: paymentPath,
      success: dataOf(PaymentReturnBody),
      error: refused("PaymentNotFound", "PaymentNotReturned")
    }).annotateMerge(operation("Retrieve the return of a wire", "What came back, and why.", read)),
    HttpApiEndpoint.post("cancel", "/v2/payments/wire/:paymentId/cancel", {
      params: paymentPath,
      success: dataOf(PaymentResultBody),
      error: refused("PaymentNotFound", "PaymentNotCancellable", { AmountLimitExceeded: [] })
    }).annotateMerge(operation("Cancel a wire", "Only until it is sent.", { scope: "payments:write" })),
    HttpApiEndpoint.post("recall", "/v2/payments/wire/:paymentId/recall", {
      params: paymentPath,
      payload: RecallWireBody,
      success: acceptedOf(RecallBody),
      error: refused("PaymentNotFound", "RecallNotAllowed", "RequestListed", "RequestScreeningUnavailable")
    }).annotateMerge(
      operation(
        "Recall a wire",
        "Asks the receiving bank to give a sent wire back, one recall at a time. `wire.recall.resolved` tells its end.",
        { scope: "payments:write", key: true }
      )
    ),
    HttpApiEndpoint.get("retrieveRecall", "/v2/payments/wire/:paymentId/recalls/:recallId", {
      params: { ...paymentPath, ...pathId("recallId", "The recall.") },
      success: dataOf(RecallBody),
      error: refused("PaymentNotFound", "RecallNotFound")
    }).annotateMerge(operation("Retrieve a recall", "The recall as it is now.", read))
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("Wires", "Money over Fedwire and SWIFT, and its recalls."))
