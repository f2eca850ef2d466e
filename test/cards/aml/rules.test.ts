import { describe, expect, it } from "vitest"
import { expectedAlerts } from "../../../bench/aml/oracle.ts"
import { makeRandom, plantMovements } from "../../../bench/aml/planter.ts"
import { maxPayments } from "../../../plugins/cards/aml/Alert.ts"
import type { Movement } from "../../../plugins/cards/aml/AmlState.ts"
import { amlRules } from "../../../plugins/cards/aml/rules.ts"
import { simulate } from "../../../plugins/cards/aml/simulate.ts"
import { defaultThresholds, type AmlThresholds } from "../../../plugins/cards/aml/thresholds.ts"

const hour = 3_600_000
const day = 24 * hour
/** Noon, so that some hours more or less are the same day. */
const start = Date.UTC(2026, 1, 2, 12)

type Given = Partial<Movement> & Pick<Movement, "at" | "usdMinor">

const movementsOf = (given: ReadonlyArray<Given>): ReadonlyArray<Movement> =>
  given.map((movement, index) => ({
    id: `pay_${index}`,
    kind: "payment",
    rateMissing: false,
    customer: "cus_1",
    instrument: "card",
    grouped: true,
    call: false,
    grey: false,
    exposed: false,
    date: new Date(start + movement.at).toISOString().slice(0, 10),
    ...movement,
    at: start + movement.at
  }))

const alertsOf = (movements: ReadonlyArray<Movement>, thresholds: Partial<AmlThresholds> = {}) => {
  const simulation = simulate({ ...defaultThresholds, ...thresholds })
  for (const movement of movements) simulation.take(movement)
  return simulation.alerts().map(({ customer, period, rule, sarRequired, transactions }) => ({
    rule,
    customer,
    period,
    sarRequired,
    transactions
  }))
}

const rulesIn = (given: ReadonlyArray<Given>, thresholds: Partial<AmlThresholds> = {}): ReadonlyArray<string> =>
  [...new Set(alertsOf(movementsOf(given), thresholds).map(({ rule }) => rule))].sort()

/** Payments of one amount, so far apart. */
const repeated = (times: number, usdMinor: number, step: number, more: Partial<Movement> = {}): ReadonlyArray<Given> =>
  Array.from({ length: times }, (_, index) => ({ usdMinor, at: index * step, ...more }))

const payout = (at: number, usdMinor: number, instrument = "bank"): Given => ({
  at,
  usdMinor,
  kind: "payout",
  instrument
})

describe("the rules and the oracle", () => {
  it.each([1, 2, 3, 4, 5, 6])("S36, S46: agree on every alert, its report and its payments (seed %i)", (seed) => {
    const movements = plantMovements({ seed, payments: 6_000, customers: 150 })
    const expected = expectedAlerts(movements)
    expect(expected.length).toBeGreaterThan(100)
    expect(alertsOf(movements)).toEqual(expected)
  })

  it("S36: the planter makes every rule fire that a movement can make fire", () => {
    const fired = new Set(
      alertsOf(plantMovements({ seed: 7, payments: 6_000, customers: 150 })).map(({ rule }) => rule)
    )
    const waiting = ["layering_cycle", "pep_onboard"]
    expect([...fired, ...waiting].sort()).toEqual(Object.keys(amlRules).sort())
  })

  it("S36, S37: agree where movements crowd at the thresholds and at the ends of windows", () => {
    const random = makeRandom(11)
    const pick = <A>(options: ReadonlyArray<A>): A => options[Math.floor(random() * options.length)]!
    const amounts = [99_999, 100_000, 333_333, 333_334, 500_000, 799_999, 800_000, 999_999, 1_000_000]
    const steps = [0, 1, hour, 6 * hour, 24 * hour - 1, 24 * hour, 24 * hour + 1, 48 * hour, 72 * hour, 30 * day]
    let at = 0
    const given = Array.from({ length: 3_000 }, (): Given => {
      at += random() < 0.5 ? 0 : pick(steps)
      const kind = pick(["payment", "payment", "payment", "payout"] as const)
      const instrument = `${kind} ${Math.floor(random() * 6)}`
      return {
        at,
        kind,
        instrument,
        usdMinor: pick(amounts),
        customer: `cus_${Math.floor(random() * 5)}`,
        grey: random() < 0.2
      }
    })
    expect(alertsOf(movementsOf(given))).toEqual(expectedAlerts(movementsOf(given)))
  })
})

