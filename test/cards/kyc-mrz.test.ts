import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bornOn, checkDigit, expiryOf, parseMrz } from "../../plugins/cards/kyc/Mrz.ts"
import { td1, td2, td3 } from "./mrz.ts"

const read = (lines: ReadonlyArray<string>) => {
  const parsed = parseMrz(lines)
  return Result.isSuccess(parsed) ? parsed.success : parsed.failure.reason
}

/** The examples of ICAO 9303, parts 4, 5 and 6. */
const examples = {
  TD3: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
  TD2: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
  TD1: ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
}

const replaced = (lines: ReadonlyArray<string>, line: number, at: number): ReadonlyArray<string> =>
  lines.map((text, index) =>
    index === line ? text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1) : text
  )

describe("machine-readable zones", () => {
  it.each(Object.entries(examples))("S58 reads the example of ICAO 9303: %s", (format, lines) => {
    expect(read(lines)).toEqual({ format, name: "ANNA MARIA ERIKSSON", dateOfBirth: "740812", expiresOn: "120415" })
  })

  it.each([
    ["TD3, the number", examples.TD3, 1, 9, "number"],
    ["TD3, the date of birth", examples.TD3, 1, 19, "date_of_birth"],
    ["TD3, the expiry", examples.TD3, 1, 27, "expiry"],
    ["TD3, the optional data", examples.TD3, 1, 42, "optional"],
    ["TD3, the whole", examples.TD3, 1, 43, "whole"],
    ["TD3, a digit of the date", examples.TD3, 1, 14, "date_of_birth"],
    ["TD2, the number", examples.TD2, 1, 9, "number"],
    ["TD2, the date of birth", examples.TD2, 1, 19, "date_of_birth"],
    ["TD2, the expiry", examples.TD2, 1, 27, "expiry"],
    ["TD2, the whole", examples.TD2, 1, 35, "whole"],
    ["TD1, the number", examples.TD1, 0, 14, "number"],
    ["TD1, the date of birth", examples.TD1, 1, 6, "date_of_birth"],
    ["TD1, the expiry", examples.TD1, 1, 14, "expiry"],
    ["TD1, the whole", examples.TD1, 1, 29, "whole"]
  ] as const)("S58 finds a wrong check digit: %s", (_, lines, line, at, reason) => {
    expect(read(replaced(lines, line, at))).toBe(reason)
  })

  it("S58 finds one wrong character wherever a digit watches over it", () => {
    // Digits for digits: of letters, some have the same weight.
    for (const [lines, line, from, until] of [
      [examples.TD3, 1, 0, 10],
      [examples.TD3, 1, 13, 20],
      [examples.TD3, 1, 21, 44],
      [examples.TD2, 1, 0, 10],
      [examples.TD1, 0, 5, 15]
    ] as const) {
      for (let at = from; at < until; at++) {
        if (/[A-Z]/.test(lines[line]![at]!)) continue
        expect([at, typeof read(replaced(lines, line, at))]).toEqual([at, "string"])
      }
    }
  })

  it("the names have no check digit: a zone that is valid proves none", () => {
    expect(read([examples.TD3[0]!.replace("ERIKSSON", "ERIXXXON"), examples.TD3[1]!])).toMatchObject({
      name: "ANNA MARIA ERIXXXON"
    })
  })

  it.each([
    ["nothing", []],
    ["one line of two", [examples.TD3[0]!]],
    ["a line too short", [examples.TD3[0]!, examples.TD3[1]!.slice(1)]],
    ["lines of two forms", [examples.TD3[0]!, examples.TD2[1]!]],
    ["lower case", examples.TD3.map((line) => line.toLowerCase())],
    ["other characters", [examples.TD3[0]!.replace("<", " "), examples.TD3[1]!]]
  ])("takes no other form: %s", (_, lines) => expect(read(lines)).toBe("form"))

  it.each([
    ["TD1", td1({ number: "D23145890734" })],
    ["TD2", td2({ number: "D23145890734" })]
  ])("reads a number that is longer than its field: %s", (format, lines) => {
    expect(read(lines)).toMatchObject({ format, name: "ADA LOVELACE" })
    // A digit of the overflow.
    const [line, at] = format === "TD1" ? [0, 16] : [1, 29]
    expect(read(replaced(lines, line, at))).toBe("number")
  })

  it("a passport without a personal number may leave its check digit out", () => {
    const [names, main] = td3() as [string, string]
    expect(main[42]).toBe("0")
    expect(read([names, `${main.slice(0, 42)}<${main[43]}`])).toMatchObject({ format: "TD3" })
  })

  it("the fixtures make what is read", () => {
    for (const lines of [td1(), td2(), td3()]) expect(read(lines)).toMatchObject({ dateOfBirth: "901210" })
    expect(checkDigit("520727")).toBe("3")
  })
})

describe("years of two digits", () => {
  const today = "2026-01-15"

  it.each<readonly [written: string, told: string | null, date: string | undefined]>([
    ["991231", null, "1999-12-31"],
    ["000101", null, "2000-01-01"],
    ["260114", null, "2026-01-14"],
    // Today and later lie in the century before.
    ["260115", null, "1926-01-15"],
    ["260116", null, "1926-01-16"],
    ["270101", null, "1927-01-01"],
    // A person of a hundred is one that says so; nobody is taken for older than printed.
    ["260101", "1926-01-01", "1926-01-01"],
    ["260101", "2026-01-01", "2026-01-01"],
    ["260101", "1926-01-02", "2026-01-01"],
    ["250630", "1925-06-30", "1925-06-30"],
    ["040229", null, "2004-02-29"],
    // 1900 had no 29 February, 2000 had.
    ["000229", "1900-02-29", "2000-02-29"],
    ["901310", null, undefined],
    ["90<<<<", null, undefined],
    ["<<<<<<", "1990-12-10", undefined]
  ])("S58 born %s, told %s: %s", (written, told, date) => expect(bornOn(written, today, told)).toBe(date))

  it.each<readonly [written: string, date: string | undefined]>([
    ["260114", "2026-01-14"],
    ["360115", "2036-01-15"],
    ["991231", "1999-12-31"],
    ["000101", "2000-01-01"],
    ["750101", "2075-01-01"],
    ["760201", "1976-02-01"],
    ["<<<<<<", undefined],
    ["300231", undefined]
  ])("S58 expires %s: %s", (written, date) => expect(expiryOf(written, today)).toBe(date))
})
