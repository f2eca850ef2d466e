import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { leadingTo } from "./leadingTo.ts"
import { readTree } from "./Tree.ts"

const tree = new Map([
  ["package.json", `{"exports":{"./store":{"bursar-source":"./src/store.ts"},"./package.json":"./package.json"}}`],
  ["src/store.ts", `export const store = 1`],
  ["src/engine.ts", `export { store } from "./store.ts"`],
  ["src/thread.ts", `import "./engine.ts"`],
  ["src/money.ts", `import type { Store } from "./store.ts"`],
  ["test/engine.test.ts", `import * as engine from "../src/engine.ts"`],
  ["test/named.test.ts", `import { store } from "bursar/store"`],
  ["test/loaded.test.ts", `new Worker(new URL("../src/thread.ts", import.meta.url))`],
  ["test/money.test.ts", `import { money } from "../src/money.ts"`]
])

describe("what leads to a file", () => {
  it("is whatever imports it at the end, by path or public name, at once or when it runs", () => {
    expect([...leadingTo(tree, "src/store.ts")].sort()).toEqual([
      "src/engine.ts",
      "src/store.ts",
      "src/thread.ts",
      "test/engine.test.ts",
      "test/loaded.test.ts",
      "test/named.test.ts"
    ])
  })

  it("are the tests that keep data, and not those of pure rules, where the file is a store", () => {
    const found = leadingTo(readTree(join(import.meta.dirname, "../..")), "src/store/dialects/Sqlite.ts")
    for (const kept of ["cards/payments", "bank/scenarios", "docs/generations", "store/commit", "engine/Engine"]) {
      expect(found).toContain(`test/${kept}.test.ts`)
    }
    expect(found).not.toContain("test/cards/Payment.test.ts")
    expect(found).not.toContain("test/docs/transformations/transformText.test.ts")
  })
})
