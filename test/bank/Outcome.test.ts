/** What networks do with payments, as rules (decisions D.1, D.5): every status in every state, in any order. */
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { cancel, create } from "../../plugins/bank/payments/Lifecycle.ts"
import {
  afterReturn,
  afterStatus,
  clearSuspense,
  fail,
  inquiryJob,
  submitted
} from "../../plugins/bank/payments/Outcome.ts"
import { paymentMachine, usedCentsOf, type Payment } from "../../plugins/bank/payments/Payment.ts"
import { dateOfMessageId, messageIdOf, uuidOf } from "../../plugins/bank/payments/Identifiers.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import { StateMachine, type Ledger } from "../../src/domain.ts"

const now = Date.parse("2026-06-17T16:00:00Z")
const party = { name: "P", accountNumber: "1", accountType: "checking", routingNumber: "099900014" } as const

const created = (opensAt?: number) =>
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
      opensAt,
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
  it("final states are left by nothing, and settled by a return only", () => {
    for (const state of paymentMachine.final) expect(StateMachine.isFinal(paymentMachine, state)).toBe(true)
    const ways = Object.entries(paymentMachine.rows.settled).filter(([, next]) => next !== null)
    expect(ways).toEqual([["giveBack", "returned"]])
  })
})

describe("the end of a payment", () => {
  it.each(statuses)("is none by %s while it waits for its rail to open", (status) => {
    const { state } = created(now + 1)
    expect(afterStatus(state, { status }, now)).toEqual({ decision: undefined, alerts: [] })
    expect(afterStatus(state, { status: "RJCT" }, now + 1).decision?.state.status).toBe("failed")
  })

  const jobsCancelledBy = (payment: Payment) =>
    afterStatus(payment, { status: "ACSC" }, now).decision?.cancelledJobs.map(({ key, name }) => `${name} ${key}`)

  it("calls off the inquiry that is to come, which has the key of the one before", () => {
    const { jobs, state } = submitted(created().state, now)!
    const inquiries = [...jobs, inquiryJob(state, 1, now)!, inquiryJob(state, 5, now)!]
    expect(new Set(inquiries.map(({ key, name }) => `${name} ${key}`))).toEqual(new Set(jobsCancelledBy(state)))
  })

  it("calls off what would send it, when the answer comes first", () => {
    const waiting = created(now + 1)
    const sending = [...created().jobs, ...waiting.jobs].map(({ key, name }) => `${name} ${key}`)
    expect(jobsCancelledBy(created().state)).toEqual(expect.arrayContaining(sending))
  })

  it("has nothing to call off where it is there already", () => {
    const { state } = afterStatus(created().state, { status: "ACSC" }, now).decision!
    const back = afterReturn(state, { code: "AC04", amountCents: 1_000 }, "e1", now)
    expect(back.decision).toMatchObject({ cancelledJobs: [], state: { status: "returned" } })
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
    const { decision } = afterStatus(payment, { status, reason }, now)
    const next = decision?.state ?? payment
    expect([next.status, next.posting]).toEqual([expected, posting])
  })

  it("that comes before the submission is noted implies it, with its event and its journal", () => {
    const { state } = created()
    const { decision } = afterStatus(state, { status: "ACSC" }, now)
    expect(decision!.events.map(({ type }) => type)).toEqual(["payment.submitted", "payment.settled"])
    expect(decision!.entries.map(({ step }) => step)).toEqual(["submit", "settle"])
    expect(submitted(decision!.state, now)).toBeUndefined()
  })
})

