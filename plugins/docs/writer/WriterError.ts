/** How a writer fails. */
import * as Data from "effect/Data"

/** A writer could not write. `message` is for the report and holds nothing of the source. */
export class WriterError extends Data.TaggedError("WriterError")<{
  readonly message: string
  /** The writer may be asked the same again, after so many milliseconds. Absent: it would not help. */
  readonly againAfterMs?: number
  /** No further section of this document need be asked: the budget is spent, or the key is refused. */
  readonly isFinal?: boolean
}> {}
