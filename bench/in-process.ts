/**
 * P5: creates in process, through the public entries and a store on disk, one by one and with 32 in flight, beside what
 * the raw store does in this process with the same rows. It leaves out HTTP, bodies and idempotency keys: what a host
 * that embeds the engine gets.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openRawStore } from "./raw/store.ts"
import { buildUnit } from "./raw/unit.ts"
import type { CreateInput } from "./raw/validate.ts"
import { openTable, rounded, writeFigure, writeLine, writeVerdict } from "./report.ts"

/** Until the compiler of the runtime has settled: units that come alone and together take different ways. */
const warmUpSeconds = 5

const kinds = [
  ["one by one", 1],
  ["32 in flight", 32]
] as const

const masterKey = Buffer.alloc(32, 1).toString("base64")

/** Runs `work` over and over until the time is up, so many at a time; answers runs per second. */
const rate = async (work: () => Promise<unknown>, seconds: number, inFlight: number): Promise<number> => {
  const started = performance.now()
  let runs = 0
  const lane = async () => {
    while (performance.now() - started < seconds * 1000) {
      await work()
      runs += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return runs / ((performance.now() - started) / 1000)
}

/** Creates of the raw store. */
const rawPay = (folder: string) => {
  mkdirSync(folder)
  const store = openRawStore(folder)
  const input: CreateInput = {
    amountMinor: 2000,
    currency: "usd",
    paymentMethod: "pm_card_visa",
    customer: undefined,
    description: null,
    captureMethod: "automatic",
    metadata: { order: "1234" }
  }
  const pay = () =>
    new Promise<void>((resolve, reject) => {
      const unit = buildUnit({ account: "acct_bench", key: undefined, text: "", input, request: "req_bench" })
      store.commit(unit, (outcome) => (outcome.kind === "written" ? resolve() : reject(new Error(outcome.kind))))
    })
  return { pay, close: store.close }
}

/** One kind of load on one of the two. */
interface Measured {
  readonly raw: Array<number>
  readonly ours: Array<number>
}

const ratiosOf = ({ raw, ours }: Measured) => ours.map((value, index) => value / raw[index]!)

export const inProcess = defineBench({
  summary: "P5 in-process create per second, one by one and with 32 in flight, on disk",
  options: {
    rounds: numberOption(3, { min: 1, max: 100 }, "rounds of each kind"),
    seconds: numberOption(5, { min: 1, max: 600 }, "length of a round"),
    folder: textOption("parent of the data folder; the disk under it is measured")
  },
  run: async (options) => {
    const folder = mkdtempSync(join(options.folder === "" ? tmpdir() : options.folder, "bursar-bench-"))
    try {
      const engine = await createEngine({ plugins: [cards()], store: sqlite(folder), masterKey, log: false })
      const caller = await engine.caller({ principal: testAccount("acct_bench") })
      const create = payments.create(caller, {
        amountMinor: 2000,
        currency: "usd",
        paymentMethod: "pm_card_visa",
        metadata: { order: "1234" }
      })
      const pay = () => engine.call(create)
      const raw = rawPay(join(folder, "raw"))
      for (const [, inFlight] of kinds) {
        await rate(raw.pay, warmUpSeconds, inFlight)
        await rate(pay, warmUpSeconds, inFlight)
      }
      const row = openTable([
        { title: "round" },
        { title: "kind", width: 12 },
        { title: "raw /s", width: 8 },
        { title: "ours /s", width: 8 },
        { title: "ours/raw" }
      ])
      const single: Measured = { raw: [], ours: [] }
      const many: Measured = { raw: [], ours: [] }
      for (let round = 1; round <= options.rounds; round++) {
        for (const [kind, inFlight] of kinds) {
          const into = inFlight === 1 ? single : many
          const [theirs, mine] = [
            await rate(raw.pay, options.seconds, inFlight),
            await rate(pay, options.seconds, inFlight)
          ]
          into.raw.push(theirs)
          into.ours.push(mine)
          row([String(round), kind, rounded(theirs, 0), rounded(mine, 0), rounded(mine / theirs, 2)])
        }
      }
      raw.close()
      await engine.close()
      writeLine()
      writeVerdict({ measure: "P5 one by one, ours/raw", better: "higher", floor: 0.42, goal: 0.75 }, ratiosOf(single))
      writeVerdict({ measure: "P5 32 in flight, ours/raw", better: "higher", floor: 0.21, goal: 0.45 }, ratiosOf(many))
      writeFigure({ measure: "one by one, ours", better: "higher", unit: "/s" }, single.ours)
      writeFigure({ measure: "32 in flight, ours", better: "higher", unit: "/s" }, many.ours)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
})
