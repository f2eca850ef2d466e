import { describe, expect, it } from "@effect/vitest"
import * as domain from "bursar/domain"

describe("the public entry bursar/domain", () => {
  it("exports the hand-picked names and nothing else", () => {
    const namespaces = [
      "CardNumber",
      "Country",
      "CountryCode",
      "Cursor",
      "Id",
      "Ledger",
      "Money",
      "Pieces",
      "Region",
      "RetryPolicy",
      "RoutingNumber",
      "StateMachine"
    ]
    const names = [
      "InvalidCursor",
      "Currency",
      "currencies",
      "decide",
      "exponentOf",
      "isCalendarDate",
      "isCurrency",
      "modeOfScope",
      "scopeOf"
    ]
    expect(Object.keys(domain).sort()).toEqual([...namespaces, ...names].sort())
  })

  it("works together: an amount becomes a balanced entry of a decision", () => {
    const price: domain.Money.Money = { amountMinor: 2000, currency: "usd" }
    const { credit, debit, entry } = domain.Ledger
    const postings = [debit("bank.cash", price.amountMinor), credit("merchant.available", price.amountMinor)]
    const funding = entry({ source: "acct_1", step: "fund", currency: price.currency, postings })
    const decision: domain.Decision<string> = domain.decide({ state: "funded", entries: [funding] })
    expect(domain.Ledger.balanceChanges(decision.entries).map(({ changeMinor }) => changeMinor)).toEqual([2000, -2000])
  })
})
