/** What processes share on one database, while it stalls and when its clock was wrong for a moment. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, it, vi } from "vitest"
import { Store } from "../../src/services/Store.ts"
import { makePeers } from "../../src/store/dialects/PostgresPeers.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase } from "./database.ts"

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
