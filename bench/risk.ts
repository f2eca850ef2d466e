/**
 * P14: what the risk and authentication decision of a payment takes, in process: the method is found, the counters and
 * the account's rules are read in one statement, the model scores, the rules judge, and strong authentication is
 * decided with its own history. It leaves out everything that is written, and the request around it.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "bursar"
import * as Effect from "effect/Effect"
import { cards, payments, risk, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"

const masterKey = Buffer.alloc(32, 1).toString("base64")
const account = "acct_bench"

const context = { client: { ip: "192.0.2.7", deviceId: "dev_bench", userAgent: "Mozilla/5.0" } }
const command = { amountMinor: 2000, currency: "eur" } as const

/** What is decided about: a card alone, and a European card with address and device against rules and history. */
const cases = [
  { kind: "card alone", command: { ...command, paymentMethod: "pm_card_visa" }, context: {} },
  { kind: "everything told", command: { ...command, paymentMethod: "pm_card_eea" }, context }
] as const

const rules = 10

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** Notes how long an effect takes, in microseconds: without the way into the engine and back. */
const timed = <A, E, R>(work: Effect.Effect<A, E, R>, taken: Array<number>): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    const started = performance.now()
    return Effect.map(work, () => void taken.push((performance.now() - started) * 1000))
  })

export const riskDecision = defineBench({
  summary: "P14 latency of the risk and authentication decision, in process",
  options: {
    rounds: numberOption(3, { min: 1, max: 100 }, "rounds of each kind"),
    decisions: numberOption(20_000, { min: 100, max: 1_000_000 }, "decisions in a round"),
    folder: textOption("parent of the data folder")
  },
  run: async (options) => {
    const folder = mkdtempSync(join(options.folder === "" ? tmpdir() : options.folder, "bursar-bench-"))
    try {
      const accounts = [{ id: account, keys: ["sk_test_bench_0123456789"], merchantCountry: "IE" }]
      const plugins = [cards({ mode: "sandbox", accounts })]
      const engine = await createEngine({ plugins, store: sqlite(folder), masterKey, log: false })
      const caller = await engine.caller({ principal: testAccount(account) })
      for (let index = 0; index < rules; index++) {
        const when = { amount: { gte: 100_000 + index }, card_country: { in: ["NG", "KP"] } }
        await engine.call(risk.createRule(caller, { name: `Rule ${index}`, when, action: "review" }))
      }
      for (const each of cases) {
        for (let index = 0; index < 500; index++) {
          await engine.call(payments.create(caller, each.command, each.context))
        }
      }
      const row = openTable([
        { title: "round" },
        { title: "kind", width: 16 },
        { title: "p50 µs", width: 8 },
        { title: "p95 µs", width: 8 },
        { title: "p99 µs", width: 8 }
      ])
      const worst: Array<number> = []
      for (let round = 0; round <= options.rounds; round++) {
        for (const each of cases) {
          const taken: Array<number> = []
          const decide = timed(risk.preview(caller, each.command, each.context), taken)
          for (let index = 0; index < options.decisions; index++) await engine.call(decide)
          taken.sort((left, right) => left - right)
          // The first round is for the compiler of the runtime.
          if (round === 0) continue
          worst.push(percentile(taken, 0.99))
          row([String(round), each.kind, ...[0.5, 0.95, 0.99].map((share) => rounded(percentile(taken, share), 1))])
        }
      }
      await engine.close()
      writeLine()
      writeVerdict({ measure: "P14 p99", better: "lower", floor: 100, goal: 30, unit: "µs" }, worst)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
})
