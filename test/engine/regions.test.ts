/** Regions that open on first use: their jobs run from then on, whatever becomes of who used them first. */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "@effect/vitest"
import { makeRegions } from "../../src/engine/regions.ts"
import { makeClock } from "../../src/services/Clock.ts"
import { Store, type RegionStore } from "../../src/services/Store.ts"
import { schedule } from "../../src/store/jobRepository.ts"
import { openedOnce } from "../../src/store/regionsOf.ts"
import { inMemory, jobOf, jobThat, startedAt } from "../jobs/workshop.ts"

it.live("a region whose first caller leaves while it opens runs its jobs all the same", () =>
  Effect.gen(function* () {
    const [opening, goOn, ran] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const store = yield* Store
    const slow = (region: RegionStore): RegionStore => ({
      ...region,
      write: (writes) =>
        Effect.andThen(Deferred.succeed(opening, undefined), Effect.andThen(Deferred.await(goOn), region.write(writes)))
    })
    const inner = { ...store, region: (name: RegionStore["name"]) => Effect.map(store.region(name), slow) }
    const regions = yield* makeRegions(
      inner,
      makeClock(() => startedAt),
      {
        definitions: [jobThat(() => Deferred.succeed(ran, undefined))],
        services: Context.empty(),
        process: 1
      }
    )
    const first = yield* Effect.forkChild(regions.store.region("eu-west-1"), { startImmediately: true })
    yield* Deferred.await(opening)
    const leaving = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true })
    yield* Deferred.succeed(goOn, undefined)
    yield* Fiber.join(leaving)
    const region = yield* regions.store.region("eu-west-1")
    yield* region.write([schedule(jobOf("x"))])
    const outcome = Effect.as(Deferred.await(ran), "ran")
    expect(yield* Effect.timeoutOrElse(outcome, { duration: 2_000, orElse: () => Effect.succeed("never ran") })).toBe(
      "ran"
    )
  }).pipe(Effect.scoped, Effect.provide(inMemory))
)

it.effect("a region is opened anew after a fault of ours while it opened, too", () =>
  Effect.gen(function* () {
    const opened = yield* Effect.flatMap(Store, (store) => store.region("eu-west-1"))
    let tries = 0
    const region = openedOnce(() =>
      Effect.suspend(() => (tries++ === 0 ? Effect.die(new Error("a bug")) : Effect.succeed(opened)))
    )
    expect((yield* Effect.exit(region("eu-west-1")))._tag).toBe("Failure")
    expect(yield* region("eu-west-1")).toBe(opened)
    expect(yield* region("eu-west-1")).toBe(opened)
    expect(tries).toBe(2)
  }).pipe(Effect.provide(inMemory))
)
