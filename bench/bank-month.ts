/**
 * A month of mixed payments over all rails, in memory, from a seed, with an audit of its end: a check more than a measure. It
 * leaves out sockets and the delivery of webhooks. Fails where the audit finds anything.
 */
import { createEngine } from "bursar"
import { bank as bankPlugin, testClient } from "bursar/bank"
import { sqlite } from "bursar/sqlite"
import { audit, digestOf, readAll } from "./bank-month/audit.ts"
import { live, startOfMonth, type Bank } from "./bank-month/month.ts"
import { defineBench, numberOption } from "./options.ts"
import { rounded, writeLine } from "./report.ts"

const adminToken = "administrator-of-the-month"

/** Findings that are told. */
const mostTold = 20

const startEngine = (seed: number) =>
  createEngine({
    plugins: [bankPlugin({ mode: "sandbox", adminToken, requestsPerMinute: 10_000_000 })],
    store: sqlite(":memory:"),
    masterKey: Buffer.alloc(32, 1).toString("base64"),
    clock: startOfMonth,
    seed,
    // The events of the whole month are counted at its end.
    retention: { "bank.events": 400, "bank.deliveries": 400 },
    log: false
  })

const bankIn = (engine: Awaited<ReturnType<typeof startEngine>>): Bank => {
  const asking =
    (own: Readonly<Record<string, string>>): Bank["ask"] =>
    async (method, path, body, headers = {}) => {
      const response = await engine.fetch(
        new Request(`http://bench.test/bank${path}`, {
          method,
          headers: { "content-type": "application/json", ...own, ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
      return { status: response.status, body: await response.json() }
    }
  return {
    ask: asking({ "x-api-key": testClient.apiKey }),
    admin: asking({ authorization: `Bearer ${adminToken}` }),
    advance: engine.clock.advance,
    drain: engine.clock.drain
  }
}

/** The bench `bank-month`. */
export const bankMonth = defineBench({
  summary: "a month of mixed payments over all rails, and whether its books, payments and events are right",
  options: {
    payments: numberOption(10_000, { min: 200, max: 1_000_000 }, "payments of the month"),
    seed: numberOption(1, { min: 0, max: 2 ** 31 }, "seed of payments, ids and everything that goes wrong")
  },
  run: async ({ payments, seed }) => {
    const engine = await startEngine(seed)
    const startedAt = performance.now()
    const month = await live(bankIn(engine), { seed, payments })
    const seconds = (performance.now() - startedAt) / 1_000
    const ending = await engine.call(readAll)
    const findings = audit(ending, month)
    await engine.close()
    const kinds = Map.groupBy(ending.payments, ({ rail, status }) => `${rail} ${status}`)
    for (const [kind, of] of [...kinds].toSorted()) writeLine(`${kind}: ${of.length}`)
    for (const [what, times] of Object.entries(month.done)) writeLine(`${what}: ${times}`)
    writeLine(`${ending.payments.length} payments, ${ending.events.length} events in ${rounded(seconds, 1)} s`)
    writeLine(`digest ${digestOf(ending)}`)
    for (const finding of findings.slice(0, mostTold)) writeLine(finding)
    if (findings.length > 0) throw new Error(`The audit found ${findings.length} things wrong`)
    writeLine("The audit found nothing wrong")
  }
})
