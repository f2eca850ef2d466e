/**
 * The one write path: everything a decision concluded goes to disk in one transaction, or nothing does. State rows,
 * journals, events with their deliveries, jobs and the answer kept for replay all pass through here.
 */
import type * as Effect from "effect/Effect"
import type { CancelledJob, DecidedJob } from "../domain/Decision.ts"
import type { LedgerEntry } from "../domain/Ledger.ts"
import { post, type BalanceLimit } from "../ledger/post.ts"
import type { RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import * as idempotency from "./idempotencyRepository.ts"
import * as jobs from "./jobRepository.ts"
import * as outbox from "./outboxRepository.ts"

/** Everything that one decision writes. */
export interface Commit<E> {
  readonly plugin: string
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
  readonly events?: ReadonlyArray<outbox.OutboxEvent>
  readonly jobs?: ReadonlyArray<DecidedJob>
  readonly cancelledJobs?: ReadonlyArray<CancelledJob>
  /** The answer to keep under the request's idempotency key. */
  readonly record?: idempotency.IdempotencyRecord | undefined
  /**
   * This request has committed a first answer under its key, before an outside call: `record` replaces it. A crash in
   * between leaves the first one to be replayed.
   */
  readonly amends?: boolean | undefined
  /** The job that asked for this commit: it is done if and only if the commit is kept. */
  readonly completes?: jobs.ClaimedJob | undefined
}

/** Another request with the same idempotency key was committed first: its answer is the answer. */
export type CommitFailure<E> = E | idempotency.IdempotencyRaced | jobs.LeaseLost | UniqueViolation | StoreUnavailable

/**
 * Writes a decision. Fails with the refusal of a statement (`VersionConflict`, a balance limit), `UniqueViolation`, or
 * `StoreUnavailable`; then nothing of it was kept. Answers when it is on disk.
 */
export const commit = <E = never>(store: RegionStore, unit: Commit<E>): Effect.Effect<void, CommitFailure<E>> => {
  const writes: Array<Write<E | idempotency.IdempotencyRaced | jobs.LeaseLost>> = []
  if (unit.record !== undefined) {
    const { claimedAt = unit.now } = unit.record
    writes.push(unit.amends === true ? idempotency.amend(unit.record) : idempotency.keep(unit.record, claimedAt))
  }
  if (unit.completes !== undefined) writes.push(jobs.complete(unit.completes))
  for (const write of unit.writes) writes.push(write)
  if (unit.entries !== undefined && unit.entries.length > 0) {
    const into = { scope: unit.scope, now: unit.now, nextId: () => unit.nextId("le") }
    for (const write of post(unit.entries, into, unit.limits)) writes.push(write)
  }
  if (unit.events !== undefined && unit.events.length > 0) {
    for (const write of outbox.publish(store, unit.plugin, unit.scope, unit.events)) writes.push(write)
  }
  for (const job of unit.cancelledJobs ?? []) writes.push(jobs.cancel(job))
  for (const job of unit.jobs ?? []) writes.push(jobs.schedule(job))
  return store.write(writes)
}
