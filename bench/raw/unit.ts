/** Turns a valid create request into everything that it writes. */
import { hash } from "node:crypto"
import { makeId, nowSeconds, renderEvent, renderPayment } from "./payment.ts"
import type { PaymentUnit } from "./store.ts"
import type { CreateInput } from "./validate.ts"

/** Where payments are made and read. */
export const paymentsPath = "/cards/v2/payments"

/** One create request after authentication and validation; `text` is its body, `request` the id of the request. */
export interface CreateRequest {
  readonly account: string
  readonly key: string | undefined
  readonly text: string
  readonly input: CreateInput
  readonly request: string
}

/** Builds the rows and the answer of a create; each call gives a new payment. */
export const buildUnit = ({ account, key, text, input, request }: CreateRequest): PaymentUnit => {
  const createdAt = nowSeconds()
  const paymentId = makeId("pay")
  const eventId = makeId("evt")
  const payment = renderPayment(paymentId, input, createdAt)
  return {
    account,
    paymentId,
    eventId,
    journalId: makeId("jrn"),
    amountMinor: input.amountMinor,
    currency: input.currency,
    status: input.captureMethod === "automatic" ? "succeeded" : "pending",
    createdAt,
    answer: payment,
    event: renderEvent({ id: eventId, createdAt, request, idempotencyKey: key, payment }),
    idempotency:
      key === undefined ? undefined : { key, fingerprint: hash("sha256", `POST ${paymentsPath}\n${text}`, "hex") }
  }
}
