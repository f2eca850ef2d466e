/**
 * The answer to a repetition of a request that only said that work had begun: what became of it (decisions B.1, "Replay").
 * After a timed-out initiation the retry must tell the truth.
 */
import * as Effect from "effect/Effect"
import type { Answer, CallerShape, IdempotencyRecord, StoreUnavailable } from "../../../src/plugin.ts"
import { answerOf, type AnswerContext } from "./answers.ts"
import { payments } from "./repository.ts"

interface Begun {
  readonly data?: { readonly paymentId?: string }
  readonly error?: { readonly details?: { readonly paymentId?: string } }
}

/** Statuses of answers that something may have followed; 422 is kept for a queued wire alone (decisions X3). */
const unfinished: ReadonlySet<number> = new Set([202, 422, 503])

const paymentIdOf = (body: string): string | undefined => {
  const { data, error } = JSON.parse(body) as Begun
  return data?.paymentId ?? error?.details?.paymentId
}

/** The present answer, or `undefined` where the kept one stands. */
export const presentState = (
  record: IdempotencyRecord,
  caller: CallerShape,
  of: Pick<AnswerContext, "now" | "outsideHoursStatus">
): Effect.Effect<Answer | undefined, StoreUnavailable> => {
  const paymentId = unfinished.has(record.status) ? paymentIdOf(record.body) : undefined
  return paymentId === undefined
    ? Effect.succeed(undefined)
    : Effect.map(payments.byId(caller.store, paymentId), (found) =>
        found === undefined ? undefined : answerOf(found.document, { requestId: caller.requestId, ...of })
      )
}
