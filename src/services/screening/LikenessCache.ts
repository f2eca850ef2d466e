/**
 * Likenesses of words that were compared before, in two typed arrays of fixed size: names of customers have many words in
 * common. An entry makes room for any other; it makes no difference to an answer whether one is found.
 */

/** Room for so many likenesses (our choice: 6 MB). A power of two. */
const size = 1 << 19

/** Listed words are numbered below this. */
const listedRange = 0x200000

/**
 * The cache. Words of queries have numbers that are never given to another word, nor to the same word over another index:
 * so one cache serves all indexes, and a reload finds it as warm as memory can be.
 */
export class LikenessCache {
  // Zero stands for an empty place, so that new memory need not be filled.
  readonly #keys = new Float64Array(size)
  readonly #values = new Float32Array(size)

  #placeOf(word: number, listed: number): number {
    return (Math.imul(word, 0x9e3779b1) ^ Math.imul(listed, 0x85ebca6b)) >>> (32 - 19)
  }

  /** The likeness of a word and a listed one, or -1 when it is not there. Words are numbered from 1. */
  get(word: number, listed: number): number {
    const place = this.#placeOf(word, listed)
    return this.#keys[place] === word * listedRange + listed ? this.#values[place]! : -1
  }

  set(word: number, listed: number, likeness: number): void {
    const place = this.#placeOf(word, listed)
    this.#keys[place] = word * listedRange + listed
    this.#values[place] = likeness
  }
}
