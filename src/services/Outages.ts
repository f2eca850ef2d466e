/**
 * Tells operators when a function that a host wrote gives no answers, and when it does again. What it threw may name a customer
 * or a card, so its message is left out: its kind, its code and the place in the code are what an operator needs.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { NoAnswer } from "./NoAnswer.ts"
import { kindsOf } from "./Watching.ts"

/** How often one and the same cause is logged, in milliseconds. Our choice: a model that is broken under load says so once a minute. */
const repeatEveryMs = 60_000

/** Causes told apart; beyond, they count as one. */
const maxCauses = 8

/** The first line of a stack that is a place, such as `at score (file:///app/model.js:12:5)`; never the message before it. */
const placeOf = (error: Error): string | undefined => {
  const stack = error.stack ?? ""
  const lines = stack.slice(stack.lastIndexOf(error.message) + error.message.length).split("\n")
  return lines.map((line) => line.trim()).find((line) => /^at .*:\d+:\d+\)?$/.test(line))
}

/** Watches one function of a host. */
export interface Outages {
  /** Passes an answer on, and logs it when it changes whether there are answers. */
  readonly watch: <A>(of: Asked, answer: Effect.Effect<A, NoAnswer>) => Effect.Effect<A, NoAnswer>
}

/** Which function it is. */
export interface Asked {
  readonly span: string
  readonly implementation: string
}

const causeOf = ({ error, reason }: NoAnswer) => ({
  reason,
  ...(error === undefined ? {} : { error: kindsOf(error) }),
  ...(error instanceof Error ? { at: placeOf(error) } : {})
})

/** Starts watching: one for each function of a host, made when the host's service is. */
export const makeOutages = (now: () => number = () => performance.now()): Outages => {
  const loggedAt = new Map<string, number>()
  let unanswered = 0

  const noteFailure = ({ implementation, span }: Asked, failure: NoAnswer) => {
    unanswered += 1
    const cause = causeOf(failure)
    const name = JSON.stringify(cause)
    const key = loggedAt.has(name) || loggedAt.size < maxCauses ? name : ""
    const last = loggedAt.get(key)
    if (last !== undefined && now() - last < repeatEveryMs) return Effect.void
    loggedAt.set(key, now())
    return Effect.logError("A service of the host gives no answer", {
      service: span,
      implementation,
      ...cause,
      unanswered
    })
  }

  const noteAnswer = ({ implementation, span }: Asked) => {
    // Where answers come and go, a cause is logged once a minute as well.
    for (const [key, at] of loggedAt) if (now() - at >= repeatEveryMs) loggedAt.delete(key)
    if (loggedAt.size > 0) return Effect.void
    const line = { service: span, implementation, unanswered }
    unanswered = 0
    return Effect.logInfo("A service of the host answers again", line)
  }

  return {
    watch: (of, answer) =>
      // An answer that is there at once, as most are, costs no step.
      Exit.isExit(answer) && Exit.isSuccess(answer) && loggedAt.size === 0
        ? answer
        : Effect.matchEffect(answer, {
            onSuccess: (value) => (loggedAt.size === 0 ? Effect.succeed(value) : Effect.as(noteAnswer(of), value)),
            onFailure: (failure) => Effect.andThen(noteFailure(of, failure), Effect.fail(failure))
          })
  }
}
