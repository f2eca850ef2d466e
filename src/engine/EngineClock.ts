/**
 * Moving time. Whatever falls due on the way happens in order, dated when it was due, before the answer: a year of
 * engine time takes as long as its work does. A move ends early, at the next due job, when its caller leaves or the
 * engine stops; time then stands, or runs on, from there.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { ClockShape, ClockState } from "../services/Clock.ts"
import type { Owner } from "../jobs/inFlight.ts"
import type { Move } from "../jobs/moving.ts"
import { StoreUnavailable, type Peers, type RegionStore, type Store } from "../services/Store.ts"
import { timeIn } from "../domain/CalendarDate.ts"
import { exclusively } from "../store/exclusively.ts"
import { latestTime, readSetting, writeSetting } from "../store/settingsRepository.ts"

/** Engine time never goes back: the requested time lies before the present. */
export class TimeInPast extends Data.TaggedError("TimeInPast")<{
  /** Both epoch milliseconds. */
  readonly now: number
  readonly asked: number
}> {
  override get message(): string {
    return `Engine time is ${iso(this.now)} and never goes back, so it cannot be moved to ${iso(this.asked)}`
  }
}

/** The requested time is no time, or none that the engine can date (1970 up to the year 3000). */
export class InvalidTime extends Data.TaggedError("InvalidTime")<{
  readonly asked: string
  /** Whether a span was asked for, by which to move time. */
  readonly isSpan?: boolean
}> {
  override get message(): string {
    return this.isSpan === true
      ? `"${this.asked}" is not a span of time such as "7 days", or it ends after the year 3000`
      : `"${this.asked}" is not a time from 1970 up to the year 3000, such as 2026-01-15T09:30:00Z`
  }
}

const iso = (time: number) => new Date(time).toISOString()

/** A time as it was asked for; of milliseconds, which a caller may have given as a text, the time that they are. */
const asked = (time: TimeInput): string =>
  Number.isInteger(time) && !Number.isNaN(new Date(time).getTime()) ? iso(Number(time)) : String(time)

/** 3000-01-01T00:00:00Z: ids hold times up to the year 3084. */
const latestDate = 32_503_680_000_000

/** A point in time: ISO 8601 as a date or with a time and its zone, a `Date`, or epoch milliseconds. */
export type TimeInput = string | number | Date

/** What a host does with engine time. */
export interface EngineClock {
  /** Engine time, epoch milliseconds. */
  readonly now: () => number
  readonly state: () => ClockState
  /**
   * Moves time forward by a span, such as `"7 days"`, running everything that falls due. Receivers of webhooks that are slow
   * are waited for 10 s of real time altogether; attempts beyond that are made after the answer. With an owner, such as
   * the caller of a request, that goes for his receivers, and those of others are waited for 200 ms altogether. Fails
   * with `StoreUnavailable`, reason `closed`, when the engine stops on the way.
   */
  readonly advance: (
    by: Duration.Input,
    owner?: Owner
  ) => Effect.Effect<void, TimeInPast | InvalidTime | StoreUnavailable>
  /** Moves time forward to a point, as `advance` does. */
  readonly advanceTo: (to: TimeInput, owner?: Owner) => Effect.Effect<void, TimeInPast | InvalidTime | StoreUnavailable>
  /** Lets time stand still from now on; it moves only by `advance`. */
  readonly freeze: Effect.Effect<void, StoreUnavailable>
  /** Lets a time that stands still run on from where it is. */
  readonly run: Effect.Effect<void, StoreUnavailable>
  /** Takes up what other processes on the same data did to time. It is done by itself soon after they did it. */
  readonly follow: Effect.Effect<void, StoreUnavailable>
  /** Runs everything that is due now, and what follows from it, without moving time. */
  readonly drain: Effect.Effect<void, StoreUnavailable>
}

const outsideAnEngine = Effect.die(new Error("Only requests that a running engine serves can move its time"))

/**
 * The engine's clock for the requests of a plugin: for simulators and test helpers, which a plugin must keep from live
 * callers itself. Jobs do not have it.
 */
export const TimeControl = Context.Reference<EngineClock>("bursar/engine/TimeControl", {
  defaultValue: () => ({
    now: () => 0,
    state: () => ({ mode: "frozen", at: 0 }),
    advance: () => outsideAnEngine,
    advanceTo: () => outsideAnEngine,
    freeze: outsideAnEngine,
    run: outsideAnEngine,
    drain: outsideAnEngine,
    follow: outsideAnEngine
  })
})

/** A point in time as epoch milliseconds. Fails with `InvalidTime` when it is none the engine can date. */
export const parseTime = (input: TimeInput): Result.Result<number, InvalidTime> => {
  const time = typeof input === "number" ? input : input instanceof Date ? input.getTime() : timeIn(input)
  return Number.isInteger(time) && time >= 0 && time < latestDate
    ? Result.succeed(time)
    : Result.fail(new InvalidTime({ asked: asked(input) }))
}

