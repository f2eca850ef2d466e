import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "@effect/vitest"
import { Clock, makeClock, type ClockState } from "../../src/services/Clock.ts"

/** 2026-03-02T08:00:00Z. */
const startedAt = 1_772_438_400_000

/** A clock over a system's time that a test sets. */
const start = (initial?: ClockState) => {
  const wall = { now: startedAt }
  return { wall, clock: makeClock(() => wall.now, initial) }
}

describe("engine time", () => {
  it("runs with the system's", () => {
    const { clock, wall } = start()
    expect(clock.now()).toBe(startedAt)
    wall.now += 5
    expect(clock.now()).toBe(startedAt + 5)
    expect(clock.state()).toEqual({ mode: "system" })
  })

  it("says that the system's time is none", () => {
    expect(() => makeClock(() => Number.NaN).now()).toThrow("The clock of the system reads NaN, which is no time")
  })

  it("runs ahead of the system's by its offset", () => {
    const { clock, wall } = start({ mode: "offset", offsetMs: 1_000 })
    wall.now += 5
    expect(clock.now()).toBe(startedAt + 1_005)
  })

  it("stands still when it is frozen", () => {
    const { clock, wall } = start({ mode: "frozen", at: 7 })
    wall.now += 5
    expect(clock.now()).toBe(7)
  })

  it("stands while the system's time is behind where it was, and runs on from there", () => {
    const { clock, wall } = start()
    clock.now()
    wall.now = startedAt - 3_600_000
    expect(clock.now()).toBe(startedAt)
    wall.now = startedAt + 1
    expect(clock.now()).toBe(startedAt + 1)
  })

  it.each<readonly [string, ClockState, ClockState]>([
    ["a frozen time in the past", { mode: "frozen", at: 0 }, { mode: "frozen", at: startedAt + 1_000 }],
    ["an offset that is too small", { mode: "offset", offsetMs: 999 }, { mode: "offset", offsetMs: 1_000 }],
    ["the system's time behind it", { mode: "system" }, { mode: "offset", offsetMs: 1_000 }]
  ])("raises %s to the present", (_, asked, state) => {
    const { clock } = start({ mode: "offset", offsetMs: 1_000 })
    clock.set(asked)
    expect(clock.state()).toEqual(state)
    expect(clock.now()).toBe(startedAt + 1_000)
  })

  it.each<readonly [string, ClockState]>([
    ["a frozen time", { mode: "frozen", at: startedAt + 1_000 }],
    ["an offset", { mode: "offset", offsetMs: 1_000 }]
  ])("takes %s in the present as it is", (_, asked) => {
    const { clock } = start({ mode: "offset", offsetMs: 1_000 })
    clock.set(asked)
    expect(clock.state()).toEqual(asked)
  })

  it("takes the system's time again once that has caught up", () => {
    const { clock, wall } = start({ mode: "frozen", at: startedAt + 1_000 })
    wall.now += 1_000
    clock.set({ mode: "system" })
    expect([clock.state(), clock.now()]).toEqual([{ mode: "system" }, startedAt + 1_000])
  })

  it("takes up an earlier run's state, also behind the system's time", () => {
    const { clock } = start()
    clock.restore({ mode: "frozen", at: 5 })
    expect([clock.now(), clock.state()]).toEqual([5, { mode: "frozen", at: 5 }])
  })

  const Move = Schema.Int.check(Schema.isBetween({ minimum: -5_000, maximum: 5_000 }))
  const Step = Schema.Union([
    Schema.TaggedStruct("Wall", { by: Move }),
    Schema.TaggedStruct("Freeze", { by: Move }),
    Schema.TaggedStruct("Offset", { by: Move }),
    Schema.TaggedStruct("System", {})
  ])

  it.prop(
    "never goes back, whatever is asked of it and whatever the system's time does",
    [Schema.Array(Step)],
    ([steps]) => {
      const { clock, wall } = start()
      let latest = clock.now()
      for (const step of steps) {
        if (step._tag === "Wall") wall.now += step.by
        else if (step._tag === "Freeze") clock.set({ mode: "frozen", at: clock.now() + step.by })
        else if (step._tag === "Offset") clock.set({ mode: "offset", offsetMs: step.by })
        else clock.set({ mode: "system" })
        expect(clock.now()).toBeGreaterThanOrEqual(latest)
        latest = clock.now()
      }
    }
  )
})

describe("the other times of a clock", () => {
  it("are the system's own, whatever engine time does", () => {
    const { clock, wall } = start({ mode: "frozen", at: startedAt + 1_000_000 })
    wall.now -= 10
    expect([clock.wallNow(), clock.monotonicNow()]).toEqual([startedAt - 10, startedAt - 10])
  })

  it("may come from two sources", () => {
    const clock = makeClock(
      () => startedAt,
      { mode: "system" },
      () => 42
    )
    expect([clock.wallNow(), clock.monotonicNow()]).toEqual([startedAt, 42])
  })
})

describe("the clock of an Effect program", () => {
  it.effect("is Effect's", () =>
    Effect.gen(function* () {
      const clock = yield* Clock
      const before = clock.now()
      yield* TestClock.adjust("3 hours")
      expect([clock.now() - before, clock.monotonicNow()]).toEqual([10_800_000, 10_800_000])
    }).pipe(Effect.provide(Clock.layer))
  )

  it.effect("stands until it is moved when it begins frozen", () =>
    Effect.gen(function* () {
      const clock = yield* Clock
      yield* TestClock.adjust("3 hours")
      expect(clock.now()).toBe(startedAt)
      clock.set({ mode: "frozen", at: startedAt + 1 })
      expect(clock.now()).toBe(startedAt + 1)
      expect(clock.wallNow()).toBe(10_800_000)
    }).pipe(Effect.provide(Clock.layerFrozen(startedAt)))
  )
})
