/**
 * Screening on demand: somebody asks whether a person or company is listed (C75, decisions B11); and what a person
 * decides on a match.
 */
import * as Effect from "effect/Effect"
import {
  retryOnConflict,
  type Answer,
  type CallerShape,
  type ScreeningSubject,
  type VersionConflict
} from "../../../src/plugin.ts"
import { commitResource, type ResourceEvent } from "../commitResource.ts"
import { blockNamed } from "../customers/blocking.ts"
import { approved, confirmed, openScreeningsOf, type Customer } from "../customers/Customer.ts"
import * as customers from "../customers/operations.ts"
import { decidedOn, find, keep, replace, screen } from "../screening/operations.ts"
import { encodeScreening } from "../screening/ScreeningBody.ts"
import * as Screening from "../screening/ScreeningRecord.ts"
import { ScreeningNotFound, ScreeningUnanswered, type ScreeningRecord } from "../screening/ScreeningRecord.ts"

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
    yield* commitResource<VersionConflict>(caller, {
      writes: [keep(caller.scope, record), ...blocked.writes],
      events: record.result === "match" ? [matchEvent(record), ...blocked.events] : [],
      answer
    })
  }).pipe(retryOnConflict)
  return { record, answer }
})

/** A screening by its id. Fails with `ScreeningNotFound`. */
export const retrieve = Effect.fn("cards.compliance.retrieve")(function* (
  caller: Pick<CallerShape, "store" | "scope">,
  id: string
) {
  const found = yield* find(caller.store, caller.scope, id)
  return found === undefined ? yield* new ScreeningNotFound() : found.record
})

/**
 * The open screenings of a customer that an approval lifts: those of which every entry is approved by now. One that a person
 * confirmed is lifted by its own approval only.
 */
const liftedBy = Effect.fnUntraced(function* (caller: CallerShape, customer: Customer, record: ScreeningRecord) {
  const ids = openScreeningsOf(customer)
  const known = yield* decidedOn(caller.store, caller.scope, { customer: customer.id, ids })
  const approvedOnes = [record, ...known.filter(({ resolution }) => resolution === "approved")]
  const isLifted = (one: ScreeningRecord) =>
    one.id === record.id || (one.resolution !== "confirmed" && Screening.isCoveredBy(one, approvedOnes))
  return known.filter((one) => ids.includes(one.id) && isLifted(one)).map(({ id }) => id)
})

/** What a decision means for the customer; `undefined` where it stands as it did. */
const ruleOf = Effect.fnUntraced(function* (caller: CallerShape, customer: Customer, record: ScreeningRecord) {
  if (record.resolution === "confirmed") return (one: Customer) => confirmed(one, record.id)
  const lifted = yield* liftedBy(caller, customer, record)
  return lifted.length === 0 ? undefined : (one: Customer) => approved(one, lifted)
})

/**
 * What a compliance officer decides on a match: `approved` holds for the entries that were found and for no others, and
 * the customer is free when nothing else is open; `confirmed` keeps it blocked. Fails with `ScreeningNotFound` or
 * `ScreeningNotResolvable`.
 */
export const resolve = Effect.fn("cards.compliance.resolve")(
  function* (
    caller: CallerShape,
    request: { readonly id: string; readonly decision: Screening.ScreeningResolution },
    present?: Present
  ) {
    const { decision, id } = request
    const found = yield* find(caller.store, caller.scope, id)
    if (found === undefined) return yield* new ScreeningNotFound()
    const record = yield* Effect.fromResult(Screening.resolve(found.record, decision))
    const answer = present?.(record)
    const writes = [replace(caller.scope, record, found.version)]
    const stored =
      record.customer === null ? undefined : yield* customers.find(caller.store, caller.scope, record.customer)
    const rule = stored === undefined ? undefined : yield* ruleOf(caller, stored.customer, record)
    if (stored === undefined || rule === undefined) {
      yield* commitResource<VersionConflict>(caller, { writes, answer })
      return { record, answer }
    }
    yield* customers.change(caller, stored.customer.id, rule, {
      writes,
      present: answer === undefined ? undefined : () => answer
    })
    return { record, answer }
  },
  (operation) => retryOnConflict(operation)
)
