/**
 * Exactly-once submission (decisions D.6): a crash at each boundary around a send, lost and doubled traffic, a restart on
 * the same data. The network's own log is the proof: one credit, whatever happened.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import type { CrashPoint } from "../../plugins/bank/index.ts"
import { settingsOf } from "../../plugins/bank/settings.ts"
import * as FaultyStore from "../../src/testing/FaultyStore.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import type { Write } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { throughWrites } from "../store/throughWrites.ts"
import { textOf } from "../store/written.ts"
import { inBooks, originator, startHost, startOfTests, to, type Host } from "./host.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "bursar-bank-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const log = async ({ ask }: Host, paymentId: string) =>
  (await ask("GET", `/v2/simulator/network/messages?paymentId=${paymentId}`)).body.data as ReadonlyArray<any>

const sent = async (host: Host, paymentId: string) =>
  (await log(host, paymentId)).filter(({ direction, messageType }) => direction === "out" && messageType === "pacs.008")

const arrived = (messages: ReadonlyArray<any>) => messages.filter(({ lost }) => lost !== true)

const provesOneCredit = async (host: Host, paymentId: string) => {
  const out = await sent(host, paymentId)
  expect(out.filter(({ credited }) => credited)).toHaveLength(1)
  expect(new Set(out.map(({ messageId }) => messageId)).size).toBe(1)
  const { body } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)
  expect(body.data.map(({ step }: any) => step)).toEqual(["reserve", "submit", "settle"])
  const payment = await host.payment(paymentId)
  expect(payment.status).toBe("settled")
  expect(payment.events.map(({ eventType }: any) => eventType)).toEqual([
    "payment.validated",
    "payment.approved",
    "payment.submitted",
    "payment.settled"
  ])
}

/** The point of the crash is reached once: then the engine is stopped as it stands, and started anew on the same data. */
class Crashed extends Error {}

describe("a crash around a send (D.6)", () => {
  const points: ReadonlyArray<CrashPoint> = ["before_send", "after_send_before_commit", "after_commit"]

  it.each(points)("%s: after a restart the network has exactly one credit", async (point) => {
    const path = folder()
    const start = (crash?: (at: CrashPoint) => void) =>
      startHost({
        bank: crash === undefined ? {} : { crash },
        engine: { store: sqlite(path), clock: startOfTests }
      })
    let reached: CrashPoint | undefined
    const first = await start((at) => {
      reached = at
      throw new Crashed(at)
    })
    expect((await first.ask("POST", "/v2/simulator/crash", { at: point })).status).toBe(200)
    const { body } = await first.pay()
    expect(reached).toBe(point)
    await first.engine.close()
    const second = await start()
    await second.engine.advance("2 minutes")
    await provesOneCredit(second, body.data.paymentId)
  })

  it("D.6 asks the network before it sends anything again", async () => {
    const host = await startHost({
      bank: {
        crash: (at) => {
          throw new Crashed(at)
        }
      }
    })
    await host.ask("POST", "/v2/simulator/crash", { at: "after_send_before_commit" })
    const { body } = await host.pay(to("9002000002"))
    await host.engine.advance("2 seconds")
    const types = (await log(host, body.data.paymentId)).map(({ messageType }) => messageType)
    expect(types).toEqual(["pacs.008", "pacs.028"])
    await provesOneCredit(host, body.data.paymentId)
  })

  it.each(points)("%s with the message lost on the way, and its answer lost", async (point) => {
    for (const fault of ["drop_requests", "drop_responses"]) {
      const host = await startHost({
        bank: {
          crash: (at) => {
            throw new Crashed(at)
          }
        }
      })
      await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault })
      await host.ask("POST", "/v2/simulator/crash", { at: point })
      const { body } = await host.pay()
      await host.engine.advance("10 minutes")
      await provesOneCredit(host, body.data.paymentId)
    }
  })

  it("C.5 there is no crash endpoint where it is not allowed", async () => {
    const host = await startHost()
    expect((await host.ask("POST", "/v2/simulator/crash", { at: "before_send" })).status).toBe(404)
  })

  it.each([
    ["refuses the write", "refuseWrites"],
    ["keeps the write and loses its answer", "loseAnswers"]
  ] as const)("a store that %s after the send leaves one credit", async (_, fault) => {
    const faults = FaultyStore.make()
    const host = await startHost({ engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) } })
    // The write that applies the network's answer.
    faults[fault]({ table: "bank_rail_events" })
    const { body } = await host.pay()
    await host.engine.advance("10 minutes")
    await provesOneCredit(host, body.data.paymentId)
    expect(faults.pending()).toBe(0)
  })
})

