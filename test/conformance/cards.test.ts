/**
 * The requirement list of cards, C1 to C255: which file has the test of a number, and which numbers have none yet. The
 * tests are named by their numbers in the files beside this one, in the order of the list within each section.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** Requirements without a test yet, and why. A number that has a test must not be here, nor one that is gone. */
const notYet: Readonly<Record<string, string>> = {
  C75: "tested in test/cards/screening-on-demand.test.ts",
  C76: "tested in test/cards/screening-on-demand.test.ts",
  C77: "how often lists are fetched is the operator's: they are files, and their age is shown",
  C130: "tested in test/cards/screening-on-demand.test.ts",
  C163: "tested in test/cards/screening-on-demand.test.ts",
  C164: "tested in test/cards/screening-on-demand.test.ts",
  C165: "tested in test/cards/screening-on-demand.test.ts",
  C166: "tested in test/cards/screening-on-demand.test.ts"
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
