/** Reading the messages of a payment, a request for payment or a batch as they were sent and received. */
import * as Effect from "effect/Effect"
import { Clock, Signer, type CallerShape, type RegionStore } from "../../../src/plugin.ts"
import { sentFile } from "../ach/operations.ts"
import { planAudited } from "../administration/operations.ts"
import { BatchNotFound } from "../batches/Batch.ts"
import * as batches from "../batches/operations.ts"
import { ObjectNotFound } from "../failures.ts"
import { excerptOf } from "../messages/nacha/excerpt.ts"
import * as payments from "../payments/operations.ts"
import { isAch, PaymentNotFound, type Payment } from "../payments/Payment.ts"
import * as requests from "../rfp/operations.ts"
import type { Rfp } from "../rfp/Rfp.ts"
import { sealPurpose } from "./journal.ts"
import type { NetworkMessage } from "./NetworkMessage.ts"
import * as repository from "./repository.ts"

/** What messages are about: which they are, and what of a sent file belongs to it. */
export interface Subject {
  readonly messages: ReadonlyArray<NetworkMessage>
  /** `undefined`: the whole file. */
  readonly traceNumbers: (fileId: string) => ReadonlySet<string> | undefined
}

/** A file that entries left with, as a message under its own id. */
const sentFileMessage = Effect.fnUntraced(function* (
  store: RegionStore,
  { fileId, ...rest }: Pick<NetworkMessage, "messageType" | "networkMessageId"> & { readonly fileId: string }
) {
  const file = yield* sentFile(store, fileId)
  const message: NetworkMessage = { id: fileId, rail: "ach", direction: "out", at: file?.createdAt ?? 0, ...rest }
  return file === undefined ? [] : [message]
})

const wholeFile = () => undefined

const ofPayment = Effect.fnUntraced(function* (store: RegionStore, payment: Payment) {
  const place = isAch(payment) ? payment.ach.place : null
  const entry = place === null ? undefined : { messageType: "nacha.entry", networkMessageId: place.traceNumber }
  const sent = place === null ? [] : yield* sentFileMessage(store, { fileId: place.fileId, ...entry! })
  const kept = yield* repository.about(store, { subject: payment.id, messageId: payment.messageId })
  return { messages: [...sent, ...kept], traceNumbers: () => new Set([place?.traceNumber ?? ""]) } satisfies Subject
})

const ofRequest = Effect.fnUntraced(function* (store: RegionStore, { id, messageId }: Rfp) {
  return { messages: yield* repository.about(store, { subject: id, messageId }), traceNumbers: wholeFile }
})

/** The files that the entries of a batch left in. What came back is with the payments. */
const ofBatch = Effect.fnUntraced(function* (store: RegionStore, batchId: string, isWhole: boolean) {
  const byFile = yield* batches.tracesByFile(store, batchId)
  const files = yield* Effect.forEach(byFile.keys(), (fileId) =>
    sentFileMessage(store, { fileId, messageType: "nacha.file", networkMessageId: fileId })
  )
  return { messages: files.flat(), traceNumbers: isWhole ? wholeFile : (fileId: string) => byFile.get(fileId) }
})

const textOf = Effect.fnUntraced(function* (store: RegionStore, of: Subject, { direction, id, rail }: NetworkMessage) {
  if (rail === "ach" && direction === "out") {
    const file = yield* sentFile(store, id)
    const traceNumbers = of.traceNumbers(id)
    return file === undefined || traceNumbers === undefined ? file?.text : excerptOf(file.text, traceNumbers)
  }
  const signer = yield* Signer
  const sealed = yield* repository.sealedText(store, id)
  return sealed === undefined ? undefined : yield* Effect.orDie(Effect.fromResult(signer.open(sealPurpose, sealed)))
})

const contentOf = Effect.fnUntraced(function* (store: RegionStore, of: Subject, messageId: string) {
  const message = of.messages.find(({ id }) => id === messageId)
  const text = message === undefined ? undefined : yield* textOf(store, of, message)
  return message === undefined || text === undefined
    ? yield* new ObjectNotFound({ what: "message with this id here" })
    : { message, text }
})

/** A payment of any client, for administrators. */
const anyPayment = Effect.fnUntraced(function* (store: RegionStore, paymentId: string) {
  return (yield* payments.find(store, paymentId))?.document ?? (yield* new PaymentNotFound())
})

