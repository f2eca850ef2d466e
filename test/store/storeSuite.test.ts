import { describe, it } from "vitest"
import { layer } from "../../src/store/dialects/Sqlite.ts"
import { storeSuite } from "../../src/testing/storeSuite.ts"
import { temporaryFolder } from "./openStore.ts"

describe.each(["in memory", "on disk"])("a store %s", (place) => {
  it.each(storeSuite)("$name", ({ check }) =>
    check(() => layer({ folder: place === "in memory" ? ":memory:" : temporaryFolder() }))
  )
})
