/**
 * Where calls wait for the outcome of the payment that they began (spec bank §4), or until their request for payment left.
 * While engine time stands, they wait for what is due and for nothing else (decision 0035).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Clock, dueKeys, makeWaitingRoom, Store, type RegionStore, type WaitingRoom } from "../../src/plugin.ts"
import { inquireJobName, sendingJobNames } from "./payments/Lifecycle.ts"
import type { Payment } from "./payments/Payment.ts"
import { noLongerOpen } from "./payments/repository.ts"
import { noLongerPending } from "./rfp/repository.ts"
import { sendRfpJobName } from "./rfp/Rfp.ts"
import { BankSettings } from "./settings.ts"
import { deliverJobName } from "./simulator/names.ts"

/** Jobs that may bring an outcome. Their keys begin with the id of what they are about, up to a slash. */
const bringing = [...sendingJobNames, inquireJobName, sendRfpJobName, deliverJobName]

/** As long as more of them than this are due, nobody is sent away for want of one: a bound of one read (our choice). */
const mostDue = 1_000

/** Those for whom nothing is due at this time. */
const withNothingDue = Effect.fnUntraced(function* (store: RegionStore, ids: ReadonlyArray<string>, now: number) {
  const keys = yield* dueKeys(store, { names: bringing, dueBy: now, limit: mostDue })
  if (keys.length === mostDue) return []
  const subjects = new Set(keys.map((key) => key.split("/", 1)[0]))
  // An outcome that is on disk already is on its way to this process: whoever is called with it need not read it.
  yield* Effect.yieldNow
  return ids.filter((id) => !subjects.has(id))
})

/** Those whose outcome is there. */
const withOutcome = Effect.fnUntraced(function* (store: RegionStore, ids: ReadonlyArray<string>) {
  const requests = ids.filter((id) => id.startsWith("rfp_"))
  if (requests.length === 0) return yield* noLongerOpen(store, ids)
  const payments = ids.filter((id) => !id.startsWith("rfp_"))
  return [...(yield* noLongerOpen(store, payments)), ...(yield* noLongerPending(store, requests))]
})

/** Where calls of this process wait, by the id of their payment or request. */
export interface PaymentWaitersShape extends Pick<WaitingRoom, "close" | "look"> {
  /** Waits for the outcome, at most so many milliseconds of system time. Answers the payment if it was called with it. */
  readonly wait: (id: string, limitMs: number) => Effect.Effect<Payment | undefined>
  /** Waits until the outcome is there or nothing that is due can bring it, and not longer than that limit. */
  readonly waitForDue: PaymentWaitersShape["wait"]
  /** Calls all who wait for a payment or a request, with the payment as it is on disk. */
  readonly call: (id: string, outcome?: Payment) => void
}

const makeWaiters = Effect.gen(function* () {
  const clock = yield* Clock
  const stores = yield* Store
  /** Whoever began to wait while time stood; while time is moved by hand, it stands for a moment for everybody. */
  const forDue = new Set<string>()
  /** Payments that calls wait for, with what they were called with. */
  const outcomes = new Map<string, Payment | undefined>()
  const room = makeWaitingRoom((ids) =>
    Effect.gen(function* () {
      const home = yield* Effect.orDie(stores.region(stores.home))
      const [timed, due] = [ids.filter((id) => !forDue.has(id)), ids.filter((id) => forDue.has(id))]
      return [
        ...(timed.length === 0 ? [] : yield* withOutcome(home, timed)),
        ...(due.length === 0 ? [] : yield* withNothingDue(home, due, clock.now()))
      ]
    })
  )
  const wait = (id: string, limitMs: number, looksNow = false) =>
    Effect.suspend(() => {
      outcomes.set(id, undefined)
      return Effect.ensuring(
        Effect.map(room.wait(id, limitMs, looksNow), () => outcomes.get(id)),
        Effect.sync(() => outcomes.delete(id))
      )
    })
  return {
    wait,
    waitForDue: (id, limitMs) =>
      Effect.suspend(() => {
        forDue.add(id)
        return Effect.ensuring(
          wait(id, limitMs, true),
          Effect.sync(() => forDue.delete(id))
        )
      }),
    call: (id, outcome) => {
      if (outcomes.has(id)) outcomes.set(id, outcome)
      room.call(id)
    },
    close: room.close,
    look: () => {
      if (forDue.size > 0) room.look()
    }
  } satisfies PaymentWaitersShape
})

/** The waiting calls of this process. */
export class PaymentWaiters extends Context.Service<PaymentWaiters, PaymentWaitersShape>()(
  "bursar/bank/PaymentWaiters"
) {
  /** Looks in the home region, where all payments are. */
  static readonly layer: Layer.Layer<PaymentWaiters, never, Clock | Store> = Layer.effect(PaymentWaiters, makeWaiters)
}

/** After a run of one of the jobs that may bring an outcome: for calls that wait for what is due, it may be the last. */
export const lookAfterRun: Effect.Effect<void, never, PaymentWaiters> = Effect.map(PaymentWaiters, ({ look }) => look())

/**
 * Waits for a payment or a request, as long as a call may wait, and at most `mostMs`; while engine time stands, until
 * nothing that is due can bring its outcome. Answers the payment where this process brought it. The wait may be broken off.
 */
export const waitFor = Effect.fnUntraced(function* (id: string, mostMs = Infinity) {
  const clock = yield* Clock
  const { synchronousLimitMs } = yield* BankSettings
  const waiters = yield* PaymentWaiters
  return yield* Effect.interruptible(
    clock.state().mode === "frozen"
      ? waiters.waitForDue(id, synchronousLimitMs)
      : waiters.wait(id, Math.min(synchronousLimitMs, mostMs))
  )
})
