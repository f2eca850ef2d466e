/** Refunds on the wire: endpoints, bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { amountFrom, asked, IdempotencyKeyField, idPath, listOf, ReferenceId } from "../wire.ts"
import { RefundBody, RefundReasonWord } from "./RefundBody.ts"

/** Body of create refund (spec cards §4), in its order. Without an amount all that is left is refunded. */
export const CreateRefundBody = Wire.body("CreateRefund", "What to give back.", {
  payment_id: [ReferenceId, "The payment to refund."],
  amount: [Schema.optionalKey(amountFrom(1)), "In the smallest currency unit. Default: all that is left."],
  reason: [Schema.optionalKey(RefundReasonWord), "Why, for your records."],
  idempotency_key: IdempotencyKeyField
})

/** What a body asks for. */
export const commandOf = ({ amount, ...body }: typeof CreateRefundBody.Type) => ({
  ...asked(body),
  amountMinor: amount
})

export const RefundsApi = HttpApiGroup.make("refunds")
  .add(
    HttpApiEndpoint.post("create", "/v2/refunds", {
      payload: CreateRefundBody,
      success: RefundBody,
      error: refused("ReferenceMissing", "RefundRefused", "RefundAmountTooLarge", "AcquirerUnknown")
    }).annotateMerge(
      Publication.words(
        "Create a refund",
        "Gives back all that is left of a captured payment, or a part of it, also where your balance does not cover it. In the sandbox it succeeds at once, but for some test cards; in live mode it is `pending` until the acquirer has answered."
      )
    ),
    HttpApiEndpoint.get("list", "/v2/refunds", {
      query: {
        ...listQuery,
        ...Wire.parameters({ payment_id: [Schema.optionalKey(ReferenceId), "Only refunds of this payment."] })
      },
      success: listOf("RefundList", RefundBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List refunds", "The newest first.")),
    HttpApiEndpoint.get("retrieve", "/v2/refunds/:id", {
      params: idPath("The refund."),
      success: RefundBody,
      error: refused("RefundNotFound")
    }).annotateMerge(Publication.words("Retrieve a refund", "The refund as it is now."))
  )
  .annotateMerge(Publication.tag("Refunds", "Money of captured payments that goes back to the cardholder."))
