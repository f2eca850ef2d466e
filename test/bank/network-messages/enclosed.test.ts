/** Messages of networks are written with what follows from them: one commit on each side, and nothing lost where nothing follows. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import type { BankOptions } from "../../../plugins/bank/index.ts"
import { enclosing, unwritten } from "../../../plugins/bank/enclosed.ts"
import type { Write } from "../../../src/plugin.ts"
import { namesTable } from "../../../src/services/Statement.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../../src/testing/FaultyStore.ts"
import { startHost, to, type Host } from "../host.ts"

const watched = ["bank_network_messages", "bank_sim_transfers", "bank_sim_messages", "bank_rail_events", "jobs"]

/** A host, and which of the watched tables each unit names that holds a message. */
const watchingHost = async (bank: Partial<BankOptions> = {}) => {
  const units: Array<ReadonlyArray<string>> = []
  const faults: FaultyStore.Faults = {
    ...FaultyStore.make(),
    take: (writes) => {
      units.push(watched.filter((table) => writes.some(({ statement }) => namesTable(statement, table))))
      return undefined
    }
  }
  const host = await startHost({ bank, engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) } })
  return { host, messageUnits: () => units.filter((tables) => tables.includes("bank_network_messages")) }
}

const kindsOf = async ({ ask }: Host, paymentId: string) => {
  const { body } = await ask("GET", `/v2/payments/${paymentId}/messages`)
  return body.data.map(({ direction, messageType }: any) => `${direction} ${messageType.slice(0, 8)}`)
}

describe("a message of a network", () => {
  it("is written with what the simulated network keeps of it, and with what its answer leads to", async () => {
    const { host, messageUnits } = await watchingHost()
    const { body } = await host.pay(to("9000000000"))
    await host.engine.drain()
    expect(body.data.status).toBe("settled")
    expect(messageUnits()).toEqual([
      ["bank_network_messages", "bank_sim_transfers", "bank_sim_messages", "bank_rail_events", "jobs"]
    ])
  })

  it("is written by itself where its answer comes later", async () => {
    const { host, messageUnits } = await watchingHost()
    const { body } = await host.pay(to("9002000001"))
    await host.engine.advance("12 seconds")
    expect(await kindsOf(host, body.data.paymentId)).toEqual(["out pacs.008", "in pacs.002"])
    expect(messageUnits()).toEqual([
      ["bank_network_messages", "bank_sim_transfers", "bank_sim_messages", "jobs"],
      ["bank_network_messages", "bank_sim_messages", "bank_rail_events", "jobs"]
    ])
  })

  it("is written by itself where a crash is asked for before its answer", async () => {
    const { host, messageUnits } = await watchingHost({
      crash: () => {
        throw new Error("crashed")
      }
    })
    await host.ask("POST", "/v2/simulator/crash", { at: "after_send_before_commit" })
    await host.pay(to("9000000000"))
    expect(messageUnits().map((tables) => tables.includes("bank_rail_events"))).toEqual([false, true])
  })

  it("that says again what was said is kept, too", async () => {
    const { host } = await watchingHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "duplicate" })
    const { body } = await host.pay(to("9000000000", { railPreference: "fednow" }))
    await host.engine.drain()
    expect(await kindsOf(host, body.data.paymentId)).toEqual(["out pacs.008", "in pacs.002", "in pacs.002"])
    const { body: log } = await host.ask("GET", `/v2/simulator/network/messages?paymentId=${body.data.paymentId}`)
    expect(log.data.map(({ direction }: any) => direction)).toEqual(["out", "in", "in"])
  })

  it("that a network which is down did not take leaves no trace", async () => {
    const { host } = await watchingHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down" })
    const { body } = await host.pay(to("9000000000", { railPreference: "fednow" }))
    expect(await kindsOf(host, body.data.paymentId)).toEqual([])
    await host.engine.advance("1 minute")
    expect(await kindsOf(host, body.data.paymentId)).toEqual(["out pacs.008", "in pacs.002"])
  })

  it("is written by its carrier alone once it was delivered", async () => {
    const write = {} as Write
    const late = Effect.gen(function* () {
      const delivered = yield* Deferred.make<void>()
      const look = Effect.andThen(Deferred.await(delivered), unwritten)
      let looking: Fiber.Fiber<{ readonly writes: ReadonlyArray<Write> }> | undefined
      const deliver = Effect.gen(function* () {
        expect((yield* unwritten).writes).toEqual([write])
        looking = yield* Effect.forkDetach(look)
      })
      expect(yield* enclosing({ writes: [write] }, deliver)).toBe(false)
      yield* Deferred.succeed(delivered, undefined)
      return yield* Fiber.join(looking!)
    })
    expect((await Effect.runPromise(late)).writes).toEqual([])
  })
})
