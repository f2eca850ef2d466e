/**
 * The requirement list of the documentation service, D1 to D78: every number has a test that is named by it. The tests stand
 * with what they are about, in `test/docs` above all; a name may hold several numbers, or a range of them.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** Of the requirement list. */
const lastRequirement = 78

/** Where the tests of the service are. */
const folders = ["docs", "server", "postgres"]

const root = join(import.meta.dirname, "..")

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(root, folder, name))
)

/** A name of a test, or of a row that becomes one: a text that begins with a number of the list. */
const named = /["`](D\d+\b[^"`\n]*)["`]/g

/** The numbers in a name; `D22 to D29` are all of them. */
const numbersIn = (name: string): ReadonlyArray<number> =>
  Array.from(name.matchAll(/\bD(\d+)(?: to D(\d+))?\b/g)).flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at)
  )

describe("the requirement list of the documentation service", () => {
  const tested = new Set(
    files.flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(named)).flatMap(([, name = ""]) => numbersIn(name))
    )
  )

  it.each(Array.from({ length: lastRequirement }, (_, at) => at + 1))("D%i has a test", (number) => {
    expect(tested.has(number)).toBe(true)
  })

  it("has no number beyond the last", () => {
    expect([...tested].filter((number) => number < 1 || number > lastRequirement)).toEqual([])
  })
})
