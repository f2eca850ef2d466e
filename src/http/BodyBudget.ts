/**
 * How many bytes of long bodies are read at the same time in one process. A limit per body and one per caller do not bound
 * memory: many callers may send the longest body at once. Short bodies are not counted.
 */
import * as Effect from "effect/Effect"
import { RateLimited } from "./Refusal.ts"

const mebibyte = 1024 * 1024

/** Bodies up to this length are not counted (our choice): there would have to be hundreds at once. */
export const shortBodyBytes = mebibyte

/** After how long a caller may try again (our choice): a long body is read in less. */
const retryAfterSeconds = 2

/** Bytes that are taken and given back. */
export class BodyBudget {
  #taken = 0
  readonly #mostBytes: number

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Takes bytes for a body that has taken `own` before, or answers false where others have too many. One alone always goes. */
  take(bytes: number, own = 0): boolean {
    if (this.#taken > own && this.#taken + bytes > this.#mostBytes) return false
    this.#taken += bytes
    return true
  }

  give(bytes: number): void {
    this.#taken -= bytes
  }
}

/** The budget of this process (our choice: five of the longest bodies there are, 24 MiB for a verification). */
export const processBudget = new BodyBudget(128 * mebibyte)

/** What one body takes, as it comes in: who only says that it will be long, and is slow to send it, takes nothing. */
export class BodyCharge {
  readonly #budget: BodyBudget
  #bytes = 0

  constructor(budget: BodyBudget) {
    this.#budget = budget
  }

  /** Takes what a body needs that has become this long; false where there is no more. A short one needs nothing. */
  reach(length: number): boolean {
    if (length <= shortBodyBytes || length <= this.#bytes) return true
    const more = Math.ceil(length / mebibyte) * mebibyte - this.#bytes
    if (!this.#budget.take(more, this.#bytes)) return false
    this.#bytes += more
    return true
  }

  end(): void {
    this.#budget.give(this.#bytes)
    this.#bytes = 0
  }
}

/** How a caller is told that others are sending too much. */
export const overBudget = (): RateLimited => new RateLimited({ retryAfterSeconds })

/** Reads a body that may be long within the budget; nobody waits: over it the caller is told to come back. */
export const withinBudget = <A, E, R>(
  read: (charge: BodyCharge) => Effect.Effect<A, E, R>,
  budget: BodyBudget = processBudget
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const charge = new BodyCharge(budget)
    return Effect.ensuring(
      read(charge),
      Effect.sync(() => charge.end())
    )
  })
