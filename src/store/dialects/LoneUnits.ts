/**
 * Whether a unit that comes alone is worth a thread. Where units come one by one there is nothing to overlap, and waking
 * the thread and being woken by it takes a third as long as the whole request (decision 0048).
 */

/** So many units must have come alone, one after the other, before the program commits one by itself. Our choice. */
export const loneAfter = 16

/** Who commits a unit that comes alone. */
export interface LonePolicy {
  /** A unit came alone. Answers whether the program commits it by itself. */
  readonly takes: () => boolean
  /** Units came together, or one while others were being written. */
  readonly interrupt: () => void
}

/** Watches how units come, and says who commits the next one. */
export class LoneUnits implements LonePolicy {
  #inARow = 0

  takes(): boolean {
    this.#inARow++
    return this.#inARow > loneAfter
  }

  interrupt(): void {
    this.#inARow = 0
  }
}
