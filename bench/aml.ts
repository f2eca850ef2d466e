/**
 * Monitoring against money laundering: what the rules cost per movement, whether that depends on the number of
 * customers, and whether they find exactly what an independent oracle finds. Rules and state in memory: no database.
 */
import { aml } from "bursar/cards"
import { expectedAlerts, type ExpectedAlert } from "./aml/oracle.ts"
import { plantMovements } from "./aml/planter.ts"
import { defineBench, numberOption } from "./options.ts"
import { openTable, writeLine } from "./report.ts"

type Movement = aml.Movement

/** Nanoseconds of each movement are sorted into microseconds, the last for all that took longer. */
const longestMicroseconds = 10_000

const measure = (movements: ReadonlyArray<Movement>) => {
  const simulation = aml.simulate()
  const histogram = new Uint32Array(longestMicroseconds + 1)
  const begun = process.hrtime.bigint()
  let before = begun
  for (const movement of movements) {
    simulation.take(movement)
    const now = process.hrtime.bigint()
    const microseconds = Math.min(longestMicroseconds, Math.floor(Number(now - before) / 1000))
    histogram[microseconds] = (histogram[microseconds] ?? 0) + 1
    before = now
  }
  const totalMicroseconds = Number(before - begun) / 1000
  const percentile = (part: number) => {
    let left = movements.length * part
    return histogram.findIndex((count) => (left -= count) <= 0)
  }
  return { simulation, mean: totalMicroseconds / movements.length, p50: percentile(0.5), p99: percentile(0.99) }
}

const textOf = ({ customer, period, rule, sarRequired, transactions }: ExpectedAlert): string =>
  JSON.stringify([rule, customer, period, sarRequired, transactions])

const compare = (found: ReadonlyArray<ExpectedAlert>, expected: ReadonlyArray<ExpectedAlert>) => {
  const [ours, theirs] = [new Set(found.map(textOf)), new Set(expected.map(textOf))]
  const missing = [...theirs].filter((text) => !ours.has(text))
  const extra = [...ours].filter((text) => !theirs.has(text))
  writeLine(
    `alerts: ${found.length} found, ${expected.length} expected, ${missing.length} missing, ${extra.length} too many`
  )
  for (const text of [...missing.slice(0, 3), ...extra.slice(0, 3)]) writeLine(`  ${text.slice(0, 300)}`)
  if (missing.length + extra.length > 0 || found.length !== expected.length) {
    throw new Error("The rules and the oracle differ")
  }
  const rules = new Map<string, number>()
  for (const { rule } of found) rules.set(rule, (rules.get(rule) ?? 0) + 1)
  for (const [rule, count] of [...rules].sort()) writeLine(`  ${rule.padEnd(24)}${String(count).padStart(8)}`)
}

/** `npm run bench -- aml`. */
export const amlRules = defineBench({
  summary: "cost of the monitoring rules per payment, and their equality with an oracle that looks through everything",
  options: {
    payments: numberOption(1_000_000, { min: 1_000, max: 5_000_000 }, "movements of money"),
    customers: numberOption(10_000, { min: 10, max: 1_000_000 }, "ordinary customers among whom they are shared"),
    seed: numberOption(1, { min: 0, max: 2 ** 31 }, "of the planter")
  },
  run: async ({ customers, payments, seed }) => {
    const movements = plantMovements({ seed, payments, customers })
    const row = openTable([
      { title: "customers", width: 10 },
      { title: "movements", width: 10 },
      { title: "mean µs", width: 9 },
      { title: "p50 µs", width: 7 },
      { title: "p99 µs", width: 7 }
    ])
    // Run through once before measuring, so that every size finds the code compiled.
    measure(plantMovements({ seed: seed + 1, payments: 50_000, customers: 1_000 }))
    for (const many of [1_000, 1_000_000]) {
      const spread = plantMovements({ seed, payments, customers: many })
      const { mean, p50, p99 } = measure(spread)
      row([String(many), String(spread.length), mean.toFixed(2), String(p50), String(p99)])
    }
    const { mean, p50, p99, simulation } = measure(movements)
    row([String(customers), String(movements.length), mean.toFixed(2), String(p50), String(p99)])
    writeLine("the oracle looks through everything: this takes minutes")
    compare(simulation.alerts(), expectedAlerts(movements))
    writeLine("equal: every alert, its rule, customer, day, report and payments")
  }
})
