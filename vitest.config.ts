import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/** A processor is left for the rest of the machine, but one worker alone would leave the other idle on two. */
export const maxWorkers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  resolve: { conditions: ["bursar-source"] },
  ssr: { resolve: { conditions: ["bursar-source"] } },
  test: {
    include: ["test/**/*.test.ts", "examples/*.test.ts"],
    // These need a server: `npm run test:postgres`.
    exclude: ["test/postgres/**"],
    setupFiles: ["test/published/checkAnswers.ts"],
    globalSetup: ["test/published/gatherMet.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers
  }
})
