/**
 * Payments in process: the same operations as over HTTP, with values instead of bodies. Each takes the caller first;
 * make one with `engine.caller({ principal })`.
 */
import * as Effect from "effect/Effect"
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { withTimes } from "../lists.ts"
import { commandOf, contextOf, filterOf } from "./api.ts"
import * as operations from "./operations.ts"
import type { CreatePayment, Payment } from "./Payment.ts"
import type { PaymentFilter } from "./repository.ts"

const { change, list: listOf } = callsOf(CardsApi, "payments")
const inMinor = { renames: { amountMinor: "amount" }, refusals: operations.refusals }
const creating = change("create", inMinor)
const confirming = change("confirm", inMinor)
const capturing = change("capture", inMinor)
const canceling = change("cancel", inMinor)
const listing = listOf("list", { createdFrom: "created[gte]", createdTo: "created[lte]" })

const paymentOf = ({ payment }: operations.ShownPayment): Payment => payment

/**
 * Creates a payment. A declined one is returned with its `decline`, and stored. Fails with `InvalidParameters`, and
 * with `ReferenceMissing` when the payment method does not exist. `context` is what the risk model may look at besides.
 */
export const create = (caller: CallerShape, command: CreatePayment, context: operations.PaymentContext = {}) =>
  Effect.map(
    creating(caller, { command: { ...command, ...context } }, (asking, body) =>
      operations.create(asking, commandOf(body), { ...context, ...contextOf(body) })
    ),
    paymentOf
  )

/** Confirms a payment whose cardholder was authenticated. */
export const confirm = (caller: CallerShape, id: string) =>
  Effect.map(
    confirming(caller, { id }, (asking) => operations.confirm(asking, id)),
    paymentOf
  )

/** A payment by its id. Fails with `PaymentNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of payment entries, newest first. Fails with `InvalidParameters` for a filter that no request could have. */
export const list = (caller: CallerShape, filter: PaymentFilter = {}, page?: HostPage) =>
  listing(
    caller,
    {
      filter: filter && { ...withTimes(filter), full: undefined, expand: filter.full === true ? "full" : undefined },
      page
    },
    (asking, query, of) => operations.list(asking, filterOf(query), of)
  )

/** Captures an authorized payment in full, or `amountMinor` of it. */
export const capture = (caller: CallerShape, id: string, command: { readonly amountMinor?: number } = {}) =>
  Effect.map(
    capturing(caller, { id, command }, (asking, { amount }) => operations.capture(asking, id, { amountMinor: amount })),
    paymentOf
  )

/** Cancels an authorized payment. */
export const cancel = (caller: CallerShape, id: string) =>
  Effect.map(
    canceling(caller, { id }, (asking) => operations.cancel(asking, id)),
    paymentOf
  )
