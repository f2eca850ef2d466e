/** Payouts on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { listQuery } from "../lists.ts"
import { amountFrom, CurrencyCode, ErrorBody, listOf, ReferenceId } from "../wire.ts"
import { PayoutBody, PayoutMethodWord, PayoutStatusWord } from "./PayoutBody.ts"

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** Body of create payout (spec cards §4), in its order. */
export const CreatePayoutBody = Schema.Struct({
  amount: amountFrom(1),
  currency: CurrencyCode,
  destination: ReferenceId,
  method: Schema.optionalKey(PayoutMethodWord),
  idempotency_key: idempotencyKey
})

const id = { id: Schema.String }

/** The endpoints of this slice. */
export const PayoutsApi = HttpApiGroup.make("payouts").add(
  HttpApiEndpoint.post("create", "/v2/payouts", { payload: CreatePayoutBody, success: PayoutBody, error: ErrorBody }),
  HttpApiEndpoint.get("list", "/v2/payouts", {
    query: {
      status: Schema.optionalKey(PayoutStatusWord),
      destination: Schema.optionalKey(ReferenceId),
      ...listQuery
    },
    success: listOf("PayoutList", PayoutBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/payouts/:id", { params: id, success: PayoutBody, error: ErrorBody }),
  HttpApiEndpoint.post("cancel", "/v2/payouts/:id/cancel", {
    params: id,
    payload: Schema.Struct({ idempotency_key: idempotencyKey }),
    success: PayoutBody,
    error: ErrorBody
  })
)
