/**
 * Makes the bundle of the program. Without an argument it is that of the sources as they are now, for `bundle/start.js`, with
 * what the client takes from the published documents; when it cannot be made, a warning says so, and the exit code stays 0.
 * With a folder as its argument it goes there.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { bundleFolder } from "./sources.js"

/** Bundles for `bundle/start.js` that stay: a server may still run from an older one, and load more of it. */
const kept = 3

/** A program without a console is one that says how to get it: a host may have left out what builds it. */
const makeConsole = async (folder: string): Promise<void> => {
  try {
    const { writeConsole } = await import("./console.ts")
    await writeConsole(folder)
  } catch (error) {
    const [reason] = String(error).split("\n")
    process.stderr.write(`Bursar will start without its console: it was not built (${reason})\n`)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes beside the folder and gives it its name at the end: whoever finds it finds it whole, also of two at once. */
const makeBundle = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.${process.pid}`
  try {
    const { writeProgram } = await import("./bundles.ts")
    await writeProgram(unfinished)
    await makeConsole(join(unfinished, "console"))
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(join(folder, "main.js"))) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

const dropOlder = (folder: string): void => {
  const all = readdirSync(folder).map((name) => ({ name, madeMs: statSync(join(folder, name)).mtimeMs }))
  const older = all.sort((one, other) => other.madeMs - one.madeMs).slice(kept)
  for (const { name } of older) rmSync(join(folder, name), { recursive: true, force: true })
}

const [given] = process.argv.slice(2)
if (given !== undefined) {
  rmSync(given, { recursive: true, force: true })
  await makeBundle(resolve(given))
} else {
  const client = join(import.meta.dirname, "../test/published/client/write.ts")
  if (existsSync(client)) spawnSync(process.execPath, [client], { stdio: ["ignore", "ignore", "inherit"] })
  const folder = bundleFolder()
  try {
    if (!existsSync(folder)) {
      await makeBundle(folder)
      dropOlder(dirname(folder))
    }
  } catch (error) {
    const [reason] = String(error).split("\n")
    process.stderr.write(`Bursar will start from its sources, which takes longer: no bundle was made (${reason})\n`)
  }
}
