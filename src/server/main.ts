#!/usr/bin/env node
/** The `bursar` command. It starts fast: compiled code is kept between runs, and only what is needed is loaded. */
import { existsSync } from "node:fs"
import { createRequire, enableCompileCache, flushCompileCache } from "node:module"
import { basename, dirname, join } from "node:path"

/** When compiled code is written, after a start that had none: later than the first requests. It takes some 25 ms. */
const flushAfterMs = 3_000

/**
 * Keeps compiled code under `node_modules/.cache`: whoever can write there could change the program itself, which is not
 * so for Node's default, a folder that all users share. The second start is some 150 ms faster than the first. Where
 * the folder cannot be written, nothing happens.
 */
const keepCompiledCode = (): void => {
  const home = dirname(createRequire(import.meta.url).resolve("bursar/package.json"))
  const modules = basename(dirname(home)) === "node_modules" ? dirname(home) : join(home, "node_modules")
  if (process.env["NODE_COMPILE_CACHE"] !== undefined || !existsSync(modules)) return
  enableCompileCache(join(modules, ".cache", "bursar"))
  setTimeout(flushCompileCache, flushAfterMs).unref()
}

const main = async (): Promise<void> => {
  keepCompiledCode()
  // Whatever the server writes is for its owner only.
  process.umask(0o077)
  const given = process.argv.slice(2).join(" ")
  const program =
    given === "" || given === "serve"
      ? (await import("./commands/serve.ts")).serveCommand
      : (await import("./commands/cli.ts")).cliCommand
  const { runProcess } = await import("./run.ts")
  runProcess(program)
}

await main()
