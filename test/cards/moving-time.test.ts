import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { expect, it, vi } from "vitest"
import { patienceByHand } from "../webhooks/patienceByHand.ts"
import { otherMerchant, startCards } from "./webhook-endpoints-engine.ts"

it("a receiver that hangs holds up the moves of time of its own account, within a bound, and of no other account", async () => {
  const { answerWith, call, register, requests } = await startCards()
  const answer = Deferred.makeUnsafe<{ readonly status: number }>()
  answerWith(() => Deferred.await(answer))
  await register({ enabled_events: ["payment.created"] })
  await call("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
  await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 20_000 })
  const patience = patienceByHand()
  const advance = (key?: string) =>
    call("POST", "/v2/test_helpers/clock/advance", { seconds: 1 }, key === undefined ? {} : { key })

  const byOther = advance(otherMerchant)
  await patience.begun()
  patience.pass(300)
  expect((await byOther).body.now).toBe("2026-01-15T09:30:01Z")

  let isOver = false
  const byOwner = advance().finally(() => (isOver = true))
  await patience.begun()
  patience.pass(5_000)
  await call("GET", "/v2/webhook_endpoints")
  expect(isOver).toBe(false)
  patience.pass(5_000)
  expect((await byOwner).body.now).toBe("2026-01-15T09:30:02Z")
  await Effect.runPromise(Deferred.succeed(answer, { status: 200 }))
})

it("C195: a move of days that is repeated under its key after it ended is made once", async () => {
  const { call } = await startCards()
  const advance = () =>
    call("POST", "/v2/test_helpers/clock/advance", { seconds: 864_000 }, { headers: { "idempotency-key": "move" } })
  const first = await advance()
  expect(first.body.now).toBe("2026-01-25T09:30:00Z")
  expect((await advance()).body).toEqual(first.body)
  expect((await call("GET", "/v2/test_helpers/clock")).body.now).toBe(first.body.now)
})
