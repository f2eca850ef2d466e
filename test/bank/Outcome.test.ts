/** What networks do with payments, as rules (decisions D.1, D.5): every status in every state, in any order. */
import { describe, expect, it } from "vitest"
import { create } from "../../plugins/bank/payments/Lifecycle.ts"
import { afterReturn, afterStatus, fail, inquiryJob, submitted } from "../../plugins/bank/payments/Outcome.ts"
import { paymentMachine, type Payment } from "../../plugins/bank/payments/Payment.ts"
import { dateOfMessageId, messageIdOf, uuidOf } from "../../plugins/bank/payments/Identifiers.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import { StateMachine } from "../../src/domain.ts"

const now = Date.parse("2026-06-17T16:00:00Z")
const party = { name: "P", accountNumber: "1", accountType: "checking", routingNumber: "099900014" } as const

const created = () =>
  create(
    { amountCents: 1_000, originator: party, beneficiary: { ...party, accountNumber: "2" } },
    {
      id: "pmt_inst_0000000000000000000000a",
      scope: "cli_1/test",
      clientId: "cli_1",
      today: "2026-06-17",
      uetr: uuidOf("0123456789abcdef0123456789abcdef"),
      rail: "fednow",
      railSteps: [],
      hold: undefined,
      idempotencyKey: "k",
      now,
      opensAt: undefined,
      sendDate: "2026-06-17",
      approval: { ruleId: "default", verdict: "auto", approvers: 1 }
    }
  )

const statuses = ["ACSC", "ACWP", "ACCC", "PDNG", "BLCK", "RJCT"] as const

const balancesOf = (entries: ReadonlyArray<{ readonly postings: ReadonlyArray<any> }>) => {
  const balances = new Map<string, number>()
  for (const { postings } of entries) {
    for (const { account, amountMinor, direction } of postings) {
      balances.set(account, (balances.get(account) ?? 0) + (direction === "debit" ? amountMinor : -amountMinor))
    }
  }
  return balances
}

describe("the states of a payment (D.1)", () => {
  it("B60 final states are left by nothing, and settled by a return only", () => {
    for (const state of paymentMachine.final) expect(StateMachine.isFinal(paymentMachine, state)).toBe(true)
    const ways = Object.entries(paymentMachine.rows.settled).filter(([, next]) => next !== null)
    expect(ways).toEqual([["giveBack", "returned"]])
  })
})

describe("an answer", () => {
  it.each([
    ["ACSC", undefined, "settled", "posted"],
    ["ACCC", undefined, "settled", "posted"],
    ["ACWP", undefined, "settled", "pending"],
    ["RJCT", "AC04", "returned", null],
    ["RJCT", "9910", "failed", null],
    ["RJCT", undefined, "failed", null],
    ["PDNG", undefined, "submitted", null],
    ["BLCK", undefined, "submitted", null]
  ] as const)("%s %s makes a submitted payment %s", (status, reason, expected, posting) => {
    const payment = submitted(created().state, now)!.state
    const { decision } = afterStatus(payment, { status, reason }, "e1", now)
    const next = decision?.state ?? payment
    expect([next.status, next.posting]).toEqual([expected, posting])
  })

  it("that comes before the submission is noted implies it, with its event and its journal", () => {
    const { state } = created()
    const { decision } = afterStatus(state, { status: "ACSC" }, "e1", now)
    expect(decision!.events.map(({ type }) => type)).toEqual(["payment.submitted", "payment.settled"])
    expect(decision!.entries.map(({ step }) => step)).toEqual(["submit", "settle"])
    expect(submitted(decision!.state, now)).toBeUndefined()
  })
})

describe("any order of answers (properties, seeded)", () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed)

  it("moves money once at most, numbers the events without a gap, and never leaves an end", () => {
    for (const seed of seeds) {
      const random = makeSeededRandom(seed)
      const pick = <A>(items: ReadonlyArray<A>): A => items[random() % items.length]!
      const first = created()
      let payment: Payment = first.state
      const entries = [...first.entries]
      const events = [...first.events]
      let end: string | undefined
      for (let step = 0; step < 12; step += 1) {
        const kind = pick(["submit", "status", "status", "return", "fail"])
        const decision =
          kind === "submit"
            ? submitted(payment, now)
            : kind === "status"
              ? afterStatus(
                  payment,
                  { status: pick(statuses), reason: pick(["AC01", "9910", undefined]) },
                  `e${step}`,
                  now
                ).decision
              : kind === "fail"
                ? fail(payment, { code: "NOT_SENT", networkCode: null }, now)
                : afterReturn(payment, { code: "AC04", amountCents: 1_000 }, `e${step}`, now).decision
        if (decision === undefined) continue
        payment = decision.state
        entries.push(...decision.entries)
        events.push(...decision.events)
        if (end !== undefined) expect([seed, payment.status]).toEqual([seed, end])
        if (["returned", "failed"].includes(payment.status)) end = payment.status
      }
      expect(events.map(({ data }) => data.sequence)).toEqual(events.map((_, index) => index + 1))
      expect(new Set(entries.map(({ step }) => step)).size).toBe(entries.length)
      const balances = balancesOf(entries)
      expect([...balances.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0)
      if (payment.status !== "queued" && payment.status !== "submitted") {
        expect([seed, balances.get("clearing:fednow") ?? 0]).toEqual([seed, 0])
        expect([seed, balances.get("customer_hold:099900014:1") ?? 0]).toEqual([seed, 0])
      }
      expect(entries.filter(({ step }) => step === "settle").length).toBeLessThanOrEqual(1)
    }
  })
})

describe("identifiers (B28, D.6)", () => {
  it("a UETR is a UUID of version 4, whatever the hex", () => {
    for (const digit of "0123456789abcdef") {
      expect(uuidOf(digit.repeat(32))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  })

  it.each(["rtp", "fednow", "fedwire"] as const)("a message id of %s fits and holds its date", (rail) => {
    const id = messageIdOf({ rail, id: created().state.id, date: "2026-06-17", connection: "099900014" })
    expect(id.length).toBeLessThanOrEqual(35)
    expect(dateOfMessageId(id)).toBe("2026-06-17")
  })

  it("inquiries fall 25 s, 1, 5, 15, 60 and 240 minutes after the submission, and then end", () => {
    const { state } = created()
    const due = [0, 1, 2, 3, 4, 5].map((made) => (inquiryJob(state, made, now)!.dueAt - now) / 1_000)
    expect(due).toEqual([25, 60, 300, 900, 3_600, 14_400])
    expect(inquiryJob(state, 6, now)).toBeUndefined()
  })
})
