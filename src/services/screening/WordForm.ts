/** What a word is compared by. */
import type { Folded } from "./fold.ts"
import type { ScriptKind } from "./romanize.ts"

/** A word as it is compared. */
export interface WordForm extends Folded {
  readonly text: string
  /** The bytes of `text`. */
  readonly letters: Uint8Array
  readonly script: ScriptKind
}
