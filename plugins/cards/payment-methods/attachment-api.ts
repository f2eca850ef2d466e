/** Attaching, detaching and listing payment methods on the wire (decisions B2). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf, ReferenceId } from "../wire.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

const id = { id: Schema.String }

/** The endpoints that join payment methods and customers. */
export const PaymentMethodAttachmentsApi = HttpApiGroup.make("paymentMethodAttachments").add(
  HttpApiEndpoint.get("list", "/v2/payment_methods", {
    query: { customer: ReferenceId, ...listQuery },
    success: listOf("PaymentMethodList", PaymentMethodBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("attach", "/v2/payment_methods/:id/attach", {
    params: id,
    payload: Schema.Struct({ customer: ReferenceId, idempotency_key: idempotencyKey }),
    success: PaymentMethodBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("detach", "/v2/payment_methods/:id/detach", {
    params: id,
    payload: Schema.Struct({ idempotency_key: idempotencyKey }),
    success: PaymentMethodBody,
    error: ErrorBody
  })
)
