import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Dispute from "../../plugins/cards/disputes/Dispute.ts"
import { hasEvidence, merge, wordIn } from "../../plugins/cards/disputes/Evidence.ts"
import type { Payment } from "../../plugins/cards/payments/Payment.ts"

const now = Date.parse("2026-01-15T09:30:00Z")

const payment = {
  id: "pay_1",
  state: "captured",
  amountMinor: 2000,
  amountCapturedMinor: 2000,
  amountRefundedMinor: 0,
  currency: "usd",
  livemode: false
} as Payment

const facts = { now, scope: "acct_1/test", id: "dsp_1", feeMinor: 0 }

const opened = (of: Payment = payment) =>
  Result.getOrThrow(Dispute.open(of, { paymentId: of.id, reason: "fraudulent" }, facts))

const respond = (
  both: Dispute.DisputedPayment,
  at: {
    readonly now?: number
    readonly receipt?: string
    readonly submit?: boolean
    readonly liabilityShifted?: boolean
  }
) =>
  Dispute.respondWith(
    both,
    { evidence: { receipt: at.receipt ?? "No. 17" }, submit: at.submit ?? true },
    { now: at.now ?? now, scope: facts.scope, liabilityShifted: at.liabilityShifted ?? false }
  )

const codeOf = (result: Result.Result<unknown, { readonly _tag: string; readonly code?: string }>) =>
  Result.isFailure(result) ? result.failure.code : "done"

describe("the deadline", () => {
  it("C118: at respond_by exactly it is too late, even before the job has run", () => {
    const both = opened().state
    expect(codeOf(respond(both, { now: both.dispute.respondBy - 1000 }))).toBe("done")
    expect(codeOf(respond(both, { now: both.dispute.respondBy }))).toBe("evidence_deadline_passed")
    expect(codeOf(respond(both, { now: both.dispute.respondBy, submit: false }))).toBe("evidence_deadline_passed")
  })

  it("B10: is 14 days away, and a job waits for it until evidence is submitted or the dispute ends", () => {
    const decision = opened()
    const job = { name: "cards.dispute.expire", key: "dsp_1" }
    expect(decision.jobs).toMatchObject([{ ...job, dueAt: now + 14 * 86_400_000 }])
    expect(Result.getOrThrow(respond(decision.state, { submit: false })).cancelledJobs).toEqual([])
    expect(Result.getOrThrow(respond(decision.state, {})).cancelledJobs).toEqual([job])
    expect(Result.getOrThrow(Dispute.close(decision.state, "accept")).cancelledJobs).toContainEqual(job)
  })
})

describe("the sandbox's issuer", () => {
  const minute = 60_000
  const month = 30 * 86_400_000
  it.each([
    ["winning_evidence", false, "won", minute],
    ["losing_evidence", true, "lost", minute],
    ["losing_evidence and winning_evidence", false, "won", minute],
    ["No. 17", true, "won", month],
    ["No. 17", false, "lost", month]
  ])("B10: told %s, liability shifted %s: %s after %i ms", (receipt, liabilityShifted, outcome, afterMs) => {
    const { jobs } = Result.getOrThrow(respond(opened().state, { receipt, liabilityShifted }))
    expect(jobs).toMatchObject([{ name: "cards.dispute.decide", dueAt: now + afterMs, payload: { outcome } }])
  })

  it("decides nothing in live mode, where the acquirer is sent the evidence", () => {
    const both = opened({ ...payment, livemode: true }).state
    const { jobs } = Result.getOrThrow(respond(both, { receipt: "winning_evidence" }))
    const payload = { disputeId: "dsp_1", scope: "acct_1/test" }
    expect(jobs).toEqual([{ name: "cards.dispute.send_evidence", key: "dsp_1", payload, dueAt: now }])
  })
})

describe("the issuer of live mode", () => {
  it("decides also about what nobody answered in time; until then the money stays withheld", () => {
    const lapsed = Result.getOrThrow(Dispute.close(opened({ ...payment, livemode: true }).state, "expire"))
    expect(lapsed).toMatchObject({ entries: [], events: [{ type: "dispute.updated" }] })
    expect(lapsed.state.dispute).toMatchObject({ status: "under_review", pastDue: true })
    expect(lapsed.state.payment.disputes).toMatchObject({ open: true, withheldMinor: 2000 })
    expect(codeOf(respond(lapsed.state, {}))).toBe("evidence_deadline_passed")
    const won = Result.getOrThrow(Dispute.close(lapsed.state, "win"))
    expect(won.state.dispute).toMatchObject({ status: "won", pastDue: true })
    expect(won.state.payment.disputes).toMatchObject({ open: false, withheldMinor: 0 })
  })
})

describe("the state machine", () => {
  it.each([
    [
      "needs_response",
      ["submit under_review", "accept lost", "expire lost", "lapse under_review", "win won", "lose lost"]
    ],
    ["under_review", ["win won", "lose lost"]],
    ["won", []],
    ["lost", []]
  ] as const)("C61: from %s it goes %o", (state, ways) => {
    const row = Object.entries(Dispute.disputeMachine.rows[state])
    expect(row.flatMap(([trigger, next]) => (next === null ? [] : [`${trigger} ${next}`]))).toEqual(ways)
  })
})

describe("evidence", () => {
  it("C64: texts replace earlier ones, and an empty one takes it away", () => {
    expect(merge({ receipt: "a", refundPolicy: "b" }, { receipt: "c", refundPolicy: "" })).toEqual({ receipt: "c" })
    expect(hasEvidence(merge({ receipt: "a" }, { receipt: "" }))).toBe(false)
    expect(wordIn({ receipt: "x" })).toBeUndefined()
  })
})
