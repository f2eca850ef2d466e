/** The tests of everything that keeps data, on Postgres instead of SQLite: `npm run test:postgres`. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const standIn = fileURLToPath(new URL("test/postgres/StandIn.ts", import.meta.url))

export default defineConfig({
  resolve: {
    conditions: ["bursar-source"],
    alias: [{ find: /^.*\/store\/dialects\/Sqlite\.ts$/, replacement: standIn }]
  },
  ssr: { resolve: { conditions: ["bursar-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      // What is about SQLite, about no store at all, or starts servers of its own.
      "test/store/{Sqlite,GroupCommit}*.test.ts",
      "test/jobs/WorkerServe.test.ts",
      "test/{domain,server,services,tidy}/**",
      "test/{examples,pack,tidy}.test.ts"
    ],
    globalSetup: ["test/postgres/globalSetup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
