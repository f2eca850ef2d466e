import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { expect, layer, vi } from "@effect/vitest"
import { watchRegion } from "../../src/engine/storeHealth.ts"
import { Migrations, Store, StoreUnavailable, type RegionStore } from "../../src/services/Store.ts"
import * as Layer from "effect/Layer"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"
import { coreSchema } from "../../src/store/migrations/0001_core.ts"

/** A region whose writes do what a test says, watched at times that a test gives, with what was logged. */
const watching = Effect.gen(function* () {
  const store = yield* Store
  const open = yield* store.region(store.home)
  const said: Array<string> = []
  const log = Logger.make(({ logLevel, message }) => void said.push(`${logLevel} ${String(message)}`))
  let nowMs = 0
  let writes = 0
  let outcome: Effect.Effect<void, StoreUnavailable> = Effect.void
  const inner: RegionStore = {
    ...open,
    write: (list) =>
      Effect.suspend(() => {
        writes += 1
        return Effect.andThen(outcome, open.write(list))
      })
  }
  const runFork = Effect.runForkWith(yield* Effect.provide(Effect.context<never>(), Logger.layer([log])))
  return {
    ...watchRegion(inner, runFork, () => nowMs),
    said,
    writes: () => writes,
    pass: (ms: number) => void (nowMs += ms),
    writesNow: (next: Effect.Effect<void, StoreUnavailable>) => void (outcome = next)
  }
})

const failing = (reason: StoreUnavailable["reason"]) =>
  Effect.fail(new StoreUnavailable({ region: "us-east-1", reason, detail: "said by the database" }))

const store = Sqlite.layer({ folder: Sqlite.inMemory }).pipe(Layer.provide(Layer.succeed(Migrations, [coreSchema])))

layer(store)("a region that is watched", (it) => {
  it.effect("finds out by writing, however often it is asked once a second", () =>
    Effect.gen(function* () {
      const region = yield* watching
      for (let at = 0; at < 5; at++) expect(yield* region.health).toEqual({ region: "us-east-1", failure: undefined })
      expect(region.writes()).toBe(1)
      region.pass(1_000)
      yield* Effect.all([region.health, region.health], { concurrency: 2 })
      expect(region.writes()).toBe(2)
      expect(region.said).toEqual([])
    })
  )

  it.effect.each(["disk_full", "io_error", "read_only", "connection"] as const)(
    "names %s once, and the recovery once, although nobody but it writes",
    (reason) =>
      Effect.gen(function* () {
        const region = yield* watching
        region.writesNow(failing(reason))
        for (let at = 0; at < 3; at++) {
          expect((yield* region.health).failure?.reason).toBe(reason)
          region.pass(1_000)
        }
        region.writesNow(Effect.void)
        for (let at = 0; at < 3; at++) {
          expect((yield* region.health).failure).toBeUndefined()
          region.pass(1_000)
        }
        expect(region.said).toEqual(["Error A region takes no writes", "Info A region takes writes again"])
      })
  )

  it.effect("is not well while commits of others fail, although its own small write succeeds", () =>
    Effect.gen(function* () {
      const region = yield* watching
      region.writesNow(failing("disk_full"))
      yield* Effect.flip(region.store.write([]))
      region.writesNow(Effect.void)
      region.pass(500)
      expect((yield* region.health).failure?.reason).toBe("disk_full")
      region.pass(1_000)
      expect((yield* region.health).failure).toBeUndefined()
    })
  )

  it.effect("is well again, and says so, when others write: nobody needs to ask", () =>
    Effect.gen(function* () {
      const region = yield* watching
      region.writesNow(failing("disk_full"))
      yield* Effect.flip(region.store.write([]))
      region.pass(1_000)
      region.writesNow(Effect.void)
      yield* region.store.write([])
      expect(region.said).toEqual(["Error A region takes no writes", "Info A region takes writes again"])
    })
  )

  it.effect("does not take a crowd for a disk that is full", () =>
    Effect.gen(function* () {
      const region = yield* watching
      for (const reason of ["overloaded", "locked"] as const) {
        region.writesNow(failing(reason))
        yield* Effect.flip(region.store.write([]))
      }
      region.writesNow(Effect.void)
      expect((yield* region.health).failure).toBeUndefined()
      expect(region.said).toEqual([])
    })
  )

  it.effect("that does not answer is told within 2 s, at once from then on, and is asked once", () =>
    Effect.gen(function* () {
      const region = yield* watching
      const stalled = yield* Deferred.make<void>()
      region.writesNow(Deferred.await(stalled))
      const asked = yield* Effect.forkChild(region.health, { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      expect(asked.pollUnsafe()).toMatchObject(Exit.succeed({ failure: { reason: "overloaded" } }))
      region.pass(2_000)
      const again = yield* Effect.forkChild(region.health, { startImmediately: true })
      yield* TestClock.adjust(0)
      expect(again.pollUnsafe()).toMatchObject(Exit.succeed({ failure: { reason: "overloaded" } }))
      expect(region.writes()).toBe(1)

      region.pass(1_000)
      region.writesNow(Effect.void)
      yield* Deferred.succeed(stalled, undefined)
      // The write that came through is noticed in a turn of its own, on Postgres after a journey.
      yield* Effect.promise(() =>
        vi.waitFor(async () => {
          region.pass(1_000)
          expect((await Effect.runPromise(region.health)).failure).toBeUndefined()
        })
      )
    })
  )
})
