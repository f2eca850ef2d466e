import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import * as Ledger from "../../src/domain/Ledger.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"

const { credit, debit, entry } = Ledger
const max = Number.MAX_SAFE_INTEGER

const chart = Ledger.chartOfAccounts({
  "bank.cash": { normal: "debit", description: "Money at the bank." },
  "merchant.available": { normal: "credit", description: "What merchants may take out." },
  "platform.fees": { normal: "credit", description: "What the platform earned." }
})
type Account = (typeof chart.names)[number]

const payout = entry({
  source: "po_1",
  step: "create",
  currency: "usd",
  postings: [debit("merchant.available", 1015), credit("bank.cash", 1000), credit("platform.fees", 15)]
})

const journal = (...postings: ReadonlyArray<Ledger.Posting>) => ({
  source: "pay_1",
  step: "capture",
  currency: "usd" as const,
  postings
})

describe("chart of accounts", () => {
  it("keeps the declared order and knows its own names only", () => {
    expect(chart.names).toEqual(["bank.cash", "merchant.available", "platform.fees"])
    expect(["bank.cash", "bank", "toString", ""].map(chart.has)).toEqual([true, false, false, false])
  })

  it("makes a posting to an unknown account a compile error, and fits where any chart is wanted", () => {
    // @ts-expect-error "bank.cahs" is not an account of this chart
    const misspelled: Ledger.Posting<Account> = debit("bank.cahs", 1)
    const anyChart: Ledger.ChartOfAccounts = chart
    const anyEntry: Ledger.LedgerEntry = payout
    expect([misspelled.account, anyChart.names.length, anyEntry.step]).toEqual(["bank.cahs", 3, "create"])
    expectTypeOf(payout).toEqualTypeOf<Ledger.LedgerEntry<Account>>()
  })
})

describe("entry", () => {
  it("keeps source, step, currency and legs", () => {
    expect(payout).toEqual({
      source: "po_1",
      step: "create",
      currency: "usd",
      postings: [
        { account: "merchant.available", direction: "debit", amountMinor: 1015 },
        { account: "bank.cash", direction: "credit", amountMinor: 1000 },
        { account: "platform.fees", direction: "credit", amountMinor: 15 }
      ]
    })
  })

  it.each([
    ["no leg", []],
    ["one leg", [debit("a", 1)]],
    ["unequal sides", [debit("a", 2), credit("b", 1)]],
    ["one side only", [debit("a", 1), debit("b", 1)]],
    ["a zero leg", [debit("a", 0), credit("b", 0)]],
    ["negative legs", [debit("a", -1), credit("b", -1)]],
    ["fractions", [debit("a", 0.5), credit("b", 0.5)]],
    ["amounts beyond the safe range", [debit("a", max + 1), credit("b", max + 1)]],
    ["no numbers", [debit("a", NaN), credit("b", NaN)]]
  ])("throws UnbalancedEntry on %s", (_, postings) => {
    const attempt = () => entry(journal(...postings))
    expect(attempt).toThrow(Ledger.UnbalancedEntry)
    expect(attempt).toThrow(expect.objectContaining({ name: "UnbalancedEntry", source: "pay_1", step: "capture" }))
  })

  it("compares sums beyond the safe range exactly", () => {
    const balanced = journal(debit("a", max), debit("a", 2), credit("b", max), credit("b", 2))
    expect(entry(balanced).postings).toHaveLength(4)
    // In floating point 2^53 - 1 + 1 and 2^53 - 1 + 2 are the same number.
    const offByOne = journal(debit("a", max), debit("a", 1), credit("b", max), credit("b", 2))
    expect(max + 1).toBe(max + 2)
    expect(() => entry(offByOne)).toThrow(Ledger.UnbalancedEntry)
  })
})

describe("balanceChanges", () => {
  it("sums per account and currency, debit-positive, in first-seen order, without zeros", () => {
    const entries: ReadonlyArray<Ledger.LedgerEntry> = [
      payout,
      entry({
        source: "po_1",
        step: "refund fee",
        currency: "usd",
        postings: [debit("platform.fees", 15), credit("merchant.available", 15)]
      }),
      entry({
        source: "po_2",
        step: "create",
        currency: "eur",
        postings: [debit("merchant.available", 7), credit("bank.cash", 7)]
      })
    ]
    expect(Ledger.balanceChanges(entries)).toEqual([
      { account: "merchant.available", currency: "usd", changeMinor: 1000 },
      { account: "bank.cash", currency: "usd", changeMinor: -1000 },
      { account: "merchant.available", currency: "eur", changeMinor: 7 },
      { account: "bank.cash", currency: "eur", changeMinor: -7 }
    ])
  })

  it("sums to zero per currency, and to what a plain map says, over generated entries", () => {
    const random = makeSeededRandom(1)
    const pick = <A>(values: ReadonlyArray<A>): A => values[random() % values.length]!
    for (let round = 0; round < 200; round++) {
      const expected = new Map<string, bigint>()
      const entries = Array.from({ length: 1 + (random() % 5) }, (_, index) => {
        const amounts = Array.from({ length: 1 + (random() % 4) }, () => 1 + (random() % 1_000_000))
        const currency = pick(["usd", "eur", "jpy"] as const)
        const postings = amounts.flatMap((amountMinor) => [
          debit(pick(chart.names), amountMinor),
          credit(pick(chart.names), amountMinor)
        ])
        for (const { account, direction, amountMinor } of postings) {
          const key = `${currency}/${account}`
          expected.set(key, (expected.get(key) ?? 0n) + BigInt(direction === "debit" ? amountMinor : -amountMinor))
        }
        return entry({ source: `pay_${round}`, step: `step ${index}`, currency, postings })
      })
      const changes = Ledger.balanceChanges(entries)
      const actual = changes.map(({ account, currency, changeMinor }) => [
        `${currency}/${account}`,
        BigInt(changeMinor)
      ])
      expect(actual).toEqual([...expected].filter(([, change]) => change !== 0n))
      for (const currency of ["usd", "eur", "jpy"]) {
        const sum = changes.reduce(
          (total, change) => total + (change.currency === currency ? change.changeMinor : 0),
          0
        )
        expect(sum).toBe(0)
      }
    }
  })

  it("throws rather than lose a unit beyond the safe range", () => {
    const large = entry(journal(debit("a", max), credit("b", max)))
    expect(() => Ledger.balanceChanges([large, large])).toThrow(RangeError)
  })
})
