/**
 * How fast long bodies are read. Bytes that come without a pause leave so much garbage that all requests wait for its collection,
 * so while others call, only so many are read in a second. A caller who is alone is not slowed down.
 */

/** Bytes of a long body that are read before a pause (our choice). */
export const pieceBytes = 524_288

/** Our choice: beside others the longest bodies take some seconds, and a create takes its usual time. */
const limits = {
  /** Bytes of all long bodies together in a second. */
  perSecond: 8_388_608,
  /** For how long a caller counts as one who calls, in milliseconds. */
  callingMs: 1_000
} as const

interface Call {
  readonly caller: string
  readonly at: number
}

/** Who called last, and until when the pieces that were read use up what may be read. Times are milliseconds of a clock of its own. */
export class BodyPace {
  /** The latest call, and the latest one of somebody else. */
  #latest: Call = { caller: "", at: -Infinity }
  #other: Call = this.#latest
  #freeAt = -Infinity

  /** Notes a call. */
  called(caller: string, at: number): void {
    if (caller !== this.#latest.caller) this.#other = this.#latest
    this.#latest = { caller, at }
  }

  /** For how long the sender of a piece waits before its next one is read; 0 while nobody else calls. */
  waitOf(sender: string, now: number): number {
    const other = this.#latest.caller === sender ? this.#other : this.#latest
    if (now - other.at > limits.callingMs) return 0
    this.#freeAt = Math.max(this.#freeAt, now) + (pieceBytes / limits.perSecond) * 1_000
    return this.#freeAt - now
  }
}

export const processPace = new BodyPace()
