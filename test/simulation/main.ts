/**
 * `npm run simulate -- --seed N --steps M [--store postgres|earlier] [--processes 2] [--rails|--outside] [--keep]`: worlds of 200 steps, from seed N on, until M steps were made.
 * With `--rails` the worlds are those of every rail of the bank, with `--outside` those of live mode. With `--keep` a world that fails becomes a test. With `--orders 3` all orders of three operations on one object instead. With `--mutants`
 * each known fault is put back, in a process of its own, until something finds it; with `--mutant NAME` one of them.
 */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { keepWorld } from "./found.ts"
import { infect, mutants } from "./mutants.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "2000" },
    store: { type: "string", default: "sqlite" },
    processes: { type: "string", default: "1" },
    orders: { type: "string" },
    rails: { type: "boolean", default: false },
    outside: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    mutant: { type: "string" },
    mutants: { type: "boolean", default: false }
  }
})

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Simulates until the steps are made, or, with a fault in the product, until something is found. Gives how many worlds failed. */
const runWorlds = async (): Promise<number> => {
  const { simulate, SimulationFailed, worldSteps } = await import("./simulate.ts")
  const { simulateOutside } = await import("./outsideWorld.ts")
  const { storesOf } = await import("./stores.ts")
  const stores = await storesOf(values.store, Number(values.processes))
  let failed = 0
  for (let seed = Number(values.seed), left = Number(values.steps); left > 0; seed += 1, left -= worldSteps) {
    try {
      const of = { seed, steps: Math.min(left, worldSteps) }
      if (values.outside) await simulateOutside(of)
      else await simulate({ ...of, ofRails: values.rails, ...stores.worldOf(seed) })
    } catch (failure) {
      if (!(failure instanceof SimulationFailed)) throw failure
      failed += 1
      say(`${failure.message}\n`)
      const { keep, processes, rails: ofRails, store } = values
      if (keep) keepWorld({ seed, steps: Math.max(failure.step, 1), store, processes: Number(processes), ofRails })
      if (values.mutant !== undefined) break
    }
  }
  await stores.stop()
  return failed
}

/** Tries the orders of operations on one object. Gives how many scenarios failed. */
const runOrders = async (): Promise<number> => {
  const { interleave } = await import("./interleave.ts")
  const { scenarios } = await import("./scenarios.ts")
  const { Unexpected } = await import("./World.ts")
  let failed = 0
  for (const scenario of scenarios) {
    try {
      say(`${scenario.name}: ${await interleave(scenario, Number(values.orders))} orders`)
    } catch (failure) {
      if (!(failure instanceof Unexpected)) throw failure
      failed += 1
      say(`orders of ${scenario.name}: ${failure.message}\n`)
      if (values.mutant !== undefined) break
    }
  }
  return failed
}

const run = async () => {
  // Only then: what is loaded before is as it is.
  if (values.mutant !== undefined) infect(values.mutant)
  const began = performance.now()
  const isWhole = values.orders === undefined
  const failed = isWhole ? await runWorlds() : await runOrders()
  if (isWhole)
    say(
      `${values.steps} steps from seed ${values.seed}: ${failed} worlds failed, ${Math.round(performance.now() - began)} ms`
    )
  process.exitCode = failed === 0 ? 0 : 1
}

const firstOf = (name: string, rest: ReadonlyArray<string>): string | undefined => {
  const own = ["--conditions=bursar-source", import.meta.filename, "--mutant", name, ...rest]
  const { stderr, stdout } = spawnSync(process.execPath, own, { encoding: "utf8", maxBuffer: 2 ** 28 })
  if (stderr !== "") process.stderr.write(stderr)
  return /^(?:seed|orders of) .*$/m.exec(stdout)?.[0]
}

/** Puts every fault back, one after the other: worlds look for it, and the orders of two and of three operations. */
const proveAll = () => {
  for (const [name, { fault, worlds = [] }] of Object.entries(mutants)) {
    const inWorlds = firstOf(name, ["--seed", values.seed, "--steps", values.steps, ...worlds])
    const found = inWorlds ?? firstOf(name, ["--orders", "2"]) ?? firstOf(name, ["--orders", "3"])
    if (found === undefined) process.exitCode = 1
    say(`| ${fault} | ${found ?? "nothing"} |`)
  }
}

if (values.mutants) proveAll()
else await run()
