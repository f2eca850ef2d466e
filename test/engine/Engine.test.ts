import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import {
  createEngine,
  EngineClosed,
  Engine,
  InvalidMasterKey,
  PluginMissing,
  MasterKeyMissing,
  Signer,
  StoreOpenFailed,
  WrongMasterKey,
  type EngineHandle
} from "../../src/index.ts"
import { defineJob, definePlugin } from "../../src/plugin.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { revive } from "../../src/store/jobRepository.ts"
import { FaultyStore } from "../../src/testing/index.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { principalOf, startEngine } from "./tinyHost.ts"
import { findNote, tiny, writeNote } from "./tinyPlugin.ts"
import { onSqlite } from "../store/onSqlite.ts"

const hi = { body: { text: "hi" } }

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

/** A master key of 32 equal bytes. */
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64")

describe("the master key", () => {
  it("must be the one the data were written with; nothing of them is changed otherwise", async () => {
    const folder = temporaryFolder()
    const first = await startEngine({ folder, masterKey: keyOf(1) })
    const { id } = (await first.ask("POST", "/tiny/notes", hi)).body
    await first.engine.close()
    const refusal = await rejectionOf(startEngine({ folder, masterKey: keyOf(2) }))
    expect(refusal).toBeInstanceOf(WrongMasterKey)
    const again = await startEngine({ folder, masterKey: keyOf(1) })
    expect((await again.ask("GET", `/tiny/notes/${id}`)).status).toBe(200)
  })

  it("must be there when data are kept, and need not be when they are not", async () => {
    const without = { plugins: [tiny()], log: false }
    const folder = temporaryFolder()
    expect(await rejectionOf(createEngine({ ...without, store: sqlite(folder) }))).toBeInstanceOf(MasterKeyMissing)
    const engine = await createEngine({ ...without, store: sqlite(":memory:") })
    await engine.close()
  })

  it("must be 32 bytes in base64, and is not in the refusal", async () => {
    const masterKey = Buffer.alloc(31, 1).toString("base64")
    const refusal = await rejectionOf(startEngine({ masterKey }))
    expect(refusal).toBeInstanceOf(InvalidMasterKey)
    expect(String(refusal)).not.toContain(masterKey)
  })
})

describe("a store that cannot be opened", () => {
  it.runIf(onSqlite)("is said at the start, and the folder is free for the next try", async () => {
    const folder = join(temporaryFolder(), "data")
    mkdirSync(folder)
    writeFileSync(join(folder, "us-east-1.db"), "no database, only text ".repeat(100))
    for (let tries = 0; tries < 2; tries++) {
      const refusal = await rejectionOf(startEngine({ folder }))
      expect(refusal).toBeInstanceOf(StoreOpenFailed)
      expect(refusal).toMatchObject({ reason: "not_a_database" })
    }
  })

  it.runIf(onSqlite)("is said of every region that holds data", async () => {
    const folder = temporaryFolder()
    const { engine } = await startEngine({ folder })
    await engine.close()
    writeFileSync(join(folder, "eu-west-1.db"), "no database, only text ".repeat(100))
    expect(await rejectionOf(startEngine({ folder }))).toMatchObject({ region: "eu-west-1", reason: "not_a_database" })
  })
})

