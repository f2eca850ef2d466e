import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { conditions: ["bursar-source"] },
  ssr: { resolve: { conditions: ["bursar-source"] } },
  test: {
    include: ["test/**/*.test.ts", "examples/*.test.ts"],
    // These need a server: `npm run test:postgres`.
    exclude: ["test/postgres/**"],
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
