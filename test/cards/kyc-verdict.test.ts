import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { judge, shownReasons, type Evidence, type FailureReason } from "../../plugins/cards/kyc/Verdict.ts"
import type { DocumentReading } from "../../plugins/cards/kyc/provider/answers.ts"
import {
  conclude,
  customerMachine,
  mayStart,
  nextAskAt,
  verificationMachine,
  type Verification
} from "../../plugins/cards/kyc/Verification.ts"
import { checkDateOfBirth, requireImages, yearsBetween } from "../../plugins/cards/kyc/Submission.ts"
import { td1, td2, td3 } from "./mrz.ts"

const today = "2026-01-15"

const reasonOf = (document: DocumentReading | undefined, more: Partial<Evidence> = {}): string => {
  const verdict = judge({
    result: { outcome: "verified", ...(document === undefined ? {} : { document }) },
    dateOfBirth: null,
    today,
    likeness: undefined,
    listed: false,
    ...more
  })
  return verdict.outcome === "verified" ? "verified" : verdict.reason
}

const broken = (lines: ReadonlyArray<string>) => [...lines.slice(0, -1), `${lines.at(-1)!.slice(0, -1)}X`]

describe("the table of verdicts", () => {
  it.each<readonly [what: string, document: DocumentReading | undefined, more: Partial<Evidence>, outcome: string]>([
    ["nothing was read", undefined, {}, "verified"],
    ["nothing was read, and a date told", undefined, { dateOfBirth: "1990-12-10" }, "verified"],
    ["all agrees", { mrz: td3() }, { dateOfBirth: "1990-12-10", likeness: 100 }, "verified"],
    [
      "S57 the zone tells another date than the customer",
      { mrz: td3() },
      { dateOfBirth: "1990-12-11" },
      "dob_mismatch"
    ],
    [
      "S57 the print tells another date than the customer",
      { dateOfBirth: "1990-12-10" },
      { dateOfBirth: "1991-12-10" },
      "dob_mismatch"
    ],
    ["S57 print and zone tell two dates", { mrz: td3(), dateOfBirth: "1990-12-11" }, {}, "dob_mismatch"],
    [
      "S57 a date is told, and the zone has none",
      { mrz: td3({ born: "<<<<<<" }) },
      { dateOfBirth: "1990-12-10" },
      "dob_mismatch"
    ],
    ["the zone has no date, and none is told", { mrz: td3({ born: "<<<<<<" }) }, {}, "verified"],
    ["S58 TD3 with a wrong check digit", { mrz: broken(td3()) }, {}, "mrz_invalid"],
    ["S58 TD2 with a wrong check digit", { mrz: broken(td2()) }, {}, "mrz_invalid"],
    [
      "S58 TD1 with a wrong check digit",
      { mrz: td1().map((line, at) => (at === 1 ? `${line.slice(0, -1)}X` : line)) },
      {},
      "mrz_invalid"
    ],
    ["S58 no zone at all", { mrz: ["NOT A ZONE"] }, {}, "mrz_invalid"],
    [
      "S58 a person of a hundred who says so",
      { mrz: td3({ born: "260101" }) },
      { dateOfBirth: "1926-01-01" },
      "verified"
    ],
    ["S58 a person of a hundred who does not", { mrz: td3({ born: "260101" }) }, {}, "underage"],
    ["S58 born in 1999", { mrz: td3({ born: "991231" }) }, { dateOfBirth: "1999-12-31" }, "verified"],
    ["S58 born in 2000", { mrz: td3({ born: "000101" }) }, { dateOfBirth: "2000-01-01" }, "verified"],
    ["the document expired yesterday", { mrz: td3({ expires: "260114" }) }, {}, "document_expired"],
    ["the document expires today", { mrz: td3({ expires: "260115" }) }, {}, "verified"],
    ["the document does not expire", { mrz: td1({ expires: "<<<<<<" }) }, {}, "verified"],
    ["the print tells an expiry that is past", { expiresOn: "2025-12-31" }, {}, "document_expired"],
    ["18 today", { mrz: td3({ born: "080115" }) }, {}, "verified"],
    ["18 tomorrow", { mrz: td3({ born: "080116" }) }, {}, "underage"],
    ["18 tomorrow, as told", undefined, { dateOfBirth: "2008-01-16" }, "underage"],
    ["names alike", { mrz: td3() }, { likeness: 80 }, "verified"],
    ["names that are not", { mrz: td3() }, { likeness: 79 }, "name_mismatch"],
    ["a person on a list", { mrz: td3() }, { likeness: 100, listed: true }, "listed"],
    [
      "everything at once: the first row decides",
      { mrz: broken(td3()) },
      { dateOfBirth: "2015-01-01", likeness: 0, listed: true },
      "mrz_invalid"
    ],
    [
      "all but the zone: the date",
      { mrz: td3({ expires: "200101" }) },
      { dateOfBirth: "2015-01-01", likeness: 0, listed: true },
      "dob_mismatch"
    ],
    [
      "the provider says no, and that comes first",
      { mrz: broken(td3()) },
      { result: { outcome: "failed", reason: "selfie_mismatch" } },
      "selfie_mismatch"
    ]
  ])("%s", (_, document, more, outcome) => expect(reasonOf(document, more)).toBe(outcome))

  it("S57 what a forger would learn from is kept: such reasons are shown as one", () => {
    const kept: ReadonlyArray<FailureReason> = ["dob_mismatch", "name_mismatch", "mrz_invalid", "listed"]
    expect(new Set(kept.map((reason) => shownReasons[reason]))).toEqual(new Set(["document_unverified"]))
    expect(Object.values(shownReasons).join()).not.toMatch(/dob|name|mrz|list/)
  })
})

