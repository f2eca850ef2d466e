/** What a job is: a named piece of work that the worker runs when its row falls due. */
import type * as Effect from "effect/Effect"
import { backoff, type RetryPolicy } from "../domain/RetryPolicy.ts"
import type { StoredAs } from "../rows/storedAs.ts"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import type { ClaimedJob } from "../store/jobRepository.ts"
import type { Owner } from "./inFlight.ts"

/**
 * `committed`: the job's row went with the handler's own commit (`completes`), so its effect happened exactly once.
 * `done`: the worker deletes the row afterwards; after a crash in between the job runs again.
 */
export type JobOutcome = "committed" | "done"

/** A job of the core or a plugin. */
export interface JobDefinition<R = never> {
  /** Unique across the engine: `plugin.resource.verb`. */
  readonly name: string
  /** What it does, for people who see it wait: `Expire an authorization that was not captured`. Default: its name. */
  readonly title?: string
  /** `ordered`: one after the other, in order of due time. `parallel`: started in that order, many at a time. */
  readonly lane: "ordered" | "parallel"
  /** Waits after failures. When it is exhausted the job is dead and stays visible. */
  readonly retry: RetryPolicy
  /** How long one run may take, in milliseconds of system time. Longer counts as a failure. */
  readonly timeoutMs: number
  /**
   * What somebody who moves time by hand gets. `awaited`: every run has ended before time goes on. `bounded`, for calls
   * to strangers: slow runs of their own are waited for `movePatienceMs` altogether, and then go on beside and after the
   * move; a run says whose it is by `RunOwner`. `once`, for recurring upkeep that nobody can observe: one run at the end of the move, however often it fell due.
   */
  readonly duringMove: "awaited" | "bounded" | "once"
  /** Whose the jobs with these keys are, while another process runs them; of `bounded` ones. Absent: nobody's in particular. */
  readonly ownersOf?: (
    store: RegionStore,
    keys: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Owner>, StoreUnavailable>
  readonly run: (job: ClaimedJob, store: RegionStore) => Effect.Effect<JobOutcome, unknown, R>
  /** Runs in this process after each run, once its outcome is written: to wake somebody, and for nothing that must happen. */
  readonly ended?: Effect.Effect<void, never, R>
}

/** Our choice: 8 tries within about 3 hours outlast a deploy and most outages. */
export const defaultJobRetry: RetryPolicy = backoff("job", {
  initialMs: 1_000,
  factor: 4,
  capMs: 3_600_000,
  attempts: 8
})

/** Our choice: far above any job that only decides and commits. */
export const defaultJobTimeoutMs = 30_000

/**
 * How long one move of time waits for slow runs of `bounded` jobs altogether, in milliseconds of real time. Our choice:
 * a receiver that is slow to wake up is waited for, and one that hangs for ever holds up nobody for long: in the minute
 * after a move that waited in vain, the owner's next ones wait for a tenth of it.
 */
export const movePatienceMs = 10_000

/**
 * Completes a definition with the defaults: ordered, `defaultJobRetry`, 30 s, awaited. `payload` says how its payloads are
 * stored (a table such as `jobs/wallet.close`): a run fails with `StoredUnreadable` if its payload has another form. A job is
 * stored without a version, so an upgrade must leave a payload of today as it is. Without `payload`, it is `unknown`.
 */
export const defineJob = <R, E = never, P = unknown>({
  payload,
  run,
  ...job
}: Pick<JobDefinition<R>, "name"> &
  Partial<Omit<JobDefinition<R>, "run" | "ended">> & {
    readonly payload?: StoredAs<P>
    readonly run: (job: ClaimedJob<NoInfer<P>>, store: RegionStore) => Effect.Effect<JobOutcome, unknown, R>
    readonly ended?: Effect.Effect<void, never, E>
  }): JobDefinition<R | E> => ({
  lane: "ordered",
  retry: defaultJobRetry,
  timeoutMs: defaultJobTimeoutMs,
  duringMove: "awaited",
  ...job,
  run:
    payload === undefined
      ? (run as JobDefinition<R>["run"])
      : (job, store) => run({ ...job, payload: payload.accept(job.payload, job.key) }, store)
})
