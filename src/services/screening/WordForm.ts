/** What a word is compared by. */
import type { Folded } from "./fold.ts"
import type { ScriptKind } from "./romanize.ts"

/** A word as it is compared. */
export interface WordForm extends Folded {
  readonly letters: Uint8Array
  readonly script: ScriptKind
}

/** A word and the numbers that are computed once for it, because it is compared with many others. */
export interface PreparedWord extends WordForm {
  /** Numbers by which it differs from most other words: see `wordTraits.ts`. */
  readonly traits: Int32Array
  /** What each of its letters costs when it is one too many. */
  readonly extraKeys: Uint8Array
}
