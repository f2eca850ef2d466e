/**
 * The requirement list of cards, C1 to C255: which file has the test of a number, and which numbers have none yet. The
 * tests are named by their numbers in the files beside this one, in the order of the list within each section.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** Requirements without a test yet, and why. A number that has a test must not be here, nor one that is gone. */
const notYet: Readonly<Record<string, string>> = {
  C14: "the verification of customers is not served yet; screening is",
  C73: "the verification of customers is not served yet",
  C74: "the verification of customers is not served yet",
  C121: "the verification of customers is not served yet",
  C122: "the verification of customers is not served yet",
  C129: "the verification of customers is not served yet",
  C154: "the verification of customers is not served yet",
  C155: "the verification of customers is not served yet",
  C156: "the verification of customers is not served yet",
  C157: "the verification of customers is not served yet",
  C158: "the verification of customers is not served yet",
  C159: "the verification of customers is not served yet",
  C160: "the verification of customers is not served yet",
  C228: "the verification of customers is not served yet",
  C229: "the verification of customers is not served yet"
}

/** Of the requirement list. */
const lastRequirement = 255

/** A test named by its number: `it("C117 …`. */
const named = /\bit\(\s*"(C\d+) /g

const files = readdirSync(import.meta.dirname).filter((name) => /^cards-.*\.test\.ts$/.test(name))

const numbersIn = (file: string): ReadonlyArray<string> =>
  Array.from(readFileSync(join(import.meta.dirname, file), "utf8").matchAll(named), (match) => match[1]!)

describe("the requirement list of cards", () => {
  const all = Array.from({ length: lastRequirement }, (_, at) => `C${at + 1}`)
  const tested = files.flatMap(numbersIn)

  it("each number has one test", () => {
    const twice = tested.filter((number, at) => tested.indexOf(number) !== at)
    expect(twice).toEqual([])
    expect(tested.filter((number) => !all.includes(number))).toEqual([])
  })

  it("exactly the numbers without one are told, each with its reason", () => {
    expect(all.filter((number) => !tested.includes(number))).toEqual(Object.keys(notYet))
    for (const reason of Object.values(notYet)) expect(reason).toMatch(/\S.{10,}/)
  })

  it.each(files.map((file) => [file] as const))("in order: %s", (file) => {
    // Where a later section speaks of what an earlier one began, the file goes on in a block of its own.
    const text = readFileSync(join(import.meta.dirname, file), "utf8")
    for (const block of text.split(/^describe\(/m)) {
      const numbers = Array.from(block.matchAll(named), (match) => Number(match[1]!.slice(1)))
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
  })
})
