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

/** Who sends a body, and what this body has taken before. */
interface Taker {
  readonly sender: string
  readonly own: number
}

/** Bytes that are taken and given back: by all senders together, and by one sender at most half of them. */
export class BodyBudget {
  #taken = 0
  readonly #takenBy = new Map<string, number>()
  readonly #mostBytes: number

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /**
   * Takes bytes for a body, or answers false where others have too many, or other bodies of the same sender have half. A
   * body that is alone always goes.
   */
  take(bytes: number, { own, sender }: Taker): boolean {
    const bySender = this.#takenBy.get(sender) ?? 0
    if (this.#taken > own && this.#taken + bytes > this.#mostBytes) return false
    if (bySender > own && bySender + bytes > this.#mostBytes / 2) return false
    this.#taken += bytes
    this.#takenBy.set(sender, bySender + bytes)
    return true
  }

  give(bytes: number, sender: string): void {
    this.#taken -= bytes
    const left = (this.#takenBy.get(sender) ?? 0) - bytes
    if (left > 0) this.#takenBy.set(sender, left)
    else this.#takenBy.delete(sender)
  }
}

/** The budget of this process (our choice: five of the longest bodies there are, 24 MiB for a verification). */
export const processBudget = new BodyBudget(128 * mebibyte)

/** What one body takes, as it comes in: who only says that it will be long, and is slow to send it, takes nothing. */
export class BodyCharge {
  readonly #budget: BodyBudget
  readonly #sender: string
  #bytes = 0

  constructor(budget: BodyBudget, sender: string) {
    this.#budget = budget
    this.#sender = sender
  }

  /** Takes what a body needs that has become this long; false where there is no more. A short one needs nothing. */
  reach(length: number): boolean {
    if (length <= shortBodyBytes || length <= this.#bytes) return true
    const more = Math.ceil(length / mebibyte) * mebibyte - this.#bytes
    if (!this.#budget.take(more, { sender: this.#sender, own: this.#bytes })) return false
    this.#bytes += more
    return true
  }

  end(): void {
    this.#budget.give(this.#bytes, this.#sender)
    this.#bytes = 0
  }
}

/** The answer to a caller while too much is being sent. */
export const overBudget = (): RateLimited => new RateLimited({ retryAfterSeconds })

/** Reads a body of a sender that may be long within the budget; nobody waits: over it the sender gets an answer to come back later. */
export const withinBudget = <A, E, R>(
  sender: string,
  read: (charge: BodyCharge) => Effect.Effect<A, E, R>,
  budget: BodyBudget = processBudget
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const charge = new BodyCharge(budget, sender)
    return Effect.ensuring(
      read(charge),
      Effect.sync(() => charge.end())
    )
  })
