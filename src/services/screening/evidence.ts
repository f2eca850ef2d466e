/**
 * What is kept of a screening, so that it can be shown and repeated: the subject, the lists and their state, by
 * which rules, and what came out. Plain data; it holds personal data and belongs into the region of the subject.
 */
import type {
  ScreenedList,
  ScreeningMatch,
  ScreeningOptions,
  ScreeningResult,
  ScreeningSubject
} from "./ScreeningResult.ts"

/** One screening, as it is stored (requirement S33). */
export interface ScreeningEvidence {
  /** Epoch milliseconds of engine time. */
  readonly screenedAt: number
  readonly subject: ScreeningSubject
  readonly options: Pick<ScreeningOptions, "lists" | "threshold" | "changedSince">
  readonly outcome: ScreeningResult["outcome"]
  /** Every candidate that reached the threshold, with its score and what made it up. */
  readonly matches: ReadonlyArray<ScreeningMatch>
  /** Candidates that somebody had decided to be somebody else. */
  readonly suppressed: ReadonlyArray<ScreeningMatch>
  readonly listsScreened: ReadonlyArray<ScreenedList>
  readonly threshold: number
  readonly scorer: string
}

/** What went into a screening and what came out. */
export interface Screened {
  readonly subject: ScreeningSubject
  readonly options?: ScreeningOptions | undefined
  readonly result: ScreeningResult
  readonly suppressed?: ReadonlyArray<ScreeningMatch> | undefined
  readonly screenedAt: number
}

/** The record of a screening. */
export const evidenceOf = ({ options, result, screenedAt, subject, suppressed }: Screened): ScreeningEvidence => ({
  screenedAt,
  subject,
  options: { lists: options?.lists, threshold: options?.threshold, changedSince: options?.changedSince },
  outcome: result.outcome,
  matches: result.matches,
  suppressed: suppressed ?? [],
  listsScreened: result.listsScreened,
  threshold: result.threshold,
  scorer: result.scorer
})
