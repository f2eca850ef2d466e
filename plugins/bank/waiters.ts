/** Where calls wait for the outcome of the payment that they began (spec bank §4). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeWaitingRoom, Store, type WaitingRoom } from "../../src/plugin.ts"
import { noLongerOpen } from "./payments/repository.ts"

/** The waiting calls of this process, by payment id. */
export class PaymentWaiters extends Context.Service<PaymentWaiters, WaitingRoom>()("bursar/bank/PaymentWaiters") {
  /** Looks in the home region, where all payments are. */
  static readonly layer: Layer.Layer<PaymentWaiters, never, Store> = Layer.effect(
    PaymentWaiters,
    Effect.map(Store, (store) =>
      makeWaitingRoom((ids) =>
        Effect.flatMap(Effect.orDie(store.region(store.home)), (home) => noLongerOpen(home, ids))
      )
    )
  )
}
