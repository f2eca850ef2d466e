import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as AchReturn from "../../../plugins/bank/ach/AchReturn.ts"

const original = (change: Partial<AchReturn.AchOriginal> = {}): AchReturn.AchOriginal => ({
  rail: "ach",
  status: "settled",
  direction: "credit",
  secCode: "PPD",
  settlementDate: "2026-06-15",
  ...change
})

const debit = (change: Partial<AchReturn.AchOriginal> = {}) => original({ direction: "debit", ...change })
const returned = (change: Partial<AchReturn.AchOriginal> = {}) =>
  debit({ status: "returned", returnCode: "R01", ...change })
const lastMoment = Date.parse("2026-06-24T04:00:00Z") - 1

describe("reversals", () => {
  it("B132: are taken to the last millisecond of the fifth banking day, and no longer", () => {
    expect(AchReturn.checkReversal(original(), lastMoment)).toEqual(Result.succeed({ until: lastMoment }))
    expect(AchReturn.checkReversal(original(), lastMoment + 1)).toMatchObject({
      failure: { _tag: "ReversalWindowExpired", expiredAt: lastMoment }
    })
  })

  it.each([
    ["not_ach", { rail: "rtp" }],
    ["not_credit", { direction: "debit" }],
    ["is_reversal", { reversalOf: "pmt_ach_1" }],
    ["returned", { status: "returned" }],
    ["not_settled", { status: "submitted", settlementDate: undefined }],
    ["already_reversed", { reversalId: "rev_1" }]
  ] as const)("B133: are refused as %s, whatever the hour", (reason, change) => {
    for (const now of [lastMoment, lastMoment + 1]) {
      expect(AchReturn.checkReversal(original(change), now)).toMatchObject({
        failure: { _tag: "NotReversible", reason }
      })
    }
  })
})

describe("representments", () => {
  const now = Date.parse("2026-07-01T12:00:00Z")

  it("B141: an R01 debit is presented again at most twice, within 180 days of the first settlement", () => {
    expect(AchReturn.checkRepresentment(returned(), now)).toEqual(
      Result.succeed({ attempt: 1, deadline: "2026-12-12" })
    )
    const second = returned({ representments: 1, settlementDate: "2026-07-20", firstSettlementDate: "2026-06-15" })
    expect(AchReturn.checkRepresentment(second, Date.parse("2026-12-13T04:59:59Z"))).toEqual(
      Result.succeed({ attempt: 2, deadline: "2026-12-12" })
    )
    expect(AchReturn.checkRepresentment(second, Date.parse("2026-12-13T05:00:00Z"))).toMatchObject({
      failure: { reason: "too_late" }
    })
  })

  it.each([
    ["return_code", { returnCode: "R02" }],
    ["return_code", { returnCode: "R09" }],
    ["too_often", { representments: 2 }],
    ["not_a_returned_debit", { direction: "credit" }],
    ["not_a_returned_debit", { status: "settled" }],
    // A reversal is a debit, and takes back what was paid: it collects nothing.
    ["not_a_returned_debit", { reversalOf: "pmt_ach_1" }],
    ["not_a_returned_debit", { rail: "rtp" }]
  ] as const)("B141: are refused as %s for %j", (reason, change) => {
    expect(AchReturn.checkRepresentment(returned(change), now)).toMatchObject({ failure: { reason } })
  })
})

describe("returns", () => {
  it("B84, B142: a debit with R01 can be presented again, until a date; a credit never", () => {
    const incoming = { code: "R01", settlementDate: "2026-06-16" }
    expect(AchReturn.judgeReturn(debit(), incoming)).toEqual({
      returnCode: "R01",
      returnReason: "Insufficient funds",
      returnSettlementDate: "2026-06-16",
      representmentEligible: true,
      representmentDeadline: "2026-12-12",
      representmentGuidance: null,
      fundsMoved: true,
      untimely: false,
      mismatched: false
    })
    expect(AchReturn.judgeReturn(original(), incoming)).toMatchObject({
      representmentEligible: false,
      representmentDeadline: null,
      mismatched: true
    })
    // Twice is the most.
    expect(AchReturn.judgeReturn(debit({ representments: 2 }), incoming)).toMatchObject({
      representmentEligible: false,
      representmentDeadline: null
    })
    expect(AchReturn.judgeReturn(debit({ reversalOf: "pmt_ach_1" }), incoming)).toMatchObject({
      representmentEligible: false,
      representmentDeadline: null,
      mismatched: false
    })
  })

  it("B142: R20 asks to contact the receiving bank", () => {
    expect(AchReturn.judgeReturn(debit(), { code: "R20", settlementDate: "2026-06-16" })).toMatchObject({
      representmentEligible: false,
      representmentGuidance: "CONTACT_RECEIVING_BANK"
    })
  })

  it.each([
    ["R02", "2026-06-17", false],
    ["R02", "2026-06-18", true],
    ["R10", "2026-08-17", false],
    ["R10", "2026-08-18", true],
    // Codes that the specification does not have: nobody here knows which of the two times is theirs.
    ["R11", "2026-08-17", false],
    ["R11", "2026-08-18", true]
  ])("%s that settles on %s is untimely: %s", (code, settlementDate, untimely) => {
    expect(AchReturn.judgeReturn(debit(), { code, settlementDate }).untimely).toBe(untimely)
  })

  it("before settlement no money moved, and unknown codes are told as they are", () => {
    const early = debit({ status: "submitted", settlementDate: undefined })
    expect(AchReturn.judgeReturn(early, { code: "R99", settlementDate: "2026-06-15" })).toMatchObject({
      fundsMoved: false,
      returnReason: "Returned with R99",
      untimely: false,
      mismatched: false
    })
  })
})
