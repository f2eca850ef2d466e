/**
 * The one write path: everything a decision concluded goes to disk in one transaction, or nothing does. State rows,
 * journals, events with their deliveries, jobs and the answer kept for replay all pass through here.
 */
import * as Effect from "effect/Effect"
import type { CancelledJob, DecidedJob } from "../domain/Decision.ts"
import type { LedgerEntry } from "../domain/Ledger.ts"
import { checkDeclared, Undeclared, type PluginDeclaration } from "../domain/PluginDeclaration.ts"
import { post, type BalanceLimit } from "../ledger/post.ts"
import type { RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import { traceparentOf } from "../services/Watching.ts"
import * as idempotency from "./idempotencyRepository.ts"
import * as jobs from "./jobRepository.ts"
import * as outbox from "./outboxRepository.ts"

/** Everything that one decision writes. */
export interface Unit<E = never, EventType extends string = string> {
  /** The plugin's declaration: its journals post to declared accounts only, and its events are declared types. */
  readonly plugin: PluginDeclaration<string, EventType>
  /** Owner of the rows: `scopeOf(principal)`. */
  readonly scope: string
  /** Engine time of the decision, epoch milliseconds. */
  readonly now: number
  readonly nextId: (prefix: string) => string
  /** State rows: inserts, and updates that check the version the decision was made on. */
  readonly writes: ReadonlyArray<Write<E>>
  readonly entries?: ReadonlyArray<LedgerEntry>
  /** Accounts that must not be overdrawn by `entries`. */
  readonly limits?: ReadonlyArray<BalanceLimit<E>>
  readonly events?: ReadonlyArray<outbox.OutboxEvent<NoInfer<EventType>>>
  readonly jobs?: ReadonlyArray<DecidedJob>
  readonly cancelledJobs?: ReadonlyArray<CancelledJob>
}

/** What a job writes by itself. */
export interface JobUnit<E = never, EventType extends string = string> extends Unit<E, EventType> {
  /** The job that makes this commit: it is done if and only if the commit is kept. */
  readonly completes?: jobs.ClaimedJob | undefined
}

/** What whoever carries a plan out adds to its unit. */
export interface KeptUnit<E = never> extends JobUnit<E> {
  /** The answer to keep under the request's idempotency key. */
  readonly record?: idempotency.IdempotencyRecord | undefined
  /**
   * This request has committed a first answer under its key, before an outside call: `record` replaces it. A crash in
   * between leaves the first one to be replayed.
   */
  readonly amends?: boolean | undefined
}

/** Why a unit was not written: a refusal of its statements, or one of these. */
export type CommitFailure<E> = E | jobs.LeaseLost | UniqueViolation | StoreUnavailable

/**
 * Writes a decision. Fails with the refusal of a statement (`VersionConflict`, a balance limit), `UniqueViolation`, or
 * `StoreUnavailable`; then nothing of it was kept. Answers when it is on disk. Dies with `Undeclared` when the plugin did not
 * declare an account or an event type of the unit, or nobody has its job; with `UnbalancedEntry` or `LimitOfOthers` for other
 * bugs in the rules of books.
 */
export const commit = <E = never, EventType extends string = string>(
  store: RegionStore,
  unit: JobUnit<E, EventType>
): Effect.Effect<void, CommitFailure<E>> =>
  Effect.withFiber((fiber) => store.write(writesOf(store, unit, traceparentOf(fiber))))

/**
 * Writes a unit with the answer to its request. Fails as `commit` does, and with `IdempotencyRaced` when another request with the
 * same key was committed first.
 */
export const commitKept = <E = never>(
  store: RegionStore,
  unit: KeptUnit<E>
): Effect.Effect<void, CommitFailure<E> | idempotency.IdempotencyRaced> =>
  Effect.withFiber((fiber) => {
    const { amends, now, record } = unit
    const writes: Array<Write<E | idempotency.IdempotencyRaced | jobs.LeaseLost>> = []
    // First: a lost race costs nothing else.
    if (record !== undefined) {
      writes.push(amends === true ? idempotency.amend(record) : idempotency.keep(record, record.claimedAt ?? now))
    }
    for (const write of writesOf(store, unit, traceparentOf(fiber))) writes.push(write)
    return store.write(writes)
  })

/** `trace` is continued by the jobs that the unit schedules. A job that schedules itself anew would never leave it. */
const writesOf = <E>(
  store: RegionStore,
  unit: JobUnit<E>,
  trace: string | undefined
): Array<Write<E | jobs.LeaseLost>> => {
  checkDeclared(unit.plugin, unit)
  const plugin = unit.plugin.id
  const writes: Array<Write<E | jobs.LeaseLost>> = []
  if (unit.completes !== undefined) writes.push(jobs.complete(unit.completes))
  for (const write of unit.writes) writes.push(write)
  if (unit.entries !== undefined && unit.entries.length > 0) {
    const into = { plugin, scope: unit.scope, now: unit.now, nextId: () => unit.nextId("le") }
    for (const write of post(unit.entries, into, unit.limits)) writes.push(write)
  }
  if (unit.events !== undefined && unit.events.length > 0) {
    for (const write of outbox.publish(store, plugin, unit.scope, unit.events, trace)) writes.push(write)
  }
  for (const job of unit.cancelledJobs ?? []) writes.push(jobs.cancel(job))
  for (const job of unit.jobs ?? []) {
    if (store.jobs?.has(job.name) === false) throw new Undeclared(plugin, "job", job.name)
    const recurs = job.name === unit.completes?.name && job.name !== outbox.attemptJob
    writes.push(jobs.schedule({ ...job, trace: recurs ? undefined : trace }))
  }
  return writes
}
