import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as AchTerms from "../../../plugins/bank/ach/AchTerms.ts"

const all = ["PPD", "CCD", "CTX", "WEB", "TEL", "IAT"]
const tuesdayMorning = Date.parse("2026-06-16T14:00:00Z")

const request = (change: Partial<AchTerms.AchRequest> = {}): AchTerms.AchRequest => ({
  direction: "credit",
  secCode: "PPD",
  amountCents: 250_000,
  addenda: 0,
  ...change
})

const fields = (change: Partial<AchTerms.AchRequest>, enabled: ReadonlyArray<string> = all) =>
  AchTerms.classProblems(request(change), enabled).map(({ field, code }) => `${field} ${code}`)

const windowOf = (change: Partial<AchTerms.AchRequest>, now = tuesdayMorning, policy: AchTerms.WindowPolicy = {}) => {
  const result = AchTerms.windowFor(request(change), now, policy)
  return Result.isSuccess(result) ? `${result.success.kind} ${result.success.effectiveDate}` : result.failure
}

describe("classes", () => {
  it.each([
    [{ secCode: "POS" }, ["secCode INVALID_SEC_CODE"]],
    [{ secCode: "TEL" }, ["direction INVALID_FIELD_FORMAT"]],
    [{ addenda: 2 }, ["addenda INVALID_FIELD_FORMAT"]],
    [{ secCode: "CTX", addenda: 9999 }, []],
    [{ secCode: "CTX", addenda: 10_000 }, ["addenda INVALID_FIELD_FORMAT"]],
    [{ secCode: "TEL", direction: "debit", addenda: 1, webTelPaymentType: "S" }, ["addenda INVALID_FIELD_FORMAT"]],
    [{ secCode: "WEB", direction: "debit" }, ["webTelPaymentType REQUIRED_FIELD_MISSING"]],
    [{ secCode: "WEB", direction: "debit", webTelPaymentType: "X" }, ["webTelPaymentType INVALID_FIELD_FORMAT"]],
    [{ secCode: "WEB", direction: "debit", webTelPaymentType: "R" }, []],
    [{ secCode: "WEB" }, []],
    [{ webTelPaymentType: "S" }, ["webTelPaymentType INVALID_FIELD_FORMAT"]],
    [{ secCode: "TEL", addenda: 1 }, ["direction INVALID_FIELD_FORMAT", "addenda INVALID_FIELD_FORMAT"]]
  ] as ReadonlyArray<readonly [Partial<AchTerms.AchRequest>, ReadonlyArray<string>]>)(
    "B123: %j gives %j",
    (change, expected) => {
      expect(fields(change)).toEqual(expected)
    }
  )

  it("B123: a class that is not enabled is an invalid one", () => {
    expect(fields({ secCode: "IAT" }, ["PPD", "CCD", "WEB"])).toEqual(["secCode INVALID_SEC_CODE"])
  })
})

describe("windows", () => {
  it("without a date an entry leaves for the next banking day", () => {
    expect(windowOf({})).toBe("standard 2026-06-17")
    expect(windowOf({}, Date.parse("2026-06-17T00:00:00Z"))).toBe("standard 2026-06-18")
  })

  it("today, or sameDay, asks for a same-day window", () => {
    expect(windowOf({ effectiveDate: "2026-06-16" })).toBe("same_day 2026-06-16")
    expect(windowOf({ sameDay: true })).toBe("same_day 2026-06-16")
  })

  it("B126: dates that cannot be met are refused, with the earliest that can", () => {
    expect(windowOf({ effectiveDate: "2026-06-15" })).toMatchObject({ problem: "past", earliest: "2026-06-17" })
    expect(windowOf({ effectiveDate: "2026-06-19" })).toMatchObject({ problem: "closed" })
    expect(windowOf({ effectiveDate: "2026-06-17" }, Date.parse("2026-06-17T00:00:00Z"))).toMatchObject({
      problem: "window_over",
      earliest: "2026-06-18"
    })
    expect(windowOf({ effectiveDate: "2026-06-17", sameDay: true })).toMatchObject({ problem: "not_today" })
  })

  it.each([
    ["exactly the maximum", { amountCents: 100_000_000 }, tuesdayMorning, "same_day 2026-06-16"],
    ["a cent more", { amountCents: 100_000_001 }, tuesdayMorning, { reason: "amount" }],
    ["IAT", { secCode: "IAT" }, tuesdayMorning, { reason: "sec_code" }],
    ["16:44:59.999", {}, Date.parse("2026-06-16T20:44:59.999Z"), "same_day 2026-06-16"],
    ["16:45 sharp", {}, Date.parse("2026-06-16T20:45:00Z"), { reason: "window_over" }],
    ["a Saturday", {}, Date.parse("2026-06-20T14:00:00Z"), { reason: "window_over" }]
  ] as const)("B129: same-day with %s", (_, change, now, expected) => {
    const found = windowOf({ ...change, sameDay: true }, now)
    if (typeof expected === "string") expect(found).toBe(expected)
    else expect(found).toMatchObject({ _tag: "SameDayNotEligible", ...expected })
  })

  it("a host may send late same-day entries as standard ones", () => {
    const late = Date.parse("2026-06-16T20:45:00Z")
    expect(windowOf({ sameDay: true }, late, { sameDayFallback: "standard" })).toBe("standard 2026-06-17")
  })
})
