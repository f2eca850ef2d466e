/**
 * The requirement list of screening, monitoring and verification, S1 to S64: every number has a test that names it, beside
 * what it is about. The names begin with their numbers: "S28: …", "C94, S51: …".
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** Of the requirement list. */
const lastRequirement = 64

/** Where the tests of compliance are. */
const folders = ["cards", "conformance", "engine", "server", "services"]

/** The beginning of a name, or of a row of a table whose first cell is its name: one number or more, then what it says. */
const named = /(?:\b(?:it|describe)(?:\.\w+)?\(|\n\s+\[|\)\()\s*["`]((?:[CS]\d+(?:[-–][CS]\d+)?,? ?)+:? )/g

const test = join(import.meta.dirname, "..")

const files = folders.flatMap((folder) =>
  readdirSync(join(test, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(test, folder, name))
)

const numbersIn = (file: string): ReadonlyArray<string> =>
  Array.from(readFileSync(file, "utf8").matchAll(named)).flatMap(([, numbers]) => numbers!.match(/S\d+/g) ?? [])

describe("the requirement list of screening, monitoring and verification", () => {
  it("each number has a test, and no other number has any", () => {
    const all = Array.from({ length: lastRequirement }, (_, at) => `S${at + 1}`)
    const tested = new Set(files.flatMap(numbersIn))
    expect(all.filter((number) => !tested.has(number))).toEqual([])
    expect([...tested].filter((number) => !all.includes(number))).toEqual([])
  })
})