describe("edges", () => {
  const late = (times: number, usdMinor: number, windowMs: number, more: Partial<Movement> = {}) =>
    [-1, 0, 1].map((extra) => rulesIn(repeated(times, usdMinor, (windowMs + extra * (times - 1)) / (times - 1), more)))

  it.each([
    ["C95: 10,000.00 is reported", [{ at: 0, usdMinor: 1_000_000 }], ["ctr_10k"]],
    ["C95: 9,999.99 is not", [{ at: 0, usdMinor: 999_999 }], []],
    ["S37: two payments in two days add up to nothing", repeated(2, 500_000, 12 * hour), []],
    ["S37: two payments in a day do", repeated(2, 500_000, 12 * hour - 1), ["ctr_10k"]],
    ["C90: two of 7,999.99 are not structuring", repeated(2, 799_999, 30 * hour), []],
    ["C90: two of 9,999.99 are", repeated(2, 999_999, 30 * hour), ["structuring_tight"]],
    ["C90: two of 10,000.00 are not", repeated(2, 1_000_000, 30 * hour), ["ctr_10k"]],
    ["C90: three of 3,333.33 are not", repeated(3, 333_333, 36 * hour), []],
    ["C90: three of 3,333.34 are", repeated(3, 333_334, 36 * hour), ["structuring_window"]],
    [
      "C90: not with 10,000.00 in the window",
      [
        { at: 0, usdMinor: 1_000_000 },
        ...repeated(3, 400_000, 20 * hour).map((each) => ({ ...each, at: each.at + day }))
      ],
      ["ctr_10k"]
    ],
    ["C91: out 80 % of 5,000.00", [{ at: 0, usdMinor: 500_000 }, payout(hour, 400_000)], ["layering_pass_through"]],
    ["C91: not a cent less out", [{ at: 0, usdMinor: 500_000 }, payout(hour, 399_999)], []],
    ["C91: not a cent less in", [{ at: 0, usdMinor: 499_999 }, payout(hour, 499_999)], []],
    ["C92: 5,000.00 after 180 days", repeated(2, 500_000, 180 * day), ["unusual_velocity"]],
    ["C92: a moment earlier is no silence", repeated(2, 500_000, 180 * day - 1), []],
    ["C92: ten payments in a day", repeated(10, 2_000, hour), ["unusual_velocity"]],
    ["C92: nine are not unusual", repeated(9, 2_000, hour), []],
    ["C93: any amount under a call for action", [{ at: 0, usdMinor: 1, call: true }], ["high_risk_call"]],
    ["C93: 999.99 under increased monitoring", [{ at: 0, usdMinor: 99_999, grey: true }], []],
    [
      "C94: 10,000.00 of an exposed person in 30 days",
      repeated(2, 500_000, 30 * day, { exposed: true }),
      ["pep_volume"]
    ],
    ["C94: not in a moment more", repeated(2, 500_000, 30 * day + 1, { exposed: true }), []]
  ] as const)("%s", (_, given, expected) => {
    expect(rulesIn(given)).toEqual(expected)
  })

  it("S37: a window holds what is exactly as old as it is long, and nothing older", () => {
    expect(late(2, 800_000, 48 * hour)).toEqual([["structuring_tight"], ["structuring_tight"], []])
    expect(late(3, 333_334, 72 * hour)).toEqual([["structuring_window"], ["structuring_window"], []])
    const passing = [-1, 0, 1].map((extra) =>
      rulesIn([{ at: 0, usdMinor: 500_000 }, payout(48 * hour + extra, 400_000)])
    )
    expect(passing).toEqual([["layering_pass_through"], ["layering_pass_through"], []])
  })

  it("C91: five payers within a week and one payout, or five destinations within a day", () => {
    const payers = (count: number): ReadonlyArray<Given> =>
      Array.from({ length: 5 }, (_, index) => ({
        at: index * day,
        usdMinor: 100_000,
        instrument: `card ${index % count}`
      }))
    expect(rulesIn([...payers(5), payout(7 * day, 400_000)])).toEqual(["layering_fan"])
    expect(rulesIn([...payers(5), payout(7 * day, 399_999)])).toEqual([])
    expect(rulesIn([...payers(5), payout(7 * day + 1, 400_000)])).toEqual([])
    expect(rulesIn([...payers(4), payout(7 * day, 400_000)])).toEqual([])
    const destinations = (count: number, step: number) =>
      Array.from({ length: 5 }, (_, index) => payout(index * step, 100_000, `bank ${index % count}`))
    expect(rulesIn(destinations(5, 6 * hour))).toEqual(["layering_fan"])
    expect(rulesIn(destinations(5, 6 * hour + 1))).toEqual([])
    expect(rulesIn(destinations(4, 6 * hour))).toEqual([])
  })

  it("C92, S41: three deviations are unusual, and six from 5,000.00 on need a report", () => {
    const usual = Array.from({ length: 10 }, (_, index) => ({
      at: index * day,
      usdMinor: index % 2 === 0 ? 90_000 : 110_000
    }))
    const sarOf = (usdMinor: number) =>
      alertsOf(movementsOf([...usual, { at: 11 * day, usdMinor }])).map(({ rule, sarRequired }) => [rule, sarRequired])
    expect(sarOf(115_000)).toEqual([])
    expect(sarOf(499_999)).toEqual([["unusual_amount", false]])
    expect(sarOf(500_000)).toEqual([["unusual_amount", true]])
  })

  it("C93, S41: a country under a call for action needs a report from 5,000.00 on; one under increased monitoring never", () => {
    const sarOf = (usdMinor: number, listed: Partial<Movement>) =>
      alertsOf(movementsOf([{ at: 0, usdMinor, ...listed }])).map(({ rule, sarRequired }) => [rule, sarRequired])
    expect(sarOf(499_999, { call: true })).toEqual([["high_risk_call", false]])
    expect(sarOf(500_000, { call: true })).toEqual([["high_risk_call", true]])
    expect(sarOf(100_000, { grey: true })).toEqual([["high_risk_grey", false]])
    expect(sarOf(999_999, { grey: true })).toEqual([["high_risk_grey", false]])
    const parts = (last: number) => [
      ...repeated(5, 99_999, 6 * day, { grey: true }),
      { at: 30 * day, usdMinor: last, grey: true }
    ]
    expect([rulesIn(parts(4)), rulesIn(parts(5))]).toEqual([[], ["high_risk_grey"]])
  })

  it("S36: a card is watched across customers, not within one who is watched anyway, and not where it is everybody's", () => {
    const shared = (grouped: boolean) =>
      movementsOf(
        [0, 1, 2].map((index) => ({ at: index * hour, usdMinor: 400_000, customer: `cus_${index}`, grouped }))
      )
    expect(alertsOf(shared(true))).toEqual([
      {
        rule: "structuring_window",
        customer: "cus_2",
        period: "",
        sarRequired: true,
        transactions: ["pay_0", "pay_1", "pay_2"]
      }
    ])
    expect(alertsOf(shared(false))).toEqual([])
  })

  it("thresholds of an account replace the defaults", () => {
    expect(rulesIn([{ at: 0, usdMinor: 300_000 }], { reportMinor: 300_000 })).toEqual(["ctr_10k"])
  })

  it("an alert that is full is followed by another, and no payment is lost", () => {
    const movements = movementsOf(repeated(450, 20_000, 60_000))
    const alerts = alertsOf(movements).filter(({ rule }) => rule === "ctr_10k")
    expect(Math.max(...alerts.map(({ transactions }) => transactions.length))).toBe(maxPayments)
    expect(new Set(alerts.flatMap(({ transactions }) => transactions)).size).toBe(450)
    expect(alerts).toEqual(expectedAlerts(movements).filter(({ rule }) => rule === "ctr_10k"))
  })

  it("S45: what is known of a customer takes at most 2 KB, however many movements there were", () => {
    const random = makeRandom(3)
    const simulation = simulate()
    const given = Array.from({ length: 5_000 }, (_, index): Given => {
      const kind = random() < 0.2 ? "payout" : "payment"
      // 64 characters, as fingerprints have.
      const instrument = Math.floor(random() * 1e9)
        .toString(16)
        .padStart(64, "f")
      return { at: index * 600_000, usdMinor: 100_000 + Math.floor(random() * 899_999), kind, instrument }
    })
    for (const movement of movementsOf(given)) simulation.take(movement)
    expect(JSON.stringify(simulation.state("cus_1")).length).toBeLessThanOrEqual(2_048)
  })
})
