/**
 * The requirement list of cards, C1 to C255: every number has its test. The tests are named by their numbers in the files
 * beside this one, in the order of the list within each section.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

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

  it("each number has one test, and no other number has any", () => {
    expect(tested.filter((number, at) => tested.indexOf(number) !== at)).toEqual([])
    expect(tested.toSorted()).toEqual(all.toSorted())
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