describe("an engine in process", () => {
  it("runs operations on the same data as over HTTP, and rejects with their own errors", async () => {
    const { ask, engine } = await startEngine()
    const caller = await engine.caller({ principal: principalOf() })
    const note = await engine.call(writeNote(caller, { text: "in process" }))
    expect((await ask("GET", `/tiny/notes/${note.id}`)).body).toEqual(note)
    expect(await rejectionOf(engine.call(writeNote(caller, { text: "refused" })))).toMatchObject({
      _tag: "NoteRefused"
    })
  })

  it("calls in the region that it is told, or at home", async () => {
    const { engine } = await startEngine()
    const home = await engine.caller({ principal: principalOf() })
    const away = await engine.caller({ principal: principalOf(), region: "eu-west-1" })
    expect([home.store.name, away.store.name]).toEqual(["us-east-1", "eu-west-1"])
    expect(home).toMatchObject({ scope: "ada/test", claim: undefined })
    expect(home.requestId).not.toBe(away.requestId)
    const note = await engine.call(writeNote(away, { text: "away" }))
    expect(await engine.call(findNote(home.store, note.id))).toBeUndefined()
  })

  it("ends what had begun when it is closed, and cuts off what does not end", async () => {
    const { engine } = await startEngine()
    const caller = await engine.caller({ principal: principalOf() })
    const asking = Promise.withResolvers<void>()
    const slow = Effect.andThen(
      Effect.promise(() => asking.promise),
      writeNote(caller, { text: "paid" })
    )
    const written = engine.call(slow)
    const endless = engine.call(Effect.never)
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const closed = engine.close()
    await vi.waitFor(() => expect(engine.call(Effect.void)).rejects.toBeInstanceOf(EngineClosed))
    asking.resolve()
    expect(await written).toMatchObject({ text: "paid" })
    vi.advanceTimersByTime(5_000)
    await expect(endless).rejects.toBeInstanceOf(EngineClosed)
    await closed
  })

  it("says in a sentence that it is closed, whatever is asked of it", async () => {
    const { engine } = await startEngine()
    {
      await using ended = engine
      await ended.call(Effect.void)
    }
    const asked = [
      () => engine.call(Effect.succeed(1)),
      () => engine.caller({ principal: principalOf() }),
      () => engine.clock.advance("1 day")
    ]
    for (const ask of asked) {
      const error = await ask().catch((error: unknown) => error)
      expect(error).toBeInstanceOf(EngineClosed)
      expect(String(error)).toContain("The engine is closed")
    }
  })

  it("says in a sentence which plugin is missing for a call, and what a host in JavaScript left out", async () => {
    const { engine } = await startEngine()
    const principal = { ...principalOf(), plugin: "cards" }
    const error = await engine.caller({ principal }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(PluginMissing)
    expect(String(error)).toContain('This engine has no plugin "cards": it has tiny. Add it')
    const start = createEngine as (options: object) => Promise<unknown>
    await expect(start({ plugins: [] })).rejects.toThrow("createEngine needs a store")
    await expect(start({ store: sqlite(":memory:") })).rejects.toThrow("createEngine needs plugins")
    const misspelled = { plugins: [tiny()], store: sqlite(":memory:"), mounts: { tyni: "/pay" } }
    await expect(start(misspelled)).rejects.toThrow("mounts names tyni, which is no plugin of this engine: it has tiny")
  })

  it("is closed once, however often it is asked", async () => {
    const { engine } = await startEngine({ folder: temporaryFolder() })
    await Promise.all([engine.close(), engine.close()])
    await engine.close()
  })
})

describe("a service of the host", () => {
  const marking = Layer.succeed(
    Signer,
    Signer.make({
      ...Signer.fromMasterKey({ masterKey: Buffer.alloc(32, 5) }),
      name: "host",
      fingerprint: () => "ab".repeat(32)
    })
  )

  it("replaces the default over HTTP and in process", async () => {
    const { ask, engine } = await startEngine({ layers: marking })
    const caller = await engine.caller({ principal: principalOf() })
    expect((await ask("POST", "/tiny/notes", hi)).body.mark).toBe("abababab")
    expect((await engine.call(writeNote(caller, { text: "hi" }))).mark).toBe("abababab")
    expect((await engine.call(Signer)).fingerprint("any", "text")).toBe("ab".repeat(32))
  })

  it("is one for all: what HTTP, jobs and calls use is built once", async () => {
    let built = 0
    const counted = Layer.effect(
      Signer,
      Effect.sync(() => {
        built++
        return Signer.fromMasterKey({ masterKey: Buffer.alloc(32, 5) })
      })
    )
    const { ask, engine } = await startEngine({ layers: counted })
    await ask("POST", "/tiny/notes", hi)
    await engine.call(Signer)
    expect(built).toBe(1)
  })

  class Stamp extends Context.Service<Stamp, { readonly ink: string }>()("test/Stamp") {}

  const needy = definePlugin({
    id: "needy",
    requires: [Stamp],
    jobs: [defineJob<Stamp>({ name: "needy.job", run: () => Effect.map(Stamp, () => "done" as const) })]
  })
  const store = sqlite(":memory:")

  it("that a plugin requires must be there: an engine without it does not compile", async () => {
    const stamp = Layer.succeed(Stamp, { ink: "blue" })
    const engine = await createEngine({ plugins: [needy], store, layers: stamp, log: false })
    expect((await engine.call(Stamp)).ink).toBe("blue")
    await engine.close()
    const never = () =>
      // @ts-expect-error the plugin requires a Stamp
      createEngine({ plugins: [needy], store })
    const neither = () =>
      // @ts-expect-error another service is no Stamp
      createEngine({ plugins: [needy], store, layers: marking })
    expect([never, neither]).toHaveLength(2)
  })
})

describe("a seeded engine", () => {
  /** All that a run can be told apart by. */
  const run = async (options: Parameters<typeof startEngine>[0]) => {
    const { ask, engine } = await startEngine(options)
    const seen: Array<unknown> = []
    for (let n = 0; n < 3; n++) {
      const reply = await ask("POST", "/tiny/notes", { body: { text: `note ${n}`, remind_in_ms: 10 } })
      seen.push(reply.text, reply.headers.get("request-id"))
      await engine.clock.advance(10)
    }
    const { store } = await engine.caller({ principal: principalOf() })
    seen.push(await engine.call(store.read(`SELECT id, body FROM events ORDER BY sequence`, [])))
    await engine.close()
    return seen
  }

  it("does the same byte for byte on every run", async () => {
    expect(await run({ seed: 7 })).toEqual(await run({ seed: 7 }))
  })

  it("does something else with another seed", async () => {
    const ids = (seen: ReadonlyArray<unknown>) => seen.slice(0, 6)
    const [one, other] = [ids(await run({ seed: 7 })), ids(await run({ seed: 8 }))]
    expect(one.filter((text) => other.includes(text))).toEqual([])
  })

  it("repeats nothing after a restart on the same data, though time stands where it stood", async () => {
    const folder = temporaryFolder()
    const ids: Array<string> = []
    for (let starts = 0; starts < 3; starts++) {
      const { ask, engine } = await startEngine({ folder, seed: 7 })
      for (let n = 0; n < 5; n++) {
        const reply = await ask("POST", "/tiny/notes", hi)
        ids.push(reply.body.id, reply.headers.get("request-id")!)
      }
      await engine.close()
    }
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe("subscriptions", () => {
  it("are told of an event after its commit, and again until they have taken it", async () => {
    const heard: Array<string> = []
    const { ask, engine } = await startEngine(
      {},
      {
        hear: (id) => {
          heard.push(id)
          return heard.length < 3 ? Effect.die(new Error("not now")) : Effect.void
        }
      }
    )
    await ask("POST", "/tiny/notes", hi)
    await engine.clock.advance("1 hour")
    expect(heard).toHaveLength(3)
    expect(new Set(heard).size).toBe(1)
    await engine.clock.advance("1 day")
    expect(heard).toHaveLength(3)
  })

  it("hear of other plugins' events, and of none whose commit was not kept", async () => {
    const heard: Array<string> = []
    const hear = (id: string) => Effect.sync(() => void heard.push(id))
    const faults = FaultyStore.make()
    const { ask, engine } = await startEngine({
      plugins: [tiny(), tiny({ id: "small", hearsOf: "tiny", hear })],
      store: FaultyStore.layer(sqlite(":memory:"), faults)
    })
    faults.refuseWrites({ table: "tiny_notes" })
    expect((await ask("POST", "/tiny/notes", hi)).status).toBe(503)
    await ask("POST", "/small/notes", hi)
    await engine.clock.drain()
    expect(heard).toEqual([])
    await ask("POST", "/tiny/notes", hi)
    await engine.clock.drain()
    expect(heard).toHaveLength(1)
  })

  it("hear after a restart of what happened before it", async () => {
    const folder = temporaryFolder()
    const deaf = await startEngine({ folder }, { hear: () => Effect.never })
    await deaf.ask("POST", "/tiny/notes", hi)
    await deaf.engine.close()
    const heard: Array<string> = []
    const { engine } = await startEngine({ folder }, { hear: (id) => Effect.sync(() => void heard.push(id)) })
    await engine.clock.drain()
    expect(heard).toHaveLength(1)
  })
})

describe("the jobs of an engine", () => {
  const statusOf = (engine: EngineHandle) => engine.call(Engine.use((running) => running.jobs))
  const deadOf = (engine: EngineHandle) => engine.call(Engine.use((running) => running.deadJobs))
  const remind = { body: { text: "hi", remind_in_ms: 0 } }

  it("are interrupted by its stop and run again on the next start, whatever lease they had", async () => {
    const folder = temporaryFolder()
    const begun = Deferred.makeUnsafe<void>()
    const hanging = () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
    const first = await startEngine({ folder }, { onRemind: hanging })
    const { id } = (await first.ask("POST", "/tiny/notes", remind)).body
    await Effect.runPromise(Deferred.await(begun))
    await first.engine.close()
    const second = await startEngine({ folder })
    await second.engine.clock.drain()
    expect((await second.ask("GET", `/tiny/notes/${id}`)).body.reminded).toBe(true)
  })

  it("are dead and visible when they fail for good, over a restart too, and run when they are revived", async () => {
    const folder = temporaryFolder()
    const first = await startEngine({ folder }, { onRemind: () => Effect.die(new Error("no answer")) })
    const { id } = (await first.ask("POST", "/tiny/notes", remind)).body
    await first.engine.clock.advance("1 day")
    expect(await statusOf(first.engine)).toEqual({ waiting: 1, dead: 1 })
    await first.engine.close()
    const { ask, engine } = await startEngine({ folder })
    const [dead] = await deadOf(engine)
    expect(dead).toMatchObject({ name: "tiny.note.remind", key: id, attempts: 8, lastError: "Error: no answer" })
    const { store } = await engine.caller({ principal: principalOf() })
    await engine.call(store.write([revive(dead!.sequence, engine.clock.now().getTime())]))
    await engine.clock.drain()
    expect((await ask("GET", `/tiny/notes/${id}`)).body.reminded).toBe(true)
    expect(await statusOf(engine)).toEqual({ waiting: 1, dead: 0 })
  })

  it("run in a region from its first use, and after a restart without any use", async () => {
    const folder = temporaryFolder()
    const first = await startEngine({ folder })
    const later = { body: { text: "hi", remind_in_ms: 5_000 }, headers: { region: "eu-west-1" } }
    const [soon, late] = [
      (await first.ask("POST", "/tiny/notes", { ...later, body: { ...later.body, remind_in_ms: 1_000 } })).body.id,
      (await first.ask("POST", "/tiny/notes", later)).body.id
    ]
    const isReminded = async (host: typeof first, id: string) =>
      (await host.ask("GET", `/tiny/notes/${id}`, { headers: { region: "eu-west-1" } })).body.reminded
    await first.engine.clock.advance(1_000)
    expect([await isReminded(first, soon), await isReminded(first, late)]).toEqual([true, false])
    await first.engine.close()
    const second = await startEngine({ folder })
    await second.engine.clock.advance(5_000)
    expect(await isReminded(second, late)).toBe(true)
  })

  it("run in a region whose start was refused from its next use on", async () => {
    const faults = FaultyStore.make()
    const { ask, engine } = await startEngine({ store: FaultyStore.layer(sqlite(":memory:"), faults) })
    const away = { ...remind, headers: { region: "eu-west-1" } }
    faults.refuseWrites({ table: "jobs" })
    await ask("POST", "/tiny/notes", away)
    expect(faults.pending()).toBe(0)
    const { id } = (await ask("POST", "/tiny/notes", away)).body
    await engine.clock.advance(1)
    expect((await ask("GET", `/tiny/notes/${id}`, { headers: away.headers })).body.reminded).toBe(true)
    // The daily purge of both regions: the second one came with the start that succeeded.
    expect(await statusOf(engine)).toEqual({ waiting: 2, dead: 0 })
  })

  it("forget the answers whose keys have expired, every day", async () => {
    const { ask, engine } = await startEngine()
    const { store } = await engine.caller({ principal: principalOf() })
    const kept = async () => (await engine.call(store.read(`SELECT 1 FROM idempotency_records`, []))).length
    for (const key of ["a", "b", "c"]) {
      await ask("POST", "/tiny/notes", { ...hi, headers: { "idempotency-key": key } })
    }
    await engine.clock.advance("23 hours")
    await ask("POST", "/tiny/notes", { ...hi, headers: { "idempotency-key": "d" } })
    expect(await kept()).toBe(4)
    await engine.clock.advance("1 hour")
    expect(await kept()).toBe(1)
    await engine.clock.advance("2 days")
    expect(await kept()).toBe(0)
  })
})
