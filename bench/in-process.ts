/**
 * P5: creates in process, through the public entries and a store on disk, one by one and with 32 in flight. It leaves
 * out HTTP, bodies and idempotency keys: what a host that embeds the engine gets.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"

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
      await rate(pay, 1, 32)
      const row = openTable([{ title: "round" }, { title: "kind", width: 12 }, { title: "per second", width: 10 }])
      const single: Array<number> = []
      const many: Array<number> = []
      for (let round = 1; round <= options.rounds; round++) {
        single.push(await rate(pay, options.seconds, 1))
        row([String(round), "one by one", rounded(single.at(-1), 0)])
        many.push(await rate(pay, options.seconds, 32))
        row([String(round), "32 in flight", rounded(many.at(-1), 0)])
      }
      await engine.close()
      writeLine()
      writeVerdict({ measure: "P5 one by one", better: "higher", floor: 3000, goal: 5000, unit: "/s" }, single)
      writeVerdict({ measure: "P5 32 in flight", better: "higher", floor: 15_000, goal: 35_000, unit: "/s" }, many)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
})