const units: ReadonlySet<string> = new Set<keyof Duration.DurationObject>([
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "milliseconds",
  "microseconds",
  "nanoseconds"
])

/** What `Duration` takes for nothing, so that time would stand without a word: what is no number, and units that it does not know. */
const isNoSpan = (by: Duration.Input): boolean => {
  if (typeof by !== "object" || by === null || Duration.isDuration(by)) return Number.isNaN(by)
  const parts = Object.entries(by)
  return (
    parts.length === 0 || parts.some(([name, value]) => Number.isNaN(value) || !(Array.isArray(by) || units.has(name)))
  )
}

/** A span in whole milliseconds. */
const parseSpan = (by: Duration.Input): Result.Result<number, InvalidTime> => {
  const span = isNoSpan(by) ? Option.none() : Option.map(Duration.fromInput(by), Duration.toMillis)
  return Option.isSome(span) && Number.isFinite(span.value) && span.value < latestDate
    ? Result.succeed(Math.round(span.value))
    : Result.fail(
        new InvalidTime({
          asked: typeof by === "object" && !Duration.isDuration(by) ? JSON.stringify(by) : String(by),
          isSpan: true
        })
      )
}

/** The state that reaches `time` from `state`: a frozen clock stays frozen, any other goes on running from there. */
const stateAt = (clock: ClockShape, state: ClockState, time: number): ClockState =>
  state.mode === "frozen" ? { mode: "frozen", at: time } : { mode: "offset", offsetMs: time - clock.wallNow() }

/** How long stopping waits for the job that a move of time is running, in milliseconds. Our choice. */
const stopPatienceMs = 5_000

/** What the clock's controls work with. */
interface EngineClockOptions {
  readonly clock: ClockShape
  readonly home: RegionStore
  readonly store: Pick<Store["Service"], "home" | "peers">
  /** The worker's. */
  readonly drain: (move: Move) => Effect.Effect<boolean, StoreUnavailable>
  /** Called after every change, so that sleeping workers look again. */
  readonly changed: () => void
}

/** Runs what falls due up to a time. Fails when the engine stops on the way. */
const runDue = ({ clock, drain, home }: EngineClockOptions, of: Omit<Move, "moveTo">) =>
  Effect.filterOrFail(
    drain({ ...of, moveTo: (at) => clock.set({ mode: "frozen", at }) }),
    (arrived) => arrived,
    () => {
      const detail = `the engine stops, so time was moved to ${iso(clock.now())} only`
      return new StoreUnavailable({ region: home.name, reason: "closed", detail })
    }
  )

/** Makes the clock's controls, and what ends their moves before the engine stops. */
export const makeEngineClock = (
  options: EngineClockOptions
): { readonly clock: EngineClock; readonly stop: Effect.Effect<void> } => {
  const { changed, clock, home, store } = options
  let isStopping = false
  // Whoever moves time sees it standing on the way: the next one waits, and then sees how it really runs.
  const one = Semaphore.makeUnsafe(1).withPermits(1)
  // A request is finished even if its caller leaves; moving time is not.
  const alone = <A, E>(move: Effect.Effect<A, E>) =>
    Effect.interruptible(one(exclusively(store, "clock", Effect.andThen(follow, move))))

  /** Takes up what another process did to time. */
  const follow = store.peers === undefined ? Effect.void : followClock({ clock, home, changed, peers: store.peers })

  const settle = (state: ClockState) =>
    Effect.suspend(() => {
      clock.set(state)
      changed()
      return Effect.tap(writeSetting(home, "clock", clock.state()), () => Effect.sync(() => store.peers?.tell("clock")))
    }).pipe(Effect.uninterruptible)

  const drain = (until: number, owner?: Owner) => runDue(options, { until, owner, isCalledOff: () => isStopping })

  const moveTo = Effect.fnUntraced(function* (time: number, owner: Owner | undefined) {
    const now = clock.now()
    if (time > latestDate) return yield* new InvalidTime({ asked: asked(time) })
    if (time < now) return yield* new TimeInPast({ now, asked: time })
    const before = clock.state()
    yield* Effect.onExit(drain(time, owner), (exit) =>
      Exit.isSuccess(exit)
        ? settle(stateAt(clock, before, time))
        : // Also when a job could not be read: time must not stay frozen where it ran before.
          Effect.ignore(Effect.suspend(() => settle(stateAt(clock, before, clock.now()))))
    )
  })

  const advanceTo = (input: TimeInput, owner?: Owner) =>
    Effect.flatMap(Effect.fromResult(parseTime(input)), (time) => alone(moveTo(time, owner)))

  const controls: EngineClock = {
    now: clock.now,
    state: clock.state,
    // While time is moved here, it is not looked at: it stands where the next job is due.
    follow: one(follow),
    advanceTo,
    advance: (by, owner) =>
      Effect.flatMap(Effect.fromResult(parseSpan(by)), (span) =>
        alone(Effect.suspend(() => moveTo(clock.now() + span, owner)))
      ),
    freeze: alone(Effect.suspend(() => settle({ mode: "frozen", at: clock.now() }))),
    run: alone(Effect.suspend(() => settle({ mode: "offset", offsetMs: clock.now() - clock.wallNow() }))),
    drain: alone(Effect.suspend(() => Effect.asVoid(drain(clock.now()))))
  }
  const stop = Effect.suspend(() => {
    isStopping = true
    return Effect.ignore(Effect.timeout(one(Effect.void), stopPatienceMs))
  })
  return { clock: controls, stop }
}

