import { describe, expect, it } from "vitest"
import { publicNamesHaveDocstrings } from "./docstringRules.ts"

const manifest = JSON.stringify({ exports: { ".": { "bursar-source": "./src/index.ts" } } })

const refused = (files: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  publicNamesHaveDocstrings(new Map(Object.entries({ "package.json": manifest, ...files }))).map(
    ({ path, line, what }) => `${path}:${line} ${what}`
  )

const header = "/** A file. */\nimport b from 'effect'\n"

describe("a docstring", () => {
  it.each([
    ["const a = 1"],
    ["function a() {}"],
    ["async function* a() {}"],
    ["abstract class a {}"],
    ["interface a {}"],
    ["type a = 1"]
  ])("must stand before an exported %s", (declaration) => {
    const index = `export { a } from "./a.ts"`
    expect(refused({ "src/index.ts": index, "src/a.ts": `${header}/** A. */\nexport ${declaration}` })).toEqual([])
    expect(refused({ "src/index.ts": index, "src/a.ts": `${header}export ${declaration}` })).toEqual([
      "src/a.ts:3 exports a without a docstring"
    ])
  })

  it("is not a comment of another kind, nor one that stands further up", () => {
    const at = (text: string) => refused({ "src/index.ts": header + text })
    expect(at("// A.\nexport const a = 1")).toHaveLength(1)
    expect(at("/* A. */\nexport const a = 1")).toHaveLength(1)
    expect(at("/** B. */\nconst b = 1\nexport const a = 1")).toHaveLength(1)
  })

  it("is looked for where a name is declared, through renames, lists, namespaces and whole modules", () => {
    const undocumented = `${header}export const a = 1\nconst b = 2\nexport { b }`
    const through = (index: string, between = "") =>
      refused({ "src/index.ts": index, "src/between.ts": between, "src/a.ts": undocumented })
    const a = "src/a.ts:3 exports a without a docstring"
    const b = "src/a.ts:4 exports b without a docstring"
    expect(through(`export { a as c } from "./a.ts"`)).toEqual([a])
    expect(through(`export type { b } from "./a.ts"`)).toEqual([b])
    expect(through(`export * as c from "./a.ts"`)).toEqual([a, b])
    expect(through(`export * from "./between.ts"`, `export { a } from "./a.ts"`)).toEqual([a])
    expect(through(`export { c } from "./between.ts"`, `import { a as c } from "./a.ts"\nexport { c }`)).toEqual([a])
  })

  it("cannot be missing because the declaration is not found", () => {
    expect(refused({ "src/index.ts": `export { c } from "./a.ts"`, "src/a.ts": header })).toEqual([
      "src/a.ts:1 exports c, which is declared nowhere"
    ])
  })

  it("is asked of every plugin's index, and not of what stays inside", () => {
    const files = {
      "src/index.ts": `export { a } from "./a.ts"`,
      "src/a.ts": `${header}/** A. */\nexport const a = 1\nexport const inside = 2`,
      "plugins/bank/index.ts": `${header}export const bank = 1`
    }
    expect(refused(files)).toEqual(["plugins/bank/index.ts:3 exports bank without a docstring"])
  })
})
