/**
 * What a waiting call costs: initiations of instant payments that wait for an answer of the network, all at once, in this
 * process and in memory. It leaves out sockets, which cost what they cost any server.
 */
import { setImmediate as turn } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { createEngine } from "bursar"
import { bank, testClient } from "bursar/bank"
import { sqlite } from "bursar/sqlite"
import { defineBench, numberOption } from "./options.ts"
import { rounded, writeLine, writeVerdict } from "./report.ts"

const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address: { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
})

/** The simulated network answers this account after 12 seconds of engine time, which stands. */
const body = JSON.stringify({
  amount: 125_000,
  originator: party("Acme Corp", "1234567890", "099900014"),
  beneficiary: party("Jane Roe", "9002000001", "099900027")
})

const url = "http://bench.test/bank/v2/payments/instant"

/** Heap in use after everything that nobody holds was collected. */
const makeHeap = () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  return () => {
    collect()
    return process.memoryUsage().heapUsed
  }
}

/** The bench `bank-waiting`. */
export const bankWaiting = defineBench({
  summary: "memory of calls that wait for the answer to an instant payment",
  options: { calls: numberOption(1000, { min: 1, max: 100_000 }, "calls that wait at once") },
  run: async ({ calls }) => {
    const engine = await createEngine({
      plugins: [bank({ mode: "sandbox", requestsPerMinute: 1_000_000 })],
      store: sqlite(":memory:"),
      masterKey: Buffer.alloc(32, 1).toString("base64"),
      clock: "2026-06-17T16:00:00.000Z",
      log: false
    })
    // Calls wait for time only while it runs.
    await engine.clock.run()
    const headers = { "x-api-key": testClient.apiKey, "content-type": "application/json" }
    const pay = (index: number) =>
      engine.fetch(new Request(url, { method: "POST", headers: { ...headers, "idempotency-key": `k${index}` }, body }))
    const submitted = async () => {
      const response = await engine.fetch(new Request(`${url}?status=submitted&idempotencyKey=k${calls}`, { headers }))
      return ((await response.json()) as { readonly data: ReadonlyArray<unknown> }).data.length
    }
    const heap = makeHeap()
    const before = heap()
    const waiting = Array.from({ length: calls }, (_, index) => pay(index + 1))
    while ((await submitted()) === 0) await turn()
    const each = (heap() - before) / calls / 1024
    writeLine(`${calls} calls wait: ${rounded((each * calls) / 1024, 1)} MiB of heap, rows in memory included`)
    const answered = new Set<number>()
    for (const [index, call] of waiting.entries()) void call.then(() => answered.add(index))
    while (answered.size < calls) await engine.clock.advance("12 seconds")
    const settled = (await Promise.all(waiting)).filter(({ status }) => status === 200).length
    writeLine(`${settled} answered 200`)
    writeVerdict({ measure: "heap per waiting call", better: "lower", floor: 100, goal: 50, unit: "KiB" }, [each])
    await engine.close()
  }
})
