/** The candidates of a search: names that share a word with the subject, or one like it. */
import { describe, expect, it } from "@effect/vitest"
import { makeNameIndex } from "../../../src/services/screening/NameIndex.ts"

const index = makeNameIndex([
  {
    list: "own",
    stateDate: "2026-01-01",
    version: "1",
    entries: [
      { entryId: "1", entityType: "individual", name: "Ivan Petrov", aliases: ["Wanja"], weakAliases: ["The Bear"] },
      { entryId: "2", entityType: "business", name: "Petrov & Sons" },
      { entryId: "3", entityType: "individual", name: "..." }
    ]
  }
])

const names = (...tokens: ReadonlyArray<string>) => index.candidates(tokens).map(({ name }) => name)

describe("NameIndex", () => {
  it("finds every name with an equal word, in the order of the lists", () => {
    expect(names("petrov")).toEqual(["Ivan Petrov", "Petrov & Sons"])
  })

  it("finds names by a word with a typing error, each once", () => {
    expect(names("petrow", "ivann", "petrov")).toEqual(["Ivan Petrov", "Petrov & Sons"])
  })

  it("finds aliases, and marks the weak ones", () => {
    expect(index.candidates(["wanja"])).toMatchObject([{ name: "Wanja", weak: false, entry: { entryId: "1" } }])
    expect(index.candidates(["bear"])).toMatchObject([{ name: "The Bear", weak: true }])
  })

  it("finds nothing for unlike words or none", () => {
    expect(names("karlov")).toEqual([])
    expect(names()).toEqual([])
  })
})
