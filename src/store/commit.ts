/**
 * The one write path: everything a decision concluded goes to disk in one transaction, or nothing does. State rows,
 * journals, events with their deliveries, jobs and the answer kept for replay all pass through here.
 */
import * as Effect from "effect/Effect"
import type { CancelledJob, DecidedJob } from "../domain/Decision.ts"
import type { LedgerEntry } from "../domain/Ledger.ts"
import { checkDeclared, type PluginDeclaration } from "../domain/PluginDeclaration.ts"
import { post, type BalanceLimit } from "../ledger/post.ts"
import type { RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import * as idempotency from "./idempotencyRepository.ts"
import * as jobs from "./jobRepository.ts"
import * as outbox from "./outboxRepository.ts"

/** Everything that one decision writes. */
export interface Commit<E, EventType extends string = string> {
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
 * `StoreUnavailable`; then nothing of it was kept. Answers when it is on disk. Dies with `Undeclared` when the plugin did not
 * declare an account or an event type of the unit.
 */
export const commit = <E = never, EventType extends string = string>(
  store: RegionStore,
  unit: Commit<E, EventType>
): Effect.Effect<void, CommitFailure<E>> => Effect.suspend(() => store.write(writesOf(store, unit)))

type Kept<E> = Write<E | idempotency.IdempotencyRaced | jobs.LeaseLost>

const writesOf = <E>(store: RegionStore, unit: Commit<E>): Array<Kept<E>> => {
  checkDeclared(unit.plugin, unit)
  const plugin = unit.plugin.id
  const writes: Array<Kept<E>> = []
  if (unit.record !== undefined) {
    const { claimedAt = unit.now } = unit.record
    writes.push(unit.amends === true ? idempotency.amend(unit.record) : idempotency.keep(unit.record, claimedAt))
  }
  if (unit.completes !== undefined) writes.push(jobs.complete(unit.completes))
  for (const write of unit.writes) writes.push(write)
  if (unit.entries !== undefined && unit.entries.length > 0) {
    const into = { plugin, scope: unit.scope, now: unit.now, nextId: () => unit.nextId("le") }
    for (const write of post(unit.entries, into, unit.limits)) writes.push(write)
  }
  if (unit.events !== undefined && unit.events.length > 0) {
    for (const write of outbox.publish(store, plugin, unit.scope, unit.events)) writes.push(write)
  }
  for (const job of unit.cancelledJobs ?? []) writes.push(jobs.cancel(job))
  for (const job of unit.jobs ?? []) writes.push(jobs.schedule(job))
  return writes
}
