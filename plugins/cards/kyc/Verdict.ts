/**
 * From what a provider says to verified or failed: one table, the first row that holds decides (compliance §6). What was
 * read from the document is held against what was told and what the customer is called; nothing here looks anything up.
 */
import * as Result from "effect/Result"
import { bornOn, expiryOf, parseMrz } from "./Mrz.ts"
import { yearsBetween } from "./Submission.ts"
import type { DocumentReading, KycResult, ProviderReason } from "./provider/answers.ts"

/** Why a verification failed, as it is kept. What clients see of it is `shownReasons`. */
export type FailureReason =
  ProviderReason | "mrz_invalid" | "dob_mismatch" | "name_mismatch" | "not_received" | "timed_out" | "customer_deleted"

/** Why a verification failed, as it is shown. */
export type ShownReason =
  "document_unverified" | "document_unreadable" | "document_expired" | "selfie_mismatch" | "underage" | "not_completed"

/**
 * How a reason is shown. A reason that a forger would learn from, or that must stay secret (a person on a list), is all the
 * same word: the reason stays with us (compliance S57).
 */
export const shownReasons: Readonly<Record<FailureReason, ShownReason>> = {
  document_unverified: "document_unverified",
  document_unreadable: "document_unreadable",
  document_expired: "document_expired",
  selfie_mismatch: "selfie_mismatch",
  underage: "underage",
  listed: "document_unverified",
  mrz_invalid: "document_unverified",
  dob_mismatch: "document_unverified",
  name_mismatch: "document_unverified",
  not_received: "not_completed",
  timed_out: "not_completed",
  customer_deleted: "not_completed"
}

/** The reasons that a test may ask for. */
export const resolvableReasons = (Object.keys(shownReasons) as ReadonlyArray<FailureReason>).filter(
  (reason) => reason !== "customer_deleted"
)

/** What was found out before judging. */
export interface Evidence {
  readonly result: KycResult
  /** What the customer told; `null` for nothing. */
  readonly dateOfBirth: string | null
  /** The day of the judgement, YYYY-MM-DD. */
  readonly today: string
  /** How alike the names of document and customer are, 0 to 100; `undefined` where one of them is not known. */
  readonly likeness: number | undefined
  /** The person of the document is on a sanctions list, and nobody approved that. */
  readonly listed: boolean
}

/** What a document says, once it is read. */
export interface DocumentFacts {
  readonly zone: "none" | "valid" | "invalid"
  readonly name: string | undefined
  /** Every date of birth that the document tells. */
  readonly datesOfBirth: ReadonlyArray<string>
  /** The zone tells that the date is not known. */
  readonly dateUnknown: boolean
  readonly expiries: ReadonlyArray<string>
}

const given = (...dates: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  dates.filter((date) => date !== undefined)

/** Reads what a provider has found on a document. */
export const documentFacts = (
  document: DocumentReading | undefined,
  { dateOfBirth, today }: Pick<Evidence, "dateOfBirth" | "today">
): DocumentFacts => {
  const parsed = document?.mrz === undefined ? undefined : parseMrz(document.mrz)
  const mrz = parsed === undefined ? undefined : Result.getOrUndefined(parsed)
  const born = mrz === undefined ? undefined : bornOn(mrz.dateOfBirth, today, dateOfBirth)
  return {
    zone: parsed === undefined ? "none" : mrz === undefined ? "invalid" : "valid",
    // The zone is cut off and without accents, so a name from elsewhere on the document is the better one.
    name: document?.name ?? (mrz?.name === "" ? undefined : mrz?.name),
    datesOfBirth: given(document?.dateOfBirth, born),
    dateUnknown: mrz !== undefined && born === undefined,
    expiries: given(document?.expiresOn, mrz === undefined ? undefined : expiryOf(mrz.expiresOn, today))
  }
}

/** Names at least so alike are those of one person (compliance §6: 0.80). */
export const sameNameFrom = 80

/** Who moves money here is of age (decisions B11). */
const fullAgeYears = 18

interface Judged extends Evidence {
  readonly document: DocumentFacts
}

const contradicts = ({ dateOfBirth, document }: Judged): boolean => {
  const all = new Set([...document.datesOfBirth, ...(dateOfBirth === null ? [] : [dateOfBirth])])
  return all.size > 1 || (document.dateUnknown && dateOfBirth !== null)
}

const isUnderage = ({ dateOfBirth, document, today }: Judged): boolean =>
  given(dateOfBirth ?? undefined, ...document.datesOfBirth).some((date) => yearsBetween(date, today) < fullAgeYears)

/** Reason, when it holds, and the same in words. In order; what the provider itself finds comes before. */
export const verdictRows: ReadonlyArray<
  readonly [reason: FailureReason, holds: (judged: Judged) => boolean, words: string]
> = [
  ["mrz_invalid", ({ document }) => document.zone === "invalid", "The zone is malformed, or a check digit is wrong"],
  ["dob_mismatch", contradicts, "The dates of birth contradict each other"],
  // A document is good on its last day.
  [
    "document_expired",
    ({ document, today }) => document.expiries.some((date) => date < today),
    "The document has expired"
  ],
  ["underage", isUnderage, `The person is younger than ${fullAgeYears}`],
  [
    "name_mismatch",
    ({ likeness }) => likeness !== undefined && likeness < sameNameFrom,
    "The name is not the customer's"
  ],
  ["listed", ({ listed }) => listed, "The person is on a sanctions list"]
]

/** What a verification comes to. */
export type Verdict = { readonly outcome: "verified" } | { readonly outcome: "failed"; readonly reason: FailureReason }

/** Judges what a provider says. */
export const judge = (evidence: Evidence): Verdict => {
  const { result } = evidence
  if (result.outcome === "failed") return { outcome: "failed", reason: result.reason }
  const judged: Judged = { ...evidence, document: documentFacts(result.document, evidence) }
  const row = verdictRows.find(([, holds]) => holds(judged))
  return row === undefined ? { outcome: "verified" } : { outcome: "failed", reason: row[0] }
}
