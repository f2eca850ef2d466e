/** Dates of birth and countries as lists print them. */
import { describe, expect, it } from "vitest"
import { countryCode, countriesIn } from "../../../src/services/screening/sources/countries.ts"
import { dayIn, readListedDate } from "../../../src/services/screening/sources/dates.ts"

const dates: ReadonlyArray<readonly [string, string | undefined]> = [
  ["1955", "1955"],
  ["31 Aug 1960", "1960-08-31"],
  ["4 Apr. 1944", "1944-04-04"],
  ["Aug 1960", "1960-08"],
  ["11.8.1960", "1960-08-11"],
  ["00/00/1980", "1980"],
  ["00/05/1980", "1980-05"],
  ["14/07/1970", "1970-07-14"],
  ["1970-07-14", "1970-07-14"],
  ["circa 1958", "1956/1960"],
  ["circa 31 Aug 1958", "1956/1960"],
  ["1957 to 1960", "1957/1960"],
  ["1987-1988", "1987/1988"],
  ["01 Jan 1957 to 31 Dec 1960", "1957-01-01/1960-12-31"],
  ["31 Feb 1960", undefined],
  ["31 Foo 1960", undefined],
  ["0000", undefined],
  ["unknown", undefined]
]

describe("S16 readListedDate", () => {
  it.each(dates)("reads %s as %s", (printed, date) => {
    expect(readListedDate(printed)).toBe(date)
  })
})

describe("dayIn", () => {
  it("finds a day in the name or the head of a file", () => {
    expect(dayIn("sdn-2024-07-02.csv")).toBe("2024-07-02")
    expect(dayIn("20260821-fullSanctionsList.csv")).toBe("2026-08-21")
    expect(dayIn("Last Updated,13/04/2018,,")).toBe("2018-04-13")
    expect(dayIn("sdn.csv")).toBeUndefined()
  })
})

describe("countryCode", () => {
  const countries: ReadonlyArray<readonly [string, string | undefined]> = [
    ["Saudi Arabia", "SA"],
    ["1) Saudi Arabia", "SA"],
    ["Afghanistan (since 2009)", "AF"],
    ["Korea, North", "KP"],
    ["Russian Federation", "RU"],
    ["Türkiye", "TR"],
    ["Iran (Islamic Republic of)", "IR"],
    ["DE", "DE"],
    ["Atlantis", undefined]
  ]
  it.each(countries)("reads %s as %s", (printed, code) => {
    expect(countryCode(printed)).toBe(code)
  })

  it("reads several in one field", () => {
    expect(countriesIn("1) Saudi Arabia 2) Qatar")).toEqual(["SA", "QA"])
    expect(countriesIn("Austria; Germany")).toEqual(["AT", "DE"])
  })
})
