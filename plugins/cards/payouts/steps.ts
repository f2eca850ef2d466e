/**
 * The steps that payouts take by themselves: the daily batch, and arrival. A job stands for one moment, however many
 * payouts wait for it; it takes them account by account and goes on in another job when there are very many.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DecidedJob } from "../../../src/domain.ts"
import {
  carryOutUnkeyed,
  Clock,
  commit,
  Ids,
  noChange,
  type ClaimedJob,
  type RegionStore,
  type VersionConflict
} from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import { wholeSeconds } from "../events.ts"
import { jobActor, planned, type Actor, type ResourceEvent } from "../plans.ts"
import { blockFor } from "./gates.ts"
import { writesOf } from "./operations.ts"
import { stepsJob, takeStep, type PayoutDecision, type StepsJob } from "./Payout.ts"
import * as repository from "./repository.ts"

/** Payouts in one commit (our choice): some hundred kilobytes of events. */
const payoutsPerCommit = 100

/** Payouts in one run of the job (our choice): well within its time-out. */
const payoutsPerRun = 2_000

type Due = Effect.Success<ReturnType<typeof repository.dueBy>>

/** The decisions about payouts of one account. Whether the customer may be paid counts until a payout has left. */
const decisionsOn = Effect.fnUntraced(function* (actor: Actor, due: Due) {
  const now = wholeSeconds((yield* Clock).now())
  const decisions: Array<{ readonly decision: PayoutDecision; readonly version: number }> = []
  for (const { payout, version } of due) {
    const block = payout.status === "pending" ? yield* blockFor(actor, payout) : undefined
    // A payout is due only in a state that has a next step.
    const decision = Result.getOrThrow(takeStep(payout, { now, block }))
    decisions.push({ decision, version })
  }
  return decisions
})

/** Plans the steps of payouts that are due, of one account: rows, journals and events belong to a scope. Gives how many there are. */
const nextSteps = Effect.fnUntraced(function* (store: RegionStore, dueBy: number) {
  const due = yield* repository.dueBy(store, dueBy, payoutsPerCommit)
  const [first] = due
  if (first === undefined) return noChange(0)
  const actor = jobActor(store, first.scope)
  const decisions = yield* decisionsOn(actor, due)
  const written = decisions.map(({ decision, version }) => writesOf(first.scope, decision, version))
  // Many payouts wait for the same next moment: one job for it.
  const jobs = written.flatMap((change) => change.jobs)
  return yield* planned<number, VersionConflict>(actor, due.length, {
    writes: written.flatMap(({ writes }) => writes),
    events: written.flatMap(({ events }): ReadonlyArray<ResourceEvent> => events),
    entries: decisions.flatMap(({ decision }) => decision.entries),
    jobs: [...new Map(jobs.map((job) => [`${job.name} ${job.key}`, job])).values()]
  })
})

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
export const takeSteps = Effect.fnUntraced(function* (
  job: ClaimedJob<StepsJob>,
  store: RegionStore,
  looksAgain: boolean
) {
  const { dueBy, run } = job.payload
  for (let taken = 0; taken < payoutsPerRun;) {
    const count = yield* carryOutUnkeyed(store, nextSteps(store, dueBy))
    taken += count
    if (count > 0) continue
    if (!looksAgain || job.dueAt > dueBy) return "done" as const
    return yield* goOn(store, job, { ...stepsJob(job.name, dueBy, run + 1), dueAt: dueBy + secondLookMs })
  }
  return yield* goOn(store, job, { ...stepsJob(job.name, dueBy, run + 1), dueAt: job.dueAt })
})
