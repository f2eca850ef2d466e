/** A worker for tests, over two regions in memory, with engine time and the system's time set by hand. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { DecidedJob } from "../../src/domain/Decision.ts"
import { makeWorker } from "../../src/jobs/Worker.ts"
import { defineJob, type JobDefinition } from "../../src/jobs/Job.ts"
import { Clock } from "../../src/services/Clock.ts"
import { Store, type Peers, type RegionStore, type StoreUnavailable } from "../../src/services/Store.ts"
import { schedule, type ClaimedJob } from "../../src/store/jobRepository.ts"
import { storeLayer } from "../store/openStore.ts"

/** A store in memory, and no log: jobs fail here on purpose. */
export const inMemory = Layer.merge(storeLayer(":memory:"), Logger.layer([]))

/** 2026-03-02T08:00:00Z. */
export const startedAt = 1_772_438_400_000

/** One run of a job. */
export interface Run {
  readonly region: string
  readonly key: string
  /** Milliseconds of engine time since the start. */
  readonly at: number
  readonly attempt: number
}

/** Other processes of which nothing is heard. */
const alone: Peers = {
  hold: () => Effect.succeed(Effect.void),
  count: () => Effect.die("no request is counted here"),
  tell: () => {},
  onTold: () => () => {}
}

/** A job as a test adds it: due so many milliseconds after the start. */
export const jobOf = (key: string, dueInMs = 0, name = "a"): DecidedJob => ({
  name,
  key,
  payload: { key },
  dueAt: startedAt + dueInMs
})

/** A job that does what a test says, and is done. */
export const jobThat = (
  run: (job: ClaimedJob, store: RegionStore) => Effect.Effect<unknown, unknown>,
  over: Partial<JobDefinition> = {}
): JobDefinition =>
  defineJob<never>({ name: "a", ...over, run: (job, store) => Effect.as(run(job, store), "done" as const) })

/** A store with something around each claim of jobs, by whichever way it makes them. */
export const aroundClaims = (
  store: RegionStore,
  around: <A, E, R>(claim: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
): RegionStore => {
  const { transact, writeReturning } = store
  return {
    ...store,
    transact: (unit) => around(transact(unit)),
    ...(writeReturning === undefined
      ? {}
      : {
          writeReturning: <Row extends object>(...of: Parameters<typeof writeReturning>) =>
            around(writeReturning<Row>(...of))
        })
  }
}

/** Starts a worker whose jobs are recorded in `runs` as they begin. Nothing runs until it serves or drains. */
export const startWorker = Effect.fnUntraced(function* (
  definitions: ReadonlyArray<JobDefinition>,
  options: {
    readonly wallNow?: () => number
    readonly monotonicNow?: () => number
    readonly through?: (store: RegionStore) => RegionStore
    /** How long a move waits for slow runs, in milliseconds. */
    readonly patienceMs?: number
    /** Whether other processes are on the data. Nothing is ever held by them. */
    readonly hasPeers?: boolean
  } = {}
) {
  const opened = yield* Store
  const through = options.through ?? ((store) => store)
  const home = through(yield* opened.region("us-east-1"))
  const away = through(yield* opened.region("eu-west-1"))
  const wall = { now: startedAt }
  const wallNow = options.wallNow ?? (() => wall.now)
  const clock = Clock.make(wallNow, { mode: "frozen", at: startedAt }, options.monotonicNow)
  const runs: Array<Run> = []
  const recorded = definitions.map((definition) => ({
    ...definition,
    run: (job: ClaimedJob, store: RegionStore) => {
      runs.push({ region: store.name, key: job.key, at: clock.now() - startedAt, attempt: job.attempts })
      return definition.run(job, store)
    }
  }))
  const worker = yield* makeWorker({
    clock,
    definitions: recorded,
    regions: () => [home, away],
    patienceMs: options.patienceMs,
    ...(options.hasPeers === true ? { peers: alone } : {})
  })
  const moveTo = (at: number) => clock.set({ mode: "frozen", at })
  const moveTime = (until: number) => ({ until, moveTo, isCalledOff: () => false })
  /** Runs what falls due within so many milliseconds of engine time, and moves there. */
  const drain = (byMs: number) =>
    Effect.suspend(() => {
      const until = clock.now() + byMs
      return Effect.andThen(
        worker.drain(moveTime(until)),
        Effect.sync(() => moveTo(until))
      )
    })
  const add = (store: RegionStore, ...jobs: ReadonlyArray<DecidedJob>) =>
    store.write<never>(jobs.map(schedule)).pipe(Effect.orDie)
  const keys = () => runs.map((run) => run.key)
  return { add, away, clock, drain, home, keys, moveTime, moveTo, runs, wall, worker }
})
