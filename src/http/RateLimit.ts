/** Fixed windows per credential. One limiter serves all plugins; their plans are data. */
import type { ClockShape } from "../services/Clock.ts"

/** A plan: so many requests in each window. */
export interface RateLimitPlan {
  readonly requests: number
  /** `day`: the UTC day of engine time. Otherwise a length in milliseconds, on monotonic time. */
  readonly window: "day" | number
}

/** What a request finds in its window. */
export interface RateLimitReading {
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the window ends. */
  readonly resetAt: number
  /** Set when the request is over the limit: whole seconds to wait, at least 1. */
  readonly retryAfterSeconds: number | undefined
}

/** Counts requests. Those it refuses are not counted. */
export interface RateLimiter {
  readonly take: (credential: string, plan: RateLimitPlan) => RateLimitReading
}

const dayMs = 86_400_000

/** Credentials whose windows are remembered; past it, windows that ended are forgotten. */
const maxCounters = 10_000

interface Counter {
  readonly plan: RateLimitPlan
  readonly window: number
  used: number
}

const lengthOf = (plan: RateLimitPlan): number => (plan.window === "day" ? dayMs : plan.window)

/** Makes a limiter that counts in this process. */
export const makeRateLimiter = (clock: ClockShape): RateLimiter => {
  const counters = new Map<string, Counter>()
  const timeOf = (plan: RateLimitPlan) => (plan.window === "day" ? clock.now() : clock.monotonicNow())
  const windowOf = (plan: RateLimitPlan) => Math.floor(timeOf(plan) / lengthOf(plan))
  const forgetEnded = () => {
    for (const [credential, counter] of counters) {
      if (counter.window !== windowOf(counter.plan)) counters.delete(credential)
    }
  }
  return {
    take: (credential, plan) => {
      const lengthMs = lengthOf(plan)
      const time = timeOf(plan)
      const window = Math.floor(time / lengthMs)
      const leftMs = (window + 1) * lengthMs - time
      let counter = counters.get(credential)
      if (counter === undefined || counter.window !== window) {
        if (counters.size >= maxCounters) forgetEnded()
        counter = { plan, window, used: 0 }
        counters.set(credential, counter)
      }
      const allowed = counter.used < plan.requests
      if (allowed) counter.used++
      const endsAt = plan.window === "day" ? time + leftMs : clock.wallNow() + leftMs
      return {
        limit: plan.requests,
        remaining: plan.requests - counter.used,
        resetAt: Math.ceil(endsAt / 1000),
        retryAfterSeconds: allowed ? undefined : Math.max(1, Math.ceil(leftMs / 1000))
      }
    }
  }
}
