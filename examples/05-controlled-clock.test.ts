/**
 * A test that waits seven days in no time: a payment is authorized and never captured, and the clock, which stands still
 * until the test moves it, is taken to the moment the authorization expires. Run it:
 *
 *   npx vitest run examples/05-controlled-clock.test.ts
 */
import { cards, payments, testAccount } from "bursar/cards"
import { TestEngine } from "bursar/testing"
import { expect, test } from "vitest"

const hotel = { principal: testAccount("acct_hotel") }
const stay = { amountMinor: 45_000, currency: "eur", paymentMethod: "pm_card_visa", captureMethod: "manual" } as const

test("an authorization that is not captured expires after seven days, to the minute", async () => {
  await using engine = await TestEngine.make({ plugins: [cards()] })
  const caller = await engine.caller(hotel)
  const { id, state } = await engine.call(payments.create(caller, stay))
  expect(state).toBe("authorized")

  await engine.advance({ days: 6, hours: 23, minutes: 59 })
  expect((await engine.call(payments.retrieve(caller, id))).state).toBe("authorized")

  await engine.advance("1 minute")
  expect((await engine.call(payments.retrieve(caller, id))).state).toBe("expired")
  expect(engine.clock.now().toISOString()).toBe("2026-01-22T09:30:00.000Z")
})
