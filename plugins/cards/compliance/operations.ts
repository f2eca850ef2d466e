/** Screening on demand: somebody asks whether a person or company is listed (C75, decisions B11). */
import * as Effect from "effect/Effect"
import { retryOnConflict, type Answer, type CallerShape, type ScreeningSubject } from "../../../src/plugin.ts"
import { commitResource, type ResourceEvent } from "../commitResource.ts"
import { blockNamed } from "../customers/blocking.ts"
import type { CustomerFailure } from "../customers/Customer.ts"
import { keep, screen } from "../screening/operations.ts"
import { encodeScreening } from "../screening/ScreeningBody.ts"
import { ScreeningUnanswered, type ScreeningRecord } from "../screening/ScreeningRecord.ts"

/** Builds the answer that is kept for replay. */
export type Present = (record: ScreeningRecord) => Answer

const matchEvent = (record: ScreeningRecord): ResourceEvent => ({
  type: "screening.match",
  resource: record.id,
  resourceJson: JSON.stringify(encodeScreening(record))
})

/**
 * Screens a subject, keeps what was found and, where that is a match, blocks the customers who bear the name. Fails
 * with `ScreeningUnanswered` when no list can be consulted; nothing is kept then.
 */
export const screenSubject = Effect.fn("cards.compliance.screenSubject")(function* (
  caller: CallerShape,
  subject: ScreeningSubject,
  present?: Present
) {
  const record = yield* screen(caller, { subject, customer: null })
  if (record.result === "pending") return yield* new ScreeningUnanswered()
  const answer = present?.(record)
  yield* Effect.gen(function* () {
    const blocked = record.result === "match" ? yield* blockNamed(caller, record) : { writes: [], events: [] }
    yield* commitResource<CustomerFailure>(caller, {
      writes: [keep(caller.scope, record), ...blocked.writes],
      events: record.result === "match" ? [matchEvent(record), ...blocked.events] : [],
      answer
    })
  }).pipe(retryOnConflict)
  return { record, answer }
})
