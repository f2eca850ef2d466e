#!/usr/bin/env node
/** The `bursar` command. It starts fast: compiled code is kept between runs, and only what is needed is loaded. */
import { existsSync } from "node:fs"
import nodeModule from "node:module"
import { basename, dirname, join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { nodeRefusal } from "../services/requiredNode.ts"
import { letHelpersGiveWay, letThreadsStaySmall } from "./helperThreads.ts"

/** When compiled code is written, after a start that had none: later than the first requests. It takes some 25 ms. */
const flushAfterMs = 3_000

/**
 * Keeps compiled code under `node_modules/.cache`: whoever can write there could change the program itself, which is not
 * so for Node's default, a folder that all users share. The second start is some 150 ms faster than the first. Where
 * the folder cannot be written, nothing happens.
 */
const keepCompiledCode = (): void => {
  const home = dirname(nodeModule.createRequire(import.meta.url).resolve("bursar/package.json"))
  const modules = basename(dirname(home)) === "node_modules" ? dirname(home) : join(home, "node_modules")
  if (process.env["NODE_COMPILE_CACHE"] !== undefined || !existsSync(modules)) return
  nodeModule.enableCompileCache(join(modules, ".cache", "bursar"))
  setTimeout(nodeModule.flushCompileCache, flushAfterMs).unref()
}

/**
 * Keeps what a request uses for a moment in the young generation. Where V8 has seen such objects outlive a collection, during
 * the start for example, it puts their like among the old from then on; and each of those keeps what it refers to until
 * the next full collection. A fifth of all that retrieves allocated was copied that way, and full collections came twice a second.
 * The old generation may grow by 60 % between full collections; by default it doubles and more: 363 instead of 452 MB at full
 * load where the command is started without the option of `npm start`.
 */
const keepRequestsYoung = (): void => {
  setFlagsFromString("--no-allocation-site-pretenuring")
  setFlagsFromString("--heap-growing-percent=60")
}

const main = async (): Promise<void> => {
  keepRequestsYoung()
  letHelpersGiveWay()
  letThreadsStaySmall()
  keepCompiledCode()
  // Whatever the server writes is for its owner only.
  process.umask(0o077)
  const args = process.argv.slice(2)
  const isPlain = args.length === 0 || (args.length === 1 && args[0] === "serve")
  const program = isPlain
    ? (await import("./commands/serve.ts")).serveCommand(process.env)
    : (await import("./commands/cli.ts")).runCli(args)
  const { runProcess } = await import("./run.ts")
  runProcess(program)
}

const refusal = nodeRefusal(process.versions.node)
if (refusal === undefined) await main()
else {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
}
