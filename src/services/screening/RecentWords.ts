/**
 * Values by word for the words that were asked for last: names of customers have many words in common. It holds a bounded
 * number in two generations; when the younger one is full the older one is forgotten, and what was asked for meanwhile stays.
 */
export class RecentWords<Value> {
  readonly #perGeneration: number
  #younger = new Map<string, Value>()
  #older = new Map<string, Value>()

  /** Holds at most twice as many. */
  constructor(perGeneration: number) {
    this.#perGeneration = perGeneration
  }

  get(word: string): Value | undefined {
    const known = this.#younger.get(word)
    if (known !== undefined) return known
    const older = this.#older.get(word)
    if (older !== undefined) this.set(word, older)
    return older
  }

  set(word: string, value: Value): void {
    if (this.#younger.size >= this.#perGeneration) {
      this.#older = this.#younger
      this.#younger = new Map()
    }
    this.#younger.set(word, value)
  }
}
