/**
 * What one screening of a payment looked for, against which lists, and what it found: kept in the commit that it decided
 * about, so that it can be shown to an auditor and repeated (compliance S33). It is never changed.
 */
import type { ScreeningMatch, ScreeningResult, ScreeningSubject } from "../../../src/plugin.ts"

/** One subject of a payment with what was found about it. */
export interface SubjectEvidence {
  /** Personal data: kept for audit, and never logged. */
  readonly subject: ScreeningSubject
  /** `unavailable`: no list could be consulted. */
  readonly outcome: ScreeningResult["outcome"] | "unavailable"
  /** Every entry at or above the threshold, with what made up its score; also those that an exception covers. */
  readonly matches: ReadonlyArray<ScreeningMatch>
  readonly listsScreened: ScreeningResult["listsScreened"]
  /** Lowest score that counted, and how was compared; `null` where nothing was. */
  readonly threshold: number | null
  readonly scorer: string | null
}

/** A match as an officer needs it. */
export interface PaymentMatch {
  readonly field: string
  readonly score: number
  readonly listName: string
  readonly listEntryId: string
  readonly matchedName: string
  readonly screenedValue: string
}

/** The evidence of one screening of a payment. Times are epoch milliseconds of engine time. */
export interface ScreeningEvidence {
  readonly id: string
  readonly paymentId: string
  /** Which screening of the payment it was, from 1. */
  readonly attempt: number
  /** What was decided. */
  readonly outcome: "clear" | "match" | "unavailable"
  /** The hold that it led to or looked at again; `null` for none. */
  readonly holdId: string | null
  readonly subjects: ReadonlyArray<SubjectEvidence>
  /** The match that holds the payment; `null` where it is clear, unavailable or covered by exceptions. */
  readonly decisive: PaymentMatch | null
  readonly createdAt: number
}

/** What a result says about a subject; without one nobody could say anything. */
export const subjectEvidence = (subject: ScreeningSubject, result: ScreeningResult | undefined): SubjectEvidence => ({
  subject,
  outcome: result?.outcome ?? "unavailable",
  matches: result?.matches ?? [],
  listsScreened: result?.listsScreened ?? [],
  threshold: result?.threshold ?? null,
  scorer: result?.scorer ?? null
})
