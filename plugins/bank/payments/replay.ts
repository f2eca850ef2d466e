/**
 * The answer to a repetition of a request that only said that work had begun: what became of it (decisions B.1, "Replay").
 * After a timed-out initiation the retry must tell the truth.
 */
import * as Effect from "effect/Effect"
import {
  json,
  type Answer,
  type CallerShape,
  type IdempotencyRecord,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import { encodeBatch } from "../batches/api.ts"
import { retrieve as retrieveBatch } from "../batches/operations.ts"
import { answerOf } from "./answers.ts"
import { payments } from "./repository.ts"

interface Begun {
  readonly data?: { readonly paymentId?: string; readonly batchId?: string }
  readonly error?: { readonly details?: { readonly paymentId?: string } }
}

/** Statuses of answers that something may have followed. */
const unfinished: ReadonlySet<number> = new Set([202, 503])

const paymentIdOf = ({ data, error }: Begun): string | undefined => data?.paymentId ?? error?.details?.paymentId

const presentBatch = (caller: CallerShape, batchId: string) =>
  retrieveBatch(caller, batchId).pipe(
    Effect.map(({ batch, counts }): Answer | undefined =>
      json(batch.completedAt === null ? 202 : 200, { data: encodeBatch(batch, counts) })
    ),
    Effect.catchTag("BatchNotFound", () => Effect.succeed(undefined))
  )

/** The present answer, or `undefined` where the kept one stands. */
export const presentState = (
  record: IdempotencyRecord,
  caller: CallerShape,
  now: number
): Effect.Effect<Answer | undefined, StoreUnavailable> => {
  if (!unfinished.has(record.status)) return Effect.succeed(undefined)
  const begun = JSON.parse(record.body) as Begun
  const batchId = begun.data?.batchId
  if (batchId !== undefined) return presentBatch(caller, batchId)
  const paymentId = paymentIdOf(begun)
  return paymentId === undefined
    ? Effect.succeed(undefined)
    : Effect.map(payments.byId(caller.store, paymentId), (found) =>
        found === undefined ? undefined : answerOf(found.document, { requestId: caller.requestId, now })
      )
}
