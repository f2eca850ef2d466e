/**
 * A decision is a value: what a business rule concluded, before anything is written. Rules return it, `commit` writes
 * it. It holds no effect, no clock and no connection.
 */
import type { LedgerEntry } from "./Ledger.ts"

/** Something that happened to a resource, told to subscribers and webhook receivers after the commit. */
export interface DecidedEvent<Type extends string = string> {
  readonly type: Type
}

/** Work that must happen at or after `dueAt` (engine time, epoch milliseconds). */
export interface DecidedJob {
  /** Name of a registered job, such as `cards.payment.expire`. */
  readonly name: string
  /** At most one job per name and key: a second one is dropped, unless the first was given up, whose place it takes. */
  readonly key: string
  readonly payload: unknown
  readonly dueAt: number
}

/** Names a waiting job that is no longer needed. Cancelling one that does not exist is no error. */
export interface CancelledJob {
  readonly name: string
  readonly key: string
}

/** The outcome of one rule: the next state of an entity and all that has to be written with it, or not at all. */
export interface Decision<State, EventType extends string = string> {
  readonly state: State
  readonly entries: ReadonlyArray<LedgerEntry>
  readonly events: ReadonlyArray<DecidedEvent<EventType>>
  readonly jobs: ReadonlyArray<DecidedJob>
  readonly cancelledJobs: ReadonlyArray<CancelledJob>
}

/** Builds a decision; whatever is left out is empty. */
export const decide = <State, EventType extends string>(
  decision: Pick<Decision<State, EventType>, "state"> & Partial<Omit<Decision<State, EventType>, "state">>
): Decision<State, EventType> => ({
  state: decision.state,
  entries: decision.entries ?? [],
  events: decision.events ?? [],
  jobs: decision.jobs ?? [],
  cancelledJobs: decision.cancelledJobs ?? []
})
