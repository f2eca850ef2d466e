/**
 * Values by text for the texts that were asked for last, such as words of names. It holds a bounded number in two generations;
 * when the younger one is full the older one is forgotten, and what was asked for meanwhile stays.
 */
export class Recent<Value> {
  readonly #perGeneration: number
  #younger = new Map<string, Value>()
  #older = new Map<string, Value>()

  /** Holds at most twice as many. */
  constructor(perGeneration: number) {
    this.#perGeneration = perGeneration
  }

  get(text: string): Value | undefined {
    const known = this.#younger.get(text)
    if (known !== undefined) return known
    const older = this.#older.get(text)
    if (older !== undefined) this.set(text, older)
    return older
  }

  set(text: string, value: Value): void {
    if (this.#younger.size >= this.#perGeneration) {
      this.#older = this.#younger
      this.#younger = new Map()
    }
    this.#younger.set(text, value)
  }
}
