/**
 * Payments in process: the same operations as over HTTP, with values instead of bodies. Each takes the caller first;
 * make one with `engine.caller({ principal })`.
 */
import * as Effect from "effect/Effect"
import { call, type CallerShape, type Step } from "../../../src/plugin.ts"
import { checked, present } from "../checked.ts"
import { CapturePaymentBody, commandOf, contextOf, CreatePaymentBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { PaymentRefusal } from "./plan.ts"
import type { CreatePayment, Payment } from "./Payment.ts"
import type { PaymentFilter } from "./repository.ts"

/** Makes a call about a payment. */
const change = <R, E2, R2>(
  caller: CallerShape,
  name: string,
  input: unknown,
  operation: (caller: CallerShape) => Step<operations.ShownPayment, PaymentRefusal, R, E2, R2>
) =>
  Effect.map(
    call(caller, `cards.payments.${name}`, input, operation, operations.refusals),
    ({ payment }): Payment => payment
  )

const bodyOfClient = (client: operations.PaymentContext["client"]) =>
  client &&
  present({
    ip: client.ip,
    ip_country: client.ipCountry,
    device_id: client.deviceId,
    user_agent: client.userAgent,
    accept_language: client.acceptLanguage
  })

const checkCreate = checked(CreatePaymentBody)
const checkCapture = checked(CapturePaymentBody)

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
      metadata: command.metadata,
      client: bodyOfClient(context.client),
      off_session: context.offSession,
      return_url: context.returnUrl
    })
  ).pipe(
    // What was decoded, not what was given: card numbers in free text are masked on the way.
    Effect.flatMap((body) =>
      change(caller, "create", body, (asking) =>
        operations.create(asking, commandOf(body), { ...context, ...contextOf(body) })
      )
    )
  )

/** Confirms a payment whose cardholder was authenticated. */
export const confirm = (caller: CallerShape, id: string) =>
  change(caller, "confirm", { id }, (asking) => operations.confirm(asking, id))

/** A payment by its id. Fails with `PaymentNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of payment entries, newest first; `limit` 1 to 100. */
export const list = (
  caller: CallerShape,
  filter: PaymentFilter = {},
  page: { readonly limit: number; readonly cursor?: string } = { limit: 20 }
) => operations.list(caller, filter, { limit: page.limit, cursor: page.cursor, page: undefined })

/** Captures an authorized payment in full, or `amountMinor` of it. */
export const capture = (caller: CallerShape, id: string, command: { readonly amountMinor?: number } = {}) =>
  checkCapture(present({ amount: command.amountMinor })).pipe(
    Effect.andThen(change(caller, "capture", { id, command }, (asking) => operations.capture(asking, id, command)))
  )

/** Cancels an authorized payment. */
export const cancel = (caller: CallerShape, id: string) =>
  change(caller, "cancel", { id }, (asking) => operations.cancel(asking, id))