it("a message that another process sent at the same moment moves money once", async () => {
  let overtaken = 0
  const ofNetwork = (write: Write<unknown>) => /bank_sim_(transfers|messages)/.test(textOf(write))
  const store = throughWrites((open) => (writes) => {
    if (!writes.some(ofNetwork) || overtaken++ > 0) return open.write(writes)
    return Effect.andThen(Effect.orDie(open.write(writes.filter(ofNetwork))), open.write(writes))
  })
  const host = await startHost({ engine: { store } })
  const { body } = await host.pay()
  await provesOneCredit(host, body.data.paymentId)
  expect(await sent(host, body.data.paymentId)).toHaveLength(2)
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
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault, ...more })
    const { body } = await host.pay()
    await host.engine.advance("10 minutes")
    await provesOneCredit(host, body.data.paymentId)
  })

  it.each([
    ["by an account of the tables", to("9002000004"), []],
    ["by a fault", to("9000000000"), [{ rail: "fednow", fault: "drop_requests" }]]
  ] as const)("C.5 the log lists a message that was lost %s, and the one that arrived", async (_, payment, faults) => {
    const host = await startHost()
    for (const fault of faults) await host.ask("POST", "/v2/simulator/faults", fault)
    const { paymentId } = (await host.pay(payment)).body.data
    await host.engine.drain()
    expect(await sent(host, paymentId)).toMatchObject([{ lost: true, credited: false }])
    await host.engine.advance("10 minutes")
    const [lost, taken, ...more] = await sent(host, paymentId)
    expect(more).toEqual([])
    expect(lost).toMatchObject({ lost: true, credited: false, messageId: taken.messageId })
    expect(taken.credited).toBe(true)
    expect(taken).not.toHaveProperty("lost")
  })

  it("a message whose day is over is not sent again: it failed, and the money is back", async () => {
    // One minute before midnight in New York.
    const host = await startHost({ engine: { clock: "2026-06-18T03:59:50.000Z" } })
    const { body } = await host.pay(to("9002000004"))
    await host.engine.advance("30 seconds")
    const payment = await host.payment(body.data.paymentId)
    expect(payment).toMatchObject({ status: "failed", failureCode: "NOT_SENT" })
    expect(arrived(await sent(host, body.data.paymentId))).toEqual([])
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${body.data.paymentId}`)
    expect(entries.data.at(-1).postings[1].account).toBe(
      inBooks(`customer:${originator.routingNumber}:${originator.accountNumber}`)
    )
  })

  it("a rail that stays down is tried on, and an administrator is told", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count: 8 })
    const { body } = await host.pay({ railPreference: "fednow" })
    expect(body.data.status).toBe("queued")
    await host.engine.advance("1 hour")
    await provesOneCredit(host, body.data.paymentId)
    expect((await host.admin("GET", "/v2/admin/alerts")).body.data[0].type).toBe("rail.down")
  })
})

describe("waiting calls", () => {
  it("B23 are answered within the limit, which is below 55 seconds whatever a host asks for", async () => {
    for (const synchronousLimitMs of [undefined, 55_000, 600_000]) {
      const options = synchronousLimitMs === undefined ? {} : { synchronousLimitMs }
      expect(settingsOf({ mode: "sandbox", ...options }).synchronousLimitMs).toBeLessThan(55_000)
    }
    const host = await startHost({ bank: { synchronousLimitMs: 20 } })
    await host.engine.clock.run()
    // A network that never answers, and a clock that runs.
    const { body, status } = await host.pay(to("9002000005"))
    expect([status, ["queued", "submitted"]]).toEqual([202, expect.arrayContaining([body.data.status])])
  })

  it("B23 a thousand wait at once and are all answered", async () => {
    const host = await startHost()
    await host.engine.clock.run()
    const count = 1_000
    const waiting = Array.from({ length: count }, () => host.pay(to("9002000001")))
    const arrived = async () =>
      (await host.ask("GET", "/v2/payments/instant?status=submitted&limit=100")).body.data.length
    const done = new Set<number>()
    for (const [index, call] of waiting.entries()) void call.then(() => done.add(index))
    while ((await arrived()) < 100) await new Promise((resolve) => setImmediate(resolve))
    while (done.size < count) await host.engine.advance("12 seconds")
    const replies = await Promise.all(waiting)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(count)
  })

  it("may be broken off by the client: nothing depends on it, and the retry tells what became of it", async () => {
    const host = await startHost()
    await host.engine.clock.run()
    const leaving = new AbortController()
    const request = () =>
      new Request("http://host.test/bank/v2/payments/instant", {
        method: "POST",
        headers: {
          "x-api-key": "bank_key_sandbox",
          "content-type": "application/json",
          "idempotency-key": "left"
        },
        body: JSON.stringify(to("9002000001")),
        signal: leaving.signal
      })
    const left = host.engine.fetch(request()).then(
      () => "answered",
      () => "left"
    )
    const open = async () => (await host.ask("GET", "/v2/payments/instant?status=submitted")).body.data.length
    while ((await open()) === 0) await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    await left
    await host.engine.advance("12 seconds")
    const again = await host.pay(to("9002000001"), { "idempotency-key": "left" })
    expect([again.status, again.body.data.status]).toEqual([200, "settled"])
    await provesOneCredit(host, again.body.data.paymentId)
  })

  it("are found by a look when another process committed the outcome", async () => {
    const { noLongerOpen } = await import("../../plugins/bank/payments/repository.ts")
    const { flatMap } = await import("effect/Effect")
    const { Store } = await import("../../src/services/Store.ts")
    const host = await startHost()
    const settled = (await host.pay()).body.data.paymentId
    const open = (await host.pay(to("9002000001"))).body.data.paymentId
    const many = Array.from({ length: 250 }, (_, index) => `pmt_inst_${index}`)
    const found = await host.engine.call(
      flatMap(Store, (store) =>
        flatMap(store.region(store.home), (home) => noLongerOpen(home, [...many, open, settled]))
      )
    )
    expect(found).toEqual([settled])
  })

  it("are sent away with 202 when the engine is about to stop; the payment goes on after the restart", async () => {
    const path = folder()
    const engineOf = () =>
      TestEngine.make({
        plugins: [bank({ mode: "sandbox", requestsPerMinute: 10_000 })],
        store: sqlite(path),
        clock: startOfTests
      })
    const headers = { authorization: undefined, "x-api-key": "bank_key_sandbox" }
    const first = await engineOf()
    await first.clock.run()
    const waiting = first.request("POST", "/bank/v2/payments/instant", to("9002000001"), {
      ...headers,
      "idempotency-key": "stopping"
    })
    const open = async () =>
      (await first.request("GET", "/bank/v2/payments/instant?status=submitted", undefined, headers)).json.data.length
    while ((await open()) === 0) await new Promise((resolve) => setImmediate(resolve))
    const { Engine } = await import("../../src/engine/Engine.ts")
    const { flatMap } = await import("effect/Effect")
    await first.call(flatMap(Engine, (engine) => engine.beforeStop))
    const reply = await waiting
    expect([reply.status, reply.json.data.status]).toEqual([202, "submitted"])
    await first.close()
    const second = await engineOf()
    onTestFinished(() => second.close())
    await second.advance("12 seconds")
    const again = await second.request("POST", "/bank/v2/payments/instant", to("9002000001"), {
      ...headers,
      "idempotency-key": "stopping"
    })
    expect([again.status, again.json.data.status]).toEqual([200, "settled"])
  })
})

describe("a payment that nobody answers", () => {
  it.each([
    ["settled", "settled"],
    ["failed", "failed"]
  ])("C.2 an officer ends it by hand as %s, once", async (outcome, status) => {
    const host = await startHost()
    const { body } = await host.pay(to("9002000005"))
    const path = `/v2/admin/payments/${body.data.paymentId}/resolve`
    expect((await host.admin("POST", path, { outcome })).body.error.field).toBe("note")
    const resolved = await host.admin("POST", path, { outcome, note: "asked by phone" })
    expect(resolved).toMatchObject({ status: 200, body: { data: { status } } })
    expect((await host.admin("POST", path, { outcome, note: "again" })).status).toBe(409)
    await host.engine.advance("1 day")
    expect((await host.admin("GET", "/v2/admin/alerts")).body.data).toEqual([])
    const { body: trail } = await host.admin("GET", `/v2/admin/audit?resource=${body.data.paymentId}`)
    expect(trail.data).toMatchObject([{ action: "payment.resolve", after: { outcome, note: "asked by phone" } }])
  })
})
