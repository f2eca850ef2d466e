/**
 * Exactly one credit for a wire (decisions D.6): a crash at each boundary around a send, by day and out of the queue, a
 * store that fails at each commit, and traffic that is lost or doubled. The network's own log is the proof.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import type { CrashPoint } from "../../../plugins/bank/index.ts"
import * as FaultyStore from "../../../src/testing/FaultyStore.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { freshKey, startHost, startOfTests, type Host } from "../host.ts"
import { american, books, events, fedwire, messages, send, swift, wire, wireTo } from "./wires.ts"
import { textOf } from "../../store/written.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "bursar-wire-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

class Crashed extends Error {}

const crash = (at: CrashPoint) => {
  throw new Crashed(at)
}

const provesOneCredit = async (host: Host, paymentId: string) => {
  const out = (await messages(host, paymentId)).filter(
    ({ direction, messageType }) => direction === "out" && messageType === "pacs.008"
  )
  expect(out.filter(({ credited }) => credited)).toHaveLength(1)
  expect(new Set(out.map(({ messageId, uetr }) => `${messageId} ${uetr}`)).size).toBe(1)
  expect((await books(host, paymentId)).map(([step]: any) => step)).toEqual(["reserve", "submit", "settle"])
  const payment = await wire(host, paymentId)
  expect(payment.status).toBe("settled")
  expect(events(payment)).toEqual(["validated", "approved", "submitted", "settled"])
}

const points: ReadonlyArray<CrashPoint> = ["before_send", "after_send_before_commit", "after_commit"]

const times = {
  "by day": { clock: startOfTests, opening: undefined },
  "out of the queue": { clock: "2026-06-13T16:00:00.000Z", opening: "2026-06-15T01:00:00.000Z" }
} as const

const bodies = {
  fedwire: fedwire(),
  swift: swift({ currency: "USD", beneficiary: american() })
}

describe.each(Object.keys(times) as ReadonlyArray<keyof typeof times>)("a crash around a send %s", (when) => {
  const { clock, opening } = times[when]
  const networks = opening === undefined ? (["fedwire", "swift"] as const) : (["fedwire"] as const)

  it.each(points.flatMap((point) => networks.map((network) => [point, network] as const)))(
    "%s over %s: after a restart the network has exactly one credit",
    async (point, network) => {
      const path = folder()
      let reached: CrashPoint | undefined
      const first = await startHost({
        bank: {
          crash: (at) => {
            reached = at
            throw new Crashed(at)
          }
        },
        engine: { store: sqlite(path), clock }
      })
      await first.ask("POST", "/v2/simulator/crash", { at: point })
      const { body } = await send(first, bodies[network])
      if (opening !== undefined) await first.engine.clock.advanceTo(opening)
      expect(reached).toBe(point)
      await first.engine.close()
      const second = await startHost({ engine: { store: sqlite(path), clock } })
      await second.engine.advance("2 minutes")
      await provesOneCredit(second, body.data.paymentId)
    }
  )

  it.each(points)("%s with the message lost on the way, or its answer", async (point) => {
    for (const fault of ["drop_requests", "drop_responses"]) {
      const host = await startHost({ bank: { crash }, engine: { clock } })
      await host.ask("POST", "/v2/simulator/faults", { rail: "fedwire", fault })
      await host.ask("POST", "/v2/simulator/crash", { at: point })
      const { body } = await send(host, fedwire())
      if (opening !== undefined) await host.engine.clock.advanceTo(opening)
      await host.engine.advance("10 minutes")
      await provesOneCredit(host, body.data.paymentId)
    }
  })
})

describe("a store that fails at each commit of a wire", () => {
  const faults = ["refuseWrites", "loseAnswers"] as const

  /** Lets so many commits of payments pass before the planned fault hits one. */
  const after = (skip: number): FaultyStore.Faults => {
    const inner = FaultyStore.make()
    let commits = 0
    return {
      ...inner,
      take: (writes) => {
        const isOfPayment = inner.pending() > 0 && writes.some((write) => textOf(write).includes("bank_payments"))
        return isOfPayment && commits++ === skip ? inner.take(writes) : undefined
      }
    }
  }

  /** Commits of the payment after its creation: let go, submitted, settled. */
  const commits = [0, 1, 2]

  it.each(faults.flatMap((fault) => commits.map((skip) => [fault, skip] as const)))(
    "%s after %s commits: the queue loses nothing, and one credit is made",
    async (fault, skip) => {
      const store = after(skip)
      const host = await startHost({
        engine: { store: FaultyStore.layer(sqlite(":memory:"), store), clock: times["out of the queue"].clock }
      })
      const { body } = await send(host, fedwire())
      store[fault]()
      await host.engine.clock.advanceTo(times["out of the queue"].opening)
      await host.engine.advance("10 minutes")
      await provesOneCredit(host, body.data.paymentId)
      expect(store.pending()).toBe(0)
    }
  )
})

