/**
 * The requirement list of the bank, B1 to B156 (decisions A.1 to A.17): every number names a test. Tests of the bank stand
 * beside what they are about; a number is in the title of one, or in the row of a table that is part of titles.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** Of the requirement list. */
const lastRequirement = 156

const folder = join(import.meta.dirname, "../bank")

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"))

/** Texts as titles and rows of tables are: `"B12 B14 %s is required"`, `["B118", …`, `"routing rules (B43, B151)"`. */
const texts = /["`]([^"`\n]*\bB\d[^"`\n]*)["`]/g
const first = /^(?:B\d+[,:]?(?: |$))+/
const last = /\(B\d+(?:, B\d+)*\)$/

const numbersOf = (text: string): ReadonlyArray<string> =>
  [first, last].flatMap((where) => where.exec(text)?.[0].match(/B\d+/g) ?? [])

const numbersIn = (file: string): ReadonlyArray<string> =>
  Array.from(readFileSync(join(folder, file), "utf8").matchAll(texts), (match) => match[1]!).flatMap(numbersOf)

describe("the requirement list of the bank", () => {
  const tested = new Set(files.flatMap(numbersIn))
  const all = Array.from({ length: lastRequirement }, (_, at) => `B${at + 1}`)

  it("each number names a test", () => {
    expect(all.filter((number) => !tested.has(number))).toEqual([])
  })

  it("no test is named by a number that the list has not", () => {
    expect([...tested].filter((number) => !all.includes(number))).toEqual([])
  })
})
