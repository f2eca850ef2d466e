/** Screenings: asking the Screening service and recording what it said. Nothing here decides what a match means. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  Screening,
  subjectVersion,
  withoutFalsePositives,
  type CallerShape,
  type ScreeningResult,
  type ScreeningSubject,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"
import { modeOfScope } from "../../../src/domain.ts"
import { wholeSeconds } from "../events.ts"
import * as repository from "./repository.ts"
import { isCoveredBy, withEntries, type ScreeningEntry, type ScreeningRecord } from "./ScreeningRecord.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** Whom to look for, and on which try. */
export interface ScreenRequest {
  readonly subject: ScreeningSubject
  readonly customer: string | null
  /** From 1; more when earlier tries could not consult the lists. */
  readonly attempt?: number
  /** The screening that is tried again; without one a new one begins. */
  readonly id?: string
}

/**
 * Screens a subject. It never fails for want of an answer: a screening that could not take place is `pending`, and
 * nobody is clear by it. In test mode the entries that the account added count as well. Nothing is written.
 */
export const screen = Effect.fnUntraced(function* (
  caller: Reader,
  request: ScreenRequest
): Effect.fn.Return<ScreeningRecord, StoreUnavailable, Screening | Clock | Ids> {
  const screening = yield* Screening
  const clock = yield* Clock
  const ids = yield* Ids
  const { subject } = request
  const result = yield* screening
    .screen(subject, { attempt: request.attempt ?? 1 })
    .pipe(Effect.orElseSucceed(() => undefined))
  const record: ScreeningRecord = {
    id: request.id ?? ids.next("scr"),
    name: subject.name,
    subject: { dateOfBirth: subject.dateOfBirth, country: subject.country, entityType: subject.entityType },
    customer: request.customer,
    result: result?.outcome ?? "pending",
    matches: (result?.matches ?? []).map((match) => ({
      list: match.list,
      entryId: match.entryId,
      entryVersion: match.entryVersion,
      listedName: match.listedName,
      matchedName: match.matchedName,
      score: match.score,
      entityType: match.entityType,
      programs: match.programs,
      datesOfBirth: match.datesOfBirth,
      countries: match.countries,
      reasons: match.reasons
    })),
    listsScreened: result?.listsScreened ?? [],
    threshold: result?.threshold ?? null,
    scorer: result?.scorer ?? null,
    resolution: null,
    screenedAt: wholeSeconds(clock.now()),
    livemode: modeOfScope(caller.scope) === "live"
  }
  if (record.livemode || result === undefined) return record
  return withEntries(record, yield* repository.entriesNamed(caller.store, caller.scope, subject.name))
})

/** For other slices: the write that keeps a screening. */
export const keep = repository.insert

/** For other slices: the write that replaces a screening that was read at a version. */
export const replace = repository.update

/** For other slices: a screening of a scope with its version, or `undefined`. */
export const find = repository.byId

/** For other slices: the screening of a customer that could not take place yet. */
export const pendingOf = repository.pendingOf

/** For other slices: the matches of a customer that a person approved, and the screenings of given ids. */
export const decidedOn = repository.decidedOn

/** For other slices: whether screenings of a customer that are open (`ids`) or approved found all of it: what a person decided stays. */
export const isKnown = (
  caller: Reader,
  of: { readonly customer: string; readonly ids: ReadonlyArray<string> },
  record: ScreeningRecord
) => Effect.map(decidedOn(caller.store, caller.scope, of), (earlier) => isCoveredBy(record, earlier))

/** Whoever bears the same name is the same subject to a decision, wherever that person lives. */
const subjectNamed = (name: string): ScreeningSubject => ({ name, entityType: "any" })

/**
 * For other slices: a result about a customer without its details (S32): entries, in the version that was decided on or that blocks
 * already, which earlier screenings of the same name found.
 */
export const withoutKnown = (
  name: string,
  result: ScreeningResult,
  earlier: ReadonlyArray<ScreeningRecord>
): ScreeningResult => {
  const known = earlier.flatMap((record) =>
    record.matches.map(({ entryId, entryVersion = "", list }) => ({
      list,
      entryId,
      entryVersion,
      subjectVersion: subjectVersion(subjectNamed(record.name))
    }))
  )
  return withoutFalsePositives(subjectNamed(name), result, known).result
}

/** The write that adds an entry to the account's own lists. */
export const keepEntry: (scope: string, entry: ScreeningEntry) => Write = repository.insertEntry
