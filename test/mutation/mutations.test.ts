/** Each change can still be made. That tests notice them: `npm run mutate`. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { mutants } from "../simulation/mutants.ts"
import { replacedIn } from "./Mutation.ts"
import { mutations } from "./mutations.ts"

const root = join(import.meta.dirname, "../..")

describe("a change that tests must notice", () => {
  it.each(Object.entries({ ...mutations, ...mutants }))("%s can be made", (_name, { replacements }) => {
    for (const { file } of replacements) {
      const path = join(root, file)
      const source = readFileSync(path, "utf8")
      expect(replacedIn(replacements, path, () => source)).not.toBe(source)
    }
  })

  it("names test files that are there", () => {
    for (const file of Object.values(mutations).flatMap(({ killers }) => killers)) {
      expect(existsSync(join(root, file)), file).toBe(true)
    }
  })
})
