/**
 * Moving time. Whatever falls due on the way happens in order, dated when it was due, before the answer: a year of
 * engine time takes as long as its work does.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ClockShape, ClockState } from "../services/Clock.ts"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import { latestTime, readSetting, writeSetting } from "../store/settingsRepository.ts"

/** Engine time never goes back: the time asked for lies before the present. */
export class TimeInPast extends Data.TaggedError("TimeInPast")<{
  /** Both epoch milliseconds. */
  readonly now: number
  readonly asked: number
}> {
  override get message(): string {
    return `Engine time is ${iso(this.now)} and never goes back, so it cannot be moved to ${iso(this.asked)}`
  }
}

/** The time asked for is no time, or farther away than the engine can date (year 3000). */
export class InvalidTime extends Data.TaggedError("InvalidTime")<{ readonly asked: string }> {
  override get message(): string {
    return `"${this.asked}" is not a time before the year 3000, such as 2026-01-15T09:30:00Z`
  }
}

const iso = (time: number) => new Date(time).toISOString()

/** 3000-01-01T00:00:00Z: ids hold times up to the year 3084. */
const latestDate = 32_503_680_000_000

/** A point in time: ISO 8601, a `Date`, or epoch milliseconds. */
export type TimeInput = string | number | Date

/** What a host does with engine time. */
export interface EngineClock {
  /** Engine time, epoch milliseconds. */
  readonly now: () => number
  readonly state: () => ClockState
  /** Moves time forward by a span, such as `"7 days"`, running everything that falls due. */
  readonly advance: (by: Duration.Input) => Effect.Effect<void, TimeInPast | InvalidTime | StoreUnavailable>
  /** Moves time forward to a point. */
  readonly advanceTo: (to: TimeInput) => Effect.Effect<void, TimeInPast | InvalidTime | StoreUnavailable>
  /** Lets time stand still from now on; it moves only by `advance`. */
  readonly freeze: Effect.Effect<void, StoreUnavailable>
  /** Lets a time that stands still run on from where it is. */
  readonly run: Effect.Effect<void, StoreUnavailable>
  /** Runs everything that is due now, and what follows from it, without moving time. */
  readonly drain: Effect.Effect<void, StoreUnavailable>
}

const parseTime = (input: TimeInput): number =>
  typeof input === "number" ? input : input instanceof Date ? input.getTime() : Date.parse(input)

/** The state that reaches `time` from `state`: a frozen clock stays frozen, any other goes on running from there. */
const stateAt = (clock: ClockShape, state: ClockState, time: number): ClockState =>
  state.mode === "frozen" ? { mode: "frozen", at: time } : { mode: "offset", offsetMs: time - clock.wallNow() }

/** Makes the clock's controls. `drain` is the worker's. */
export const makeEngineClock = (options: {
  readonly clock: ClockShape
  readonly home: RegionStore
  readonly drain: (until: number, moveTo: (time: number) => void) => Effect.Effect<void, StoreUnavailable>
  /** Told after every change, so that sleeping workers look again. */
  readonly changed: () => void
}): EngineClock => {
  const { changed, clock, drain, home } = options

  const settle = (state: ClockState) =>
    Effect.suspend(() => {
      clock.set(state)
      changed()
      return writeSetting(home, "clock", clock.state())
    })

  const advanceTo = Effect.fn("engine.clock.advanceTo")(function* (input: TimeInput) {
    const time = parseTime(input)
    if (!Number.isInteger(time) || time > latestDate) return yield* new InvalidTime({ asked: String(input) })
    const now = clock.now()
    if (time < now) return yield* new TimeInPast({ now, asked: time })
    const before = clock.state()
    yield* drain(time, (at) => clock.set({ mode: "frozen", at })).pipe(
      // Also when a job could not be read: time must not stay frozen where it ran before.
      Effect.onError(() => Effect.sync(() => clock.set(stateAt(clock, before, clock.now()))))
    )
    yield* settle(stateAt(clock, before, time))
  }, Effect.uninterruptible)

  return {
    now: clock.now,
    state: clock.state,
    advanceTo,
    advance: (by) =>
      Effect.suspend(() => {
        const span = Duration.toMillis(Duration.fromInputUnsafe(by))
        return Number.isFinite(span)
          ? advanceTo(clock.now() + Math.round(span))
          : Effect.fail(new InvalidTime({ asked: String(by) }))
      }),
    freeze: Effect.suspend(() => settle({ mode: "frozen", at: clock.now() })),
    run: Effect.suspend(() => settle({ mode: "offset", offsetMs: clock.now() - clock.wallNow() })),
    drain: Effect.suspend(() => drain(clock.now(), (at) => clock.set({ mode: "frozen", at })))
  }
}

const isClockState = (value: unknown): value is ClockState =>
  typeof value === "object" && value !== null && "mode" in value

const timeOf = (clock: ClockShape, state: ClockState): number =>
  state.mode === "frozen" ? state.at : clock.wallNow() + (state.mode === "offset" ? state.offsetMs : 0)

/**
 * Brings the clock of a starting engine to where the last run left it, unless it was told a time of its own. Time never
 * goes back over a restart: not behind a time that was set, nor behind anything that was dated.
 */
export const restoreClock = (clock: ClockShape, home: RegionStore, stores: ReadonlyArray<RegionStore>) =>
  Effect.gen(function* () {
    const saved = yield* readSetting(home, "clock")
    let latest = 0
    for (const store of stores) latest = Math.max(latest, (yield* latestTime(store)) ?? 0)
    if (isClockState(saved)) {
      if (saved.mode !== "system") latest = Math.max(latest, timeOf(clock, saved))
      if (clock.state().mode === "system") clock.restore(saved)
    }
    if (timeOf(clock, clock.state()) < latest) clock.restore(stateAt(clock, clock.state(), latest))
    yield* writeSetting(home, "clock", clock.state())
  })
