/**
 * A month of mixed payments over every rail, from a seed: what the books, the payments and the events say at its end. The
 * bench `bank-month` lives through the same with 10,000 payments.
 */
import { describe, expect, it } from "vitest"
import { audit, digestOf, readAll } from "../../bench/bank-month/audit.ts"
import { live, startOfMonth } from "../../bench/bank-month/month.ts"
import { onSqlite } from "../store/onSqlite.ts"
import { startHost } from "./host.ts"

const start = (seed: number) =>
  startHost({
    bank: { requestsPerMinute: 10_000_000 },
    // The events of the whole month are counted at its end.
    engine: { clock: startOfMonth, seed, retention: { "bank.events": 400, "bank.deliveries": 400 } }
  })

const lifeOf = async (seed: number, payments: number, listens = false) => {
  const host = await start(seed)
  if (listens) await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
  const { admin, ask, engine } = host
  const month = await live({ ask, admin, advance: engine.advance, drain: engine.drain }, { seed, payments })
  return { host, month, ending: await engine.call(readAll) }
}

/** The whole number of the specification takes minutes on a small machine, and is the bench's. */
const payments = 1_000

describe("a month of mixed payments", () => {
  it("ends with nothing on the way, and each event was told and delivered once", async () => {
    const { ending, host, month } = await lifeOf(1, payments, true)
    expect(audit(ending, month)).toEqual([])
    expect(ending.payments.length).toBeGreaterThanOrEqual(payments)
    // The month had everything in it that it is about.
    const things = ["recall", "return-request", "cancel", "reversal", "release", "reject", "approve"]
    const missing = [...things, "screening outage", "fault of a network"].filter((thing) => !(thing in month.done))
    expect(missing).toEqual([])
    expect(month.batches.length).toBeGreaterThan(0)
    expect(new Set(ending.payments.map(({ rail }) => rail))).toEqual(
      new Set(["rtp", "fednow", "fedwire", "swift", "ach"])
    )
    const delivered = host.engine.notifier.requests.map(({ body }) => String(body))
    expect(delivered.toSorted()).toEqual(ending.events.map(({ body }) => body).toSorted())
  }, 240_000)

  // Commits that wait for another process do not draw ids in one order.
  it.runIf(onSqlite)(
    "has the same bytes from the same seed, and others from another",
    async () => {
      const digests: Array<string> = []
      for (const seed of [5, 5, 6]) digests.push(digestOf((await lifeOf(seed, 200, true)).ending))
      expect(digests[1]).toBe(digests[0])
      expect(digests[2]).not.toBe(digests[0])
    },
    120_000
  )
})
