/**
 * Whether a unit that comes alone is worth a thread. Where units come one by one there is nothing to overlap, and waking
 * the thread and being woken by it takes as long as half of the commit.
 */

/** Our choice; `bench in-process` shows what it does. */
export const loneLimits = {
  /** So many units must have come alone, one after the other, before the program commits one by itself. */
  after: 16,
  /** One of so many goes to the thread all the same: checkpoints are made there, and take as long as a few commits. */
  threadEvery: 128,
  /** A commit that holds the program up for longer, in milliseconds, is slow. */
  slowMs: 1,
  /** So many slow ones in a row: on such a disk the thread is worth it. A few are slow on any disk. */
  slowInARow: 16,
  /** So many lone units then go to the thread, before it is tried again. */
  pause: 1_000
} as const

/** Who commits a unit that comes alone. */
export interface LonePolicy {
  /** A unit came alone. Answers whether the program commits it by itself. */
  readonly takes: () => boolean
  /** Units came together, or one while others were being written. */
  readonly interrupt: () => void
  /** The program committed a unit by itself. */
  readonly took: (milliseconds: number) => void
}

/** Watches how units come, and says who commits the next one. */
export class LoneUnits implements LonePolicy {
  #inARow = 0
  #slowInARow = 0

  takes(): boolean {
    this.#inARow++
    return this.#inARow > loneLimits.after && this.#inARow % loneLimits.threadEvery !== 0
  }

  interrupt(): void {
    this.#inARow = Math.min(this.#inARow, 0)
  }

  took(milliseconds: number): void {
    this.#slowInARow = milliseconds > loneLimits.slowMs ? this.#slowInARow + 1 : 0
    if (this.#slowInARow < loneLimits.slowInARow) return
    this.#slowInARow = 0
    this.#inARow = -loneLimits.pause
  }
}
