/** Events of several processes as they are followed: numbers are given before commits, and commits come in another order. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"
import { endOfEvents } from "../../src/engine/followEvents.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase } from "./database.ts"

const insert = `INSERT INTO events (id, plugin, scope, type, resource, body, created_at)
  VALUES ('evt_late', 'tiny', 'ada/test', 'tiny.note.written', 'note_late', '{"data":{}}', 1)`

it("those from now on are also those that are being committed", async () => {
  const url = await freshDatabase()
  const { ask, engine } = await startEngine({ store: layer({ regions: { "us-east-1": { url } } }) })
  const after = await Effect.gen(function* () {
    const other = yield* PgConnection.make({ url: Redacted.make(url) })
    yield* Effect.promise(() => ask("POST", "/tiny/notes", { body: { text: "before" } }))
    yield* other.query("BEGIN")
    yield* other.query(insert)
    yield* Effect.promise(() => ask("POST", "/tiny/notes", { body: { text: "after" } }))
    const end = yield* Effect.promise(() => engine.call(endOfEvents))
    yield* other.query("COMMIT")
    return end
  }).pipe(Effect.scoped, Effect.runPromise)
  for await (const { resource } of engine.events({ plugin: "tiny", after, signal: AbortSignal.timeout(5_000) })) {
    expect(resource).toBe("note_late")
    return
  }
  expect.unreachable("the event that was committed last never came")
})