describe("a network that misbehaves (C.5)", () => {
  it.each([
    ["down", {}],
    ["slow", { delayMs: 30_000 }],
    ["drop_requests", {}],
    ["drop_responses", {}],
    ["duplicate", {}],
    ["reorder", { delayMs: 1_000 }]
  ] as const)("%s: one credit, one settlement", async (fault, more) => {
    for (const network of ["fedwire", "swift"] as const) {
      const host = await startHost()
      await host.ask("POST", "/v2/simulator/faults", { rail: network, fault, ...more })
      const { body } = await send(host, bodies[network])
      await host.engine.advance("10 minutes")
      await provesOneCredit(host, body.data.paymentId)
    }
  })

  it("a wire that is asked about is not sent again", async () => {
    const host = await startHost({ bank: { crash } })
    await host.ask("POST", "/v2/simulator/crash", { at: "after_send_before_commit" })
    const { body } = await send(host, wireTo("9020000003"))
    await host.engine.advance("2 seconds")
    const types = (await messages(host, body.data.paymentId)).map(({ messageType }) => messageType)
    expect(types).toEqual(["pacs.008", "pacs.028"])
    await provesOneCredit(host, body.data.paymentId)
  })
})

describe("a recall, whatever fails", () => {
  it.each([
    ["refuseWrites", "bank_recalls"],
    ["loseAnswers", "bank_recalls"],
    ["refuseWrites", "bank_rail_events"],
    ["loseAnswers", "bank_rail_events"]
  ] as const)("%s of %s: asked once, resolved once, paid back once", async (fault, table) => {
    const store = FaultyStore.make()
    const host = await startHost({ engine: { store: FaultyStore.layer(sqlite(":memory:"), store) } })
    const { body } = await send(host, wireTo("9021000004", { amount: 7_000_000 }))
    await host.engine.advance("2 seconds")
    const { paymentId } = body.data
    const key = { "idempotency-key": freshKey() }
    const path = `/v2/payments/wire/${paymentId}/recall`
    if (table === "bank_recalls") store[fault]({ table })
    const first = await host.ask("POST", path, { reason: "FRAD" }, key)
    if (table !== "bank_recalls") store[fault]({ table })
    const again = await host.ask("POST", path, { reason: "FRAD" }, key)
    expect([[202, 503].includes(first.status), again.status]).toEqual([true, 202])
    await host.engine.advance("2 days")
    expect(store.pending()).toBe(0)
    expect(events(await wire(host, paymentId)).slice(-1)).toEqual(["wire.recall.resolved"])
    expect(await wire(host, paymentId)).toMatchObject({ status: "returned", returnedAmount: 6_997_500 })
    expect((await books(host, paymentId)).map(([step]: any) => step)).toEqual(["reserve", "submit", "settle", "return"])
    const asked = (await messages(host, paymentId)).filter(({ messageType }) => messageType === "camt.056")
    expect(asked).toHaveLength(1)
    expect((await host.admin("GET", "/v2/admin/alerts")).body.data).toEqual([])
  })
})
