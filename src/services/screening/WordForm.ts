/** What a word is compared by. */
import type { Folded } from "./fold.ts"
import type { ScriptKind } from "./romanize.ts"

/** A word as it is compared. */
export interface WordForm extends Folded {
  readonly letters: Uint8Array
  readonly script: ScriptKind
}

/** A word that is compared with many others: with what is known of it beforehand. */
export interface PreparedWord extends WordForm {
  /** What tells it from most words: see `wordTraits.ts`. */
  readonly traits: Int32Array
  /** What each of its letters costs when it is one too many. */
  readonly extraKeys: Uint8Array
}
