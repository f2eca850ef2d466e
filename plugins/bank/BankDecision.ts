/** What a rule of this plugin concluded: the core's decision, with events that carry their data. */
import type { CancelledJob, DecidedJob, Decision } from "../../src/domain.ts"
import type { BankEvent } from "./events.ts"

/** A decision about one object. */
export interface BankDecision<State> extends Omit<Decision<State>, "events"> {
  readonly events: ReadonlyArray<BankEvent>
}

/** Builds a decision; whatever is left out is empty. */
export const conclude = <State>(
  decision: Pick<BankDecision<State>, "state"> & Partial<Omit<BankDecision<State>, "state">>
): BankDecision<State> => ({ entries: [], events: [], jobs: [], cancelledJobs: [], ...decision })

export type { CancelledJob, DecidedJob }
