/** A database that goes away: requests are told to come back, the process stays, and everything goes on by itself. */
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { startPostgres } from "../../bench/postgres-server.ts"
import { Engine } from "../../src/index.ts"
import { Store, StoreUnavailable } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { noteTexts } from "../engine/tinyPlugin.ts"
import { run } from "./database.ts"
import { written } from "../store/written.ts"

const start = async (durability: "disk" | "memory" = "memory") => {
  const server = await startPostgres({ durability })
  onTestFinished(server.stop)
  const store = layer({ regions: { "us-east-1": { url: server.url } }, readers: 1, writers: 2 })
  return { server, ...(await startEngine<never>({ store })) }
}

type Started = Awaited<ReturnType<typeof start>>

const write = ({ ask }: Started, key: string) =>
  ask("POST", "/tiny/notes", { body: { text: key }, headers: { "idempotency-key": key } })

const textsOf = ({ engine }: Started) =>
  engine.call(Effect.flatMap(Store, (store) => Effect.flatMap(store.region(store.home), (home) => noteTexts(home))))

describe("a database that is gone", () => {
  it("is told with 503, and when it is back everything works without a restart", async () => {
    const started = await start("disk")
    expect((await write(started, "before")).status).toBe(201)
    await started.server.kill()
    const replies = await Promise.all(["a", "b", "c"].map((key) => write(started, key)))
    expect(replies.map((reply) => reply.status)).toEqual([503, 503, 503])
    expect((await started.ask("GET", "/tiny/notes/note_none")).status).toBe(503)
    await started.server.restart()
    await vi.waitFor(async () => expect((await write(started, "a")).status).toBe(201), { timeout: 20_000 })
    expect((await write(started, "before")).headers.get("idempotent-replayed")).toBe("true")
    expect(await textsOf(started)).toEqual(["before", "a"])
  })

  it("keeps what it confirmed, and a retry of the rest is kept once", async () => {
    const started = await start()
    const keys = Array.from({ length: 200 }, (_, at) => `k${at}`)
    const first = await Promise.all(
      keys.map(async (key, at) => {
        const asked = write(started, key)
        // Every connection is cut while commits are under way.
        if (at === 120) {
          await run(
            started.server.url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'bursar%'"
          )
        }
        return asked
      })
    )
    expect(first.every(({ status }) => status === 201 || status === 503)).toBe(true)
    for (const [at, key] of keys.entries()) {
      await vi.waitFor(async () => {
        const again = await write(started, key)
        expect(again.status).toBe(201)
        if (first[at]!.status === 201) expect(again.text).toBe(first[at]!.text)
      })
    }
    expect((await textsOf(started)).toSorted()).toEqual(keys.toSorted())
  })
})

describe("how a region stands", () => {
  const reasonOf = async ({ engine }: Started) => {
    const [region] = await engine.call(Effect.flatMap(Engine, ({ health }) => health))
    return region?.failure?.reason
  }

  it("follows a database that may be read and not written, and back", async () => {
    const started = await start()
    expect(await reasonOf(started)).toBeUndefined()
    const setReadOnly = (value: "on" | "off") =>
      run(started.server.url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`, "SELECT pg_reload_conf()")
    await setReadOnly("on")
    await vi.waitFor(async () => expect(await reasonOf(started)).toBe("read_only"), { timeout: 10_000 })
    expect((await write(started, "while read-only")).status).toBe(503)
    await setReadOnly("off")
    await vi.waitFor(async () => expect(await reasonOf(started)).toBeUndefined(), { timeout: 10_000 })
    expect((await write(started, "taken")).status).toBe(201)
  })

  it("is told while the database does not answer", async () => {
    const started = await start()
    const stall = run(started.server.url, "BEGIN", "LOCK TABLE engine_settings", "SELECT pg_sleep(3)", "COMMIT")
    await vi.waitFor(async () => expect(await reasonOf(started)).toBe("overloaded"), { timeout: 10_000 })
    await stall
    await vi.waitFor(async () => expect(await reasonOf(started)).toBeUndefined(), { timeout: 10_000 })
  })
})

describe("a database that is busy", () => {
  it("is told in bounded time when no connection is free", async () => {
    const started = await start()
    const outcome = await started.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        const hold = home.transact(home.sql`SELECT pg_sleep(8)`)
        yield* Effect.forkChild(hold, { startImmediately: true })
        yield* Effect.forkChild(hold, { startImmediately: true })
        return yield* Effect.flip(home.transact(home.sql`SELECT 1`))
      })
    )
    expect(outcome).toBeInstanceOf(StoreUnavailable)
    expect(outcome).toMatchObject({ reason: "overloaded" })
  })

  it("answers StoreUnavailable when the database closes a connection that idles in a transaction", async () => {
    const started = await start()
    const idle = "FROM pg_stat_activity WHERE state = 'idle in transaction'"
    const outcome = await started.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        const ended = Effect.promise(() =>
          vi.waitFor(async () => expect(await run(started.server.url, `SELECT 1 ${idle}`)).toEqual([]))
        )
        const limit = home.sql`SET LOCAL idle_in_transaction_session_timeout = 50`
        return yield* Effect.flip(home.transact(Effect.andThen(limit, Effect.andThen(ended, home.sql`SELECT 1`))))
      })
    )
    expect(outcome).toMatchObject({ _tag: "StoreUnavailable", reason: "connection" })
  })

  it("runs a unit again that lost against another one", async () => {
    const started = await start()
    await started.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        const { sql } = home
        yield* home.write([written("INSERT INTO engine_settings (name, value) VALUES ('a', '0'), ('b', '0')")])
        const add = (name: string) =>
          sql`UPDATE engine_settings SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = ${name}`
        // Each takes what the other waits for: one of them is ended by the database, and runs again.
        const both = (first: string, second: string) =>
          home.transact(Effect.andThen(add(first), Effect.andThen(sql`SELECT pg_sleep(0.2)`, add(second))))
        yield* Effect.all([both("a", "b"), both("b", "a")], { concurrency: "unbounded" })
        const rows = yield* home.read("SELECT value FROM engine_settings WHERE name IN ('a', 'b')", [])
        expect(rows.map((row) => Reflect.get(row, "value"))).toEqual(["2", "2"])
      })
    )
  })
})
