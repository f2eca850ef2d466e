import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { testAccount } from "../../plugins/cards/index.ts"
import { checkInvariants, invariants, type InvariantName } from "../../plugins/cards/ledger/invariants.ts"
import type { RegionStore, SqlValue } from "../../src/services/Store.ts"
import { account, startMoneyHost } from "./money.ts"
import { written } from "../store/written.ts"

/** An account in which something of everything has happened. */
const livelyHost = async () => {
  const host = await startMoneyHost({ fees: { disputeMinor: 100 } })
  const paid = await host.pay()
  await host.post("/v2/refunds", { payment_id: paid.id, amount: 300 })
  await host.post("/v2/test_helpers/disputes", { payment_id: paid.id, reason: "general", amount: 400 })
  await host.post("/v2/payouts", { amount: 500, currency: "usd", destination: "ba_test_verified_usd" })
  await host.pay({ payment_method: "pm_card_declined" })
  await host.pay({ capture_method: "manual" })
  await host.post("/v2/test_helpers/balance/fund", { currency: "usd", amount: 10 })
  return host
}

const replaceIn = (table: string, from: string, to: string, where: string) =>
  `UPDATE ${table} SET state = replace(state, '${from}', '${to}') WHERE ${where}`

const paid = `state LIKE '%"state":"captured"%'`

/** Damage to the rows, and the invariant that tells of it. */
const damages: ReadonlyArray<readonly [InvariantName, string, string]> = [
  [
    "balances_match_journals",
    "a balance that was changed by hand",
    `UPDATE ledger_balances SET balance = balance + 1 WHERE account = 'merchant.available'`
  ],
  [
    "balances_add_up",
    "a balance that was changed by hand",
    `UPDATE ledger_balances SET balance = balance + 1 WHERE account = 'bank.cash'`
  ],
  ["journals_match_state", "a journal that was deleted", `DELETE FROM ledger_entries WHERE step = 'settle'`],
  [
    "journals_match_state",
    "a payout that says it was paid",
    replaceIn("cards_payouts", `"status":"pending"`, `"status":"paid"`, "1 = 1")
  ],
  [
    "failed_moves_nothing",
    "a payment that says it failed",
    replaceIn("cards_payments", `"state":"authorized"`, `"state":"failed"`, "1 = 1")
  ],
  [
    "captured_within_authorized",
    "a payment of less than was captured",
    replaceIn("cards_payments", `"amountMinor":2000`, `"amountMinor":1999`, paid)
  ],
  [
    "returned_within_captured",
    "a capture of less than was returned",
    replaceIn("cards_payments", `"amountCapturedMinor":2000`, `"amountCapturedMinor":699`, paid)
  ],
  [
    "refunded_matches_refunds",
    "a refunded amount that no refund has",
    replaceIn("cards_payments", `"amountRefundedMinor":300`, `"amountRefundedMinor":299`, paid)
  ],
  ["refunded_matches_refunds", "a refund that was deleted", "DELETE FROM cards_refunds"],
  [
    "disputed_matches_disputes",
    "a dispute that says it was won",
    replaceIn("cards_disputes", "needs_response", "won", "1 = 1")
  ],
  [
    "payouts_are_covered",
    "a payment whose money came after the payout",
    `UPDATE ledger_entries SET sequence = sequence + 1000 WHERE step IN ('settle', 'test_funding')`
  ],
  ["journals_have_a_cause", "a payment that was deleted", `DELETE FROM cards_payments WHERE ${paid}`],
  [
    "journals_have_a_cause",
    "a journal that belongs to nothing",
    `UPDATE ledger_entries SET source = 'pay_none' WHERE step = 'settle'`
  ],
  ["changes_are_told_once", "an event that was deleted", `DELETE FROM events WHERE type = 'refund.created'`],
  [
    "changes_are_told_once",
    "an event that was told twice",
    `UPDATE events SET type = 'payout.created', resource = (SELECT id FROM cards_payouts) WHERE type = 'payment.authorized'`
  ]
]

/** A store that does something between the reading of payments and of refunds: what comes then is in one of the two only. */
const whileChecked = (store: RegionStore, act: () => Promise<unknown>): RegionStore => ({
  ...store,
  read: <Row extends object>(text: string, params: ReadonlyArray<SqlValue>) =>
    text.includes("FROM cards_refunds WHERE scope = ? AND sequence")
      ? Effect.andThen(Effect.promise(act), store.read<Row>(text, params))
      : store.read<Row>(text, params)
})

describe("the invariants of C3", () => {
  it("hold when everything is well, and the test helper says so", async () => {
    const host = await livelyHost()
    await host.booksAreRight()
    expect(await host.get("/v2/test_helpers/invariants")).toEqual({ ok: true, failures: [] })
  })

  it.each(damages)("%s is broken by %s", async (invariant, _name, text) => {
    const host = await livelyHost()
    const caller = await host.engine.caller({ principal: testAccount(account) })
    await host.engine.call(caller.store.write([written(text)]))
    const report = await host.get("/v2/test_helpers/invariants")
    expect(report.ok).toBe(false)
    expect(report.failures.map((failure: { invariant: string }) => failure.invariant)).toContain(invariant)
    expect(report.failures[0].detail).toMatch(/\d/)
  })

  it("are each seen to break", () => {
    expect(new Set(damages.map(([invariant]) => invariant))).toEqual(new Set(Object.keys(invariants)))
  })

  it("hold for an account that writes while they are checked", async () => {
    const host = await livelyHost()
    const { store } = await host.engine.caller({ principal: testAccount(account) })
    let writes = 0
    const watched = whileChecked(store, async () => {
      if (writes === 2) return
      writes += 1
      const paid = await host.pay()
      await host.post("/v2/refunds", { payment_id: paid.id, amount: 100 })
    })
    expect(await host.engine.call(checkInvariants(watched, `${account}/test`))).toEqual({ ok: true, failures: [] })
    expect(writes).toBe(2)
  })

  it("say so where something was written all the while", async () => {
    const host = await livelyHost()
    const { store } = await host.engine.caller({ principal: testAccount(account) })
    const text = `UPDATE ledger_balances SET balance = balance + 1 WHERE account = 'bank.cash'`
    await host.engine.call(store.write([written(text)]))
    const busy = whileChecked(store, () => host.pay())
    const report = await host.engine.call(checkInvariants(busy, `${account}/test`))
    expect(report).toMatchObject({ ok: false, written_meanwhile: true })
    expect(report.failures.map(({ invariant }) => invariant)).toContain("balances_add_up")
  })

  it("are checked for one account: another's books are its own", async () => {
    const host = await livelyHost()
    const caller = await host.engine.caller({ principal: testAccount(account) })
    const text = `UPDATE ledger_balances SET balance = balance + 1`
    await host.engine.call(caller.store.write([written(text)]))
    expect(await host.engine.call(checkInvariants(caller.store, "acct_other/test"))).toEqual({ ok: true, failures: [] })
  })
})
