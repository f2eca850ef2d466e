/** Reading the messages of a payment as they were sent and received. */
import * as Effect from "effect/Effect"
import { Clock, Signer, type CallerShape, type RegionStore } from "../../../src/plugin.ts"
import { sentFile } from "../ach/operations.ts"
import { ObjectNotFound } from "../failures.ts"
import { excerptOf } from "../messages/nacha/excerpt.ts"
import * as payments from "../payments/operations.ts"
import { isAch, PaymentNotFound, type Payment } from "../payments/Payment.ts"
import { sealPurpose } from "./journal.ts"
import type { NetworkMessage } from "./NetworkMessage.ts"
import * as repository from "./repository.ts"

/** The lines of a payment in the file that it left with, as a message under the id of the file. */
const sentEntry = Effect.fnUntraced(function* (store: RegionStore, payment: Payment) {
  const place = isAch(payment) ? payment.ach.place : null
  const file = place === null ? undefined : yield* sentFile(store, place.fileId)
  if (place === null || file === undefined) return undefined
  return {
    id: place.fileId,
    rail: "ach",
    direction: "out",
    messageType: "nacha.entry",
    networkMessageId: place.traceNumber,
    at: file.createdAt
  } satisfies NetworkMessage
})

const messagesOf = Effect.fnUntraced(function* (store: RegionStore, payment: Payment) {
  const sent = yield* sentEntry(store, payment)
  const kept = yield* repository.about(store, { subject: payment.id, messageId: payment.messageId })
  return sent === undefined ? kept : [sent, ...kept]
})

const textOf = Effect.fnUntraced(function* (store: RegionStore, { id, messageType, networkMessageId }: NetworkMessage) {
  if (messageType === "nacha.entry") {
    const file = yield* sentFile(store, id)
    return file === undefined ? undefined : excerptOf(file.text, networkMessageId)
  }
  const signer = yield* Signer
  const sealed = yield* repository.sealedText(store, id)
  return sealed === undefined ? undefined : yield* Effect.orDie(Effect.fromResult(signer.open(sealPurpose, sealed)))
})

const contentOf = Effect.fnUntraced(function* (store: RegionStore, payment: Payment, messageId: string) {
  const message = (yield* messagesOf(store, payment)).find(({ id }) => id === messageId)
  const text = message === undefined ? undefined : yield* textOf(store, message)
  return message === undefined || text === undefined
    ? yield* new ObjectNotFound({ what: "message of this payment" })
    : { message, text }
})

/** A payment of any client, for administrators. */
const anyPayment = Effect.fnUntraced(function* (store: RegionStore, paymentId: string) {
  return (yield* payments.find(store, paymentId))?.document ?? (yield* new PaymentNotFound())
})

/** The messages of a payment of the caller, in the order in which they passed. Fails with `PaymentNotFound`. */
export const list = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string) {
  return yield* messagesOf(caller.store, yield* payments.retrieve(caller, paymentId))
})

/** A message with its text. Fails with `PaymentNotFound`, and `ObjectNotFound` for a message of another payment. */
export const retrieve = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string, messageId: string) {
  return yield* contentOf(caller.store, yield* payments.retrieve(caller, paymentId), messageId)
})

/** As `list`, for the payment of any client. */
export const listForAdmin = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string) {
  return yield* messagesOf(caller.store, yield* anyPayment(caller.store, paymentId))
})

/** As `retrieve`, for the payment of any client. */
export const retrieveForAdmin = Effect.fnUntraced(function* (
  caller: CallerShape,
  paymentId: string,
  messageId: string
) {
  return yield* contentOf(caller.store, yield* anyPayment(caller.store, paymentId), messageId)
})

/** The write that keeps the lines of an answer over ACH: once, however often its file is read. */
export const keepAnswer = Effect.fnUntraced(function* (of: {
  readonly paymentId: string
  readonly eventId: string
  readonly kind: "return" | "correction"
  readonly traceNumber: string
  readonly file: string
}) {
  const clock = yield* Clock
  const signer = yield* Signer
  return repository.keep({
    id: `msg_${signer.fingerprint(sealPurpose, of.eventId).slice(0, 26)}`,
    subject: of.paymentId,
    rail: "ach",
    direction: "in",
    messageType: `nacha.${of.kind}`,
    networkMessageId: of.traceNumber,
    at: clock.now(),
    sealed: signer.seal(sealPurpose, excerptOf(of.file, of.traceNumber) ?? "")
  })
})
