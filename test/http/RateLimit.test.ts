import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeRateLimiter, type RateLimitPlan } from "../../src/http/RateLimit.ts"
import { makeClock } from "../../src/services/Clock.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

/** 2026-03-02T00:00:00Z. */
const midnight = 1_772_409_600_000

/** A limiter on a clock whose three times are set by hand. */
const start = (times: { engine?: number; wall?: number; monotonic?: number } = {}) => {
  const at = { wall: times.wall ?? midnight, monotonic: times.monotonic ?? 0 }
  const clock = makeClock(
    () => at.wall,
    { mode: "frozen", at: times.engine ?? midnight },
    () => at.monotonic
  )
  const counting = makeRateLimiter(clock)
  const limiter = {
    take: (credential: string, plan: RateLimitPlan) => Effect.runSync(counting.take(credential, plan))
  }
  const perMinute = (requests: number, credential = "ada") => limiter.take(credential, { requests, window: minuteMs })
  const perDay = (requests: number, credential = "ada") => limiter.take(credential, { requests, window: "day" })
  return { at, clock, limiter, perMinute, perDay }
}

const isRefused = (reading: { readonly retryAfterSeconds: number | undefined }) =>
  reading.retryAfterSeconds !== undefined

describe("a window of a minute", () => {
  it("lets as many requests through as the plan has, and counts what is left", () => {
    const { perMinute } = start()
    expect([1, 2, 3, 4].map(() => perMinute(3)).map((reading) => [reading.remaining, isRefused(reading)])).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true]
    ])
    expect(perMinute(3).limit).toBe(3)
  })

  it("ends with its last millisecond", () => {
    const { at, perMinute } = start({ monotonic: 7 * minuteMs })
    perMinute(1)
    at.monotonic = 8 * minuteMs - 1
    expect(isRefused(perMinute(1))).toBe(true)
    at.monotonic = 8 * minuteMs
    expect(perMinute(1)).toMatchObject({ remaining: 0, retryAfterSeconds: undefined })
    expect(isRefused(perMinute(1))).toBe(true)
  })

  it("does not count what it refuses", () => {
    const { at, perMinute } = start()
    perMinute(2)
    perMinute(2)
    for (let n = 0; n < 10; n++) expect(perMinute(2).remaining).toBe(0)
    expect(isRefused(perMinute(3))).toBe(false)
    at.monotonic = minuteMs
    expect(perMinute(2).remaining).toBe(1)
  })

  it.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1_000, 59],
    [58_999, 2],
    [59_000, 1],
    [59_999, 1]
  ])("says %i ms into it to come back after %i s", (intoMs, seconds) => {
    const { at, perMinute } = start()
    perMinute(1)
    at.monotonic = intoMs
    expect(perMinute(1).retryAfterSeconds).toBe(seconds)
  })

  it("tells its end in the system's time, rounded up to a second", () => {
    const { at, perMinute } = start({ wall: midnight + 500 })
    expect(perMinute(1).resetAt).toBe(midnight / 1000 + 61)
    at.monotonic = 10_000
    at.wall += 10_000
    expect(perMinute(1).resetAt).toBe(midnight / 1000 + 61)
  })

  it("passes neither with engine time nor with the system's date", () => {
    const { at, clock, perMinute } = start()
    perMinute(1)
    clock.set({ mode: "frozen", at: midnight + 365 * dayMs })
    at.wall += dayMs
    expect(isRefused(perMinute(1))).toBe(true)
  })

  it("is each credential's own", () => {
    const { perMinute } = start()
    perMinute(1, "ada")
    expect(isRefused(perMinute(1, "bob"))).toBe(false)
    expect(isRefused(perMinute(1, "ada"))).toBe(true)
  })

  it("is remembered until it ends, however many credentials call", () => {
    const { perMinute } = start({ monotonic: 5 * minuteMs })
    perMinute(1, "ada")
    for (let n = 0; n <= 10_000; n++) perMinute(1, `other ${n}`)
    expect(isRefused(perMinute(1, "ada"))).toBe(true)
  })
})

describe("a window of a day", () => {
  it("is the UTC day of engine time", () => {
    const { clock, perDay } = start({ engine: midnight + 1 })
    perDay(1)
    clock.set({ mode: "frozen", at: midnight + dayMs - 1 })
    expect(perDay(1)).toEqual({ limit: 1, remaining: 0, resetAt: (midnight + dayMs) / 1000, retryAfterSeconds: 1 })
    clock.set({ mode: "frozen", at: midnight + dayMs })
    expect(isRefused(perDay(1))).toBe(false)
  })

  it("says how long its rest is", () => {
    const { clock, perDay } = start({ engine: midnight })
    perDay(1)
    expect(perDay(1).retryAfterSeconds).toBe(86_400)
    clock.set({ mode: "frozen", at: midnight + 12 * 3_600_000 + 1 })
    expect(perDay(1).retryAfterSeconds).toBe(43_200)
  })

  it("does not pass with the system's time", () => {
    const { at, perDay } = start()
    perDay(1)
    at.wall += 3 * dayMs
    at.monotonic += 3 * dayMs
    expect(isRefused(perDay(1))).toBe(true)
  })

  it("is remembered while windows of a minute are forgotten", () => {
    const { at, perDay, perMinute } = start()
    perDay(1, "ada")
    for (let n = 0; n < 10_000; n++) perMinute(1, `other ${n}`)
    at.monotonic = minuteMs
    perMinute(1, "one more")
    expect(isRefused(perDay(1, "ada"))).toBe(true)
  })
})

describe("very many credentials", () => {
  it("cost each new one no more than a few", () => {
    let reads = 0
    const count = () => {
      reads += 1
      return 0
    }
    const limiter = makeRateLimiter(makeClock(() => midnight, { mode: "frozen", at: midnight }, count))
    const takeAll = (plan: RateLimitPlan) => {
      for (let n = 0; n < 15_000; n++) Effect.runSync(limiter.take(`${plan.sliding} ${n}`, plan))
    }
    takeAll({ requests: 1, window: minuteMs })
    takeAll({ requests: 1, window: minuteMs, sliding: true })
    expect(reads).toBeLessThan(5 * 30_000)
  })
})
