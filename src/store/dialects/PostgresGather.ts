/** Questions of many requests, asked in one statement. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { StoreUnavailable } from "../../services/Store.ts"
import { startTogether } from "./PostgresConnections.ts"

/** Questions that are asked in one statement at most. Our choice. */
export const mostGathered = 256

/** A question with the place for its answer. */
export interface Waiting<Question, Answer> {
  readonly question: Question
  readonly answer: Deferred.Deferred<Answer, StoreUnavailable>
}

/** Asks for several at once; answers each by `Deferred.doneUnsafe`. */
export type AskAll<Question, Answer> = (
  waiting: ReadonlyArray<Waiting<Question, Answer>>
) => Effect.Effect<unknown, StoreUnavailable>

/**
 * Puts questions of one turn of the event loop, and those that come while a statement is under way, into one statement: none
 * waits long, and load makes them cheap. `askAll` starts in a turn with those of others.
 */
export const gather = <Question, Answer>(
  fork: (effect: Effect.Effect<void>) => void,
  askAll: AskAll<Question, Answer>
): ((question: Question) => Effect.Effect<Answer, StoreUnavailable>) => {
  const queue: Array<Waiting<Question, Answer>> = []
  let isRunning = false
  const ask = (): void => {
    const taken = queue.splice(0, mostGathered)
    // Also what nobody expects: who asked would wait for ever.
    const answered = Effect.catchCause(askAll(taken), (cause) =>
      Effect.sync(() => {
        for (const { answer } of taken) Deferred.doneUnsafe(answer, Exit.failCause(cause))
      })
    )
    fork(Effect.ensuring(Effect.asVoid(answered), Effect.sync(goOn)))
  }
  const goOn = (): void => {
    isRunning = queue.length > 0
    if (isRunning) startTogether(ask)
  }
  return (question) =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<Answer, StoreUnavailable>()
      queue.push({ question, answer })
      if (!isRunning) goOn()
      return Deferred.await(answer)
    })
}
