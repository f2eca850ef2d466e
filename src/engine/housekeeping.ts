/**
 * What the core does for itself: it deletes what is no longer kept, in small steps beside all other work, and gives space
 * back. Rows that are due to go harm nobody, so it is in no hurry: on an engine in which nothing ages it hardly ever runs.
 */
import * as Effect from "effect/Effect"
import { defineJob, type JobDefinition } from "../jobs/Job.ts"
import { storedAs } from "../rows/storedAs.ts"
import { Clock, type ClockShape } from "../services/Clock.ts"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import { purge } from "../store/idempotencyRepository.ts"
import { complete, schedule } from "../store/jobRepository.ts"
import { prunePieces } from "../store/longTexts.ts"
import type { RetainedKind } from "../store/retention.ts"
import { giveBackSpace, sweepStep } from "../store/retentionRepository.ts"
import { pruneAhead } from "../store/writtenAhead.ts"

const jobName = "core.housekeeping"

/** The job that earlier versions left waiting: it ends, and the other one does its work. */
const earlierJob = defineJob({ name: "core.idempotency.purge", run: () => Effect.succeed("done" as const) })

/** Names of the jobs of the core. */
export const housekeepingJobNames = [jobName, earlierJob.name] as const

const dayMs = 86_400_000

/** After runs that found nothing the next one comes later and later, up to this many days. */
const mostIdleDays = 32

/** Steps of one run (our choice): then other jobs have their turn. */
const stepsPerRun = 25

/** Where the work stands: every field is absent at the beginning of a round. */
interface Progress {
  /** The task that goes on, by its name: an engine with other plugins, or of another version, has others. */
  readonly task?: string
  readonly after?: number | string
  /** Whether this round deleted anything. */
  readonly found?: boolean
  /** By kind, where a table is shared: up to here rounds before found only rows of others, and need not look again. */
  readonly swept?: Readonly<Record<string, number>>
  /** Whether this task has met a row that stays: what is behind it is looked at again. */
  readonly stays?: boolean
  /** Days since the round before. */
  readonly days?: number
}

const payload = storedAs<Progress>({ table: "jobs/core.housekeeping", form: {} })

const jobAt = (payload: Progress, dueAt: number) => ({ name: jobName, key: "daily", payload, dueAt })

/** What one step of a task did, and where it goes on; `undefined` when the task is done. */
interface TaskStep {
  readonly rows: number
  readonly upTo: number | string | undefined
  readonly passed?: number
}

type Task<E = unknown> = (store: RegionStore, now: number, after: number | string) => Effect.Effect<TaskStep, E>

/** A task by its name, under which is kept where a round goes on, and how far the task need not look again. */
interface NamedTask {
  readonly name: string
  readonly run: Task
}

/** Deletes answers whose keys have expired, what was written ahead of units that never came, and long texts whose rows are gone. */
const leftTasks = {
  answers: (store, now, after) => purge(store, now, Number(after)),
  ahead: (store, now) => Effect.map(pruneAhead(store, now), (rows) => ({ rows, upTo: rows > 0 ? 0 : undefined })),
  pieces: (store, _, after) => prunePieces(store, String(after === 0 ? "" : after))
} as const satisfies Readonly<Record<string, Task<StoreUnavailable>>>

const shrink: Task = (store) =>
  Effect.map(giveBackSpace(store), (isMore) => ({ rows: 0, upTo: isMore ? 0 : undefined }))

const tasksOf = (kinds: ReadonlyArray<RetainedKind>): ReadonlyArray<NamedTask> => [
  ...kinds.map((kind) => ({
    name: kind.name,
    run: (store: RegionStore, now: number, after: number | string) =>
      sweepStep(store, kind, { now, after: Number(after) })
  })),
  ...Object.entries({ ...leftTasks, shrink }).map(([name, run]) => ({ name, run }))
]

/** Some steps of a round. Answers where it stands; without a task the round is over. */
const work = Effect.fnUntraced(function* (
  store: RegionStore,
  now: number,
  tasks: ReadonlyArray<NamedTask>,
  progress: Progress
) {
  let { found = false, swept = {} } = progress
  let place = Math.max(
    0,
    tasks.findIndex(({ name }) => name === progress.task)
  )
  let { after, stays = false } = tasks[place]?.name === progress.task ? progress : {}
  for (let steps = 0; steps < stepsPerRun && place < tasks.length; steps++) {
    const { name, run } = tasks[place]!
    const { passed, rows, upTo } = yield* run(store, now, after ?? swept[name] ?? 0)
    if (rows > 0) found = true
    if (passed !== undefined && !stays) swept = { ...swept, [name]: passed }
    stays = upTo !== undefined && (stays || (passed !== undefined && passed !== upTo))
    if (upTo === undefined) place += 1
    after = upTo
    yield* Effect.yieldNow
  }
  return { found, swept, ...(place < tasks.length ? { task: tasks[place]!.name, after, stays } : {}) }
})

/** The jobs of the core: one deletes what is no longer kept, a round after the other. */
export const housekeepingJobs = (kinds: ReadonlyArray<RetainedKind>): ReadonlyArray<JobDefinition<Clock>> => {
  const tasks = tasksOf(kinds)
  const job = defineJob({
    name: jobName,
    title: "Delete what is no longer kept",
    payload,
    lane: "parallel",
    duringMove: "once",
    run: Effect.fnUntraced(function* (job, store) {
      const now = (yield* Clock).now()
      const { found, swept, ...rest } = yield* work(store, now, tasks, job.payload)
      const days = found ? 1 : Math.min((job.payload.days ?? 1) * 2, mostIdleDays)
      const next =
        rest.task === undefined
          ? jobAt({ swept, days }, Math.max(now, job.dueAt) + days * dayMs)
          : jobAt({ ...rest, swept, found, days: job.payload.days ?? 1 }, job.dueAt)
      yield* store.write([complete(job), schedule(next)])
      return "committed" as const
    })
  })
  return [job, earlierJob]
}

/** Makes sure that the recurring job of a region is waiting, also where an earlier run gave it up. */
export const scheduleHousekeeping = (store: RegionStore, clock: ClockShape): Effect.Effect<void, StoreUnavailable> =>
  store.write<never>([schedule(jobAt({}, clock.now() + dayMs))]).pipe(Effect.catchTag("UniqueViolation", Effect.die))

/** What there is of a kind that may go. */
export interface Pruned {
  /** Such as `bank.audit`. */
  readonly kind: string
  readonly days: number | undefined
  readonly rows: number
}

/** Deletes now, all at once step by step, what is no longer kept in a region; with `keep` it is only counted. */
export const prune = Effect.fnUntraced(function* (
  store: RegionStore,
  of: { readonly kinds: ReadonlyArray<RetainedKind>; readonly now: number; readonly keep: boolean }
): Effect.fn.Return<ReadonlyArray<Pruned>, StoreUnavailable> {
  const pruned: Array<Pruned> = []
  for (const kind of of.kinds) {
    let rows = 0
    for (let after: number | undefined = 0; after !== undefined;) {
      const step: { readonly rows: number; readonly upTo: number | undefined } = yield* sweepStep(store, kind, {
        now: of.now,
        after,
        keep: of.keep
      })
      rows += step.rows
      after = step.upTo
      yield* Effect.yieldNow
    }
    pruned.push({ kind: kind.name, days: kind.days, rows })
  }
  for (const task of of.keep ? [] : Object.values(leftTasks)) {
    for (let after: number | string | undefined = 0; after !== undefined;) {
      after = (yield* task(store, of.now, after)).upTo
      yield* Effect.yieldNow
    }
  }
  return pruned
})
