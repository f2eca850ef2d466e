/** What dates of birth and countries change about a score. */
import { describe, expect, it } from "@effect/vitest"
import { countryEffect, dateOfBirthEffect } from "../../../src/services/screening/attributes.ts"

const births: ReadonlyArray<readonly [string, string, number, boolean]> = [
  ["the same day", "1960-04-01", 5, true],
  ["the same month, day not listed", "1960-04", 3, true],
  ["the same year, day not listed", "1960", 3, true],
  ["another day of the year", "1960-09-30", 0, false],
  ["another month, day not listed", "1960-05", 0, false],
  ["a range around it", "1955/1965", 0, false],
  ["2 years off", "1962-04-01", 0, false],
  ["2 years before a range", "1962/1970", 0, false],
  ["3 years later", "1963-01-01", -20, false],
  ["3 years earlier", "1957", -20, false],
  ["3 years before a range", "1963/1970", -20, false]
]

describe("dateOfBirthEffect", () => {
  it.each(births)("S16: %s (%s) gives %i points", (_case, listed, points, agrees) => {
    expect(dateOfBirthEffect("1960-04-01", [listed])).toEqual({
      points,
      agrees,
      reason: { compared: "date_of_birth", subject: "1960-04-01", listed, points }
    })
  })

  it("S16: is neutral where either side is missing", () => {
    expect(dateOfBirthEffect(undefined, ["1960"])).toEqual({ points: 0, agrees: false })
    expect(dateOfBirthEffect("1960-04-01", [])).toEqual({ points: 0, agrees: false })
    expect(dateOfBirthEffect("1960-04-01")).toEqual({ points: 0, agrees: false })
  })

  it("S16: takes the best of several listed dates", () => {
    expect(dateOfBirthEffect("1960-04-01", ["1940", "1960", "1990"])).toMatchObject({ points: 3, agrees: true })
  })
})

describe("countryEffect", () => {
  it.each(["QZ", "ZZ", "Narnia"])("%s is no country and lowers no score", (code) => {
    expect(countryEffect(code, ["GB"])).toEqual({ points: 0, agrees: false })
  })

  it("S17: lowers only where the entry has countries and none is the subject's", () => {
    expect(countryEffect("US", ["RU", "BY"]).points).toBe(-10)
    expect(countryEffect("BY", ["RU", "BY"]).points).toBe(0)
    expect(countryEffect("US", []).points).toBe(0)
    expect(countryEffect("US").points).toBe(0)
    expect(countryEffect(undefined, ["RU"]).points).toBe(0)
  })

  it("S17: agrees without raising", () => {
    expect(countryEffect("UK", ["GB"])).toMatchObject({ points: 0, agrees: true })
    expect(countryEffect("GB", ["UK"])).toMatchObject({ points: 0, agrees: true })
    expect(countryEffect("RU", ["RU"])).toMatchObject({ points: 0, agrees: true })
  })
})
