/**
 * Engine time: the one clock by which everything in the engine is dated and falls due. It runs with the system's clock,
 * ahead of it by an offset, or stands still until it is moved. It never goes back.
 */
import { Clock as EffectClock } from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How engine time follows from the system's clock. Times and offsets are milliseconds. */
export type ClockState =
  | { readonly mode: "system" }
  | { readonly mode: "offset"; readonly offsetMs: number }
  | { readonly mode: "frozen"; readonly at: number }

/** The contract of the clock. Reading it is synchronous: a decision is dated without waiting. */
export interface ClockShape {
  /** Engine time, epoch milliseconds. Never smaller than an earlier answer. */
  readonly now: () => number
  /** The system's own time, for what other people's clocks check: webhook signatures, time-outs. */
  readonly wallNow: () => number
  /** Milliseconds that only ever pass, whatever happens to the system's date: for measuring spans. */
  readonly monotonicNow: () => number
  readonly state: () => ClockState
  /** Changes how time runs. A state whose time lies in the past is raised to the present engine time. */
  readonly set: (state: ClockState) => void
  /** Takes up the state of an earlier run. Only at start, before any time was given out. */
  readonly restore: (state: ClockState) => void
}

/** Makes a clock over a source of system time. Without a monotonic source, system time stands in for it. */
export const makeClock = (
  wallNow: () => number,
  initial: ClockState = { mode: "system" },
  monotonicNow: () => number = wallNow
): ClockShape => {
  let state = initial
  let latest = Number.NEGATIVE_INFINITY
  const reading = (from: ClockState): number => {
    if (from.mode === "frozen") return from.at
    return from.mode === "offset" ? wallNow() + from.offsetMs : wallNow()
  }
  const now = () => {
    const time = reading(state)
    if (time > latest) latest = time
    else if (latest === Number.NEGATIVE_INFINITY)
      throw new RangeError(`The clock of the system reads ${time}, which is no time`)
    return latest
  }
  return {
    now,
    wallNow,
    monotonicNow,
    state: () => state,
    restore: (next) => {
      state = next
    },
    set: (next) => {
      const present = now()
      if (reading(next) >= present) state = next
      else if (next.mode === "frozen") state = { mode: "frozen", at: present }
      else state = { mode: "offset", offsetMs: present - wallNow() }
    }
  }
}

const overEffectClock = (tag: typeof Clock, initial: ClockState): Layer.Layer<Clock> =>
  Layer.effect(
    tag,
    Effect.map(EffectClock, (clock) =>
      makeClock(
        () => clock.currentTimeMillisUnsafe(),
        initial,
        () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      )
    )
  )

/** The engine's clock; swap it to drive an engine from a clock of your own. */
export class Clock extends Context.Service<Clock, ClockShape>()("bursar/Clock") {
  /** Builds the service from a plain source of system time and a first state. */
  static readonly make = makeClock

  /** System time. */
  static readonly layer: Layer.Layer<Clock> = overEffectClock(this, { mode: "system" })

  /** Stands at `at` (epoch milliseconds) until it is moved. */
  static readonly layerFrozen = (at: number): Layer.Layer<Clock> => overEffectClock(this, { mode: "frozen", at })
}
