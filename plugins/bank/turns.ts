/** The turn to send of wires that waited for their rail to open: one at a time in this process, first come, first served. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"

/** Who may send now. */
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
