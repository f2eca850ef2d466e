/**
 * Windows per credential, fixed or sliding. One limiter serves all plugins; their plans are data. It counts in this process, or,
 * where several processes work on the same data, for all of them together.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { plainAddress } from "../services/AddressGuard.ts"
import type { ClockShape } from "../services/Clock.ts"
import type { Peers } from "../services/Store.ts"

/** A plan: so many requests in each window. */
export interface RateLimitPlan {
  readonly requests: number
  /** `day`: the UTC day of engine time. Otherwise a length in milliseconds, on monotonic time. */
  readonly window: "day" | number
  /**
   * The window ends now and begins its length ago, instead of beginning anew every so often. Only for a length, and in one
   * process: several count in windows that begin anew, since they share a number and not a list.
   */
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
  /** Within one process the request is counted by the call, and the answer is known at once. */
  readonly take: (credential: string, plan: RateLimitPlan) => Effect.Effect<RateLimitReading>
}

/** Groups of digits in an address of IPv6 (RFC 4291 §2.2). */
const ipv6Groups = 8

/**
 * Whom requests from an address are counted for: the address, or of IPv6 its first 64 bits, which a provider gives to one customer
 * (RFC 6177, RFC 4291 §2.5.1). An address of IPv4 written as one of IPv6 is that of IPv4.
 */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address)
  if (!plain.includes(":")) return plain
  const [head = "", tail] = plain.split("::")
  const groups = head.split(":")
  if (tail !== undefined) {
    const last = tail.split(":")
    groups.push(...Array<string>(Math.max(0, ipv6Groups - groups.length - last.length)).fill("0"), ...last)
  }
  return groups.slice(0, 4).join(":")
}

const dayMs = 86_400_000

/** Credentials that are looked at whenever one is added. Two, so that those whose windows ended never are the greater part for long. */
const lookedAtPerAddition = 2

/**
 * The count for each credential. Every addition looks at the next two on a walk that begins anew at its end, and forgets
 * those whose windows ended: an addition costs the same however many there are.
 */
class Windows<A> {
  readonly #counted = new Map<string, A>()
  readonly #hasEnded: (counted: A) => boolean
  #walk = this.#counted.entries()

  constructor(hasEnded: (counted: A) => boolean) {
    this.#hasEnded = hasEnded
  }

  get(credential: string): A | undefined {
    return this.#counted.get(credential)
  }

  set(credential: string, counted: A): void {
    for (let looked = 0; looked < lookedAtPerAddition; looked++) this.#lookAtNext()
    this.#counted.set(credential, counted)
  }

  #lookAtNext(): void {
    const next = this.#walk.next()
    if (next.done === true) this.#walk = this.#counted.entries()
    else if (this.#hasEnded(next.value[1])) this.#counted.delete(next.value[0])
  }
}

interface Counter {
  readonly plan: RateLimitPlan
  readonly window: number
  used: number
}

const lengthOf = (plan: RateLimitPlan): number => (plan.window === "day" ? dayMs : plan.window)

interface Taken {
  readonly allowed: boolean
  readonly used: number
  readonly leftMs: number
}

const readingOf = (clock: ClockShape, plan: RateLimitPlan, { allowed, leftMs, used }: Taken): RateLimitReading => ({
  limit: plan.requests,
  remaining: Math.max(0, plan.requests - used),
  resetAt: Math.ceil(((plan.window === "day" ? clock.now() : clock.wallNow()) + leftMs) / 1000),
  retryAfterSeconds: allowed ? undefined : Math.max(1, Math.ceil(leftMs / 1000))
})

/**
 * Whose time windows of a length are of. `system`: whoever moves engine time gets no more requests by it. `engine`: how many
 * requests are refused does not depend on how fast a test runs; test engines do so.
 */
export const RateLimitTime = Context.Reference<"system" | "engine">("bursar/http/RateLimitTime", {
  defaultValue: () => "system"
})