describe("any order of answers (properties, seeded)", () => {
  const amountCents = 1_000
  const seeds = Array.from({ length: 400 }, (_, seed) => seed)
  const customer = "customer:099900014:1"
  const ends = ["returned", "failed", "cancelled", "rejected"]

  const step = (payment: Payment, pick: <A>(items: ReadonlyArray<A>) => A, eventId: string) => {
    const answer = () => ({ status: pick(statuses), reason: pick(["AC01", "9910", undefined]) })
    switch (pick(["submit", "status", "status", "return", "fail", "cancel", "resolve"])) {
      case "submit":
        return submitted(payment, now)
      case "status":
        return afterStatus(payment, answer(), now).decision
      case "return":
        return afterReturn(payment, { code: "AC04", amountCents: pick([400, amountCents]) }, eventId, now).decision
      case "fail":
        return fail(payment, { code: "NOT_SETTLED", networkCode: null }, now)
      case "cancel":
        return Result.getOrUndefined(cancel(payment, now))
      default:
        return clearSuspense(payment, pick(["settled", "failed"]), now)
    }
  }

  /** Runs one seed; `check` sees the payment before and after every decision, with all that was written so far. */
  const run = (
    seed: number,
    check: (of: {
      readonly before: Payment
      readonly after: Payment
      readonly entries: ReadonlyArray<Ledger.LedgerEntry>
      readonly events: ReadonlyArray<{ readonly data: any }>
    }) => void
  ) => {
    const random = makeSeededRandom(seed)
    const pick = <A>(items: ReadonlyArray<A>): A => items[random() % items.length]!
    // Every fourth waits for its rail, and can be taken back.
    const first = created(seed % 4 === 0 ? now + 60_000 : undefined)
    let payment: Payment = first.state
    const entries = [...first.entries]
    const events = [...first.events]
    for (let count = 0; count < 16; count += 1) {
      const decision = step(payment, pick, `e${count}`)
      if (decision === undefined) continue
      entries.push(...decision.entries)
      events.push(...decision.events)
      check({ before: payment, after: decision.state, entries, events })
      payment = decision.state
    }
    return { payment, entries, events }
  }

  it("never leaves an end, numbers the events without a gap, and names no step of the books twice", () => {
    for (const seed of seeds) {
      const { entries, events } = run(seed, ({ after, before }) => {
        if (ends.includes(before.status)) expect([seed, after.status]).toEqual([seed, before.status])
      })
      expect(events.map(({ data }) => data.sequence)).toEqual(events.map((_, index) => index + 1))
      expect(new Set(entries.map((entry) => entry.step)).size).toBe(entries.length)
    }
  })

  it("D.5 the books balance after every step, and suspense is what the payment says lies there", () => {
    for (const seed of seeds) {
      run(seed, ({ after, entries }) => {
        const balances = balancesOf(entries)
        expect([...balances.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0)
        expect([seed, balances.get("suspense") ?? 0]).toEqual([seed, after.suspense?.amountCents ?? 0])
        if (after.status !== "queued" && after.status !== "submitted") {
          expect([seed, balances.get("clearing:fednow") ?? 0]).toEqual([seed, 0])
          expect([seed, balances.get("customer_hold:099900014:1") ?? 0]).toEqual([seed, 0])
        }
      })
    }
  })

  it("D.5 the network pays one payment out once, whatever it repeats and contradicts", () => {
    let contradicted = 0
    for (const seed of seeds) {
      const { entries, payment } = run(seed, () => undefined)
      const paidOut = entries.filter((entry) => entry.step === "settle" || entry.step === "contradiction")
      expect([seed, paidOut.length <= 1]).toEqual([seed, true])
      contradicted += payment.suspense?.isContradicted === true ? 1 : 0
    }
    // The property says nothing where the case does not come up.
    expect(contradicted).toBeGreaterThan(20)
  })

  it("once suspense is cleared, its whole amount is with the customer or the network", () => {
    let cleared = 0
    for (const seed of seeds) {
      run(seed, ({ after, before, entries }) => {
        if ((after.suspense?.clearings ?? 0) === (before.suspense?.clearings ?? 0)) return
        cleared += 1
        expect(after.suspense).toMatchObject({ amountCents: 0 })
        expect(after.needsAttention).toBe(false)
        const [one, other] = entries.at(-1)!.postings
        expect([one!.account, other!.account].toSorted()[1]).toBe("suspense")
        expect([customer, "settlement:fednow"]).toContain([one!.account, other!.account].toSorted()[0])
      })
    }
    expect(cleared).toBeGreaterThan(20)
  })

  it("B106 B.2 uses the limit once while its money moves or may move, and not once it is known that none did", () => {
    for (const seed of seeds) {
      let used = amountCents
      const { entries, payment } = run(seed, ({ after, before }) => {
        used += usedCentsOf(after) - usedCentsOf(before)
        expect([seed, used]).toEqual([seed, usedCentsOf(after)])
        expect([0, amountCents]).toContain(used)
      })
      // The auditor asks the books, not the payment.
      const took = (name: string) => entries.some((entry) => entry.step === name)
      const isOpen = payment.status === "queued" || payment.status === "submitted"
      const wasError = payment.suspense?.found === "failed"
      const isMoved = took("settle") || (took("contradiction") && !wasError)
      expect([seed, used]).toEqual([seed, isOpen || isMoved ? amountCents : 0])
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
