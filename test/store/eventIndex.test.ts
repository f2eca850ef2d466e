/** Lists of events from an index that is filled later: never another answer than the table itself gives. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "@effect/vitest"
import type { CursorPosition } from "../../src/domain/Cursor.ts"
import { Migrations, Store, type RegionStore } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Sqlite.ts"
import { unitsBehind } from "../../src/store/dialects/LaterIndexes.ts"
import { eraseScope } from "../../src/store/eraseScope.ts"
import { coreMigrations } from "../../src/store/migrations/0001_core.ts"
import { fillEventIndex } from "../../src/store/migrations/0003_event_index.ts"
import { eventTypesOf, listEvents, publish, type EventFilter } from "../../src/store/outboxRepository.ts"
import { countEvents, pageOfEvents } from "../../src/webhooks/replayRepository.ts"
import { onStore, storeLayer, temporaryFolder } from "./openStore.ts"
import { onSqlite } from "./onSqlite.ts"
import { written } from "./written.ts"

interface Told {
  readonly id: string
  readonly scope: string
  readonly type: string
  readonly resource: string
  readonly createdAt: number
}

const tell = (store: RegionStore, events: ReadonlyArray<Told>) =>
  Effect.forEach(
    events,
    (event) => store.write(publish(store, "things", event.scope, [{ ...event, body: event.id }])),
    {
      discard: true
    }
  )

/** What the index holds, once everything that was queued is done. */
const indexed = (store: RegionStore) =>
  Effect.gen(function* () {
    yield* store.write([written(`UPDATE notes SET text = text WHERE id = ''`)])
    const rows = yield* store.read<{ sequence: number }>(`SELECT sequence FROM event_index ORDER BY sequence`, [])
    return rows.map(({ sequence }) => sequence)
  })

const event = (number: number, more: Partial<Told> = {}): Told => ({
  id: `evt_${number}`,
  scope: "ada",
  type: "made",
  resource: "x",
  createdAt: 1,
  ...more
})

const idsOf = (store: RegionStore, filter: EventFilter = {}, scope = "ada") =>
  Effect.map(listEvents(store, { plugin: "things", scope, filter, after: undefined, rows: 1_000 }), (found) =>
    found.map(({ id }) => id)
  )

const scopes = ["ada", "bob"] as const

const Written = Schema.Struct({
  scope: Schema.Literals(scopes),
  type: Schema.Literals(["made", "sold", "lost"]),
  resource: Schema.Literals(["x", "y", "z"]),
  createdAt: Schema.Literals([1, 2, 3])
})

/** Written several times, so that it comes more often. */
const Step = Schema.Union([Written, Written, Written, Written, Schema.Literal("fill"), Schema.Literal("erase")])
type Step = typeof Step.Type

/** Runs steps on a store and on a plain list. */
const play = (store: RegionStore, steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    let told: ReadonlyArray<Told> = []
    for (const [number, step] of steps.entries()) {
      if (step === "fill") {
        if (onSqlite) yield* store.write([written(fillEventIndex)])
      } else if (step === "erase") {
        yield* store.write(eraseScope("things", "bob"))
        told = told.filter(({ scope }) => scope !== "bob")
      } else {
        const next = { ...step, id: `evt_${number}` }
        yield* tell(store, [next])
        told = [...told, next]
      }
    }
    return told
  })

const newestFirst = (told: ReadonlyArray<Told>) => told.toReversed().toSorted((a, b) => b.createdAt - a.createdAt)

const filters: ReadonlyArray<EventFilter> = [
  {},
  { type: "sold" },
  { resource: "y" },
  { createdFrom: 2 },
  { createdTo: 2, type: "made" },
  { resource: "x", type: "lost", createdFrom: 2, createdTo: 3 }
]

const passes = (filter: EventFilter) => (one: Told) =>
  (filter.type === undefined || one.type === filter.type) &&
  (filter.resource === undefined || one.resource === filter.resource) &&
  one.createdAt >= (filter.createdFrom ?? 0) &&
  one.createdAt <= (filter.createdTo ?? 9)

/** All pages of a list, three rows each. */
const paged = (store: RegionStore, scope: string, filter: EventFilter) =>
  Effect.gen(function* () {
    const ids: Array<string> = []
    for (let after: CursorPosition | undefined; ;) {
      const page = yield* listEvents(store, { plugin: "things", scope, filter, after, rows: 3 })
      ids.push(...page.map(({ id }) => id))
      if (page.length < 3) return ids
      const { createdAt, sequence } = page[2]!
      after = { createdAt, sequence }
    }
  })

