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

  /** Takes the bytes, or answers false where too many are taken. One body alone always goes. */
  take(bytes: number): boolean {
    if (this.#taken > 0 && this.#taken + bytes > this.#mostBytes) return false
    this.#taken += bytes
    return true
  }

  give(bytes: number): void {
    this.#taken -= bytes
  }
}

/** The budget of this process (our choice: five of the longest bodies there are, 24 MiB for a verification). */
export const processBudget = new BodyBudget(128 * mebibyte)

/** Reads a long body within the budget; nobody waits: over it the caller is told to come back. */
export const withinBudget = <A, E, R>(
  bytes: number,
  read: Effect.Effect<A, E, R>,
  budget: BodyBudget = processBudget
): Effect.Effect<A, E | RateLimited, R> =>
  Effect.suspend((): Effect.Effect<A, E | RateLimited, R> => {
    if (!budget.take(bytes)) return Effect.fail(new RateLimited({ retryAfterSeconds }))
    return Effect.ensuring(
      read,
      Effect.sync(() => budget.give(bytes))
    )
  })
