/**
 * Screening on demand: somebody asks whether a person or company is listed (C75, decisions B11); and what a person
 * decides on a match.
 */
import * as Effect from "effect/Effect"
import { once, type CallerShape, type ScreeningSubject, type VersionConflict } from "../../../src/plugin.ts"
import { blockNamed } from "../customers/blocking.ts"
import { approved, confirmed, openScreeningsOf, type Customer } from "../customers/Customer.ts"
import { findStored, replaceState } from "../customers/holding.ts"
import { eventsOf } from "../customers/operations.ts"
import { eventAbout, planned } from "../plans.ts"
import { decidedOn, find, keep, replace, screen } from "../screening/operations.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import * as Screening from "../screening/ScreeningRecord.ts"
import { ScreeningNotFound, ScreeningUnanswered, type ScreeningRecord } from "../screening/ScreeningRecord.ts"

export type { ScreeningRecord } from "../screening/ScreeningRecord.ts"

/**
 * Screens a subject, keeps what was found and, where that is a match, blocks the customers who bear the name. Fails
 * with `ScreeningUnanswered` when no list can be consulted; nothing is kept then.
 */
export const screenSubject = (caller: CallerShape, subject: ScreeningSubject) => {
  const screened = once(screen(caller, { subject, customer: null }))
  return Effect.gen(function* () {
    const record = yield* screened
    if (record.result === "pending") return yield* new ScreeningUnanswered()
    const isMatch = record.result === "match"
    const blocked = isMatch ? yield* blockNamed(caller, record) : { writes: [], events: [] }
    return yield* planned<ScreeningRecord, VersionConflict>(caller, record, {
      writes: [keep(caller.scope, record), ...blocked.writes],
      events: isMatch ? [eventAbout("screening.match", record, ScreeningBody.write), ...blocked.events] : []
    })
  })
}

/** A screening by its id. Fails with `ScreeningNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
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
const decisionAbout = Effect.fnUntraced(function* (caller: CallerShape, customer: Customer, record: ScreeningRecord) {
  if (record.resolution === "confirmed") return confirmed(customer, record.id)
  const lifted = yield* liftedBy(caller, customer, record)
  return lifted.length === 0 ? undefined : approved(customer, lifted)
})

/**
 * What a compliance officer decides on a match: `approved` holds for the entries that were found and for no others, and
 * the customer is free when nothing else is open; `confirmed` keeps it blocked. Fails with `ScreeningNotFound` or
 * `ScreeningNotResolvable`.
 */
export const resolve = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  decision: Screening.ScreeningResolution
) {
  const found = yield* find(caller.store, caller.scope, id)
  if (found === undefined) return yield* new ScreeningNotFound()
  const record = yield* Effect.fromResult(Screening.resolve(found.record, decision))
  const { customer } = record
  const stored = customer === null ? undefined : yield* findStored(caller.store, caller.scope, customer)
  const decided = stored === undefined ? undefined : yield* decisionAbout(caller, stored.customer, record)
  return yield* planned<ScreeningRecord, VersionConflict>(caller, record, {
    writes: [
      ...(stored === undefined || decided === undefined ? [] : [replaceState(decided.state, stored.version)]),
      replace(caller.scope, record, found.version)
    ],
    events: decided === undefined ? [] : eventsOf(decided, undefined)
  })
})