describe("lists of events", () => {
  it.effect.prop(
    "are those of the events, wherever the index ends and whatever was erased",
    [Schema.Array(Step)],
    ([steps]) =>
      Effect.promise(() =>
        onStore(
          Effect.fnUntraced(function* (store) {
            const told = yield* play(store, steps)
            for (const scope of scopes) {
              const mine = told.filter((one) => one.scope === scope)
              for (const filter of filters) {
                const expected = newestFirst(mine.filter(passes(filter))).map(({ id }) => id)
                expect(yield* paged(store, scope, filter)).toEqual(expected)
              }
              const range = { plugin: "things", scope, types: ["made", "lost"], from: 2, to: 3 }
              const replayed = newestFirst(mine.filter((one) => one.type !== "sold" && one.createdAt > 1)).toReversed()
              expect(yield* countEvents(store, range)).toBe(replayed.length)
              const page = yield* pageOfEvents(store, { ...range, after: null, rows: 100 })
              expect(page.map(({ id }) => id)).toEqual(replayed.map(({ id }) => id))
            }
            const ofX = newestFirst(told.filter(({ resource }) => resource === "x")).toReversed()
            expect(yield* eventTypesOf(store, "x")).toEqual(ofX.map(({ type }) => type))
          })
        )
      )
  )
})

describe.skipIf(!onSqlite)("the index of events", () => {
  it("is filled by and by while events are written, and to its end once somebody lists them", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* tell(store, [event(1), event(2)])
        expect(yield* indexed(store)).toEqual([])
        expect(yield* idsOf(store)).toEqual(["evt_2", "evt_1"])
        expect(yield* indexed(store)).toEqual([1, 2])
        const many = Array.from({ length: unitsBehind }, (_, index) => event(index + 3))
        yield* tell(store, many)
        expect((yield* indexed(store)).length).toBeGreaterThan(2)
      })
    ))

  it("takes up the events of a file of before", () => {
    const folder = temporaryFolder()
    const before = layer({ folder }).pipe(
      Layer.provide(Layer.succeed(Migrations, [{ owner: "core", migrations: coreMigrations.slice(0, 2) }]))
    )
    return Effect.gen(function* () {
      const store = yield* Store
      yield* tell(yield* store.region(store.home), [event(1), event(2, { scope: "bob" }), event(3, { type: "sold" })])
    }).pipe(
      Effect.provide(before),
      Effect.andThen(
        Effect.gen(function* () {
          const store = yield* Effect.flatMap(Store, ({ home, region }) => region(home))
          expect(yield* indexed(store)).toEqual([1, 2, 3])
          expect(yield* idsOf(store)).toEqual(["evt_3", "evt_1"])
          expect(yield* idsOf(store, { type: "sold" })).toEqual(["evt_3"])
        }).pipe(Effect.provide(storeLayer(folder)))
      ),
      Effect.runPromise
    )
  })

  it("forgets what is deleted, and takes up events that get the numbers of deleted ones", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* tell(store, [event(1), event(2), event(3)])
        yield* idsOf(store)
        expect(yield* indexed(store)).toEqual([1, 2, 3])
        yield* store.write([written(`DELETE FROM events WHERE sequence > 1`)])
        expect(yield* indexed(store)).toEqual([1])
        yield* tell(store, [event(4)])
        expect(yield* idsOf(store)).toEqual(["evt_4", "evt_1"])
        expect(yield* indexed(store)).toEqual([1, 2])
      })
    ))

  it("holds nothing up where it cannot be filled, says so once, and is filled when it can", () => {
    const logged: Array<unknown> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
    return Effect.gen(function* () {
      const store = yield* Effect.flatMap(Store, ({ home, region }) => region(home))
      const refuse = `CREATE TRIGGER refused BEFORE INSERT ON event_index BEGIN SELECT RAISE(FAIL, 'refused'); END`
      yield* store.transact(store.sql.unsafe(refuse))
      const many = Array.from({ length: 3 * unitsBehind }, (_, index) => event(index))
      yield* tell(store, many)
      expect(yield* idsOf(store)).toEqual(many.map(({ id }) => id).toReversed())
      expect(yield* indexed(store)).toEqual([])
      expect(logged).toEqual([
        [expect.stringContaining("not brought up to date"), { region: store.name, said: "refused" }]
      ])
      yield* store.transact(store.sql.unsafe(`DROP TRIGGER refused`))
      expect(yield* idsOf(store)).toEqual(many.map(({ id }) => id).toReversed())
      expect(yield* indexed(store)).toHaveLength(many.length)
    }).pipe(Effect.provide(Layer.provide(storeLayer(":memory:"), logger)), Effect.runPromise)
  })
})
