/**
 * How fast long bodies are read while others call. However little is done at once, bytes that come without a pause leave
 * so much to collect that everybody waits for it: so many of them are read in a second, and who calls alone waits for nobody.
 */

/** Our choice: the longest bodies take some seconds beside others, and a create its usual time. */
const limits = {
  /** Bytes that are read before a pause. */
  piece: 524_288,
  /** Bytes of all long bodies together in a second. */
  perSecond: 8_388_608,
  /** For how long a caller counts as one who calls, in milliseconds. */
  callingMs: 1_000
} as const

interface Call {
  readonly caller: string
  readonly at: number
}

/** What a process knows of who calls, and how far its long bodies are ahead. Times are milliseconds of a clock of its own. */
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

  /** Where the next pause of a body comes that was read so far. */
  nextPause(length: number): number {
    return length + limits.piece
  }

  /** For how long the sender of a piece waits before its next one is read; 0 while nobody else calls. */
  waitOf(sender: string, now: number): number {
    const other = this.#latest.caller === sender ? this.#other : this.#latest
    if (now - other.at > limits.callingMs) return 0
    this.#freeAt = Math.max(this.#freeAt, now) + (limits.piece / limits.perSecond) * 1_000
    return this.#freeAt - now
  }
}

/** The pace of this process. */
export const processPace = new BodyPace()
