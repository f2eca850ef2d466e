/** The tests of everything that keeps data, on Postgres instead of SQLite: `npm run test:postgres`. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { leadingTo } from "./test/tidy/leadingTo.ts"
import { bundledThreads } from "./test/threads.ts"
import { readTree } from "./test/tidy/Tree.ts"
import { alias, maxWorkers } from "./vitest.config.ts"

/** A test whose imports do not lead to a store does here what it does in `npm test`. */
const onStore = Array.from(
  leadingTo(readTree(fileURLToPath(new URL(".", import.meta.url))), "src/store/dialects/Sqlite.ts")
).filter((path) => path.endsWith(".test.ts"))

const standIn = fileURLToPath(new URL("test/postgres/StandIn.ts", import.meta.url))

export default defineConfig({
  plugins: [bundledThreads()],
  resolve: {
    conditions: ["bursar-source"],
    alias: [...alias, { find: /^.*\/store\/dialects\/Sqlite\.ts$/, replacement: standIn }]
  },
  ssr: { resolve: { conditions: ["bursar-source"] } },
  test: {
    include: [...onStore, "test/postgres/*.test.ts"],
    exclude: [
      // What is about SQLite, or starts servers of its own.
      "test/store/{Sqlite,GroupCommit}*.test.ts",
      "test/jobs/WorkerServe.test.ts",
      "test/{crash,server,services,tidy}/**",
      // What is about the client, whatever keeps the data of its server.
      "test/client/**",
      // What people do in a browser.
      "test/console/{stories*,axe}.test.ts",
      // What is about texts, messages and the form of requests, whatever keeps them.
      "test/bank/messages/**",
      "test/bank/{month,catalogue/catalogue}.test.ts",
      "test/conformance/{endpoints,errors}.test.ts",
      "test/cards/bad-input.test.ts",
      // What is about the form of answers, and about what is refused before anything is stored. Limits, keys and directories, which
      // they touch, are read and written by test/bank/{admission,administration}, test/cards/{idempotency,payment-methods}*.
      "test/bank/{frame,wire/admission,ach/requests}.test.ts",
      "test/cards/payment-methods-http.test.ts",
      "test/conformance/cards-a01-frame.test.ts",
      // What counts statements, and the short simulation: orders of operations run here, too.
      "test/cards/aml/cost.test.ts",
      "test/simulation/simulation.test.ts",
      "test/published/**",
      "test/docs/{checks,outputs,sources,transformations,writer}/**",
      "test/{documents,examples,pack,tidy}.test.ts",
      "examples/**"
    ],
    isolate: false,
    maxWorkers,
    setupFiles: ["test/published/checkAnswers.ts"],
    globalSetup: ["test/postgres/globalSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
