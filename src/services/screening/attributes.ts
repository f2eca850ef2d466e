/**
 * What a date of birth and a country add to the score of a name or take from it. Whatever is not known on either side is
 * neutral.
 */
import { standardCode } from "../../domain/Country.ts"
import type { MatchReason } from "./ScreeningResult.ts"

/** The outcome of comparing one attribute. */
export interface AttributeEffect {
  /** Added to the score of the name; negative lowers it. */
  readonly points: number
  /** Both sides are known and say the same, as far as the list is precise. */
  readonly agrees: boolean
  /** Absent when there was nothing to compare. */
  readonly reason?: MatchReason
}

/** Points for dates of birth (our choice): equal days, an imprecise listed date that fits, more than 2 years apart. */
export const birthPoints = { sameDay: 5, fits: 3, conflict: -20 } as const

/** Years between two dates of birth that may still be one person: lists are often a little wrong. */
export const toleratedYears = 2

/** Points for a country that the listed entry does not have, while it has others (our choice). */
export const countryConflictPoints = -10

const neutral: AttributeEffect = { points: 0, agrees: false }

const yearOf = (date: string): number => Number(date.slice(0, 4))

const comparedBirth = (subject: string, listed: string): { readonly points: number; readonly agrees: boolean } => {
  const [from = listed, to = from] = listed.split("/")
  const yearsApart = Math.max(yearOf(from) - yearOf(subject), yearOf(subject) - yearOf(to), 0)
  if (yearsApart > toleratedYears) return { points: birthPoints.conflict, agrees: false }
  if (from !== to || !subject.startsWith(from)) return { points: 0, agrees: false }
  return { points: from === subject ? birthPoints.sameDay : birthPoints.fits, agrees: true }
}

/** Compares a date of birth (`YYYY-MM-DD`) with those of an entry, which may be partial or ranges; the best one counts. */
export const dateOfBirthEffect = (subject: string | undefined, listed: ReadonlyArray<string> = []): AttributeEffect => {
  if (subject === undefined) return neutral
  let best: AttributeEffect | undefined
  for (const date of listed) {
    const compared = comparedBirth(subject, date)
    if (best !== undefined && best.points >= compared.points) continue
    best = { ...compared, reason: { compared: "date_of_birth", subject, listed: date, points: compared.points } }
  }
  return best ?? neutral
}

/** Compares a country, by its ISO 3166-1 code, with those of an entry. It never raises a score: many people live in every country. */
export const countryEffect = (subject: string | undefined, listed: ReadonlyArray<string> = []): AttributeEffect => {
  if (subject === undefined || listed.length === 0) return neutral
  const code = standardCode(subject)
  // A country that nobody knows cannot tell that the listed one is another.
  if (code === undefined) return neutral
  const agrees = listed.some((country) => standardCode(country) === code)
  const points = agrees ? 0 : countryConflictPoints
  return { points, agrees, reason: { compared: "country", subject, listed: listed.join(" "), points } }
}
