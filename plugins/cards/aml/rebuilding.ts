/**
 * Works out the states of customers again, from the movements on disk: after thresholds were changed, or to check that
 * nothing was lost. Alerts stay as they are.
 */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  noChange,
  type CallerShape,
  type RegionStore,
  type StoredAs,
  type VersionConflict
} from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { planned } from "../plans.ts"
import { evaluate } from "./evaluate.ts"
import { leaving, plus, totalsOf, type AmlState, type InstrumentState, type Movement, type Totals } from "./AmlState.ts"
import * as repository from "./movementRepository.ts"
import { defaultThresholds, type AmlThresholds, type WindowName } from "./thresholds.ts"

type Reader = { readonly store: RegionStore; readonly scope: string }

/** Movements that are read at a time (our choice). */
const movementsPerRead = 1_000

/** What a rebuild found. */
export interface Rebuilt {
  readonly customers: number
  /** States that were not what the movements say, and are now. */
  readonly corrected: number
}

interface Fold {
  readonly states: Map<string, AmlState>
  readonly instruments: Map<string, InstrumentState>
  /** Movements of the longest window, by customer: older ones can leave no window any more. */
  readonly recent: Map<string, Array<Movement>>
}

const sumsIn = (fold: Fold, state: AmlState, { at, customer }: Movement) => {
  const left: Partial<Record<WindowName, Totals>> = {}
  const movements = fold.recent.get(customer) ?? []
  for (const { before, from, window } of leaving(state, at)) {
    left[window] = movements
      .filter((earlier) => earlier.at >= from && earlier.at < before)
      .map(totalsOf)
      .reduce(plus, { payments: 0, inMinor: 0, outMinor: 0, greyMinor: 0 })
  }
  return left
}

const longestMs = 31 * 86_400_000

const takeInto = (fold: Fold, movement: Movement, thresholds: AmlThresholds) => {
  const { at, customer, instrument } = movement
  const state = fold.states.get(customer)
  const evaluated = evaluate(movement, {
    state,
    instrument: fold.instruments.get(instrument),
    left: state === undefined ? {} : sumsIn(fold, state, movement),
    thresholds
  })
  // A movement that is older than both the longest window and the movement before can no longer leave a window.
  const oldest = Math.min(state?.lastAt ?? at, at) - longestMs
  const kept = (fold.recent.get(customer) ?? []).filter((earlier) => earlier.at >= oldest)
  fold.recent.set(customer, [...kept, movement])
  fold.states.set(customer, evaluated.state)
  if (evaluated.instrument !== undefined) fold.instruments.set(instrument, evaluated.instrument)
}

const foldAll = Effect.fnUntraced(function* (caller: Reader, thresholds: AmlThresholds) {
  const fold: Fold = { states: new Map(), instruments: new Map(), recent: new Map() }
  let after = 0
  for (;;) {
    const page = yield* repository.movementsAfter(caller, after, movementsPerRead)
    for (const { movement } of page) takeInto(fold, movement, thresholds)
    const last = page.at(-1)
    if (last === undefined || page.length < movementsPerRead) return fold
    after = last.sequence
  }
})

/** Replaces a state that differs. One that has changed since the movements were read is left alone: it knows more than the fold. */
const correct = <State extends AmlState | InstrumentState>(
  caller: CallerShape,
  as: StoredAs<State>,
  of: { readonly key: repository.StateKey; readonly state: State; readonly before: number }
) =>
  carryOutUnkeyed(
    caller.store,
    Effect.gen(function* () {
      const { before, key, state } = of
      const stored = yield* repository.findState(caller, as, key)
      const isSame = JSON.stringify(stored.state) === JSON.stringify(state)
      if (isSame || stored.version !== before) return noChange(0)
      const writes = [repository.keepState(caller.scope, as, { key, state, version: before })]
      return yield* planned<number, VersionConflict>(caller, 1, { writes })
    })
  )

/** Rebuilds everything that monitoring knows of the caller's customers. */
export const rebuild = Effect.fnUntraced(function* (caller: CallerShape) {
  const settings = (yield* AccountSettings).get(caller.principal.account)?.aml
  const versionOf = yield* repository.stateVersions(caller)
  const fold = yield* foldAll(caller, { ...defaultThresholds, ...settings?.thresholds })
  let corrected = 0
  for (const [customer, state] of fold.states) {
    const key = `customer ${customer}` as const
    corrected += yield* correct(caller, repository.customerStates, { key, state, before: versionOf(key) })
  }
  for (const [instrument, state] of fold.instruments) {
    const key = `instrument ${instrument}` as const
    corrected += yield* correct(caller, repository.instrumentStates, { key, state, before: versionOf(key) })
  }
  return { customers: fold.states.size, corrected } satisfies Rebuilt
})
