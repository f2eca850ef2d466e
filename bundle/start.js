/**
 * The `bursar` command in a checkout. It runs a bundle of the sources as they are now, which loads in half the time, and
 * makes it first where there is none; where it cannot be made, it runs the sources.
 */
import { bundleFolder } from "./sources.js"

const { existsSync } = process.getBuiltinModule("node:fs")
const { join } = process.getBuiltinModule("node:path")
const { pathToFileURL } = process.getBuiltinModule("node:url")

const main = join(bundleFolder(), "main.js")
if (!existsSync(main)) {
  const maker = join(import.meta.dirname, "make.ts")
  const { spawnSync } = process.getBuiltinModule("node:child_process")
  spawnSync(process.execPath, [maker], { stdio: ["ignore", "ignore", "inherit"] })
}
try {
  await import(existsSync(main) ? pathToFileURL(main).href : "../src/server/main.ts")
} catch (error) {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error
  process.stderr.write(
    `Bursar does not start, because a package is missing: run npm ci here, without --omit (${error.message})\n`
  )
  process.exitCode = 1
}
