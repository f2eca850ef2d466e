import * as Effect from "effect/Effect"
import { describe, expect, it } from "@effect/vitest"
import { KnownKeys } from "../../src/http/KnownKeys.ts"
import { Store, type RegionStore } from "../../src/services/Store.ts"
import { keep, keysAfter } from "../../src/store/idempotencyRepository.ts"
import { storeLayer } from "../store/openStore.ts"

const scope = "tiny:ada/test"

const slotOf = (key: string): string => KnownKeys.slotOf(scope, key)

/** The home region, with a count of what is read from it. */
const open = Effect.gen(function* () {
  const store = yield* Store
  const home = yield* store.region(store.home)
  let reads = 0
  const counted: RegionStore = { ...home, read: (text, params) => (reads++, home.read(text, params)) }
  const keepKeys = (from: number, count: number) =>
    home.write(
      Array.from({ length: count }, (_, index) => {
        const claim = { scope, key: `kept ${from + index}`, fingerprint: "f", expiresAt: 2_000 }
        return keep({ ...claim, requestId: "req_1", status: 200, body: "{}" }, 1_000)
      })
    )
  return { store: counted, keepKeys, reads: () => reads }
})

/** Asks until all kept keys are known. */
const settle = (known: KnownKeys, store: RegionStore, times: number) =>
  Effect.repeat(
    Effect.suspend(() => known.isNew(slotOf("another"), [store])),
    { times }
  )

describe("what is known of keys", () => {
  it.effect("is nothing until the kept ones were read, some at a time", () =>
    Effect.gen(function* () {
      const { keepKeys, reads, store } = yield* open
      yield* keepKeys(0, 600)
      const known = new KnownKeys()
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(false)
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(false)
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(false)
      expect(reads()).toBe(3)
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(true)
      for (let index = 0; index < 600; index++) expect(yield* known.isNew(slotOf(`kept ${index}`), [store])).toBe(false)
      expect(reads()).toBe(3)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("is that one is used from the moment it is", () =>
    Effect.gen(function* () {
      const { reads, store } = yield* open
      const known = new KnownKeys()
      yield* settle(known, store, 1)
      const before = reads()
      for (let index = 0; index < 20_000; index++) {
        const slot = slotOf(`order ${index}`)
        // Two of 20,000 may share a hash; then the second is looked up for nothing.
        known.use(slot)
        expect(yield* known.isNew(slot, [store])).toBe(false)
      }
      const fresh = yield* Effect.forEach(Array.from({ length: 20_000 }), (_, index) =>
        known.isNew(slotOf(`invoice ${index}`), [store])
      )
      expect(fresh.filter((isNew) => !isNew).length).toBeLessThan(10)
      expect(reads()).toBe(before)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("keeps scopes apart", () =>
    Effect.gen(function* () {
      const { store } = yield* open
      const known = new KnownKeys()
      yield* settle(known, store, 1)
      known.use(slotOf("k"))
      expect(yield* known.isNew(KnownKeys.slotOf("tiny:bob/test", "k"), [store])).toBe(true)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("waits for a region that is opened later", () =>
    Effect.gen(function* () {
      const { keepKeys, store } = yield* open
      yield* keepKeys(0, 10)
      const other: RegionStore = { ...store, read: () => Effect.succeed([]) }
      const known = new KnownKeys()
      yield* settle(known, other, 1)
      expect(yield* known.isNew(slotOf("kept 3"), [other])).toBe(true)
      expect(yield* known.isNew(slotOf("new"), [other, store])).toBe(false)
      expect(yield* known.isNew(slotOf("kept 3"), [other, store])).toBe(false)
      expect(yield* known.isNew(slotOf("new"), [other, store])).toBe(true)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("is read anew when there are too many, and then holds those that are kept", () =>
    Effect.gen(function* () {
      const { keepKeys, store } = yield* open
      yield* keepKeys(0, 50)
      const known = new KnownKeys(100)
      yield* settle(known, store, 1)
      for (let index = 0; index < 51; index++) known.use(slotOf(`order ${index}`))
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(false)
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(true)
      for (const key of ["kept 0", "kept 49", "order 50"]) expect(yield* known.isNew(slotOf(key), [store])).toBe(false)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("is nothing any more where too many are kept", () =>
    Effect.gen(function* () {
      const { keepKeys, reads, store } = yield* open
      yield* keepKeys(0, 450)
      const known = new KnownKeys(200)
      yield* settle(known, store, 9)
      expect(yield* known.isNew(slotOf("new"), [store])).toBe(false)
      expect(reads()).toBe(2)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("is read from the index of keys alone", () =>
    Effect.gen(function* () {
      const { keepKeys, store } = yield* open
      yield* keepKeys(0, 3)
      const found = yield* keysAfter(store, { scope, key: "kept 0" }, 10)
      expect(found).toEqual([
        { scope, key: "kept 1" },
        { scope, key: "kept 2" }
      ])
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )
})