/** A batch of any client, for administrators. */
const anyBatch = Effect.fnUntraced(function* (store: RegionStore, batchId: string) {
  return (yield* batches.find(store, batchId)) ?? (yield* new BatchNotFound())
})

/** The messages of a payment of the caller. Fails with `PaymentNotFound`. */
export const paymentOf = (caller: CallerShape, id: string) =>
  Effect.flatMap(payments.retrieve(caller, id), (payment) => ofPayment(caller.store, payment))

/** The messages of the payment of any client. Fails with `PaymentNotFound`. */
export const paymentOfAny = (caller: CallerShape, id: string) =>
  Effect.flatMap(anyPayment(caller.store, id), (payment) => ofPayment(caller.store, payment))

/** The messages of a request for payment of the caller. Fails with `RfpNotFound`. */
export const requestOf = (caller: CallerShape, id: string) =>
  Effect.flatMap(requests.retrieve(caller, id), (rfp) => ofRequest(caller.store, rfp))

/** The messages of the request for payment of any client. Fails with `RfpNotFound`. */
export const requestOfAny = (caller: CallerShape, id: string) =>
  Effect.flatMap(requests.retrieveAny(caller.store, id), (rfp) => ofRequest(caller.store, rfp))

/** The files of a batch of the caller, each with the lines of the batch. Fails with `BatchNotFound`. */
export const batchOf = (caller: CallerShape, id: string) =>
  Effect.flatMap(batches.retrieve(caller, id), () => ofBatch(caller.store, id, false))

/** The files of the batch of any client, whole. Fails with `BatchNotFound`. */
export const batchOfAny = (caller: CallerShape, id: string) =>
  Effect.flatMap(anyBatch(caller.store, id), () => ofBatch(caller.store, id, true))

/** A message with its text, for those who may see every account. */
export interface ReadMessage {
  readonly message: NetworkMessage
  readonly text: string
}

const allTexts = (store: RegionStore, subject: Subject) =>
  Effect.forEach(subject.messages, (message) =>
    Effect.map(textOf(store, subject, message), (text): ReadMessage => ({ message, text: text ?? "" }))
  )

/** All messages about a payment, a request for payment or a batch, with their texts. */
export const textsAbout = {
  payment: (store: RegionStore, payment: Payment) =>
    Effect.flatMap(ofPayment(store, payment), (subject) => allTexts(store, subject)),
  request: (store: RegionStore, rfp: Rfp) =>
    Effect.flatMap(ofRequest(store, rfp), (subject) => allTexts(store, subject)),
  batch: (store: RegionStore, batchId: string) =>
    Effect.flatMap(ofBatch(store, batchId, false), (subject) => allTexts(store, subject)),
  /** A recall or a request to give money back, whose messages are kept with those of the payment. */
  message: (store: RegionStore, of: { readonly payment: Payment; readonly messageId: string }) =>
    Effect.flatMap(ofPayment(store, of.payment), (subject) =>
      allTexts(store, { ...subject, messages: subject.messages.filter((one) => one.networkMessageId === of.messageId) })
    )
}

/** A message with its text. Fails with `ObjectNotFound` for a message of something else. */
export const read = (caller: CallerShape, of: Subject, messageId: string) => contentOf(caller.store, of, messageId)

/** As `read`, for an administrator: that it was read is in the audit trail before it is shown. */
export const readAudited = Effect.fnUntraced(function* (caller: CallerShape, of: Subject, messageId: string) {
  const found = yield* contentOf(caller.store, of, messageId)
  const { direction, messageType, networkMessageId, rail } = found.message
  const after = { rail, direction, messageType, networkMessageId }
  return yield* planAudited(caller, found, { action: "network_message.read", resource: messageId, after })
})

/** The write that keeps the lines of an answer over ACH: once, however often its file is read. */
export const keepAnswer = Effect.fnUntraced(function* (of: {
  readonly paymentId: string
  readonly eventId: string
  readonly kind: "return" | "correction"
  readonly traceNumber: string
  readonly originalTraceNumber: string
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
    sealed: signer.seal(sealPurpose, excerptOf(of.file, new Set([of.traceNumber]), of.originalTraceNumber) ?? "")
  })
})
