/**
 * The architecture as a test: the rules of `test/tidy` over the repository as it is. Each says file, line, what is wrong
 * and why; the tables are in `tidy/importTable.ts`, `tidy/wordTable.ts` and `tidy/sizeRules.ts`.
 */
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { publicNamesHaveDocstrings } from "./tidy/docstringRules.ts"
import * as imports from "./tidy/importRules.ts"
import { filesAreShort, functionsAreShort } from "./tidy/sizeRules.ts"
import { describeViolation, readTree, type Rule } from "./tidy/Tree.ts"
import { exceptionsAreNeeded, wordsFollowTheTable } from "./tidy/wordRules.ts"

const tree = readTree(join(import.meta.dirname, ".."))

const rules: ReadonlyArray<readonly [sentence: string, rule: Rule]> = [
  ["imports only what the import table allows it", imports.importsFollowTheTable],
  ["is in a row of the import table", imports.everyFileHasARow],
  ["takes no service into an entity", imports.entitiesTakeNoService],
  ["imports modules of Node only where the program is bound to Node", imports.nodeStaysAtTheEdge],
  ["does not import the index of its own folder", imports.noIndexFromInside],
  ["is in no import cycle", imports.noCycles],
  ["is reached from a public entry", imports.noDeadFiles],
  ["says no word that the word table refuses it", wordsFollowTheTable],
  ["has no exception that it no longer needs", exceptionsAreNeeded],
  ["is not longer than a story", filesAreShort],
  ["has no function that is longer than a screen", functionsAreShort],
  ["explains what it exports to the public", publicNamesHaveDocstrings]
]

describe("the tree", () => {
  it("is read whole: every folder with code is in it", () => {
    const folders = new Set(Array.from(tree.keys(), (path) => path.split("/")[0]))
    expect(Array.from(folders).sort()).toEqual([
      "bench",
      "bundle",
      "examples",
      "package.json",
      "plugins",
      "src",
      "test"
    ])
    expect(tree.has("src/index.ts") && tree.has("test/tidy.test.ts")).toBe(true)
  })
})

describe("every file", () => {
  it.each(rules)("%s", (_, rule) => {
    expect(rule(tree).map(describeViolation)).toEqual([])
  })
})
