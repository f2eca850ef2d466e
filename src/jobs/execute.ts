/** Runs one claimed job and writes what came of it: done, run again later, or given up. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { RetryPolicy } from "../domain/RetryPolicy.ts"
import type { ClockShape } from "../services/Clock.ts"
import { CurrentJobRun, JobRun } from "../services/Ids.ts"
import { isUnavailable, type RegionStore } from "../services/Store.ts"
import { durationFamily, kindsOf, schedulersSpan, watched } from "../services/Watching.ts"
import * as jobs from "../store/jobRepository.ts"
import type { JobDefinition, JobOutcome } from "./Job.ts"

/** Characters of an error that are kept on a job's row. */
const errorLength = 500

/**
 * So many runs in a row that did not end are the fault of the job: its process ended with each of them. Our choice: as many as a
 * job may fail. An orderly end of the engine and a store that is not there are no such runs.
 */
const mostUnended = 8

/** The least pause of a job that is tried beyond its plan, in milliseconds. */
const leastPauseMs = 1_000

/** Runs a claimed job. It never fails: whatever happens is written to the job's row, or logged where that fails. */
export type Execute<R> = (store: RegionStore, job: jobs.ClaimedJob) => Effect.Effect<void, never, R>

const describe = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  const said = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
  return said.slice(0, errorLength)
}

/** The wait before attempt `attemptsMade + 1`, given when each attempt comes after the first. */
const waitAfter = (offsetsMs: ReadonlyArray<number>, attemptsMade: number): number | undefined => {
  const next = offsetsMs[attemptsMade]
  return next === undefined ? undefined : next - (offsetsMs[attemptsMade - 1] ?? 0)
}

const settleFailure = (
  clock: ClockShape,
  retry: RetryPolicy | undefined,
  store: RegionStore,
  job: jobs.ClaimedJob,
  cause: Cause.Cause<unknown>
) => {
  const error = describe(cause)
  const offsetsMs = retry?.offsetsMs ?? []
  // The due time moves with every retry, so the wait is counted from this failure.
  const planned = waitAfter(offsetsMs, job.attempts)
  // The store failed, not the job: it is tried again and again, at the pause before its last planned try.
  const wait =
    planned === undefined && retry !== undefined && isUnavailable(Cause.squash(cause))
      ? Math.max(leastPauseMs, waitAfter(offsetsMs, offsetsMs.length - 1) ?? 0)
      : planned
  const write = wait === undefined ? jobs.bury(job, error) : jobs.postpone(job, clock.now() + wait, error)
  // The row keeps what the error tells; the log is for more eyes, and gets its kind and where it came from.
  const said = { job: job.name, key: job.key, attempts: job.attempts, error: kindsOf(Cause.squash(cause)) }
  return Effect.andThen(
    store.write([write]),
    wait === undefined
      ? Effect.logError("A job was given up", said, cause)
      : Effect.logWarning("A job failed and will run again", said, cause)
  )
}

const jobDuration = durationFamily("bursar_job_duration_seconds", "Runs of jobs, by what came of them.")

/** Times a run, and counts what came of it. */
const measured = <E, R>(run: Effect.Effect<JobOutcome, E, R>, job: string): Effect.Effect<JobOutcome, E, R> =>
  Effect.withFiber(({ context }) => {
    const fromMs = performance.now()
    return Effect.onExit(run, (exit) => {
      const outcome = Exit.isSuccess(exit) ? "done" : Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"
      jobDuration(context, (performance.now() - fromMs) / 1_000, { job_name: job, outcome })
      return Effect.void
    })
  })

/** Makes the runner of these jobs. `unwritten` hears of a job whose outcome the store did not take. */
export const makeExecute =
  <R>(
    clock: ClockShape,
    byName: ReadonlyMap<string, JobDefinition<R>>,
    unwritten: (store: RegionStore, job: jobs.ClaimedJob) => void
  ): Execute<R> =>
  (store, job) => {
    const definition = byName.get(job.name)
    const isFatal = job.unended > mostUnended
    const run =
      definition === undefined
        ? Effect.die(new Error(`No plugin knows the job ${job.name}`))
        : isFatal
          ? Effect.die(new Error(`The process ended during each of its last ${mostUnended} runs`))
          : Effect.suspend(() => definition.run(job, store)).pipe(
              Effect.timeout(definition.timeoutMs),
              Effect.provideService(CurrentJobRun, new JobRun(`${store.name} ${job.name} ${job.key} ${job.attempts}`))
            )
    const span = { name: job.name, kind: "consumer", attributes: { "bursar.attempts": job.attempts } } as const
    const inSpan = Effect.withFiber((fiber) =>
      watched(measured(run, job.name), { ...span, parent: schedulersSpan(fiber, job.trace) })
    )
    return inSpan.pipe(
      Effect.matchCauseEffect({
        onSuccess: (outcome) => (outcome === "done" ? store.write([jobs.complete(job)]) : Effect.void),
        // Not run when the engine stops, which interrupts it as well: the lease ends and the job runs again.
        onFailure: (cause) => settleFailure(clock, isFatal ? undefined : definition?.retry, store, job, cause)
      }),
      Effect.catchTag("LeaseLost", () => Effect.void),
      Effect.tapErrorTag("StoreUnavailable", () => Effect.sync(() => unwritten(store, job))),
      Effect.catchCause((cause) => Effect.logError("The outcome of a job could not be written", cause)),
      Effect.andThen(definition?.ended ?? Effect.void)
    )
  }
