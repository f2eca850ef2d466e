/** The configuration of a test run on a changed product: `BURSAR_MUTATION` names the change. */
import { defineConfig } from "vitest/config"
import config from "../../vitest.config.ts"
import { mutations } from "./mutations.ts"
import { replacedIn } from "./Mutation.ts"

const name = process.env["BURSAR_MUTATION"] ?? ""
const replacements = mutations[name]?.replacements ?? []

export default defineConfig({
  ...config,
  plugins: [
    ...(config.plugins ?? []),
    {
      name: "mutation",
      enforce: "pre",
      // Vitest keeps what it transformed between runs: each change has its own.
      configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => `mutation ${name}`),
      transform: (code, id) => replacedIn(replacements, id.replace(/\?.*$/, ""), () => code)
    }
  ],
  // What a changed product answers is not counted.
  test: { ...config.test, globalSetup: [], exclude: [], fileParallelism: false, maxWorkers: 1 }
})
