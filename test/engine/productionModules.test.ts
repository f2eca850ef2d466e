import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const loadedIn = (mode: "sandbox" | "production"): ReadonlyArray<string> => {
  const command = ["--conditions=bursar-source", join(import.meta.dirname, "loadedModules.ts"), mode]
  const { status, stderr, stdout } = spawnSync(process.execPath, command, { encoding: "utf8" })
  expect(status, stderr).toBe(0)
  return stdout.trim().split("\n")
}

const playing = (modules: ReadonlyArray<string>) =>
  modules.filter((path) => /^plugins\/(bank\/simulator|cards\/test-helpers)\//.test(path))

describe("an engine in production", () => {
  it("loads of simulators and test helpers what the published description needs, and nothing that plays", () => {
    expect(playing(loadedIn("production"))).toEqual([
      "plugins/bank/simulator/ach-scripts.ts",
      "plugins/bank/simulator/api.ts",
      "plugins/bank/simulator/jobs.ts",
      "plugins/bank/simulator/names.ts",
      "plugins/bank/simulator/scripts.ts",
      "plugins/bank/simulator/services.ts",
      "plugins/cards/test-helpers/TestFailure.ts",
      "plugins/cards/test-helpers/customer-api.ts",
      "plugins/cards/test-helpers/engine-api.ts",
      "plugins/cards/test-helpers/kyc-api.ts",
      "plugins/cards/test-helpers/money-api.ts",
      "plugins/cards/test-helpers/payment-api.ts"
    ])
    const inSandbox = playing(loadedIn("sandbox"))
    expect(inSandbox).toContain("plugins/bank/simulator/network.ts")
    expect(inSandbox).toContain("plugins/cards/test-helpers/operations.ts")
  })
})