describe("states", () => {
  const verification: Verification = {
    id: "kyc_1",
    customer: "cus_1",
    status: "pending",
    reason: null,
    documentType: "passport",
    images: [],
    dateOfBirth: "1990-12-10",
    providerReference: "abc",
    createdAt: 0,
    decidedAt: null,
    livemode: false
  }

  it("S61 a verification is decided once", () => {
    const failed = Result.getOrThrow(conclude(verification, { outcome: "failed", reason: "timed_out" }, 5_000))
    expect(failed.state).toMatchObject({ status: "failed", reason: "timed_out", decidedAt: 5_000 })
    expect(failed.events).toEqual([{ type: "customer.kyc_failed" }])
    const verified = Result.getOrThrow(conclude(verification, { outcome: "verified" }, 5_000))
    expect(verified.events).toEqual([{ type: "customer.kyc_verified" }])
    for (const { state } of [failed, verified]) {
      for (const verdict of [{ outcome: "verified" }, { outcome: "failed", reason: "underage" }] as const) {
        expect(Result.isFailure(conclude(state, verdict, 6_000))).toBe(true)
      }
    }
  })

  it("what is personal goes with the decision", () => {
    const { state } = Result.getOrThrow(conclude(verification, { outcome: "verified" }, 5_000))
    expect(state).toMatchObject({ dateOfBirth: null, providerReference: null })
  })

  it("S61 the table of statuses: only pending is decided, and only failed begins anew", () => {
    expect(verificationMachine.rows).toEqual({
      pending: { verify: "verified", fail: "failed" },
      verified: { verify: null, fail: null },
      failed: { verify: null, fail: null }
    })
    expect(Object.entries(customerMachine.rows).map(([status, { start }]) => [status, start])).toEqual([
      ["not_started", "pending"],
      ["pending", null],
      ["verified", null],
      ["failed", "pending"]
    ])
    expect(mayStart("pending")).toMatchObject({ failure: { code: "kyc_in_progress" } })
    expect(mayStart("verified")).toMatchObject({ failure: { code: "kyc_already_verified" } })
  })

  it("S60 asks every five seconds, when it is told to, hourly when it is late, and not for ever", () => {
    expect(nextAskAt(0, 10_000)).toBe(15_000)
    expect(nextAskAt(0, 10_000, 30_000)).toBe(30_000)
    expect(nextAskAt(0, 10_000, 9_000)).toBe(15_000)
    expect(nextAskAt(0, 60_000)).toBe(3_660_000)
    expect(nextAskAt(0, 10_000, 10 ** 12)).toBe(172_800_000)
    expect(nextAskAt(0, 172_800_000)).toBeUndefined()
  })
})

describe("what is submitted", () => {
  it.each([
    ["passport", ["document_front"], "ok"],
    ["residence_permit", ["document_front"], "ok"],
    ["national_id", ["document_front"], "document_back"],
    ["drivers_license", ["document_front"], "document_back"],
    ["national_id", ["document_front", "document_back"], "ok"],
    ["drivers_license", ["document_front", "document_back", "selfie"], "ok"],
    ["passport", ["selfie"], "document_front"],
    ["national_id", [], "document_front"]
  ] as const)("S53 %s with %j: %s", (type, given, outcome) => {
    const checked = requireImages(type, given)
    expect(Result.isSuccess(checked) ? "ok" : checked.failure.param).toBe(outcome)
  })

  it.each([
    ["2026-01-14", true, "ok"],
    ["2026-01-15", true, "refused"],
    ["2027-01-01", true, "refused"],
    ["1990-02-30", false, "refused"],
    ["1900-01-15", true, "refused"],
    ["1900-01-16", true, "ok"]
  ])("S53 a date of birth %s: %s", (told, isDate, outcome) => {
    const checked = checkDateOfBirth(told, { isDate, today, anyAge: false })
    expect(Result.isSuccess(checked) ? "ok" : "refused").toBe(outcome)
  })

  it("counts full years", () => {
    expect([yearsBetween("2008-01-15", today), yearsBetween("2008-01-16", today)]).toEqual([18, 17])
    expect(yearsBetween("2004-02-29", "2022-02-28")).toBe(17)
  })
})
