/** That a function which a host wrote gave nothing that can be used. */
import * as Data from "effect/Data"

/** Why there is no answer. `failed` is a thrown error, a rejected promise, a failed or interrupted effect. */
export type NoAnswerReason = "timeout" | "failed" | "invalid_answer"

/** The host's function gave nothing that can be used. `error` is what it threw, and may hold personal data. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{
  readonly reason: NoAnswerReason
  readonly error?: unknown
}> {}
