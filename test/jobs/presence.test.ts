/** What becomes of the jobs of a process that is gone, by the clocks of the one that is left. */
import { Clock as EffectClock } from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "@effect/vitest"
import { keepPresence } from "../../src/jobs/presence.ts"
import type { Peers, RegionStore } from "../../src/services/Store.ts"
import { claim, leaseRule } from "../../src/store/jobRepository.ts"
import { aroundClaims, inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"

const gone = 7
const own = 8

/** A process holds its name as long as it lives. */
const peersBeside = (isAlive: boolean): Peers => ({
  hold: (name) => Effect.succeed(name === `process ${gone}` && isAlive ? undefined : Effect.void),
  count: () => Effect.die("no request is counted here"),
  tell: () => {},
  onTold: () => () => {}
})

/** A store that says how many of its statements are on their way: on Postgres each takes as long as it takes. */
const makeWatched = () => {
  let running = 0
  const counted = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      running++
      return Effect.ensuring(
        statement,
        Effect.sync(() => running--)
      )
    })
  const through = (store: RegionStore): RegionStore => ({
    ...aroundClaims(store, counted),
    read: (text, params) => counted(store.read(text, params)),
    write: (writes) => counted(store.write(writes))
  })
  /** Lets everything happen that does not wait for time. */
  const settle = Effect.gen(function* () {
    for (let idleTurns = 0; idleTurns < 10; idleTurns = running === 0 ? idleTurns + 1 : 0) {
      yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
    }
  })
  return { through, settle }
}

/** The keys of the jobs that run within 10 seconds, where another process has a job under a lease of ten minutes. */
const runsWithin10s = Effect.fnUntraced(function* (isAlive: boolean, firstLook: Effect.Effect<void> = Effect.void) {
  const time = yield* EffectClock
  const wallNow = () => time.currentTimeMillisUnsafe()
  const { settle, through } = makeWatched()
  const { add, clock, home, keys, worker } = yield* startWorker([jobThat(() => Effect.void)], { wallNow, through })
  clock.restore({ mode: "offset", offsetMs: startedAt })
  yield* add(home, jobOf("x"))
  const lease = leaseRule(600_000, new Map())
  const request = { dueBy: clock.now(), wallNow: wallNow(), lease, leasedBy: gone, limit: 1, names: [], not: true }
  expect(yield* claim(home, request)).toHaveLength(1)
  yield* Effect.forkChild(worker.serve(home))
  yield* settle
  let looks = 0
  const regions = Effect.suspend(() => Effect.as(looks++ === 0 ? firstLook : Effect.void, [home]))
  yield* keepPresence({ clock, peers: peersBeside(isAlive), process: own, regions })
  expect(keys()).toEqual([])
  for (let seconds = 0; seconds < 10; seconds++) {
    yield* TestClock.adjust("1 second")
    yield* settle
  }
  return keys()
})

it.effect("a job of a process that is gone is taken up within 10 seconds, however long its lease is", () =>
  Effect.gen(function* () {
    expect(yield* runsWithin10s(false)).toEqual(["x"])
  }).pipe(Effect.scoped, Effect.provide(inMemory))
)

it.effect("a job of a process that lives stays with it", () =>
  Effect.gen(function* () {
    expect(yield* runsWithin10s(true)).toEqual([])
  }).pipe(Effect.scoped, Effect.provide(inMemory))
)

it.effect("also after a look that fails as nobody expects", () =>
  Effect.gen(function* () {
    expect(yield* runsWithin10s(false, Effect.die(new Error("the server sent something unexpected")))).toEqual(["x"])
  }).pipe(Effect.scoped, Effect.provide(inMemory))
)
