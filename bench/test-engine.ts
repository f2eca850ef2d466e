/**
 * P15: an engine in a test, from `TestEngine.make` over a caller and a first payment to `close`; in process, and with the
 * payment over HTTP, for which the application is built. Then many engines in one process at the same time. It leaves out
 * loading the modules, which a test file does once.
 */
import { bank } from "bursar/bank"
import { cards, payments, testAccount } from "bursar/cards"
import { TestEngine } from "bursar/testing"
import { defineBench, numberOption } from "./options.ts"
import { median, openTable, rounded, writeLine, writeVerdict } from "./report.ts"

type Pay = (engine: TestEngine.TestEngine) => Promise<unknown>

const inProcess: Pay = async (engine) => {
  const caller = await engine.caller({ principal: testAccount("acct_bench") })
  await engine.call(payments.create(caller, { amountMinor: 2_000, currency: "usd", paymentMethod: "pm_card_visa" }))
}

const overHttp: Pay = async (engine) => {
  const body = { amount: 2_000, currency: "usd", payment_method: "pm_card_visa" }
  const { status } = await engine.request("POST", "/cards/v2/payments", body)
  if (status !== 200) throw new Error(`a payment was answered ${status}`)
}

const plugins = {
  cards: () => [cards()],
  "cards and bank": () => [cards(), bank()]
} as const

const once = async (made: keyof typeof plugins, pay: Pay): Promise<number> => {
  const begun = performance.now()
  const engine = await TestEngine.make({ plugins: plugins[made]() })
  await pay(engine)
  await engine.close()
  return performance.now() - begun
}

const many = async (engines: number): Promise<{ readonly elapsedMs: number; readonly memoryMb: number }> => {
  const begun = performance.now()
  const all = await Promise.all(Array.from({ length: engines }, () => TestEngine.make({ plugins: plugins.cards() })))
  for (const engine of all) await inProcess(engine)
  const elapsedMs = performance.now() - begun
  const memoryMb = process.memoryUsage().rss / 1_048_576
  await Promise.all(all.map((engine) => engine.close()))
  return { elapsedMs, memoryMb }
}

const p95 = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]

export const testEngine = defineBench({
  summary: "P15 an engine in a test: make, first payment, close; and many in one process",
  options: {
    rounds: numberOption(3, { min: 1, max: 100 }, "rounds; the median of the worst one counts"),
    each: numberOption(300, { min: 1, max: 100_000 }, "engines in a round, one after the other"),
    engines: numberOption(50, { min: 1, max: 1_000 }, "engines at the same time")
  },
  run: async ({ each, engines, rounds }) => {
    const row = openTable([
      { title: "plugins", width: 14 },
      { title: "payment", width: 10 },
      { title: "first ms" },
      { title: "median ms" },
      { title: "p95 ms" },
      { title: "mean cpu ms" }
    ])
    const figures: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      for (const made of ["cards", "cards and bank"] as const) {
        for (const [name, pay] of [
          ["in process", inProcess],
          ["over HTTP", overHttp]
        ] as const) {
          const first = await once(made, pay)
          const times: Array<number> = []
          const before = process.cpuUsage()
          for (let count = 0; count < each; count++) times.push(await once(made, pay))
          const { system, user } = process.cpuUsage(before)
          if (made === "cards" && name === "in process") figures.push(median(times))
          row([
            made,
            name,
            rounded(first, 1),
            rounded(median(times), 2),
            rounded(p95(times), 2),
            rounded((system + user) / 1_000 / each, 2)
          ])
        }
      }
    }
    const { elapsedMs, memoryMb } = await many(engines)
    writeLine()
    writeLine(`${engines} engines at once, a payment in each: ${rounded(elapsedMs, 0)} ms, ${rounded(memoryMb, 0)} MB`)
    writeVerdict({ measure: "P15", better: "lower", floor: 16, goal: 5, unit: "ms" }, figures)
  }
})
