/** Becomes part of the library: where the files are that it starts as threads. */
import { existsSync } from "node:fs"
import nodeModule from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * The address of a file of the library. A bundler puts our code elsewhere and leaves the files of threads behind: then they
 * are those of the package that is installed where the program lies or runs. Where it is not, a warning says so, and the
 * thread fails.
 */
export const threadAt = (name: string, from: string): URL => {
  const beside = new URL(name, from)
  if (existsSync(beside)) return beside
  for (const start of [from, pathToFileURL(join(process.cwd(), "package.json"))]) {
    try {
      const manifest = nodeModule.createRequire(start).resolve("bursar/package.json")
      const file = join(dirname(manifest), "dist", name)
      if (existsSync(file)) return pathToFileURL(file)
    } catch {
      // It is not installed there.
    }
  }
  process.emitWarning(
    `A thread of Bursar is missing, ${name}: this program was bundled, and runs where the package is not installed. ` +
      "Run npm install bursar effect there, or leave bursar outside of the bundle"
  )
  return beside
}
