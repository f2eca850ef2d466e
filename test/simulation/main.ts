/**
 * `npm run simulate -- --seed N --steps M [--store postgres]`: worlds of 200 steps, from seed N on, until M steps were made. With
 * `--mutants` each known fault is put back, in a process of its own, until the simulation finds it.
 */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { infect, mutants } from "./mutants.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "2000" },
    store: { type: "string", default: "sqlite" },
    mutant: { type: "string" },
    mutants: { type: "boolean", default: false }
  }
})

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Simulates until the steps are made, or, with a fault in the product, until something is found. */
const run = async () => {
  if (values.mutant !== undefined) infect(values.mutant)
  // Only now: what is loaded before is as it is.
  const { simulate, SimulationFailed, worldSteps } = await import("./simulate.ts")
  const { storesOf } = await import("./stores.ts")
  const stores = await storesOf(values.store)
  const [from, steps] = [Number(values.seed), Number(values.steps)]
  const began = performance.now()
  let failed = 0
  for (let seed = from, left = steps; left > 0; seed += 1, left -= worldSteps) {
    try {
      await simulate({ seed, steps: Math.min(left, worldSteps), ...stores.worldOf(seed) })
    } catch (failure) {
      if (!(failure instanceof SimulationFailed)) throw failure
      failed += 1
      say(`${failure.message}\n`)
      if (values.mutant !== undefined) break
    }
  }
  await stores.stop()
  say(`${steps} steps from seed ${from}: ${failed} worlds failed, ${Math.round(performance.now() - began)} ms`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** Puts every fault back, one after the other. */
const proveAll = () => {
  const own = ["--conditions=bursar-source", import.meta.filename, "--seed", values.seed, "--steps", values.steps]
  for (const [name, { fault }] of Object.entries(mutants)) {
    const { stderr, stdout } = spawnSync(process.execPath, [...own, "--mutant", name], {
      encoding: "utf8",
      maxBuffer: 2 ** 28
    })
    const [found = `not found${stderr === "" ? "" : `: ${stderr}`}`] = /^seed .*$/m.exec(stdout) ?? []
    if (!found.startsWith("seed")) process.exitCode = 1
    say(`| ${fault} | ${found} |`)
  }
}

if (values.mutants) proveAll()
else await run()
