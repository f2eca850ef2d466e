/** Return requests on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { returnRequestReasons } from "../return-codes.ts"
import {
  acceptedOf,
  Amount,
  Cents,
  dataOf,
  Id,
  missing,
  networkText,
  oneOf,
  pathId,
  paymentPath,
  RulesAcross,
  SentTime,
  UnknownFields,
  type BodyRules
} from "../wire.ts"
import { returnRequestStatuses, type ReturnRequest } from "./ReturnRequest.ts"

export const AskBackBody = Wire.body("AskForReturn", "A request to give a settled payment back.", {
  reasonCode: [oneOf(returnRequestReasons), "Why, as a code of ISO 20022."],
  additionalInfo: [Schema.optionalKey(networkText(105)), "The reason in words; required with `NARR`."],
  amount: [Schema.optionalKey(Amount), "How much, in cents. Default: all of it."]
})

export const ReturnRequestBody = Wire.object<ReturnRequest>()("ReturnRequest", "A request to give a payment back.", {
  returnRequestId: [Id, (request) => request.id, "The request."],
  paymentId: [Id, "The payment."],
  status: [Schema.Literals(returnRequestStatuses), "Where it stands."],
  reasonCode: [Schema.Literals(returnRequestReasons), "Why it was asked back."],
  requestedAmount: [Cents, (request) => request.requestedAmountCents, "How much was requested."],
  responseDueAt: [SentTime, "By when the beneficiary's bank has to answer."],
  responseReason: [Schema.NullOr(Schema.String), "Why it refused; `null` unless it did."],
  createdAt: [SentTime, "When it was made."]
})

/** A reason that stands for words needs them (ISO 20022). */
const wordsOfNarrative: BodyRules = ({ additionalInfo, reasonCode }) =>
  reasonCode === "NARR" && additionalInfo === undefined ? [missing("additionalInfo")] : []

export const ReturnsApi = HttpApiGroup.make("returns")
  .add(
    HttpApiEndpoint.post("ask", "/v2/payments/instant/:paymentId/return-request", {
      params: paymentPath,
      payload: AskBackBody,
      success: acceptedOf(ReturnRequestBody),
      error: refused("PaymentNotFound", "RequestListed", "RequestScreeningUnavailable", "ReturnRequestRefused")
    })
      .annotate(RulesAcross, wordsOfNarrative)
      .annotateMerge(
        operation(
          "Ask for a return",
          "Asks the beneficiary to give a settled instant payment back. Nobody has to: only the beneficiary can, and only of free will.",
          { scope: "payments:write", key: true }
        )
      ),
    HttpApiEndpoint.get("retrieve", "/v2/payments/instant/:paymentId/return-requests/:requestId", {
      params: { ...paymentPath, ...pathId("requestId", "The request.") },
      success: dataOf(ReturnRequestBody),
      error: refused("PaymentNotFound", "ReturnRequestNotFound")
    }).annotateMerge(operation("Retrieve a return request", "The request as it is now.", { scope: "payments:read" }))
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("Return requests", "Settled instant payments that are asked back."))
