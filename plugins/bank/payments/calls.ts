/**
 * Payments in process, over instant rails, ACH and wires: the same operations as over HTTP, for callers with the same scopes and
 * keys. Amounts are in cents, those of wires in the smallest unit of their currency.
 */
import * as Effect from "effect/Effect"
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { achIn, type CreateAchBody, type RepresentBody, type ReverseBody } from "../ach/api.ts"
import * as ach from "../ach/operations.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { withoutAbsent, type Body } from "../reading.ts"
import * as returns from "../returns/operations.ts"
import type { AskBack } from "../returns/ReturnRequest.ts"
import type { RecallWireBody } from "../wire/api.ts"
import * as wires from "../wire/operations.ts"
import { commandOf as wireOf, type CreateWireBody } from "../wire/WireBody.ts"
import { commandOf, type CreateInstantBody } from "./api.ts"
import * as operations from "./operations.ts"
import { isAch } from "./Payment.ts"
import type { PaymentFilter } from "./repository.ts"

const inCents = { renames: { amountCents: "amount" } }
const instant = callsOf(BankApi, "payments")
const initiating = instant.change("initiate", inCents)
const reading = instant.read("retrieve")
const listing = instant.list("list")
const canceling = instant.change("cancel")
const achCalls = callsOf(BankApi, "ach")
const creatingAch = achCalls.change("create", { ...inCents, isRaw: true })
const reversing = achCalls.change("reverse")
const representing = achCalls.change("represent")
const wireCalls = callsOf(BankApi, "wires")
const initiatingWire = wireCalls.change("initiate", { renames: { amountMinor: "amount" } })
const recalling = wireCalls.change("recall")
const returnCalls = callsOf(BankApi, "returns")
const askingBack = returnCalls.change("ask", inCents)

type InCents<B extends { readonly amount: unknown }> = Omit<B, "amount"> & { readonly amountCents: number }

/** An instant payment to be made. */
export type CreateInstantPayment = InCents<typeof CreateInstantBody.Encoded>

/** An ACH entry to be made. */
export type CreateAchPayment = InCents<typeof CreateAchBody.Encoded>

/** A wire to be made. */
export type CreateWirePayment = Omit<typeof CreateWireBody.Encoded, "amount"> & { readonly amountMinor: number }

/**
 * Initiates an instant payment and waits for its outcome, up to the time limit: what it gives is `settled`, `returned`, `failed`, or on its way
 * still, held (`hold`) or waiting for an approval.
 */
export const createInstant = (caller: CallerShape, command: CreateInstantPayment) =>
  initiating(caller, { command }, (asking, body) => operations.initiate(asking, commandOf(body)))

/** Creates an ACH entry: queued for its window, held, or waiting for an approval. */
export const createAch = (caller: CallerShape, command: CreateAchPayment) =>
  creatingAch(caller, { command }, (asking, _, given) =>
    Effect.gen(function* () {
      const facts = yield* ach.ruleFacts(asking)
      return yield* ach.create(asking, yield* achIn(withoutAbsent(given) as Body, facts))
    })
  )

/** Initiates a wire and waits until it is sent, or queued for the opening of its network. */
export const createWire = (caller: CallerShape, command: CreateWirePayment) =>
  initiatingWire(caller, { command }, (asking, body) => wires.initiate(asking, wireOf(body)))

/** A payment of any kind by its id. Fails with `PaymentNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

const dateOf = (timeMs: number | undefined) => (timeMs === undefined ? undefined : new Date(timeMs))

/** A page of payments of all kinds, newest first; `filter` narrows it, by `kind` too. */
export const list = (caller: CallerShape, filter: PaymentFilter = {}, page?: HostPage) =>
  listing(
    caller,
    {
      filter: filter && {
        ...filter,
        isDirect: undefined,
        kind: undefined,
        createdFrom: dateOf(filter.createdFrom),
        createdTo: dateOf(filter.createdTo)
      },
      page
    },
    (asking, query, of) => operations.list(asking, { ...query, isDirect: filter.isDirect, kind: filter.kind }, of)
  )

/** Cancels a payment of any kind that was not sent. Fails with `PaymentNotFound` or `PaymentNotCancellable`. */
export const cancel = (caller: CallerShape, id: string) =>
  canceling(caller, { id }, (asking) =>
    Effect.flatMap(operations.retrieve(asking, id), (payment) =>
      isAch(payment) ? ach.cancel(asking, id) : operations.cancelDirect(asking, id)
    )
  )

/** Asks a settled instant payment back. Fails with `PaymentNotFound` or `ReturnRequestRefused`. */
export const requestReturn = (caller: CallerShape, id: string, command: AskBack) =>
  askingBack(caller, { id, command }, (asking, { amount, ...body }) =>
    returns.ask(asking, id, { ...body, amountCents: amount })
  )

/** A request to give a payment back. Fails with `PaymentNotFound` or `ReturnRequestNotFound`. */
export const retrieveReturnRequest = (caller: CallerShape, id: string, requestId: string) =>
  reading(caller, (asking) => returns.retrieve(asking, id, requestId))

/** A payment of any kind whose money came back, with `returned`. Fails with `PaymentNotFound` or `PaymentNotReturned`. */
export const retrieveReturn = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => Effect.flatMap(operations.retrieve(asking, id), operations.returnedOf))

/**
 * Takes a settled ACH credit back. Fails with `PaymentNotFound`, `NotReversible` or `ReversalWindowExpired`, or with
 * `RailAccessDenied` or `AccountAccessDenied` where the client may no longer do that.
 */
export const reverse = (caller: CallerShape, id: string, command: typeof ReverseBody.Encoded) =>
  reversing(caller, { id, command }, (asking, { reason, referenceId }) =>
    ach.reverse(asking, id, { reason, referenceId })
  )

/** Presents a returned ACH debit again. Fails with `PaymentNotFound` or `NotRepresentable`, or for want of access as `reverse`. */
export const represent = (caller: CallerShape, id: string, command: typeof RepresentBody.Encoded = {}) =>
  representing(caller, { id, command }, (asking, { referenceId }) => ach.represent(asking, id, { referenceId }))

/** Asks for a wire that was sent. Fails with `PaymentNotFound` or `RecallNotAllowed`. */
export const recall = (caller: CallerShape, id: string, command: typeof RecallWireBody.Encoded) =>
  recalling(caller, { id, command }, (asking, body) => wires.recall(asking, id, body))

/** A recall of a wire. Fails with `PaymentNotFound` or `RecallNotFound`. */
export const retrieveRecall = (caller: CallerShape, id: string, recallId: string) =>
  reading(caller, (asking) => wires.retrieveRecall(asking, id, recallId))
