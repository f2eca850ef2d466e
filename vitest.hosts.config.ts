/** The packed package in programs of others, which are installed from the registry: `npm run test:hosts`. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/hosts/*.test.ts"],
    globalSetup: ["test/hosts/globalSetup.ts"],
    // Each waits for installations and programs, not for itself.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
