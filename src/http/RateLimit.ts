/** Windows per credential, fixed or sliding. One limiter serves all plugins; their plans are data. */
import type { ClockShape } from "../services/Clock.ts"

/** A plan: so many requests in each window. */
export interface RateLimitPlan {
  readonly requests: number
  /** `day`: the UTC day of engine time. Otherwise a length in milliseconds, on monotonic time. */
  readonly window: "day" | number
  /** The window ends now and begins its length ago, instead of beginning anew every so often. Only for a length. */
  readonly sliding?: true
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

/** When the requests that still count were made, oldest first: monotonic time. */
type Log = Array<number>

/** Counts over the time that has just passed. It keeps a time per request, so plans of this kind should be small. */
const makeSlidingLimiter = (clock: ClockShape): RateLimiter => {
  const logs = new Map<string, Log>()
  const forgetEnded = (before: number) => {
    for (const [credential, log] of logs) if ((log.at(-1) ?? 0) <= before) logs.delete(credential)
  }
  return {
    take: (credential, plan) => {
      const lengthMs = lengthOf(plan)
      const time = clock.monotonicNow()
      let log = logs.get(credential)
      if (log === undefined) {
        if (logs.size >= maxCounters) forgetEnded(time - lengthMs)
        logs.set(credential, (log = []))
      }
      const ended = log.findIndex((at) => at > time - lengthMs)
      log.splice(0, ended === -1 ? log.length : ended)
      const allowed = log.length < plan.requests
      if (allowed) log.push(time)
      const leftMs = (log[0] ?? time) + lengthMs - time
      return {
        limit: plan.requests,
        remaining: plan.requests - log.length,
        resetAt: Math.ceil((clock.wallNow() + leftMs) / 1000),
        retryAfterSeconds: allowed ? undefined : Math.max(1, Math.ceil(leftMs / 1000))
      }
    }
  }
}

/** Makes a limiter that counts in this process. */
export const makeRateLimiter = (clock: ClockShape): RateLimiter => {
  const sliding = makeSlidingLimiter(clock)
  const fixed = makeFixedLimiter(clock)
  return { take: (credential, plan) => (plan.sliding === true ? sliding : fixed).take(credential, plan) }
}

const makeFixedLimiter = (clock: ClockShape): RateLimiter => {
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
