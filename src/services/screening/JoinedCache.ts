/**
 * Likenesses of a word and two that were written together, compared before, in typed arrays of fixed size: many candidates of
 * a search have the same two words side by side (`Mohammad Hossein`). It makes no difference to an answer whether one is found.
 */

/** Room for so many likenesses (our choice: 0.4 MB). A power of two. */
const bits = 14
const size = 1 << bits

/** Listed words are numbered below this. */
const listedRange = 0x200000

export class JoinedCache {
  // Zero stands for an empty place: words of queries are numbered from 1.
  readonly #pairs = new Float64Array(size)
  readonly #thirds = new Float64Array(size)
  readonly #values = new Float64Array(size)

  #placeOf(word: number, listed: number, third: number): number {
    const mixed = Math.imul(word, 0x9e3779b1) ^ Math.imul(listed, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)
    return mixed >>> (32 - bits)
  }

  /** The likeness of a word of a query, a listed word and a third one, or -1 when it is not there. */
  get(word: number, listed: number, third: number): number {
    const place = this.#placeOf(word, listed, third)
    return this.#pairs[place] === word * listedRange + listed && this.#thirds[place] === third
      ? this.#values[place]!
      : -1
  }

  set(word: number, listed: number, third: number, likeness: number): void {
    const place = this.#placeOf(word, listed, third)
    this.#pairs[place] = word * listedRange + listed
    this.#thirds[place] = third
    this.#values[place] = likeness
  }
}
