/**
 * The coverage proof: for each fact of the model, whether its literal words are in the section that was written for it. It
 * looks at the finished text and knows nothing of how that was made.
 */
import type { Coverage, Dropped, Share } from "../../model/GeneratedDocument.ts"

export type Covered = keyof Coverage

export class Proof {
  readonly #counts = new Map<Covered, { expected: number; present: number }>()
  readonly missing: Array<Dropped> = []

  /** Counts a fact: present if all its words stand in the text. */
  expect(kind: Covered, item: string, shown: boolean): void {
    const count = this.#counts.get(kind) ?? { expected: 0, present: 0 }
    this.#counts.set(kind, count)
    count.expected += 1
    if (shown) count.present += 1
    else this.missing.push({ item, reason: `The ${kind} proof did not find it in the text` })
  }

  #share(kind: Covered): Share {
    return this.#counts.get(kind) ?? { expected: 0, present: 0 }
  }

  get coverage(): Coverage {
    return {
      operations: this.#share("operations"),
      parameters: this.#share("parameters"),
      requestBodies: this.#share("requestBodies"),
      responses: this.#share("responses"),
      schemas: this.#share("schemas"),
      securitySchemes: this.#share("securitySchemes"),
      errorCodes: this.#share("errorCodes")
    }
  }
}
