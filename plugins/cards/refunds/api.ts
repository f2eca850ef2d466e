/** Refunds on the wire: endpoints, bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { listQuery } from "../lists.ts"
import { amountFrom, ErrorBody, listOf, ReferenceId } from "../wire.ts"
import { RefundBody, RefundReasonWord } from "./RefundBody.ts"

/** Body of create refund (spec cards §4), in its order. Without an amount all that is left is refunded. */
export const CreateRefundBody = Schema.Struct({
  payment_id: ReferenceId,
  amount: Schema.optionalKey(amountFrom(1)),
  reason: Schema.optionalKey(RefundReasonWord),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

/** The endpoints of this slice. */
export const RefundsApi = HttpApiGroup.make("refunds").add(
  HttpApiEndpoint.post("create", "/v2/refunds", { payload: CreateRefundBody, success: RefundBody, error: ErrorBody }),
  HttpApiEndpoint.get("list", "/v2/refunds", {
    query: { ...listQuery, payment_id: Schema.optionalKey(ReferenceId) },
    success: listOf(RefundBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/refunds/:id", {
    params: { id: Schema.String },
    success: RefundBody,
    error: ErrorBody
  })
)