/** Makes a limiter: counting in this process, or by `peers` for all processes. */
export const makeRateLimiter = (
  clock: ClockShape,
  peers?: Peers,
  time: "system" | "engine" = "system"
): RateLimiter => {
  const { now } = clock
  const counting = time === "system" ? clock : { ...clock, wallNow: now, monotonicNow: now }
  return peers === undefined ? makeOwnLimiter(counting) : makeSharedLimiter(counting, peers, time)
}

/** While the common counters cannot be reached, each process counts by itself: an answer says how it stands all the same. */
const makeSharedLimiter = (clock: ClockShape, peers: Peers, time: "system" | "engine"): RateLimiter => {
  const own = makeOwnLimiter(clock)
  const take: RateLimiter["take"] = (credential, plan) =>
    Effect.matchEffect(
      peers.count({
        // Windows of another length are others: a new plan does not inherit the end of the old one's.
        credential: `${credential} ${plan.window}`,
        limit: plan.requests,
        lengthMs: lengthOf(plan),
        at: plan.window === "day" || time === "engine" ? clock.now() : undefined
      }),
      {
        onSuccess: ({ counted, leftMs, used }) =>
          Effect.succeed(readingOf(clock, plan, { allowed: counted, leftMs, used })),
        onFailure: () => own.take(credential, plan)
      }
    )
  return { take }
}

/** When the requests that still count were made, oldest first, and how long each of them counts: monotonic time. */
interface Log {
  readonly lengthMs: number
  readonly times: Array<number>
}

/** Counts over the time that has just passed. It keeps a time per request, so plans of this kind should be small. */
const makeSlidingLimiter = (clock: ClockShape): RateLimiter => {
  const logs = new Windows<Log>(
    ({ lengthMs, times }) => (times.at(-1) ?? Number.NEGATIVE_INFINITY) <= clock.monotonicNow() - lengthMs
  )
  const take = (credential: string, plan: RateLimitPlan): RateLimitReading => {
    const lengthMs = lengthOf(plan)
    const time = clock.monotonicNow()
    let log = logs.get(credential)
    // Requests of another plan count in this one as long as it says.
    if (log?.lengthMs !== lengthMs) logs.set(credential, (log = { lengthMs, times: log?.times ?? [] }))
    const { times } = log
    const ended = times.findIndex((at) => at > time - lengthMs)
    times.splice(0, ended === -1 ? times.length : ended)
    const allowed = times.length < plan.requests
    if (allowed) times.push(time)
    return readingOf(clock, plan, { allowed, used: times.length, leftMs: (times[0] ?? time) + lengthMs - time })
  }
  return { take: (credential, plan) => Effect.succeed(take(credential, plan)) }
}

/** Makes a limiter that counts in this process. */
const makeOwnLimiter = (clock: ClockShape): RateLimiter => {
  const sliding = makeSlidingLimiter(clock)
  const fixed = makeFixedLimiter(clock)
  return { take: (credential, plan) => (plan.sliding === true ? sliding : fixed).take(credential, plan) }
}

const makeFixedLimiter = (clock: ClockShape): RateLimiter => {
  const timeOf = (plan: RateLimitPlan) => (plan.window === "day" ? clock.now() : clock.monotonicNow())
  const windowOf = (plan: RateLimitPlan) => Math.floor(timeOf(plan) / lengthOf(plan))
  const counters = new Windows<Counter>(({ plan, window }) => window !== windowOf(plan))
  const take = (credential: string, plan: RateLimitPlan): RateLimitReading => {
    const lengthMs = lengthOf(plan)
    const time = timeOf(plan)
    const window = Math.floor(time / lengthMs)
    let counter = counters.get(credential)
    if (counter === undefined || counter.window !== window) {
      counter = { plan, window, used: 0 }
      counters.set(credential, counter)
    }
    const allowed = counter.used < plan.requests
    if (allowed) counter.used++
    return readingOf(clock, plan, { allowed, used: counter.used, leftMs: (window + 1) * lengthMs - time })
  }
  return { take: (credential, plan) => Effect.succeed(take(credential, plan)) }
}
