/**
 * Decisions that a hit was not the subject: they hold for one subject and one entry, in the state in which both were when
 * somebody decided. Who decided, when and why is kept by whoever stores the decision.
 */
import { wordsOf } from "./NameForm.ts"
import type { ListName, ScreeningMatch, ScreeningResult, ScreeningSubject } from "./ScreeningResult.ts"

/** A decision, as it is stored (requirement S32). */
export interface FalsePositive {
  readonly list: ListName
  readonly entryId: string
  /** `entryVersion` of the match: the decision ends when the entry changes. */
  readonly entryVersion: string
  /** `subjectVersion` of the subject: the decision ends when name, date of birth or country change. */
  readonly subjectVersion: string
}

/** What a subject says that a decision depends on; not how its name is written, nor in which field it stood. */
export const subjectVersion = ({ country, dateOfBirth, entityType, name }: ScreeningSubject): string => {
  const words = wordsOf(name, "person").map(({ text }) => text)
  return [entityType, words.sort().join(" "), dateOfBirth ?? "", country ?? ""].join("|")
}

/** A result without the matches that are known to be somebody else, and those matches, which belong to the evidence. */
export const withoutFalsePositives = (
  subject: ScreeningSubject,
  result: ScreeningResult,
  decisions: ReadonlyArray<FalsePositive>
): { readonly result: ScreeningResult; readonly suppressed: ReadonlyArray<ScreeningMatch> } => {
  const version = subjectVersion(subject)
  const isKnown = (match: ScreeningMatch) =>
    decisions.some(
      (decision) =>
        decision.list === match.list &&
        decision.entryId === match.entryId &&
        decision.entryVersion === match.entryVersion &&
        decision.subjectVersion === version
    )
  const matches = result.matches.filter((match) => !isKnown(match))
  const outcome = matches.length === 0 ? "clear" : "match"
  return { result: { ...result, outcome, matches }, suppressed: result.matches.filter(isKnown) }
}
