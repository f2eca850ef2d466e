import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { conditions: ["bursar-source"] },
  ssr: { resolve: { conditions: ["bursar-source"] } },
  test: {
    include: ["test/**/*.test.ts", "examples/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
