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
  type Read,
  type RegionStore
} from "../../src/plugin.ts"
import { encodeBatch } from "./batches/api.ts"
import { find as findBatch } from "./batches/operations.ts"
import { namedIn } from "./kept-answer.ts"
import { answerOf, type AnswerContext } from "./payment-answers.ts"
import { payments } from "./payments/repository.ts"
import { ReturnRequestBody } from "./returns/api.ts"
import { returnRequests } from "./returns/repository.ts"
import { encodeRfp } from "./rfp/api.ts"
import { rfps } from "./rfp/repository.ts"
import { RecallBody } from "./wire/api.ts"
import { recalls } from "./wire/repository.ts"

/** Statuses of answers that something may have followed; 422 is kept for a queued wire alone (decisions X3). */
const unfinished: ReadonlySet<number> = new Set([202, 422, 503])

type Present = (store: RegionStore, id: string, context: AnswerContext) => Read<Answer | undefined>

const shown =
  <A>(
    find: (store: RegionStore, id: string) => Read<{ readonly document: A } | undefined>,
    answer: (document: A, context: AnswerContext) => Answer
  ): Present =>
  (store, id, context) =>
    Effect.map(find(store, id), (found) => (found === undefined ? undefined : answer(found.document, context)))

const begun = (data: unknown): Answer => json(202, { data })

/** How objects are shown, by the field that names them. What belongs to a payment names it too, so payments come last. */
const objects: Readonly<Record<string, Present>> = {
  recallId: shown(recalls.byId, (recall) => begun(RecallBody.write(recall))),
  returnRequestId: shown(returnRequests.byId, (request) => begun(ReturnRequestBody.write(request))),
  batchId: (store, id) =>
    Effect.map(findBatch(store, id), (found) =>
      found === undefined
        ? undefined
        : json(found.batch.completedAt === null ? 202 : 200, { data: encodeBatch(found.batch, found.counts) })
    ),
  rfpId: shown(rfps.byId, (rfp, { now }) => begun(encodeRfp(rfp, now))),
  paymentId: shown(payments.byId, answerOf)
}

/** Whether an answer is the last word about a request. */
export const isFinal = ({ status }: Answer): boolean => !unfinished.has(status)

/** The present answer, or `undefined` where the kept one stands. */
export const presentState = (
  record: IdempotencyRecord,
  caller: CallerShape,
  of: Pick<AnswerContext, "now" | "outsideHoursStatus">
): Read<Answer | undefined> => {
  if (!unfinished.has(record.status)) return Effect.succeed(undefined)
  const said = namedIn(record.body)
  const field = Object.keys(objects).find((name) => typeof said[name] === "string")
  return field === undefined
    ? Effect.succeed(undefined)
    : objects[field]!(caller.store, said[field] as string, { requestId: caller.requestId, ...of })
}
