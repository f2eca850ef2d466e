/** Who waits for whom in this process while payments are sent. Nothing that must happen depends on it. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { Stored } from "../../src/plugin.ts"
import type { Payment } from "./payments/Payment.ts"

/** The turn to send of wires that waited for their rail to open: one at a time, first come, first served. */
export class SendingTurn extends Context.Service<
  SendingTurn,
  { readonly take: <A, E, R>(sending: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> }
>()("bursar/bank/SendingTurn") {
  /** Of this process. */
  static readonly layer: Layer.Layer<SendingTurn> = Layer.sync(SendingTurn, () => {
    const turn = Semaphore.makeUnsafe(1)
    return { take: (sending) => turn.withPermit(sending) }
  })
}

/**
 * Submissions that are being written. News of a network wait for that of their payment: both change it, so the later one would
 * be refused and decided anew, and with it everything that shares its transaction.
 */
export class Submissions extends Context.Service<
  Submissions,
  {
    /** Writes that the message with this id was sent. */
    readonly note: <A, E, R>(messageId: string, write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Waits until nothing is being written about the message. */
    readonly noted: (messageId: string) => Effect.Effect<void>
    /** Sends the message of a payment; answers too whether news that ended its submission were written meanwhile. */
    readonly send: <A, E, R>(
      payment: Stored<Payment>,
      sending: Effect.Effect<A, E, R>
    ) => Effect.Effect<{ readonly given: A; readonly isAnswered: boolean }, E, R>
    /** The payment whose message with this id is being sent, as it was read for that. */
    readonly sending: (messageId: string) => Stored<Payment> | undefined
    /** To be called once such news are on disk. */
    readonly answered: (messageId: string) => void
  }
>()("bursar/bank/Submissions") {
  /** Of this process. */
  static readonly layer: Layer.Layer<Submissions> = Layer.sync(Submissions, () => {
    const writing = new Map<string, Latch.Latch>()
    const sent = new Map<string, { readonly payment: Stored<Payment>; isAnswered: boolean }>()
    return {
      note: (messageId, write) =>
        Effect.suspend(() => {
          const latch = Latch.makeUnsafe(false)
          writing.set(messageId, latch)
          const written = Effect.sync(() => {
            writing.delete(messageId)
            latch.openUnsafe()
          })
          return Effect.ensuring(write, written)
        }),
      noted: (messageId) => Effect.suspend(() => writing.get(messageId)?.await ?? Effect.void),
      sending: (messageId) => sent.get(messageId)?.payment,
      send: (payment, sending) =>
        Effect.suspend(() => {
          const mine = { payment, isAnswered: false }
          const messageId = payment.document.messageId!
          sent.set(messageId, mine)
          return Effect.ensuring(
            Effect.map(sending, (given) => ({ given, isAnswered: mine.isAnswered })),
            Effect.sync(() => sent.delete(messageId))
          )
        }),
      answered: (messageId) => {
        const sending = sent.get(messageId)
        if (sending !== undefined) sending.isAnswered = true
      }
    }
  })
}
