/** News of a network and the submission of the same payment, one after the other in one process. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import type { Payment } from "../../plugins/bank/payments/Payment.ts"
import { Submissions } from "../../plugins/bank/turns.ts"

const paymentOf = (messageId: string) => ({ document: { messageId } as Payment, version: 1 })

describe("news of a network", () => {
  it("wait while the submission of their payment is being written, and not for that of another", async () => {
    const order: Array<string> = []
    const told = (what: string) => Effect.sync(() => void order.push(what))
    await Effect.gen(function* () {
      const submissions = yield* Submissions
      const disk = Latch.makeUnsafe(false)
      const noting = yield* Effect.forkChild(submissions.note("A", Effect.andThen(disk.await, told("submitted"))), {
        startImmediately: true
      })
      const news = yield* Effect.forkChild(Effect.andThen(submissions.noted("A"), told("settled")), {
        startImmediately: true
      })
      yield* Effect.andThen(submissions.noted("B"), told("another"))
      disk.openUnsafe()
      yield* Fiber.join(noting)
      yield* Fiber.join(news)
      yield* Effect.andThen(submissions.noted("A"), told("later"))
    }).pipe(Effect.provide(Submissions.layer), Effect.runPromise)
    expect(order).toEqual(["another", "submitted", "settled", "later"])
  })

  it("end a submission that they come during, and no other", async () => {
    const ended = await Effect.gen(function* () {
      const { answered, send } = yield* Submissions
      const during = (messageId: string) =>
        send(
          paymentOf("A"),
          Effect.sync(() => answered(messageId))
        )
      const mine = yield* during("A")
      const another = yield* during("B")
      const silent = yield* send(paymentOf("A"), Effect.void)
      return [mine, another, silent].map(({ isAnswered }) => isAnswered)
    }).pipe(Effect.provide(Submissions.layer), Effect.runPromise)
    expect(ended).toEqual([true, false, false])
  })

  it("find the payment that is being sent", async () => {
    const found = await Effect.gen(function* () {
      const { send, sending } = yield* Submissions
      const look = Effect.sync(() => [sending("A"), sending("B")])
      const { given } = yield* send(paymentOf("A"), look)
      return [...given, ...(yield* look)]
    }).pipe(Effect.provide(Submissions.layer), Effect.runPromise)
    expect(found).toEqual([paymentOf("A"), undefined, undefined, undefined])
  })
})
