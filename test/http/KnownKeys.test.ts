import * as Effect from "effect/Effect"
import { describe, expect, it } from "@effect/vitest"
import { KnownKeys, slotOf } from "../../src/http/KnownKeys.ts"
import { Store, type RegionStore } from "../../src/services/Store.ts"
import { keep, keysAfter } from "../../src/store/idempotencyRepository.ts"
import { storeLayer } from "../store/openStore.ts"

const scope = "tiny:ada/test"

/** When keys of these tests are used, and when they are free again. */
const times = { now: 1_000, freeAt: 2_000 }

/** The home region, with a count of what is read from it. */
const open = Effect.gen(function* () {
  const store = yield* Store
  const home = yield* store.region(store.home)
  let reads = 0
  const counted: RegionStore = { ...home, read: (text, params) => (reads++, home.read(text, params)) }
  const keepKeys = (count: number) =>
    home.write(
      Array.from({ length: count }, (_, index) => {
        const claim = { scope, key: `kept ${index}`, fingerprint: "f", expiresAt: times.freeAt }
        return keep({ ...claim, requestId: "req_1", status: 200, body: "{}" }, times.now)
      })
    )
  return { store: counted, keepKeys, reads: () => reads }
})

const inMemory = Effect.provide(storeLayer(":memory:"))

const isNew = (known: KnownKeys, key: string, ...stores: ReadonlyArray<RegionStore>) =>
  known.isNew(slotOf(scope, key), stores)

/** How many keys of a name would be looked up. */
const lookedUp = (known: KnownKeys, store: RegionStore, name: string, count: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), (_, index) => isNew(known, `${name} ${index}`, store)),
    (answers) => answers.filter((answer) => !answer).length
  )

const useAll = (known: KnownKeys, name: string, count: number, at = times) => {
  for (let index = 0; index < count; index++) known.use(slotOf(scope, `${name} ${index}`), at)
}

describe("the filters of used keys", () => {
  it.effect("know no key as new until the kept ones were read, 250 at a time", () =>
    Effect.gen(function* () {
      const { keepKeys, reads, store } = yield* open
      yield* keepKeys(600)
      const known = new KnownKeys()
      for (let read = 1; read <= 3; read++) {
        expect(yield* isNew(known, "new", store)).toBe(false)
        expect(reads()).toBe(read)
      }
      expect(yield* isNew(known, "new", store)).toBe(true)
      for (let index = 0; index < 600; index++) expect(yield* isNew(known, `kept ${index}`, store)).toBe(false)
      expect(reads()).toBe(3)
    }).pipe(inMemory)
  )

  it.effect("know a key as used from then on, and nearly every other one as new", () =>
    Effect.gen(function* () {
      const { store } = yield* open
      const known = new KnownKeys()
      yield* isNew(known, "new", store)
      // More than fit in one part.
      useAll(known, "order", 150_000)
      expect(yield* lookedUp(known, store, "order", 150_000)).toBe(150_000)
      expect(yield* lookedUp(known, store, "invoice", 20_000)).toBeLessThan(60)
    }).pipe(inMemory)
  )

  it.effect("keep scopes apart", () =>
    Effect.gen(function* () {
      const { store } = yield* open
      const known = new KnownKeys()
      yield* isNew(known, "new", store)
      known.use(slotOf(scope, "k"), times)
      expect(yield* known.isNew(slotOf("tiny:bob/test", "k"), [store])).toBe(true)
    }).pipe(inMemory)
  )

  it.effect("read the keys of a region that is opened later", () =>
    Effect.gen(function* () {
      const { keepKeys, store } = yield* open
      yield* keepKeys(10)
      const other: RegionStore = { ...store, read: () => Effect.succeed([]) }
      const known = new KnownKeys()
      yield* isNew(known, "new", other)
      expect(yield* isNew(known, "kept 3", other)).toBe(true)
      expect(yield* isNew(known, "new", other, store)).toBe(false)
      expect(yield* isNew(known, "kept 3", other, store)).toBe(false)
      expect(yield* isNew(known, "new", other, store)).toBe(true)
    }).pipe(inMemory)
  )

  it.effect("forget keys that are free again when they need room, and no others", () =>
    Effect.gen(function* () {
      const { store } = yield* open
      const known = new KnownKeys()
      yield* isNew(known, "new", store)
      useAll(known, "early", 65_536)
      useAll(known, "late", 65_536, { now: 1_500, freeAt: 3_000 })
      known.use(slotOf(scope, "latest"), { now: times.freeAt, freeAt: 4_000 })
      expect(yield* isNew(known, "early 1", store)).toBe(true)
      for (const key of ["late 0", "late 65535", "latest"]) expect(yield* isNew(known, key, store)).toBe(false)
    }).pipe(inMemory)
  )

  it.effect("have more keys looked up where there is no more room, and still know those that were used", () =>
    Effect.gen(function* () {
      const { store } = yield* open
      const known = new KnownKeys({ mostParts: 1 })
      yield* isNew(known, "new", store)
      useAll(known, "order", 400_000)
      expect(yield* lookedUp(known, store, "order", 400_000)).toBe(400_000)
      expect(yield* lookedUp(known, store, "invoice", 1_000)).toBeGreaterThan(500)
    }).pipe(inMemory)
  )

  it.effect("are filled from the index of keys alone", () =>
    Effect.gen(function* () {
      const { keepKeys, store } = yield* open
      yield* keepKeys(3)
      expect(yield* keysAfter(store, { scope, key: "kept 0" }, 10)).toEqual([
        { scope, key: "kept 1" },
        { scope, key: "kept 2" }
      ])
    }).pipe(inMemory)
  )
})
