/** Attaching, detaching and listing payment methods on the wire (decisions B2). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { EmptyBody, IdempotencyKeyField, idPath, listOf, ReferenceId } from "../wire.ts"
import { tag } from "./api.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"

const AttachBody = Wire.body("AttachPaymentMethod", "Whom to attach it to.", {
  customer: [ReferenceId, "The customer."],
  idempotency_key: IdempotencyKeyField
})

const id = idPath("The payment method.")

/** The endpoints that join payment methods and customers. */
export const PaymentMethodAttachmentsApi = HttpApiGroup.make("paymentMethodAttachments")
  .add(
    HttpApiEndpoint.get("list", "/v2/payment_methods", {
      query: { ...Wire.parameters({ customer: [ReferenceId, "Whose payment methods."] }), ...listQuery },
      success: listOf("PaymentMethodList", PaymentMethodBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      Publication.words("List payment methods", "Those that are attached to a customer, the newest first.")
    ),
    HttpApiEndpoint.post("attach", "/v2/payment_methods/:id/attach", {
      params: id,
      payload: AttachBody,
      success: PaymentMethodBody,
      error: refused("AttachmentRefused", "PaymentMethodNotFound", "ReferenceMissing")
    }).annotateMerge(
      Publication.words(
        "Attach a payment method",
        "Gives it to a customer, who can pay with it again and again. Of a ready one of the sandbox, such as `pm_card_visa`, a copy with an id of its own is attached."
      )
    ),
    HttpApiEndpoint.post("detach", "/v2/payment_methods/:id/detach", {
      params: id,
      payload: EmptyBody,
      success: PaymentMethodBody,
      error: refused({ AttachmentRefused: ["payment_method_detached"] }, "PaymentMethodNotFound")
    }).annotateMerge(
      Publication.words(
        "Detach a payment method",
        "Takes it from its customer for good: it can neither pay nor be attached again."
      )
    )
  )
  .annotateMerge(tag)
