import { describe, expect, it } from "vitest"
import { isInRegion, regionNamed, regions, type RegionalAddress } from "../../src/domain/Region.ts"

const regionOf = (address: RegionalAddress) =>
  Object.values(regions)
    .filter((region) => isInRegion(region, address))
    .map(({ name }) => name)

describe("regions under sanctions", () => {
  it.each([
    ["UA-43", "Crimea"],
    ["UA-40", "Crimea"],
    ["UA43", "Crimea"],
    ["ua 40", "Crimea"],
    ["40", "Crimea"],
    ["43", "Crimea"],
    ["Crimea", "Crimea"],
    [" CRIMEA ", "Crimea"],
    ["Autonomous Republic of Crimea", "Crimea"],
    ["Avtonomna Respublika Krym", "Crimea"],
    ["Автономна Республіка Крим", "Crimea"],
    ["Республика Крым", "Crimea"],
    ["Sevastopol", "Crimea"],
    ["Sevastopol’", "Crimea"],
    ["City of Sevastopol", "Crimea"],
    ["м. Севастополь", "Crimea"],
    ["UA-14", "Donetsk"],
    ["14", "Donetsk"],
    ["Donets'ka Oblast", "Donetsk"],
    ["Donetsk People’s Republic", "Donetsk"],
    ["Донецька область", "Donetsk"],
    ["UA-09", "Luhansk"],
    ["9", "Luhansk"],
    ["Lugansk", "Luhansk"],
    ["Luhanska obl.", "Luhansk"],
    ["Луганская Народная Республика", "Luhansk"]
  ])("the state %j in Ukraine is in %s", (state, name) => {
    expect(regionOf({ country: "UA", state })).toEqual([name])
  })

  it.each([
    [{ country: "UA", state: "30" }],
    [{ country: "UA", state: "Kyiv", city: "Kyiv" }],
    [{ country: "UA", state: "UA-30" }],
    [{ country: "UA" }],
    [{ country: "US", state: "CA", city: "Sebastopol" }],
    [{ country: "FR", state: "14" }],
    [{ country: "RU", state: "Rostov Oblast", city: "Donetsk" }],
    [{ state: "40" }],
    [{}]
  ])("%j is in none", (address) => {
    expect(regionOf(address)).toEqual([])
  })

  it("is found under the country that claims it, without a country, and by a city of its name", () => {
    expect(regionOf({ country: "RU", state: "Republic of Crimea" })).toEqual(["Crimea"])
    expect(regionOf({ country: "RU", city: "Sevastopol" })).toEqual(["Crimea"])
    expect(regionOf({ state: "Crimea" })).toEqual(["Crimea"])
    expect(regionOf({ state: "UA-09" })).toEqual(["Luhansk"])
    expect(regionOf({ country: "UA", city: "Donetsk" })).toEqual(["Donetsk"])
  })

  it("is named by each of its codes and spellings", () => {
    expect(["UA-40", "Krym", "donetsk", "UA-09", "Kyiv"].map((word) => regionNamed(word)?.name)).toEqual([
      "Crimea",
      "Crimea",
      "Donetsk",
      "Luhansk",
      undefined
    ])
  })
})
