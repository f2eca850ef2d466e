/** Sliding windows: so many requests in the time that has just passed, wherever it began. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeRateLimiter } from "../../src/http/RateLimit.ts"
import { Clock } from "../../src/services/Clock.ts"

const plan = { requests: 2, window: 60_000, sliding: true } as const

describe("a sliding window", () => {
  it("lets a request through when the oldest one has left it, and not before", () => {
    let time = 100_000
    const limiter = makeRateLimiter(Clock.make(() => time))
    const take = (at: number) => {
      time = at
      return Effect.runSync(limiter.take("c", plan))
    }
    expect(take(100_000)).toMatchObject({ remaining: 1, retryAfterSeconds: undefined })
    expect(take(130_000)).toMatchObject({ remaining: 0, retryAfterSeconds: undefined })
    // A fixed window would have begun anew at 120,000.
    expect(take(159_999)).toMatchObject({ remaining: 0, retryAfterSeconds: 1 })
    expect(take(160_000)).toMatchObject({ remaining: 0, retryAfterSeconds: undefined, resetAt: 190 })
    expect(take(189_999)).toMatchObject({ retryAfterSeconds: 1 })
    expect(take(500_000)).toMatchObject({ remaining: 1, retryAfterSeconds: undefined })
  })

  it("does not count what it refuses, and counts each credential by itself", () => {
    const limiter = makeRateLimiter(Clock.make(() => 0))
    const take = (credential: string) => Effect.runSync(limiter.take(credential, plan))
    for (let count = 0; count < 10; count += 1) take("a")
    expect(take("a")).toMatchObject({ remaining: 0, retryAfterSeconds: 60 })
    expect(take("b")).toMatchObject({ remaining: 1 })
  })
})
