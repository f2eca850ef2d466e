/** Wires and their recalls on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { listQuery } from "../payments/api.ts"
import { PaymentBody, PaymentResultBody } from "../payments/PaymentBody.ts"
import { acceptedOf, dataOf, ErrorBody, KeyRequired, listOf, oneOf, RequiredScope, networkText } from "../wire.ts"
import { recallReasons, type Recall } from "./Recall.ts"
import { CreateWireBody } from "./WireBody.ts"

export { encodeEntry, encodePayment, encodeResult, encodeReturn } from "../payments/PaymentBody.ts"

/** Body of a recall. */
export const RecallWireBody = Schema.Struct({
  reason: oneOf(recallReasons),
  additionalInfo: Schema.optionalKey(networkText(105))
})

/** A recall as it is shown. */
export const RecallBody = Schema.Struct({
  recallId: Schema.String,
  paymentId: Schema.String,
  status: Schema.Literals(["pending", "accepted", "rejected"]),
  reason: Schema.Literals(recallReasons),
  additionalInfo: Schema.NullOr(Schema.String),
  responseReason: Schema.NullOr(Schema.String),
  returnedAmount: Schema.NullOr(Schema.Int),
  resolvedAt: Schema.NullOr(Schema.String),
  createdAt: Schema.String
})

const paymentId = { paymentId: Schema.String }

/** The endpoints of this slice. */
export const WireApi = HttpApiGroup.make("wires").add(
  HttpApiEndpoint.post("initiate", "/v2/payments/wire", {
    payload: CreateWireBody,
    success: acceptedOf(PaymentResultBody),
    error: ErrorBody
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.get("list", "/v2/payments/wire", {
    query: listQuery,
    success: listOf(PaymentResultBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.get("retrieve", "/v2/payments/wire/:paymentId", {
    params: paymentId,
    success: dataOf(PaymentBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.get("retrieveReturn", "/v2/payments/wire/:paymentId/return", {
    params: paymentId,
    success: dataOf(Schema.Record(Schema.String, Schema.Unknown)),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.post("cancel", "/v2/payments/wire/:paymentId/cancel", {
    params: paymentId,
    success: dataOf(PaymentResultBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:write"),
  HttpApiEndpoint.post("recall", "/v2/payments/wire/:paymentId/recall", {
    params: paymentId,
    payload: RecallWireBody,
    success: acceptedOf(RecallBody),
    error: ErrorBody
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.get("retrieveRecall", "/v2/payments/wire/:paymentId/recalls/:recallId", {
    params: { paymentId: Schema.String, recallId: Schema.String },
    success: dataOf(RecallBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read")
)

/** A recall as it is shown. */
export const encodeRecall = (recall: Recall): typeof RecallBody.Type => ({
  recallId: recall.id,
  paymentId: recall.paymentId,
  status: recall.status,
  reason: recall.reason,
  additionalInfo: recall.additionalInfo,
  responseReason: recall.responseReason,
  returnedAmount: recall.returnedAmountMinor,
  resolvedAt: recall.resolvedAt === null ? null : timestamp(recall.resolvedAt),
  createdAt: timestamp(recall.createdAt)
})
