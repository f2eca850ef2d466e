/** What processes share on one database, while it stalls and when its clock was wrong for a moment. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, it, onTestFinished, vi } from "vitest"
import { Store } from "../../src/services/Store.ts"
import { makePool } from "../../src/store/dialects/PostgresConnections.ts"
import { makePeers } from "../../src/store/dialects/PostgresPeers.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase, run } from "./database.ts"

const home = "us-east-1"

const start = async () => {
  const url = await freshDatabase()
  const { engine } = await startEngine<never>({ store: layer({ regions: { [home]: { url } } }) })
  const peers = await engine.call(Effect.map(Store, (store) => store.peers!))
  return { peers, url }
}

const minute = { credential: "k 60000", limit: 1, lengthMs: 60_000 }

it("a name that was asked for in vain, because the database did not answer, is free for the others", async () => {
  const { peers, url } = await start()
  const test = Effect.gen(function* () {
    const stalling = yield* PgConnection.make({ url: Redacted.make(url) })
    yield* stalling.query("BEGIN")
    yield* stalling.query("INSERT INTO rate_windows VALUES ('k 60000', 0, 0, 0)")
    const counting = peers.count({ ...minute, at: undefined })
    yield* Effect.forkChild(Effect.ignore(counting), { startImmediately: true })
    expect(yield* Effect.flip(peers.hold("name"))).toMatchObject({ reason: "overloaded" })
    yield* stalling.query("ROLLBACK")
    const others = yield* makePeers(home, { url })
    yield* Effect.promise(() =>
      vi.waitFor(async () => expect(await Effect.runPromise(others.hold("name"))).toBeDefined(), { timeout: 5_000 })
    )
  })
  await Effect.runPromise(Effect.scoped(test))
})

it("names of a process that is cut off are free after a minute, though nobody says that its connection is gone", async () => {
  const pool = makePool({ url: await freshDatabase() }, "peers", { maxConnections: 1 })
  const test = Effect.gen(function* () {
    const { rows } = yield* (yield* pool).use((connection) => connection.query("SHOW idle_session_timeout"))
    expect(rows).toEqual([{ idle_session_timeout: "1min" }])
  })
  await Effect.runPromise(Effect.scoped(test))
})

it("a window that begins far ahead, of a clock that was wrong, does not last until then", async () => {
  const { peers } = await start()
  const countAt = (at: number) => Effect.runPromise(peers.count({ ...minute, at }))
  const now = Date.parse("2026-03-02T08:00:30Z")
  expect(await countAt(now + 86_400_000)).toMatchObject({ counted: true })
  expect(await countAt(now)).toEqual({ counted: true, used: 1, leftMs: 30_000 })
  // Clocks of two processes differ a little: the window of the one that is ahead counts for the other one.
  expect(await countAt(now + 31_000)).toMatchObject({ counted: true })
  expect(await countAt(now + 29_000)).toMatchObject({ counted: false })
})

it("windows that have ended are forgotten every hour", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await start()
  const ended = (credential: string, hours: number) =>
    `('${credential}', extract(epoch FROM now()) * 1000 - ${hours * 3_600_000}, 1, 1)`
  const rows = [ended("a 60000", 2), ended("b 60000", 0), ended("a day", 2), ended("b day", 30)]
  await run(url, `INSERT INTO rate_windows (credential, ends_at, used, granted) VALUES ${rows.join(", ")}`)
  vi.advanceTimersByTime(3_600_000)
  const left = () => run(url, "SELECT credential FROM rate_windows ORDER BY credential")
  await vi.waitFor(
    async () => expect(await left()).toEqual([{ credential: "a day" }, { credential: "b 60000" }]),
    5_000
  )
})
