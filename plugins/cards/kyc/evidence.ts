/** Gathers what a result of a provider is judged by: what the document says, whose name it bears, who is on a list. */
import * as Effect from "effect/Effect"
import { Clock, likenessOfNames, type VersionConflict, type Write } from "../../../src/plugin.ts"
import { onScreened } from "../aml/onboarding.ts"
import { openScreeningsOf, screened, type Customer } from "../customers/Customer.ts"
import { factsAbout } from "../customers/operations.ts"
import { eventAbout, type Actor, type ResourceEvent } from "../plans.ts"
import * as screenings from "../screening/operations.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import { isCoveredBy, type ScreeningRecord } from "../screening/ScreeningRecord.ts"
import type { KycResult } from "./provider/answers.ts"
import { documentFacts, type Evidence } from "./Verdict.ts"
import type { Verification } from "./Verification.ts"

/** What was found out, and what has to be kept of it. */
export interface Found {
  /** `undefined` when the lists could not be consulted: no verdict can be given yet. */
  readonly evidence: Evidence | undefined
  /** The customer as the lists have it. */
  readonly customer: Customer
  readonly writes: ReadonlyArray<Write<VersionConflict>>
  readonly events: ReadonlyArray<ResourceEvent>
}

/** Lists that ask for care and not for a refusal: their persons are verified like others, and decided on by people. */
const careLists: ReadonlySet<string> = new Set(["pep", "adverse_media"])

const isSanctioned = ({ matches }: ScreeningRecord): boolean => matches.some(({ list }) => !careLists.has(list))

/** Whether people have seen all that was found, and approved it for this customer. */
const isApproved = Effect.fnUntraced(function* (actor: Actor, record: ScreeningRecord, customer: Customer) {
  if (openScreeningsOf(customer).length > 0) return false
  const approved = yield* screenings.decidedOn(actor.store, actor.scope, { customer: customer.id, ids: [] })
  return isCoveredBy(record, approved)
})

/** What a match does: it is kept, the customer gets its result, and an event says so. */
const keptMatch = Effect.fnUntraced(function* (actor: Actor, customer: Customer, record: ScreeningRecord) {
  const exposed = yield* onScreened(actor, record)
  const { state } = screened(customer, yield* factsAbout(actor, customer, record))
  return {
    customer: state,
    writes: [screenings.keep(actor.scope, record), ...exposed.writes],
    events: [eventAbout("screening.match", record, ScreeningBody.write), ...exposed.events]
  }
})

/**
 * How alike the name that was verified and the customer's are. A provider that reads no name verified the one that was
 * submitted, and the customer may have got another since.
 */
const likenessOf = (read: string | undefined, { name }: Customer, submitted: Verification): number | undefined => {
  if (name === null) return undefined
  if (read !== undefined) return likenessOfNames(read, name)
  return submitted.name === undefined || submitted.name === name ? undefined : 0
}

/**
 * Looks up what a result is judged by. The person of the document is screened (compliance §6), also where the provider
 * itself says no; a match is written down with the verdict, whatever that is.
 */
export const lookUp = Effect.fnUntraced(function* (
  actor: Actor,
  customer: Customer,
  of: { readonly result: KycResult; readonly verification: Verification }
) {
  const clock = yield* Clock
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const { dateOfBirth } = of.verification
  const { datesOfBirth, name } = documentFacts(of.result.document, { dateOfBirth, today })
  const likeness = likenessOf(name, customer, of.verification)
  const evidence: Evidence = { result: of.result, dateOfBirth, today, likeness, listed: false }
  const nothing: Found = { evidence, customer, writes: [], events: [] }
  if (name === undefined) return nothing
  const record = yield* screenings.screen(actor, {
    customer: customer.id,
    subject: { name, dateOfBirth: datesOfBirth[0] ?? dateOfBirth ?? undefined, entityType: "individual" }
  })
  if (record.result === "pending") return { ...nothing, evidence: undefined } satisfies Found
  if (record.result === "clear" || (yield* isApproved(actor, record, customer))) return nothing
  const kept = yield* keptMatch(actor, customer, record)
  return { ...kept, evidence: { ...evidence, listed: isSanctioned(record) } } satisfies Found
})
