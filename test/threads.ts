/**
 * Starts the threads of the tests from the bundle that the server runs, as `npm start` does: from their sources each of
 * them would strip the types of all its modules by a WebAssembly program of its own.
 */
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"
import { bundleFolder } from "../bundle/sources.js"

/** Makes the bundle of the sources as they are now, if there is none, and leads to the threads in it. */
export const bundledThreads = (): Plugin => {
  const folder = bundleFolder()
  const atThread = /new URL\("\.\/(\w+)\.ts", import\.meta\.url\)/g
  return {
    name: "bundled threads",
    enforce: "pre",
    // Vitest keeps what it transformed between runs: what leads to this bundle is of no use with the next one.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(() => folder)
    },
    buildStart() {
      if (existsSync(folder)) return
      execFileSync(process.execPath, [join(import.meta.dirname, "../bundle/make.ts")], { stdio: "inherit" })
    },
    transform: {
      filter: { code: /new URL\("\.\/\w+\.ts", import\.meta\.url\)/ },
      handler: (code) =>
        code.replace(atThread, (written, name: string) => {
          const file = join(folder, `${name}.js`)
          return existsSync(file) ? `new URL(${JSON.stringify(pathToFileURL(file).href)})` : written
        })
    }
  }
}
