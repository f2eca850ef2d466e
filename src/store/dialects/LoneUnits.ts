/**
 * Whether a unit that comes alone is worth a thread. Where units come one by one there is nothing to overlap, and waking
 * the thread and being woken by it takes a third as long as the whole request (decision 0048). But a commit in the program
 * holds its event loop up while the disk flushes, so on a slow disk the thread does it.
 */

/** Our choice. */
export const loneLimits = {
  /** So many units must have come alone, one after the other, before the program commits one by itself. */
  after: 16,
  /** A commit that holds the program up for longer, in milliseconds, is slow. */
  slowMs: 1,
  /** So many slow ones in a row: on such a disk the thread is worth it. A few are slow on any disk. */
  slowInARow: 16,
  /** So many lone units then go to the thread, before the program tries again. */
  pause: 1_000
} as const

/** Who commits a unit that comes alone. */
export interface LonePolicy {
  /** A unit came alone. Answers whether the program commits it by itself. */
  readonly takes: () => boolean
  /** Units came together, or one while others were being written. */
  readonly interrupt: () => void
  /** The program committed a unit by itself, and stood still for so long. */
  readonly took: (milliseconds: number) => void
}

/** Watches how units come, and says who commits the next one. */
export class LoneUnits implements LonePolicy {
  #inARow = 0
  #slowInARow = 0

  takes(): boolean {
    this.#inARow++
    return this.#inARow > loneLimits.after
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
