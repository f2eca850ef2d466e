import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"
import { createEngine } from "../../src/engine/createEngine.ts"
import { Store } from "../../src/services/Store.ts"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"
import { eraseScope } from "../../src/store/eraseScope.ts"
import { schedule } from "../../src/store/jobRepository.ts"
import { dataOf, listEvents, publish, type EventFilter } from "../../src/store/outboxRepository.ts"

const start = async () => {
  const engine = await createEngine({ plugins: [], store: Sqlite.layer({ folder: Sqlite.inMemory }), log: false })
  onTestFinished(() => engine.close())
  return engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* store.region(store.home)
    })
  )
}

const event = (id: string, type: string, resource: string, createdAt: number) => ({
  id,
  type,
  resource,
  body: `{"id":"${id}"}`,
  createdAt
})

it("lists a scope's events newest first, by type, resource and time, and forgets one scope alone", async () => {
  const store = await start()
  const write = (scope: string, ...events: ReadonlyArray<ReturnType<typeof event>>) =>
    Effect.runPromise(store.write(publish(store, "things", scope, events)))
  await write("a", event("evt_1", "made", "x", 1), event("evt_2", "sold", "x", 1))
  await write("a", event("evt_3", "made", "y", 2))
  await write("b", event("evt_4", "made", "x", 2))
  const ids = async (filter: EventFilter, scope = "a") =>
    (await Effect.runPromise(listEvents(store, { plugin: "things", scope, filter, after: undefined, rows: 10 }))).map(
      ({ id }) => id
    )
  expect(await ids({})).toEqual(["evt_3", "evt_2", "evt_1"])
  expect(await ids({ type: "made" })).toEqual(["evt_3", "evt_1"])
  expect(await ids({ resource: "x" })).toEqual(["evt_2", "evt_1"])
  expect(await ids({ createdFrom: 2 })).toEqual(["evt_3"])
  expect(await ids({ createdTo: 1, type: "sold" })).toEqual(["evt_2"])
  await Effect.runPromise(store.write(eraseScope("things", "a")))
  expect(await ids({})).toEqual([])
  expect(await ids({}, "b")).toEqual(["evt_4"])
})

it("forgets the jobs of a scope, and those of subscriptions to its events, and no others", async () => {
  const store = await start()
  await Effect.runPromise(store.write(publish(store, "things", "a", [event("evt_1", "made", "x", 1)])))
  const far = 8_000_000_000_000
  const job = (name: string, key: string, payload: unknown) => schedule({ name, key, payload, dueAt: far })
  await Effect.runPromise(
    store.write([
      job("things.thing.end", "own", { thing: "x", scope: "a" }),
      job("other.subscription.hears", "evt_1", { eventId: "evt_1" }),
      job("things.thing.end", "of_b", { scope: "b" }),
      job("things.thing.end", "longer", { scope: "a/b" }),
      job("things.thing.end", "in_a_text", { scope: "b", note: `"scope":"a"` }),
      job("other.thing.end", "of_other", { scope: "a" })
    ])
  )
  await Effect.runPromise(store.write(eraseScope("things", "a")))
  const left = await Effect.runPromise(
    store.read<{ job_key: string }>("SELECT job_key FROM jobs WHERE due_at = ? ORDER BY sequence", [far])
  )
  expect(left.map(({ job_key }) => job_key)).toEqual(["of_b", "longer", "in_a_text", "of_other"])
})

// What SQLite says about its plan; Postgres has words of its own.
it.skipIf(Sqlite.dialect.name !== "sqlite")("reads each kind of list from an index", async () => {
  const store = await start()
  const plan = async (where: string, params: ReadonlyArray<string | number>) =>
    JSON.stringify(
      await Effect.runPromise(
        store.read(
          `EXPLAIN QUERY PLAN SELECT id, created_at, sequence FROM listed_events WHERE ${where} ORDER BY created_at DESC, sequence DESC LIMIT 20`,
          params
        )
      )
    )
  expect(await plan("plugin = ? AND scope = ?", ["p", "s"])).toMatch(/event_index_scope/)
  expect(await plan("plugin = ? AND scope = ? AND type = ?", ["p", "s", "t"])).toMatch(/event_index_type/)
  expect(await plan("plugin = ? AND scope = ? AND resource = ?", ["p", "s", "r"])).toMatch(/event_index_resource/)
})

it("reads what an event holds from its body, and says which one has nothing to read", () => {
  expect(dataOf({ id: "evt_1", body: `{"object":"event","data":null}` })).toBeNull()
  expect(() => dataOf({ id: "evt_1", body: `{"object":"event"}` })).toThrow(
    "events evt_1, stored at version 1: its field data is missing"
  )
})
