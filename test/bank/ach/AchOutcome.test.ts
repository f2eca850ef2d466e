/** Rules of ACH payments by themselves: whatever comes, in whatever order, money moves once and ends stay ends. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { newDetails, type AchDirection } from "../../../plugins/bank/ach/AchDetails.ts"
import { buildFile, fitting } from "../../../plugins/bank/ach/AchFile.ts"
import * as Outcome from "../../../plugins/bank/ach/AchOutcome.ts"
import { currentWindow } from "../../../plugins/bank/ach/AchPlan.ts"
import { fedAch, nextSameDayWindow, standardWindow } from "../../../plugins/bank/calendar/ach-windows.ts"
import { create } from "../../../plugins/bank/payments/Lifecycle.ts"
import { clearSuspense } from "../../../plugins/bank/payments/Outcome.ts"
import type { AchPayment } from "../../../plugins/bank/payments/Payment.ts"
import { makeSeededRandom } from "../../../src/domain/Id.ts"
import type { Ledger } from "../../../src/domain.ts"

const now = Date.parse("2026-06-16T16:00:00Z")
const window = standardWindow("2026-06-17")

const party = (routingNumber: string) => ({
  name: "Somebody",
  accountNumber: "9000000000",
  accountType: "checking" as const,
  routingNumber
})

const made = (
  direction: AchDirection,
  change: { readonly amountCents?: number; readonly purpose?: "reversal" } = {}
) => {
  const asked = {
    direction,
    secCode: "PPD" as const,
    companyId: "1234567890",
    companyName: "ACME CORP",
    entryDescription: "PAYROLL",
    discretionaryData: "",
    identificationNumber: "",
    webTelPaymentType: null,
    addenda: [],
    iat: null
  }
  const { entries, state } = create(
    {
      amountCents: change.amountCents ?? 250_000,
      originator: party("099900014"),
      beneficiary: party("099900069"),
      ach: newDetails(asked, window, { purpose: change.purpose ?? "payment" })
    },
    {
      now,
      opensAt: undefined,
      sendDate: "2026-06-16",
      window,
      approval: { ruleId: "default", verdict: "auto", approvers: 1 },
      id: "pmt_ach_1",
      scope: "cli/test",
      clientId: "cli",
      today: "2026-06-16",
      uetr: "u",
      rail: "ach",
      railSteps: [],
      hold: undefined,
      idempotencyKey: undefined
    }
  )
  const place = { fileId: "achf_1", fileName: "a", batchNumber: 1, traceNumber: "099900010000001" }
  const payment = state as AchPayment
  return { entries, payment, placed: { ...payment, ach: { ...payment.ach, place } } }
}

const ends = new Set(["returned", "failed", "rejected", "cancelled"])

describe("random news in random order", () => {
  it.each(["credit", "debit", "reversal"] as const)("%s: books balance, clearing is empty at the end", (flow) => {
    const random = makeSeededRandom(17)
    for (let run = 0; run < 300; run += 1) {
      const direction = flow === "credit" ? "credit" : "debit"
      const { entries, placed } = made(direction, flow === "reversal" ? { purpose: "reversal" } : {})
      let payment: AchPayment = placed
      const posted: Array<Ledger.LedgerEntry> = [...entries]
      const told: Array<string> = []
      for (let step = 0; step < 12; step += 1) {
        const back = { code: "R03", settlementDate: "2026-06-18", amountCents: 250_000, information: "" }
        const facts = { eventId: `e${random() % 3}-${step}`, now: now + step, isCovered: random() % 2 === 0 }
        const before = payment.status
        const decision = [
          () => Outcome.submitted(payment, now + step),
          () => Outcome.settled(payment, now + step, window.effectiveDate),
          () => Outcome.collected(payment, now + step),
          () => Outcome.refused(payment, "no", now + step),
          () => Outcome.unacknowledged(payment, now + step),
          () => Outcome.doubted(payment, now + step),
          () => Outcome.contradicted(payment, now + step),
          () => clearSuspense(payment, random() % 2 === 0 ? "settled" : "failed", now + step),
          () => (random() % 3 === 0 ? Outcome.returned(payment, back, facts).decision : undefined),
          () => Result.getOrUndefined(Outcome.cancelled(payment, now + step))
        ][random() % 10]!()
        if (decision === undefined) continue
        payment = decision.state as AchPayment
        posted.push(...decision.entries)
        if ((payment.suspense?.amountCents ?? 0) !== 0) expect(payment.needsAttention).toBe(true)
        told.push(...decision.events.map(({ type }) => type))
        if (ends.has(before)) expect(payment.status).toBe(before)
      }
      const keys = posted.map(({ step }) => step)
      expect(new Set(keys).size).toBe(keys.length)
      const sums = new Map<string, number>()
      for (const { postings } of posted) {
        for (const { account, amountMinor, direction: side } of postings) {
          sums.set(account, (sums.get(account) ?? 0) + (side === "debit" ? amountMinor : -amountMinor))
        }
      }
      expect([...sums.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
      expect(sums.get("suspense") ?? 0).toBe(payment.suspense?.amountCents ?? 0)
      if (ends.has(payment.status)) expect(sums.get("uncollected") ?? 0).toBe(0)
      if (payment.status !== "queued" && payment.status !== "submitted") {
        expect(sums.get("clearing:ach") ?? 0).toBe(0)
        expect(sums.get("customer_hold:099900014:9000000000") ?? 0).toBe(0)
      }
      expect(told.length).toBe(new Set(told).size)
    }
  })
})

describe("the file of a window", () => {
  const numbered = (count: number) => Array.from({ length: count }, () => made("credit").payment)
  const header = {
    destination: "",
    origin: "",
    createdAt: now,
    modifier: "A",
    destinationName: "",
    originName: "",
    referenceCode: ""
  }

  it("begins its trace numbers anew rather than pass the last one in the middle", () => {
    const facts = { fileId: "f", fileName: "a", header, nextTrace: () => 9_999_998 }
    const { nextTraces, placed } = buildFile(numbered(3), facts)
    expect(placed.map(({ place }) => place.traceNumber)).toEqual([
      "099900010000001",
      "099900010000002",
      "099900010000003"
    ])
    expect(nextTraces.get("09990001")).toBe(4)
    const last = buildFile(numbered(2), facts)
    expect(last.placed.map(({ place }) => place.traceNumber.slice(8))).toEqual(["9999998", "9999999"])
  })

  it("takes as many entries as its control record can sum, and always one", () => {
    const large = Array.from({ length: 200 }, () => made("credit", { amountCents: 9_999_999_999 }).payment)
    expect(fitting(large)).toHaveLength(90)
    const addenda = Array.from({ length: 9_999 }, () => "x")
    const long = { ...large[0]!, ach: { ...large[0]!.ach, addenda } }
    expect(fitting([long, long, long, long, long, long])).toHaveLength(5)
    expect(fitting(numbered(3))).toHaveLength(3)
  })
})

describe("a window that was missed", () => {
  const details = (of: typeof window) => ({ window: of })

  it("stays while it is open, and is the next one after that", () => {
    expect(currentWindow(details(window), window.closesAt - 1, fedAch)).toEqual(window)
    expect(currentWindow(details(window), window.closesAt, fedAch).effectiveDate).toBe("2026-06-18")
  })

  it("of a same-day entry is another one of the day, or the next standard one", () => {
    const sameDay = nextSameDayWindow(Date.parse("2026-06-16T14:00:00Z"), fedAch)!
    expect(currentWindow(details(sameDay), sameDay.closesAt, fedAch).marker).toBe("SD1700")
    expect(currentWindow(details(sameDay), Date.parse("2026-06-16T21:00:00Z"), fedAch)).toEqual(window)
  })
})
