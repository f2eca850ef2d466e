/**
 * Payments in process: the same operations as over HTTP, with values instead of bodies. Each takes the caller first;
 * make one with `engine.caller({ principal })`.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Refusal, parameterIssues, type CallerShape } from "../../../src/plugin.ts"
import { CapturePaymentBody, CreatePaymentBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { CreatePayment, Payment } from "./Payment.ts"
import type { PaymentFilter } from "./repository.ts"

const paymentOf = ({ payment }: operations.Presented): Payment => payment

/** Checks a command by the schema of the body it would have had, so that no way in is laxer than another. */
const checked = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  return (body: unknown): Effect.Effect<void, Refusal.InvalidParameters> => {
    const decoded = decode(body)
    return Result.isSuccess(decoded)
      ? Effect.void
      : Effect.fail(new Refusal.InvalidParameters({ part: "body", issues: parameterIssues(decoded.failure.issue) }))
  }
}

const checkCreate = checked(CreatePaymentBody)
const checkCapture = checked(CapturePaymentBody)

const present = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/**
 * Creates a payment. A declined one is returned with its `decline`, and stored. Fails with `InvalidParameters`, and
 * with `ReferenceMissing` when the payment method does not exist. `context` is what the risk model may look at besides.
 */
export const create = (caller: CallerShape, command: CreatePayment, context: operations.PaymentContext = {}) =>
  checkCreate(
    present({
      amount: command.amountMinor,
      currency: command.currency,
      payment_method: command.paymentMethod,
      customer: command.customer,
      capture_method: command.captureMethod,
      description: command.description,
      metadata: command.metadata
    })
  ).pipe(Effect.andThen(operations.create(caller, command, context)), Effect.map(paymentOf))

/** A payment by its id. Fails with `PaymentNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of payment entries, newest first; `limit` 1 to 100. */
export const list = (
  caller: CallerShape,
  filter: PaymentFilter = {},
  page: { readonly limit: number; readonly cursor?: string } = { limit: 20 }
) => operations.list(caller, filter, { limit: page.limit, cursor: page.cursor })

/** Captures an authorized payment in full, or `amountMinor` of it. */
export const capture = (caller: CallerShape, id: string, command: { readonly amountMinor?: number } = {}) =>
  checkCapture(present({ amount: command.amountMinor })).pipe(
    Effect.andThen(operations.capture(caller, id, command)),
    Effect.map(paymentOf)
  )

/** Cancels an authorized payment. */
export const cancel = (caller: CallerShape, id: string) => Effect.map(operations.cancel(caller, id), paymentOf)
