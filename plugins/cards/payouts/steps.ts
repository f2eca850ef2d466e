/**
 * The steps that payouts take by themselves: the daily batch, and arrival. A job stands for one moment, however many
 * payouts wait for it; it takes them page by page and goes on in another job when there are very many.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DecidedJob } from "../../../src/domain.ts"
import {
  Clock,
  commit,
  Ids,
  retryOnConflict,
  type ClaimedJob,
  type RegionStore,
  type VersionConflict
} from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import * as customers from "../customers/operations.ts"
import { wholeSeconds } from "../events.ts"
import { jobActor, unitOf, type ResourceEvent } from "../plans.ts"
import { writesOf } from "./operations.ts"
import { stepsJob, takeStep, type PayoutDecision, type StepsJob } from "./Payout.ts"
import * as repository from "./repository.ts"

/** Payouts in one commit (our choice): some hundred kilobytes of events. */
const payoutsPerPage = 100

/** Pages in one run of the job (our choice): well within its time-out. */
const pagesPerRun = 20

type Due = Effect.Success<ReturnType<typeof repository.dueBy>>

/** Whether nothing may be paid to a customer, deleted or not: asked once per customer and page. */
const makeIsBlocked = (store: RegionStore) => {
  const known = new Map<string, boolean>()
  return Effect.fnUntraced(function* (scope: string, customer: string | null) {
    if (customer === null) return false
    const key = `${scope} ${customer}`
    const answer = known.get(key)
    if (answer !== undefined) return answer
    const blocked = (yield* customers.blockFor({ store, scope }, customer)) === "screening_match"
    known.set(key, blocked)
    return blocked
  })
}

interface Step {
  readonly decision: PayoutDecision
  readonly version: number
}

/** One commit per account: rows, journals and events belong to a scope. */
const commitSteps = Effect.fnUntraced(function* (store: RegionStore, scope: string, steps: ReadonlyArray<Step>) {
  const written = steps.map(({ decision, version }) => writesOf(scope, decision, version))
  const unit = yield* unitOf<VersionConflict>(jobActor(store, scope), {
    writes: written.flatMap(({ writes }) => writes),
    events: written.flatMap(({ events }): ReadonlyArray<ResourceEvent> => events),
    entries: steps.flatMap(({ decision }) => decision.entries),
    // Many payouts wait for the same next moment: one job for it.
    jobs: [
      ...new Map(steps.flatMap(({ decision }) => decision.jobs.map((job) => [`${job.name} ${job.key}`, job]))).values()
    ]
  })
  yield* commit(store, unit)
})

const decideSteps = Effect.fnUntraced(function* (store: RegionStore, due: Due) {
  const now = wholeSeconds((yield* Clock).now())
  const isBlocked = makeIsBlocked(store)
  const steps = new Map<string, Array<Step>>()
  for (const { payout, scope, version } of due) {
    const decision = takeStep(payout, { now, customerBlocked: yield* isBlocked(scope, payout.customer) })
    // A payout is due only in a state that has a next step.
    const step = { decision: Result.getOrThrow(decision), version }
    const ofScope = steps.get(scope)
    if (ofScope === undefined) steps.set(scope, [step])
    else ofScope.push(step)
  }
  return steps
})

/** Takes the steps of one page; answers how many there were. */
const takePage = Effect.fnUntraced(
  function* (store: RegionStore, dueBy: number) {
    const due = yield* repository.dueBy(store, dueBy, payoutsPerPage)
    for (const [scope, steps] of yield* decideSteps(store, due)) yield* commitSteps(store, scope, steps)
    return due.length
  },
  (operation) => retryOnConflict(operation)
)

/** Ends a job, leaving another one behind. */
const goOn = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob, next: DecidedJob) {
  const clock = yield* Clock
  const ids = yield* Ids
  // It belongs to no account: payouts of all of them wait for one moment.
  const unit = { plugin: cardsPlugin, scope: "", now: clock.now(), nextId: ids.next, writes: [] }
  yield* commit(store, { ...unit, jobs: [next], completes: job })
  return "committed" as const
})

/** A payout that was decided just before a batch may be on disk just after it: the batch looks again, once. */
const secondLookMs = 60_000

/**
 * Runs a job of this kind. `looksAgain` is for the batch: payouts are made until the moment it leaves. Run again after a
 * crash, it goes on where it was: a payout that took its step is no longer due.
 */
export const takeSteps = Effect.fnUntraced(function* (job: ClaimedJob, store: RegionStore, looksAgain: boolean) {
  const { dueBy, run } = job.payload as StepsJob
  for (let page = 0; page < pagesPerRun; page++) {
    if ((yield* takePage(store, dueBy)) === payoutsPerPage) continue
    if (!looksAgain || job.dueAt > dueBy) return "done" as const
    return yield* goOn(store, job, { ...stepsJob(job.name, dueBy, run + 1), dueAt: dueBy + secondLookMs })
  }
  return yield* goOn(store, job, { ...stepsJob(job.name, dueBy, run + 1), dueAt: job.dueAt })
})
