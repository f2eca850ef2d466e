import { describe, expect, it } from "vitest"
import { lastReturnDate } from "../../plugins/bank/calendar/deadlines.ts"
import * as ReturnCodes from "../../plugins/bank/return-codes.ts"

/** The codes of the specification with their time frames (2 banking days or 60 calendar days) and what can be redone. */
const specified = [
  ["R01", "2bd", true],
  ["R02", "2bd", false],
  ["R03", "2bd", false],
  ["R04", "2bd", false],
  ["R05", "60d", false],
  ["R07", "60d", false],
  ["R08", "2bd", false],
  ["R10", "60d", false],
  ["R16", "2bd", false],
  ["R20", "2bd", false],
  ["R29", "2bd", false]
] as const

/** Words of spec bank §7 for each code. */
const meanings = {
  R01: /insufficient funds/,
  R02: /account closed/,
  R03: /no account/,
  R04: /invalid account number structure/,
  R05: /unauthorized debit to consumer account/,
  R07: /authorization revoked/,
  R08: /payment stopped/,
  R10: /not authorized/,
  R16: /account frozen/,
  R20: /non-transaction account/,
  R29: /corporate customer advises not authorized/,
  AC01: /incorrect account number/,
  AC04: /closed account/,
  AC06: /blocked account/,
  AG01: /transaction forbidden/,
  AM04: /insufficient funds \(settlement account\)/,
  NARR: /narrative, see returnnarrative/,
  RR04: /regulatory reason/
} as const

describe("return codes", () => {
  it("B140, B141: the ACH codes are those of the specification, with their time frames", () => {
    expect(
      ReturnCodes.achReturnCodes.map(({ code, timeFrame, representable }) => [
        code,
        timeFrame === "sixty_calendar_days" ? "60d" : "2bd",
        representable
      ])
    ).toEqual(specified)
  })

  it("B140, B143: mean what the specification says", () => {
    for (const [code, words] of Object.entries(meanings)) {
      const found = [...ReturnCodes.achReturnCodes, ...ReturnCodes.instantReturnCodes].find((row) => row.code === code)
      expect([code, found?.meaning.toLowerCase()]).toEqual([code, expect.stringMatching(words)])
    }
    const ofClasses = ReturnCodes.achReturnCodes.filter(({ secCodes }) => secCodes !== undefined)
    expect(ofClasses.map(({ code, secCodes }) => [code, secCodes])).toEqual([
      ["R05", ["CCD", "CTX"]],
      ["R29", ["CCD", "CTX"]]
    ])
  })

  it("B142: R20 alone asks to contact the receiving bank", () => {
    const guided = ReturnCodes.achReturnCodes.filter(({ guidance }) => guidance === "CONTACT_RECEIVING_BANK")
    expect(guided.map(({ code }) => code)).toEqual(["R20"])
  })

  it("B143: the instant codes are those of the specification, and return a payment", () => {
    const codes = ["AC01", "AC04", "AC06", "AG01", "AM04", "NARR", "RR04"]
    expect(ReturnCodes.instantReturnCodes.map(({ code }) => code)).toEqual(codes)
    for (const code of codes) expect(ReturnCodes.instantOutcomeOf(code)).toBe("returned")
  })

  it.each([
    ["DS24", "NETWORK_TIMEOUT"],
    ["E997", "NETWORK_TIMEOUT"],
    ["9910", "RECEIVER_UNAVAILABLE"],
    ["9912", "RECEIVER_UNAVAILABLE"],
    ["XXXX", "NETWORK_REJECTED"],
    ["constructor", "NETWORK_REJECTED"]
  ])("B62: %s of the network makes a payment fail with %s", (code, failureCode) => {
    expect(ReturnCodes.instantOutcomeOf(code)).toBe("failed")
    expect(ReturnCodes.failureCodeOf(code)).toBe(failureCode)
  })

  it.each([
    ["R01", "debit", "PPD", "R01"],
    ["R01", "credit", "PPD", "R03"],
    ["R05", "debit", "CCD", "R05"],
    ["R05", "debit", "PPD", "R03"],
    ["R05", "credit", "CTX", "R03"],
    ["R07", "credit", "WEB", "R03"],
    ["R29", "debit", "CTX", "R29"],
    ["R29", "debit", "WEB", "R03"],
    ["R16", "credit", "IAT", "R16"]
  ] as const)("%s for a %s of %s comes back as %s (decisions C.4)", (code, direction, secCode, expected) => {
    const asked = ReturnCodes.achReturnCode(code)
    expect(asked && ReturnCodes.fittingReturnCode(asked, { direction, secCode }).code).toBe(expected)
  })

  it("name each code once", () => {
    const { achReturnCodes, correctionCodes, instantReturnCodes } = ReturnCodes
    for (const table of [achReturnCodes, correctionCodes, instantReturnCodes]) {
      expect(new Set(table.map(({ code }) => code)).size).toBe(table.length)
    }
    expect(ReturnCodes.achReturnCode("R99")).toBeUndefined()
  })

  it.each([
    ["NARR", "Narrative, see returnNarrative"],
    ["DUPL", "Duplicate payment"],
    ["R01", undefined],
    ["constructor", undefined]
  ])("say of the reason %s: %s", (code, meaning) => {
    expect(ReturnCodes.reasonOf(code)).toBe(meaning)
  })

  it("have a time frame that the calendar knows when they return ACH entries", () => {
    for (const { timeFrame } of ReturnCodes.achReturnCodes) {
      expect(lastReturnDate("2026-06-15", timeFrame) > "2026-06-15").toBe(true)
    }
  })
})
