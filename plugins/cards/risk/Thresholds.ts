/** Checks the scores from which an account reviews and blocks. The rule is `areInOrder` of the core. */
import * as Data from "effect/Data"

/** Reviews would begin above the score that is blocked: there would never be one. */
export class ThresholdsRefused extends Data.TaggedError("ThresholdsRefused")<{
  /** The parameter to blame: the one that was given. */
  readonly param: "review_at" | "block_at"
  readonly reviewAt: number
  readonly blockAt: number
}> {}
