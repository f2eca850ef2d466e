/** Entry of `npm run bench -- NAME [--option value]`: runs one bench, or lists them when no name is given. */
import { comparison, everyBench } from "./all.ts"
import { amlRules } from "./aml.ts"
import { bankAch } from "./bank-ach.ts"
import { bankInstant } from "./bank-instant.ts"
import { bankMonth } from "./bank-month.ts"
import { bankWaiting } from "./bank-waiting.ts"
import { budget } from "./budget.ts"
import { consoleInBrowser } from "./console.ts"
import { client } from "./client.ts"
import { clock } from "./clock.ts"
import { create } from "./create.ts"
import { docsBlind } from "./docs-blind.ts"
import { docsHostile } from "./docs-hostile.ts"
import { docsReference } from "./docs-reference.ts"
import { docsRubric } from "./docs-rubric.ts"
import { hostile } from "./hostile.ts"
import { inProcess } from "./in-process.ts"
import { kyc } from "./kyc.ts"
import { longLife } from "./long-life.ts"
import { list } from "./list.ts"
import { memory } from "./memory.ts"
import type { Bench } from "./options.ts"
import { measuredFigures, writeLine } from "./report.ts"
import { overload } from "./overload.ts"
import { comparePeers } from "./peers.ts"
import { postgres } from "./postgres.ts"
import { retrieve } from "./retrieve.ts"
import { screening, screeningReload } from "./screening.ts"
import { screeningUnseen } from "./screening-unseen.ts"
import { riskDecision } from "./risk.ts"
import { startup } from "./startup.ts"
import { testEngine } from "./test-engine.ts"

const measured: Readonly<Record<string, Bench>> = {
  create,
  retrieve,
  list,
  "in-process": inProcess,
  clock,
  "test-engine": testEngine,
  risk: riskDecision,
  startup,
  memory,
  postgres,
  "docs-reference": docsReference,
  "docs-hostile": docsHostile,
  "docs-blind": docsBlind,
  docs: docsRubric,
  screening,
  "screening-reload": screeningReload,
  "screening-unseen": screeningUnseen,
  aml: amlRules,
  "bank-ach": bankAch,
  "bank-instant": bankInstant,
  "bank-month": bankMonth,
  "bank-waiting": bankWaiting,
  kyc,
  hostile,
  console: consoleInBrowser,
  "long-life": longLife,
  budget,
  overload,
  peers: comparePeers,
  client
}

const benches: Readonly<Record<string, Bench>> = { ...measured, all: everyBench(measured), compare: comparison }

const listBenches = (): void => {
  writeLine("npm run bench -- NAME [--option value]")
  for (const [name, bench] of Object.entries(benches)) {
    writeLine()
    writeLine(`${name}: ${bench.summary}`)
    for (const [option, { initial, isFlag, meaning }] of Object.entries(bench.options)) {
      const fallback = String(initial) === "" || isFlag === true ? "" : `, default ${String(initial)}`
      writeLine(`  --${option}  ${meaning}${fallback}`)
    }
  }
}

const [name, ...args] = process.argv.slice(2)
// The default action of these signals would skip the cleaning up that hangs on `exit`.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

const bench = name === undefined ? undefined : benches[name]
if (bench === undefined) {
  listBenches()
  process.exit(name === undefined ? 0 : 1)
}
try {
  await bench.run(args)
  // To `all` and `compare`, which run this in a process of its own.
  if (process.send !== undefined) await new Promise((sent) => process.send?.(measuredFigures(), undefined, {}, sent))
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
