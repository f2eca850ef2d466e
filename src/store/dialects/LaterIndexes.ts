/**
 * When indexes that are filled later are filled: after so many units, and when somebody read past their end. Reads are
 * right at any time; what is not in an index yet costs them a walk through it.
 */

/** Units after which an index is filled. Our choice: what a list has to walk through meanwhile are the events of as many. */
export const unitsBehind = 64

/** Decides when to fill the indexes of one store. */
export class LaterIndexes {
  readonly #fill: (over: (isFilled: boolean) => void, isHeld: boolean) => void
  /** Units since the last time. What an earlier process left behind is not known. */
  #behind = 1
  #filling = false

  /**
   * `fill` queues the work and calls back when it is over, with whether it was done or has to be tried again. `isHeld`: the unit that
   * asks for it is in a transaction that stays open.
   */
  constructor(fill: (over: (isFilled: boolean) => void, isHeld: boolean) => void) {
    this.#fill = fill
  }

  /** A unit was kept. */
  wrote(isHeld = false): void {
    this.#behind += 1
    if (this.#behind >= unitsBehind) this.#start(isHeld)
  }

  /** Somebody reads from the indexes. */
  catchUp(): void {
    if (this.#behind > 0) this.#start(false)
  }

  #start(isHeld: boolean): void {
    if (this.#filling) return
    this.#filling = true
    this.#behind = 0
    this.#fill((isFilled) => {
      this.#filling = false
      if (!isFilled) this.#behind += 1
    }, isHeld)
  }
}