const isClockState = (value: unknown): value is ClockState =>
  typeof value === "object" && value !== null && "mode" in value

const isSame = (a: ClockState, b: ClockState): boolean => JSON.stringify(a) === JSON.stringify(b)

const followClock = Effect.fnUntraced(function* (options: {
  readonly clock: ClockShape
  readonly home: RegionStore
  readonly changed: () => void
  readonly peers: Peers
}) {
  const { changed, clock, home, peers } = options
  const saved = yield* readSetting(home, "clock")
  const before = clock.state()
  if (!isClockState(saved) || saved.mode === "system" || isSame(saved, before)) return
  clock.set(saved)
  if (!isSame(before, clock.state())) changed()
  // Time never goes back here, either: where it stands is where it had come to in the process that was furthest. Where it runs, a
  // machine whose clock is behind keeps the difference to itself: to the others it would be a jump.
  if (saved.mode !== "frozen" || timeOf(clock, clock.state()) <= saved.at) return
  yield* writeSetting(home, "clock", clock.state())
  peers.tell("clock")
})

/** How often the clock is looked at in case a signal was lost, in milliseconds. Our choice. */
const followEveryMs = 1_000

/** Follows what other processes do to time, until the scope ends. */
export const followPeers = Effect.fnUntraced(function* (
  clock: EngineClock,
  peers: Peers
): Effect.fn.Return<void, never, Scope.Scope> {
  const latch = Latch.makeUnsafe(false)
  const stop = peers.onTold((topic) => {
    if (topic === "clock") latch.openUnsafe()
  })
  const once = Effect.gen(function* () {
    yield* Effect.raceFirst(latch.await, Effect.sleep(followEveryMs))
    latch.closeUnsafe()
    yield* Effect.ignore(clock.follow)
  })
  const survive = Effect.catchDefect(once, (defect) => Effect.logError("The time of others was not taken up", defect))
  yield* Effect.forkScoped(Effect.ensuring(Effect.forever(survive), Effect.sync(stop)))
})

/** Engine time in a state of the clock. */
export const timeOf = (clock: ClockShape, state: ClockState): number =>
  state.mode === "frozen" ? state.at : clock.wallNow() + (state.mode === "offset" ? state.offsetMs : 0)

/** A difference this small, in milliseconds, is a system's clock being set right. */
const unnoticedMs = 1_000

/** Tells the operator when the data are dated later than the clock that the engine starts with. */
const warnOfEarlierClock = (asked: ClockState, now: number, latest: number) => {
  if (asked.mode === "frozen") {
    return Effect.logWarning(
      `The clock was set to ${iso(now)}, before the data: it starts at ${iso(latest)} instead, because engine time never goes back`
    )
  }
  return latest - now < unnoticedMs
    ? Effect.void
    : Effect.logWarning(
        `The data are dated up to ${iso(latest)}, but the clock says ${iso(now)}: engine time runs on from the data. ` +
          "Check the clock of this machine"
      )
}

/**
 * Brings the clock of a starting engine to where the last run left it, unless it was told a time of its own. Time never
 * goes back over a restart: not behind a time that was set, nor behind anything that was dated.
 */
export const restoreClock = Effect.fnUntraced(function* (clock: ClockShape, store: Store["Service"]) {
  const home = yield* store.region(store.home)
  const saved = yield* readSetting(home, "clock")
  const asked = clock.state()
  let latest = 0
  for (const name of yield* store.existing) {
    latest = Math.max(latest, (yield* latestTime(yield* store.region(name))) ?? 0)
  }
  if (isClockState(saved)) {
    if (saved.mode !== "system") latest = Math.max(latest, timeOf(clock, saved))
    if (clock.state().mode === "system") clock.restore(saved)
  }
  const now = timeOf(clock, clock.state())
  const isBehind = now < latest
  if (isBehind) {
    // A frozen time that was kept is behind after a crash in the middle of a move: nobody set it so.
    if (asked.mode === "frozen" || clock.state().mode !== "frozen") yield* warnOfEarlierClock(asked, now, latest)
    clock.restore(stateAt(clock, clock.state(), latest))
  }
  // How far this machine is behind says nothing about those of other processes, which would be ahead by it.
  if (isBehind && !store.exclusive && clock.state().mode !== "frozen") return
  // Unchanged it is not written: another process may be moving time just now.
  if (!isClockState(saved) || !isSame(saved, clock.state())) yield* writeSetting(home, "clock", clock.state())
})
