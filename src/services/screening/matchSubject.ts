/**
 * Decides which listed entries a subject may be: the likeness of the names, what date of birth and country change about
 * it, and the rules for names that say too little to match alone. Pure; the same index gives the same matches.
 */
import { type AttributeEffect, countryEffect, dateOfBirthEffect } from "./attributes.ts"
import type { ListedName, NameIndex } from "./NameIndex.ts"
import { tokensOf } from "./normalize.ts"
import { type NameScore, scoreNames } from "./score.ts"
import type { ListedEntityType, ListName, MatchReason, ScreeningMatch, ScreeningSubject } from "./ScreeningResult.ts"
import { weightOf } from "./words.ts"

/** Name and version of this way of comparing. It changes when the same subject and lists may score otherwise. */
export const scorerName = "names-1"

/** From this score on a comparison is a match (bank decisions, compliance queue: 85 by configuration). */
export const defaultThreshold = 85

/** The highest score of a name that may not match alone: far enough below any threshold of use (our choice). */
export const notAloneScore = 60

/** The score of one listed word found in a longer name when the date of birth agrees, for equal words (our choice). */
const oneWordScore = 90

/** More matches than these are of no use to whoever has to look at them (our choice). */
const maxMatches = 20

/** What to look for in which part of an index. */
export interface MatchQuery {
  readonly subject: ScreeningSubject
  readonly lists: ReadonlyArray<ListName>
  /** 0 to 100, and of use above `notAloneScore`. */
  readonly threshold: number
}

/** The entries whose score reaches the threshold, each once with its best name, best first. */
export const matchSubject = (index: NameIndex, query: MatchQuery): ReadonlyArray<ScreeningMatch> => {
  const tokens = tokensOf(query.subject.name)
  const best = new Map<object, ScreeningMatch>()
  for (const listed of index.candidates(tokens)) {
    if (!query.lists.includes(listed.list.list)) continue
    if (!isAskedFor(query.subject.entityType, listed.entry.entityType)) continue
    const match = compare(query.subject, tokens, listed)
    const known = best.get(listed.entry)
    if (match.score >= query.threshold && (known === undefined || match.score > known.score)) {
      best.set(listed.entry, match)
    }
  }
  return [...best.values()].sort((one, other) => other.score - one.score).slice(0, maxMatches)
}

const isAskedFor = (asked: ScreeningSubject["entityType"], listed: ListedEntityType): boolean =>
  asked === "any" || asked === listed

const compare = (
  subject: ScreeningSubject,
  tokens: ReadonlyArray<string>,
  { list, entry, name: matchedName, weak, tokens: listedTokens }: ListedName
): ScreeningMatch => {
  const name = bestScore(subject, tokens, listedTokens, entry.entityType)
  const birth = dateOfBirthEffect(subject.dateOfBirth, entry.datesOfBirth)
  const country = countryEffect(subject.country, entry.countries)
  const oneWord = isOneWordOfMore(tokens, listedTokens, entry.entityType)
  const limits = limitsOf({ name, birth, country, weak, oneWord })
  const nameScore = oneWord && birth.agrees ? Math.max(name.score, oneWordScoreOf(name)) : name.score
  return {
    list: list.list,
    entryId: entry.entryId,
    entryVersion: list.version,
    listedName: entry.name,
    matchedName,
    score: totalScore(nameScore, [birth, country], limits.length > 0),
    entityType: entry.entityType,
    programs: entry.programs ?? [],
    datesOfBirth: entry.datesOfBirth ?? [],
    countries: entry.countries ?? [],
    field: subject.field ?? "name",
    reasons: [...tokenReasons(name), ...[birth, country].flatMap(({ reason }) => reason ?? []), ...limits]
  }
}

/** Free text is compared piece by piece, each with as many words as the listed name has. */
const bestScore = (
  subject: ScreeningSubject,
  tokens: ReadonlyArray<string>,
  listed: ReadonlyArray<string>,
  entityType: ListedEntityType
): NameScore => {
  const whole = scoreNames(tokens, listed, entityType)
  if (subject.form !== "text" || whole.same) return whole
  const words = weighted(tokens, entityType)
  const size = weighted(listed, entityType).length
  let best = whole
  for (let from = 0; from + size <= words.length; from++) {
    const piece = scoreNames(words.slice(from, from + size), listed, entityType)
    if (piece.score > best.score) best = piece
  }
  return best
}

const weighted = (tokens: ReadonlyArray<string>, entityType: ListedEntityType): ReadonlyArray<string> =>
  tokens.filter((token) => weightOf(token, entityType) > 0)

const isOneWordOfMore = (
  tokens: ReadonlyArray<string>,
  listed: ReadonlyArray<string>,
  entityType: ListedEntityType
): boolean => {
  const counts = [weighted(tokens, entityType).length, weighted(listed, entityType).length]
  return Math.min(...counts) === 1 && Math.max(...counts) > 1
}

const oneWordScoreOf = (name: NameScore): number => Math.floor(oneWordScore * (name.pairs[0]?.likeness ?? 0))

interface Evidence {
  readonly name: NameScore
  readonly birth: AttributeEffect
  readonly country: AttributeEffect
  readonly weak: boolean
  readonly oneWord: boolean
}

/** The rules under which a name may not match alone, as far as they hold. */
const limitsOf = ({ name, birth, country, weak, oneWord }: Evidence): ReadonlyArray<MatchReason> => {
  const limits: Array<MatchReason> = []
  if (oneWord && !birth.agrees) limits.push(limit("one_word_of_more"))
  if (name.distinctivePairs === 0 && !name.same) limits.push(limit("generic_words_only"))
  if (weak && name.pairs.length < 2 && !birth.agrees && !country.agrees) limits.push(limit("weak_alias"))
  return limits
}

const limit = (rule: string): MatchReason => ({ compared: "rule", subject: "", listed: rule, points: 0 })

const tokenReasons = (name: NameScore): ReadonlyArray<MatchReason> =>
  name.pairs.map(({ subject, listed, likeness }) => ({
    compared: "token",
    subject,
    listed,
    points: Math.floor(100 * likeness)
  }))

const totalScore = (nameScore: number, effects: ReadonlyArray<AttributeEffect>, limited: boolean): number => {
  const total = effects.reduce((sum, { points }) => sum + points, nameScore)
  // Only the same name reaches 100, however well the rest agrees.
  const highest = limited ? notAloneScore : nameScore === 100 ? 100 : 99
  return Math.max(0, Math.min(highest, total))
}
