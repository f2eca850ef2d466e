/** Takes one movement: the states after it, and what the rules find. Pure, and of constant cost. */
import {
  advance,
  emptyInstrument,
  emptyState,
  isWatched,
  take,
  takeInstrument,
  type AmlState,
  type InstrumentState,
  type Left,
  type Movement
} from "./AmlState.ts"
import { findingsIn, type Finding } from "./rules.ts"
import type { AmlThresholds } from "./thresholds.ts"

/** What was looked up for a movement. */
export interface Known {
  readonly state: AmlState | undefined
  /** The state of the movement's instrument; `undefined` if it has none yet. */
  readonly instrument: InstrumentState | undefined
  /** Sums of the ranges of `leaving`. */
  readonly left: Left
  readonly thresholds: AmlThresholds
}

/** What a movement leads to. */
export interface Evaluated {
  readonly state: AmlState
  /** `undefined` when the movement is not watched across customers. */
  readonly instrument: InstrumentState | undefined
  readonly findings: ReadonlyArray<Finding>
}

export const evaluate = (movement: Movement, { instrument, left, state, thresholds }: Known): Evaluated => {
  const before = advance(state ?? emptyState(movement.at), movement.at, left)
  const after = take(before, movement, thresholds)
  const watched = isWatched(movement, thresholds)
    ? takeInstrument(instrument ?? emptyInstrument, movement, thresholds)
    : undefined
  return {
    state: after,
    instrument: watched,
    findings: findingsIn({ movement, before, after, instrument: watched, thresholds })
  }
}
