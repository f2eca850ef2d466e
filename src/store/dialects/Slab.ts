/**
 * Things under numbers of our own, which are used again. A `Map` of what is under way would do, but for V8: each time it is
 * reorganized the old table points to the new one, and once one of them is in the old generation, everything that ever
 * was in the tables after it is kept until a full collection: here, all that was written.
 */
export class Slab<A> {
  readonly #places: Array<A | undefined> = []
  readonly #free: Array<number> = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Keeps a thing and answers its number. */
  add(thing: A): number {
    const number = this.#free.pop() ?? this.#places.length
    this.#places[number] = thing
    this.#size++
    return number
  }

  /** The thing under a number, which is free from now on. `undefined` where there is none. */
  take(number: number): A | undefined {
    const thing = this.#places[number]
    if (thing === undefined) return undefined
    this.#places[number] = undefined
    this.#free.push(number)
    this.#size--
    return thing
  }

  /** Everything, in the order of the numbers; nothing is left. */
  takeAll(): ReadonlyArray<A> {
    const all = this.#places.filter((thing) => thing !== undefined)
    this.#places.length = 0
    this.#free.length = 0
    this.#size = 0
    return all
  }
}
