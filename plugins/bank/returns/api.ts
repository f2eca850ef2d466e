/** Return requests on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { returnRequestReasons } from "../return-codes.ts"
import { acceptedOf, Amount, dataOf, ErrorBody, KeyRequired, oneOf, RequiredScope, networkText } from "../wire.ts"
import { returnRequestStatuses, type ReturnRequest } from "./ReturnRequest.ts"

/** Body of a request. */
export const AskBackBody = Schema.Struct({
  reasonCode: oneOf(returnRequestReasons),
  additionalInfo: Schema.optionalKey(networkText(105)),
  amount: Schema.optionalKey(Amount)
})

/** A request as it is shown. */
export const ReturnRequestBody = Schema.Struct({
  returnRequestId: Schema.String,
  paymentId: Schema.String,
  status: Schema.Literals(returnRequestStatuses),
  reasonCode: Schema.String,
  requestedAmount: Schema.Int,
  responseDueAt: Schema.String,
  responseReason: Schema.NullOr(Schema.String),
  createdAt: Schema.String
})

/** The endpoints of this slice. */
export const ReturnsApi = HttpApiGroup.make("returns").add(
  HttpApiEndpoint.post("ask", "/v2/payments/instant/:paymentId/return-request", {
    params: { paymentId: Schema.String },
    payload: AskBackBody,
    success: acceptedOf(ReturnRequestBody),
    error: ErrorBody
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.get("retrieve", "/v2/payments/instant/:paymentId/return-requests/:requestId", {
    params: { paymentId: Schema.String, requestId: Schema.String },
    success: dataOf(ReturnRequestBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read")
)

/** A request as it is shown. */
export const encodeReturnRequest = (request: ReturnRequest): typeof ReturnRequestBody.Type => ({
  returnRequestId: request.id,
  paymentId: request.paymentId,
  status: request.status,
  reasonCode: request.reasonCode,
  requestedAmount: request.requestedAmountCents,
  responseDueAt: timestamp(request.responseDueAt),
  responseReason: request.responseReason,
  createdAt: timestamp(request.createdAt)
})
