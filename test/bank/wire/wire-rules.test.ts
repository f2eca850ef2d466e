import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { ResolutionStatus } from "../../../plugins/bank/messages/iso/statuses.ts"
import type { Payment } from "../../../plugins/bank/payments/Payment.ts"
import * as Recall from "../../../plugins/bank/wire/Recall.ts"
import * as WireTerms from "../../../plugins/bank/wire/WireTerms.ts"

const at = (utc: string): number => Date.parse(utc)

describe("wires", () => {
  it("B130: outside hours a wire waits for the next opening", () => {
    expect(WireTerms.fedwireTiming(at("2026-06-15T14:00:00Z"))).toEqual({
      valueDate: "2026-06-15",
      sendAt: at("2026-06-15T14:00:00Z"),
      queued: false
    })
    expect(WireTerms.fedwireTiming(at("2026-06-12T22:30:00Z"))).toEqual({
      valueDate: "2026-06-15",
      sendAt: at("2026-06-15T01:00:00Z"),
      queued: true
    })
  })

  it("B126: Fedwire takes the value date of its business day, and no other", () => {
    expect(WireTerms.isFedwireValueDate("2026-06-15", at("2026-06-15T14:00:00Z"))).toBe(true)
    expect(WireTerms.isFedwireValueDate("2026-06-16", at("2026-06-15T14:00:00Z"))).toBe(false)
    expect(WireTerms.isFedwireValueDate("2026-06-16", at("2026-06-16T01:00:00Z"))).toBe(true)
    expect(WireTerms.isFedwireValueDate("2026-06-14", at("2026-06-15T14:00:00Z"))).toBe(false)
  })

  it.each([
    [100, "mxn", undefined, 7],
    [101, "mxn", undefined, 8],
    [4_285_700, "mxn", undefined, 299_999],
    [30, "kwd", { kwd: 1 }, 3],
    [31, "kwd", { kwd: 3.4 }, 11],
    [50, "jpy", { jpy: 0.0063 }, 32],
    // A currency counts no less than it is worth, whether the operator gives a rate or not.
    [749_750, "kwd", undefined, 299_900],
    [187_500, "chf", undefined, 300_000],
    [299_999, "aud", undefined, 299_999],
    [999_999_999_999, "eur", undefined, 1_399_999_999_999],
    [7, "usd", undefined, 7]
  ] as const)(
    "%d minor units of %s count, at %o, %d cents: exactly, and rounded up",
    (amountMinor, currency, rates, cents) => {
      expect(WireTerms.countedCents(amountMinor, currency, rates)).toBe(cents)
    }
  )

  it.each([
    ["SIMBUS33XXX", true],
    ["SIMBUS33", true],
    ["1234DEFF", true],
    ["simbus33", false],
    ["SIMBUS3", false],
    ["SIMBUS33XX", false],
    ["SIMB0S33", false]
  ])("B121: %s is a BIC: %s", (bic, expected) => {
    expect(WireTerms.isBic(bic)).toBe(expected)
  })

  it("a BIC names its country, and eight characters name the head office", () => {
    expect(WireTerms.countryOfBic("SIMBIRTHXXX")).toBe("IR")
    expect(WireTerms.fullBic("SIMBUS33")).toBe("SIMBUS33XXX")
  })

  it.each([
    ["DE89370400440532013000", true],
    ["GB82WEST12345698765432", true],
    ["FR1420041010050500013M02606", true],
    ["DE89370400440532013001", false],
    ["DE8937040044053201300", false],
    ["de89370400440532013000", false],
    ["DE89 3704 0044 0532 0130 00", false]
  ])("%s is an IBAN: %s", (iban, expected) => {
    expect(WireTerms.isIban(iban)).toBe(expected)
  })
})

describe("recalls", () => {
  it.each([
    ["fedwire", "submitted", false, undefined],
    ["swift", "settled", false, undefined],
    ["fedwire", "settled", true, "open_recall"],
    ["fedwire", "queued", false, "not_sent"],
    ["fedwire", "returned", false, "not_sent"],
    ["rtp", "settled", false, "not_a_wire"]
  ])("B88: of a %s wire that is %s, with one open: %s, is refused as %s", (rail, status, hasOpenRecall, reason) => {
    const result = Recall.checkRecall({ rail, status, hasOpenRecall })
    expect(Result.isFailure(result) ? result.failure.reason : undefined).toBe(reason)
  })

  const wire = {
    id: "pmt_wire_1",
    scope: "cl_1/test",
    amountCents: 10_000,
    timeline: [] as Payment["timeline"]
  } as Payment
  const pending = { id: "rcl_1", paymentId: wire.id, scope: wire.scope, status: "pending" } as Recall.Recall
  const answered = (recall: Recall.Recall, status: ResolutionStatus) =>
    Recall.afterAnswer(recall, wire, { status, reason: undefined, amountMinor: undefined }, 0)

  it("B88: end by an answer, and never change again: another answer is told to a person", () => {
    for (const [first, ended, other] of [
      ["CNCL", "accepted", "RJCR"],
      ["RJCR", "rejected", "IPAY"]
    ] as const) {
      const { recall } = answered(pending, first)!
      expect(recall.status).toBe(ended)
      expect(answered(recall, first)).toBeUndefined()
      expect(answered(recall, other)).toMatchObject({ recall, alerts: [{ type: "payment.needs_attention" }] })
    }
  })

  it("B88: an undecided answer leaves a recall as it is, and charges are taken from what comes back", () => {
    expect(answered(pending, "PDCR")).toBeUndefined()
    expect(Recall.returnedAmount(10_000, 2_500)).toBe(7_500)
    expect(Recall.returnedAmount(1_000, 2_500)).toBe(0)
  })
})
