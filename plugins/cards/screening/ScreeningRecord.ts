/**
 * A screening that took place: who was looked for, against which lists in which state, and what came of it. It is kept
 * so that it can be shown, repeated and decided on (decisions B11, compliance S33). Comparing names is the Screening
 * service's.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { ScreeningMatch, ScreeningSubject } from "../../../src/plugin.ts"

/** A listed entry that the subject may be. Of its dates and countries there are none where the list tells none. */
export interface RecordedMatch extends Omit<ScreeningMatch, "entryVersion" | "field"> {
  /** Changes when the entry does: a decision holds for one version of it. Absent in screenings from before it was kept. */
  readonly entryVersion?: string
}

/** What a person may decide on a match. */
export const resolutions = ["approved", "confirmed"] as const

/** What a person decided on a match. */
export type ScreeningResolution = (typeof resolutions)[number]

/** A screening. Times are epoch milliseconds of engine time, whole seconds. */
export interface ScreeningRecord {
  readonly id: string
  /** Personal data: it is shown to the account and never logged. */
  readonly name: string
  /** The subject's other fields, so that the screening can be repeated (S33). */
  readonly subject: Pick<ScreeningSubject, "dateOfBirth" | "country" | "entityType">
  /** The customer who was screened; `null` for a subject of its own. */
  readonly customer: string | null
  /** `pending`: the lists could not be consulted yet. */
  readonly result: "clear" | "match" | "pending"
  readonly matches: ReadonlyArray<RecordedMatch>
  readonly listsScreened: ReadonlyArray<{
    readonly list: string
    readonly stateDate: string
    readonly version: string
  }>
  /** Lowest score that counted, and how was compared; `null` while pending. */
  readonly threshold: number | null
  readonly scorer: string | null
  readonly resolution: ScreeningResolution | null
  readonly screenedAt: number
  readonly livemode: boolean
}

/** No screening of this account, mode and region has this id. */
export class ScreeningNotFound extends Data.TaggedError("ScreeningNotFound") {}

/** Only a match can be decided on. */
export class ScreeningNotResolvable extends Data.TaggedError("ScreeningNotResolvable") {}

/** No list could be consulted: nobody is clear by it, and nothing is kept (S30). */
export class ScreeningUnanswered extends Data.TaggedError("ScreeningUnanswered") {}

/** What goes wrong with screenings. */
export type ScreeningFailure = ScreeningNotFound | ScreeningNotResolvable | ScreeningUnanswered

/** The list whose matches make a customer a politically exposed person. */
const exposedList = "pep"

/** What names have alike that are the same: no accents, no characters that nobody sees, no case, words in any order. */
export const nameKeyOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}\p{DI}]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .sort()
    .join(" ")

/** What a screening found, and of whom: a decision holds for an entry and a name, and for no other name. */
const foundBy = ({ matches, name }: Pick<ScreeningRecord, "matches" | "name">): ReadonlyArray<string> =>
  matches.map(({ entryId, entryVersion = "", list }) => `${list} ${entryId} ${entryVersion} ${nameKeyOf(name)}`)

/**
 * Whether a screening found nothing that earlier ones of the same name did not find, entry by entry: who decided on them has
 * seen it all (S32).
 */
export const isCoveredBy = (record: ScreeningRecord, earlier: ReadonlyArray<ScreeningRecord>): boolean => {
  const known = new Set(earlier.flatMap(foundBy))
  return foundBy(record).every((found) => known.has(found))
}

/**
 * Whether a newer screening of the same name found every entry of an older one, in whichever version: then the newer one is to
 * be decided on. What a person confirmed stays.
 */
export const isSupersededBy = (older: ScreeningRecord, newer: ScreeningRecord): boolean =>
  older.resolution !== "confirmed" &&
  nameKeyOf(older.name) === nameKeyOf(newer.name) &&
  older.matches.every(({ entryId, list }) => newer.matches.some((one) => one.list === list && one.entryId === entryId))

/** Whether a match says that the subject is politically exposed. */
export const isExposed = (record: ScreeningRecord): boolean => record.matches.some(({ list }) => list === exposedList)

/** The screening after a person decided on it. Fails with `ScreeningNotResolvable` unless it is a match. */
export const resolve = (
  record: ScreeningRecord,
  resolution: ScreeningResolution
): Result.Result<ScreeningRecord, ScreeningNotResolvable> =>
  record.result === "match" ? Result.succeed({ ...record, resolution }) : Result.fail(new ScreeningNotResolvable())

/** The lists that a test may add names to: those of the specification. */
export const entryLists = ["ofac_sdn", "un_consolidated", "eu_amld6", "uk_hmt", "pep", "adverse_media"] as const

/** A list that a name may be put on. */
export type EntryList = (typeof entryLists)[number]

/** An entry that a test added to the lists of its own account. */
export interface ScreeningEntry {
  readonly id: string
  readonly list: EntryList
  readonly name: string
  readonly entityType: "individual" | "business"
  readonly createdAt: number
}

/** The record with the entries that the account added, which match by the same name only. */
export const withEntries = (record: ScreeningRecord, entries: ReadonlyArray<ScreeningEntry>): ScreeningRecord =>
  entries.length === 0
    ? record
    : {
        ...record,
        result: "match",
        matches: [
          ...entries.map(({ entityType, id, list, name }) => ({
            list,
            entryId: id,
            listedName: name,
            matchedName: name,
            score: 100,
            entityType,
            programs: ["TEST"],
            datesOfBirth: [],
            countries: [],
            reasons: [{ compared: "name", subject: record.name, listed: name, points: 100 }]
          })),
          ...record.matches
        ]
      }
