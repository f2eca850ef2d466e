import { availableParallelism, constants, setPriority } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { bundledThreads } from "./test/threads.ts"
import manifest from "./package.json" with { type: "json" }

// The process that makes documents gives way to all others: where tests take both processors it would get one part in seventy. Tests
// and what they start have a lower priority, too, above that to which helper threads of a server give way.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL - 1)

/** A processor is left for the rest of the machine, but one worker alone would leave the other idle on two. */
export const maxWorkers = Math.max(2, availableParallelism() - 1)

/** The example that is a package of its own finds the sources by these: everything else finds them by its own name. */
export const alias = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string"
    ? []
    : [
        {
          find: new RegExp(`^bursar${name.slice(1)}$`),
          replacement: fileURLToPath(new URL(target["bursar-source"], import.meta.url))
        }
      ]
)

export default defineConfig({
  plugins: [bundledThreads()],
  resolve: { conditions: ["bursar-source"], alias },
  ssr: { resolve: { conditions: ["bursar-source"] } },
  test: {
    include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
    // These need a server, `npm run test:postgres`, and the registry, `npm run test:hosts`.
    exclude: ["test/postgres/**", "test/hosts/**"],
    setupFiles: ["test/published/checkAnswers.ts"],
    globalSetup: ["test/published/gatherMet.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Starting a process and loading the modules takes longer than the tests of most files: files of a worker share both.
    isolate: false,
    maxWorkers
  }
})
