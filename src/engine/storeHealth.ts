/**
 * Whether a region takes writes. Every commit is watched, and where nobody writes, a small one of its own tells; the log
 * names the cause of a change once.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { StoreUnavailable, type RegionName, type RegionStore } from "../services/Store.ts"
import { durationFamily, gaugeFamily, watchedIn } from "../services/Watching.ts"
import { writeProbe } from "../store/settingsRepository.ts"

/** Bounds in milliseconds, all our choice: whoever asks has the truth within 2 s. */
const limits = {
  /** How long a write may take before the region counts as one that takes none. */
  answerMs: 1_500,
  /** How long the outcome of a write is used again, so that asking often costs no more than a write a second. */
  reuseMs: 1_000,
  /** How long all commits must have succeeded: some may fit on a disk that has no room for others. */
  quietMs: 1_000
} as const

/** How a region stands. */
export interface RegionHealth {
  readonly region: RegionName
  /** Why nothing can be written; `undefined` while writes succeed. */
  readonly failure: StoreUnavailable | undefined
}

export interface WatchedRegion {
  /** The region: its commits are watched. */
  readonly store: RegionStore
  /** How the region stands now. Answers within 2 s, also while the database does not. */
  readonly health: Effect.Effect<RegionHealth>
}

/** What passes by itself, and says nothing about whether writes succeed: many callers, or another process in the way. */
const passes: ReadonlySet<StoreUnavailable["reason"]> = new Set(["locked", "overloaded"])

const isUnavailable = (error: unknown): error is StoreUnavailable => error instanceof StoreUnavailable

type RunFork = (effect: Effect.Effect<void, StoreUnavailable>) => Fiber.Fiber<void, StoreUnavailable>

/** The state of the store, concluded from its writes one after the other, and logged when it changes. */
const makeVerdict = (region: RegionName, runFork: RunFork, monotonicMs: () => number) => {
  let failure: StoreUnavailable | undefined
  let failedAtMs = -Infinity
  let loggedAtMs = -Infinity
  return {
    failure: () => failure,
    failed: (found: StoreUnavailable) => {
      failedAtMs = monotonicMs()
      const { detail, reason } = found
      // Causes may alternate, such as a full disk and what follows from it.
      const isNews = failure === undefined || (failure.reason !== reason && failedAtMs - loggedAtMs >= limits.quietMs)
      failure = found
      if (!isNews || reason === "closed") return
      loggedAtMs = failedAtMs
      runFork(Effect.annotateLogs(Effect.logError("A region takes no writes"), { region, reason, detail }))
    },
    succeeded: () => {
      if (failure === undefined || monotonicMs() - failedAtMs < limits.quietMs) return
      failure = undefined
      runFork(Effect.annotateLogs(Effect.logInfo("A region takes writes again"), { region }))
    }
  }
}

const commitDuration = durationFamily(
  "bursar_commit_duration_seconds",
  "Commits from their queue to the disk, by what came of them."
)

const commitsWaiting = gaugeFamily("bursar_commits_waiting", "Commits that are not on disk yet.")

/** One word for how a commit ended. */
const outcomeOf = (exit: Exit.Exit<void, unknown>): string => {
  if (Exit.isSuccess(exit)) return "kept"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Cause.squash(exit.cause)
  return isUnavailable(error) ? error.reason : "refused"
}

/** Counts the commits of a region, times them, and tells why one failed. */
const makeCommitMeter = (region: RegionName, monotonicMs: () => number, failed: (error: unknown) => void) => {
  let waiting = 0
  const span = { name: "store.commit", kind: "client", attributes: { region } } as const
  return <E>(commit: Effect.Effect<void, E>): Effect.Effect<void, E> =>
    Effect.withFiber((fiber) => {
      const { context } = fiber
      const fromMs = monotonicMs()
      commitsWaiting(context, ++waiting, { region })
      const measured = Effect.onExit(commit, (exit) => {
        commitsWaiting(context, --waiting, { region })
        commitDuration(context, (monotonicMs() - fromMs) / 1_000, { region, outcome: outcomeOf(exit) })
        if (Exit.isFailure(exit)) failed(Cause.squash(exit.cause))
        return Effect.void
      })
      return watchedIn(fiber, measured, () => span)
    })
}

/** Watches a region. What it finds out is logged, and its own writes are run, by `runFork`. */
export const watchRegion = (
  inner: RegionStore,
  runFork: RunFork,
  monotonicMs: () => number = () => performance.now()
): WatchedRegion => {
  const region = inner.name
  const { failed, failure, succeeded } = makeVerdict(region, runFork, monotonicMs)
  const failedBy = (reason: StoreUnavailable["reason"], detail: string) =>
    failed(new StoreUnavailable({ region, reason, detail }))
  let probe: { readonly settled: Deferred.Deferred<void>; readonly startMs: number } | undefined
  let probedAtMs = -Infinity
  let probes = 0

  const start = () => {
    const started = (probe = { settled: Deferred.makeUnsafe<void>(), startMs: monotonicMs() })
    runFork(writeProbe(inner, probes++)).addObserver((exit) => {
      probe = undefined
      probedAtMs = monotonicMs()
      const error = Exit.isSuccess(exit) ? undefined : Cause.squash(exit.cause)
      if (error === undefined) succeeded()
      else if (isUnavailable(error)) failed(error)
      else failedBy("io_error", String(error))
      Deferred.doneUnsafe(started.settled, Exit.void)
    })
    return started
  }

  const health = Effect.gen(function* () {
    if (probe === undefined && monotonicMs() - probedAtMs < limits.reuseMs) return { region, failure: failure() }
    const { settled, startMs } = probe ?? start()
    yield* Effect.timeoutOrElse(Deferred.await(settled), {
      duration: Math.max(0, limits.answerMs - (monotonicMs() - startMs)),
      orElse: () => Effect.sync(() => failedBy("overloaded", `no answer within ${limits.answerMs} ms`))
    })
    return { region, failure: failure() }
  })

  const measured = makeCommitMeter(region, monotonicMs, (error) => {
    if (isUnavailable(error) && !passes.has(error.reason)) failed(error)
  })
  const store: RegionStore = {
    ...inner,
    write: (writes) => {
      const written = measured(inner.write(writes))
      return failure() === undefined ? written : Effect.tap(written, () => Effect.sync(succeeded))
    }
  }
  return { store, health }
}
