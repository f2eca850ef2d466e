/** Where calls wait for the outcome of the payment that they began (spec bank §4), or until their request for payment left. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Clock, makeWaitingRoom, Store, type WaitingRoom } from "../../src/plugin.ts"
import { noLongerOpen } from "./payments/repository.ts"
import { noLongerPending } from "./rfp/repository.ts"
import { BankSettings } from "./settings.ts"

/** The waiting calls of this process, by the id of their payment or request. */
export class PaymentWaiters extends Context.Service<PaymentWaiters, WaitingRoom>()("bursar/bank/PaymentWaiters") {
  /** Looks in the home region, where all payments are. */
  static readonly layer: Layer.Layer<PaymentWaiters, never, Store> = Layer.effect(
    PaymentWaiters,
    Effect.map(Store, (store) =>
      makeWaitingRoom((ids) =>
        Effect.gen(function* () {
          const home = yield* Effect.orDie(store.region(store.home))
          const requests = ids.filter((id) => id.startsWith("rfp_"))
          if (requests.length === 0) return yield* noLongerOpen(home, ids)
          const payments = ids.filter((id) => !id.startsWith("rfp_"))
          return [...(yield* noLongerOpen(home, payments)), ...(yield* noLongerPending(home, requests))]
        })
      )
    )
  )
}

/** Waits for a payment or a request, as long as a call may wait now, and at most `mostMs`. The wait may be broken off. */
export const waitFor = Effect.fnUntraced(function* (id: string, mostMs = Infinity) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const waiters = yield* PaymentWaiters
  const limitMs = clock.state().mode === "frozen" ? settings.standingClockLimitMs : settings.synchronousLimitMs
  yield* Effect.interruptible(waiters.wait(id, Math.min(limitMs, mostMs)))
})
