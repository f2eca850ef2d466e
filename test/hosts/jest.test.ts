/** Jest with the packed package, as docs/testing.md and examples/18-jest have it. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { runAsUser } from "../packedPackage.ts"
import { install, temporaryFolder } from "./installation.ts"

/** Nothing was paid, so that each of the matchers must fail. */
const failing = `
import { expect, test } from "@jest/globals"
import { cards } from "bursar/cards"
import { matchers, TestEngine } from "bursar/testing"

expect.extend(matchers)

test.each(["toBeSettled", "toHaveDelivered"])("%s fails", (matcher) =>
  TestEngine.use({ plugins: [cards()] }, (engine) => expect(engine)[matcher]("payment.succeeded")))
`

describe("Jest", () => {
  const folder = temporaryFolder()
  beforeAll(() => install("examples/18-jest", folder, inject("tarball")))

  it("passes the test of the example", async () => {
    const { status, stderr } = await runAsUser("npm", ["test"], folder)
    expect(stderr).toMatch(/Tests: +1 passed, 1 total/)
    expect(status).toBe(0)
  })

  it("fails where a matcher does not hold", async () => {
    writeFileSync(join(folder, "failing.test.js"), failing)
    const { status, stderr } = await runAsUser("npm", ["test", "--", "failing"], folder)
    expect(stderr).toMatch(/Tests: +2 failed, 2 total/)
    expect(stderr).toContain("payment.succeeded")
    expect(status).toBe(1)
  })
})
