/**
 * Decides which listed entries a subject may be: the likeness of the names, what date of birth and country change about
 * it, and the rules for names that say too little to match alone. Pure; the same index gives the same matches.
 */
import { type AttributeEffect, birthPoints, countryEffect, dateOfBirthEffect } from "./attributes.ts"
import { candidatesOf } from "./candidates.ts"
import { entityTypes, entryAt, entryVersionAt } from "./EntryTable.ts"
import type { NameIndex } from "./NameIndex.ts"
import { areOfOtherPlaces, halvesOf, namesIn, peopleIn, type SpelledName } from "./NameForm.ts"
import { makeNameQuery, type NameQuery } from "./NameQuery.ts"
import { type NameScore, pairsOf, scoreName } from "./score.ts"
import type { ScreeningIndex } from "./ScreeningIndex.ts"
import type { ListName, MatchReason, ScreeningMatch, ScreeningSubject } from "./ScreeningResult.ts"
import { textHits } from "./textHits.ts"
import { namesOf, type WatchListEntry } from "./WatchList.ts"
import type { NameKind } from "./words.ts"

/** Name and version of this way of comparing. It changes when the same subject and lists may score otherwise. */
export const scorerName = "names-7"

/** From this score on a comparison is a match (bank decisions, compliance queue: 85 by configuration). */
export const defaultThreshold = 85

/** The highest score of a name that may not match alone: far enough below any threshold of use (our choice). */
export const notAloneScore = 60

/** The score of a listed name of one word that is found in a longer name, when the date of birth agrees (our choice). */
const oneWordScore = 90

/** What to look for in which part of an index. */
export interface MatchQuery {
  readonly subject: ScreeningSubject
  /** Places of the lists to consult, each with the load after which entries count; -1 is all entries. */
  readonly lists: ReadonlyMap<number, number>
  /** 0 to 100, and of use above `notAloneScore`. */
  readonly threshold: number
}

/** A listed name that may be the subject's. */
interface NameHit {
  readonly query: NameQuery
  /** Which of the names in the field it is; 0 for the whole, which comes first of equals. */
  readonly part: number
  readonly name: number
  readonly score: NameScore
}

const indexesFor = (index: ScreeningIndex, { entityType }: ScreeningSubject): ReadonlyArray<NameIndex> => {
  if (entityType === "any") return [index.person, index.organisation]
  return [entityType === "individual" ? index.person : index.organisation]
}

/** Whether every entry of an index of names is asked for, so that none needs to be looked at. */
const isAllAskedFor = (names: NameIndex, index: ScreeningIndex, { lists, subject }: MatchQuery): boolean =>
  (subject.entityType === "any" || names.kind === "person") &&
  lists.size === index.lists.length &&
  [...lists.values()].every((after) => after === -1)

/** Whether the entry of a hit is of the wanted type, on a wanted list, and new enough. */
const isAskedFor = ({ entries }: ScreeningIndex, entry: number, { lists, subject }: MatchQuery): boolean => {
  const after = lists.get(entries.lists[entry]!)
  if (after === undefined || entries.changedIn[entry]! <= after) return false
  return subject.entityType === "any" || subject.entityType === entityTypes[entries.types[entry]!]
}

/** What is looked for: the name; of a person also without digits, such as a year of birth or a slip inside of a word, and each of several. */
const askedNames = (name: string, kind: NameKind): ReadonlySet<string> =>
  new Set(kind === "person" ? [name, name.replace(/\p{Nd}+/gu, ""), ...peopleIn(name)] : [name])

/** The lowest score of a half of a name, which is rather a part of one person's than another one's (our choice, by `bench/screening.ts`). */
const halfScore = 95

/** A field that puts names together gives some of them twice, with other spaces. */
const wordsKey = ({ reading, text }: SpelledName): string => `${reading} ${text.trim()}`

/** The names that may be the subject's, on wanted entries. */
const hitsOf = (names: NameIndex, index: ScreeningIndex, query: MatchQuery): ReadonlyArray<NameHit> => {
  const { subject } = query
  const isAll = isAllAskedFor(names, index, query)
  const isWanted = (name: number) => isAll || isAskedFor(index, names.entries[name]!, query)
  if (subject.form === "text") {
    return textHits(names, subject.name).flatMap((hit) => (isWanted(hit.name) ? { ...hit, part: 0 } : []))
  }
  const hits: Array<NameHit> = []
  const look = (asked: Iterable<string>, least: number) => {
    const parts = new Map([...asked].flatMap((name) => namesIn(name, names.kind)).map((one) => [wordsKey(one), one]))
    for (const [part, { reading, text }] of [...parts.values()].entries()) {
      const nameQuery = makeNameQuery(names, text, reading)
      for (const name of candidatesOf(nameQuery)) {
        if (!isWanted(name)) continue
        const score = scoreName(nameQuery, name)
        if (potentialOf(score, query) >= query.threshold && pointsOf(score) >= least) {
          hits.push({ query: nameQuery, part, name, score })
        }
      }
    }
  }
  look(askedNames(subject.name, names.kind), 0)
  if (names.kind === "person") look(halvesOf(subject.name), halfScore)
  return hits
}

/** The most points that a name can come to with everything that its entry may say. */
const potentialOf = (score: NameScore, { subject }: MatchQuery): number => {
  if (subject.dateOfBirth === undefined) return pointsOf(score)
  const raised = score.told === 1 && score.listedWords === 1 ? oneWordScore : 0
  return Math.max(pointsOf(score), raised) + birthPoints.sameDay
}

interface EntryHit extends NameHit {
  readonly entry: number
  readonly potential: number
}

/** The hits of all indexes, the best first. None is left out: those before it may all be known to be somebody else. */
const bestHits = (index: ScreeningIndex, query: MatchQuery): ReadonlyArray<EntryHit> =>
  indexesFor(index, query.subject)
    .flatMap((names) =>
      hitsOf(names, index, query).map((hit) => ({
        ...hit,
        entry: names.entries[hit.name]!,
        potential: potentialOf(hit.score, query)
      }))
    )
    .sort((one, other) => other.potential - one.potential || one.part - other.part || one.entry - other.entry)

/** The listed name that was found, as the list has it. */
const listedNameOf = ({ name, query }: NameHit, entry: WatchListEntry): string =>
  namesOf(entry)[query.index.ordinals[name]!]?.name ?? entry.name

/** A company that has the name but for what stands in brackets, which is another place: a part of one name is the whole of no other. */
const isOfOtherPlace = ({ name }: ScreeningSubject, hit: NameHit, entry: WatchListEntry): boolean =>
  hit.part > 0 && hit.query.index.kind === "organisation" && areOfOtherPlaces(name, listedNameOf(hit, entry))

/** The entries whose score reaches the threshold, each once with its best name, best first. */
export const matchSubject = (index: ScreeningIndex, query: MatchQuery): ReadonlyArray<ScreeningMatch> => {
  const best = new Map<number, EntryHit & { readonly points: number }>()
  const known = new Map<number, WatchListEntry>()
  const detailOf = (entry: number): WatchListEntry => {
    const detail = known.get(entry) ?? entryAt(index.entries, entry)
    known.set(entry, detail)
    return detail
  }
  for (const hit of bestHits(index, query)) {
    if (isOfOtherPlace(query.subject, hit, detailOf(hit.entry))) continue
    const { points } = judge(query.subject, hit, detailOf(hit.entry))
    if (points < query.threshold || points <= (best.get(hit.entry)?.points ?? -1)) continue
    best.set(hit.entry, { ...hit, points })
  }
  return [...best.values()]
    .sort((one, other) => other.points - one.points || one.part - other.part || one.entry - other.entry)
    .map((hit) => describe(index, query.subject, hit, detailOf(hit.entry)))
}

/** Rounded to the nearest, but a name that differs is never the same name. */
const pointsOf = ({ same, score }: NameScore): number => (same ? 100 : Math.min(99, Math.round(100 * score)))

/** What the comparison of a name is worth with everything else that is known. */
interface Judgement {
  readonly points: number
  readonly effects: ReadonlyArray<AttributeEffect>
  readonly limits: ReadonlyArray<MatchReason>
}

const judge = (subject: ScreeningSubject, hit: NameHit, entry: WatchListEntry): Judgement => {
  const birth = dateOfBirthEffect(subject.dateOfBirth, entry.datesOfBirth)
  const country = countryEffect(subject.country, entry.countries)
  const oneWord = isOneWordOfMore(hit.score, subject)
  const isRaised = oneWord && birth.agrees && isWholeOneWordName(hit)
  const limits = limitsOf(hit, { birth, country, oneWord: oneWord && !isRaised, wholeName: entry.wholeName === true })
  const namePoints = pointsOf(hit.score)
  const points = isRaised ? Math.max(namePoints, oneWordScore) : namePoints
  const effects = [birth, country]
  const total = effects.reduce((sum, effect) => sum + effect.points, points)
  // Only the same name reaches 100, however well the rest agrees.
  const highest = limits.length > 0 ? notAloneScore : namePoints === 100 ? 100 : 99
  return { points: Math.max(0, Math.min(highest, total)), effects, limits }
}

const isOneWordOfMore = (score: NameScore, { form }: ScreeningSubject): boolean => {
  if (score.told !== 1) return false
  if (form === "text") return score.subjectWords > 1
  return !score.complete && !score.same && (score.subjectWords > 1 || score.listedWords > 1)
}

/** The listed name has one word, and the subject has the same. */
const isWholeOneWordName = ({ name, query, score }: NameHit): boolean =>
  score.listedWords === 1 && pairsOf(query, name).every(({ likeness }) => likeness === 1)

interface Evidence {
  readonly birth: AttributeEffect
  readonly country: AttributeEffect
  readonly oneWord: boolean
  readonly wholeName: boolean
}

/** The rules under which a name may not match alone, as far as they hold. */
const limitsOf = (hit: NameHit, { birth, country, oneWord, wholeName }: Evidence): ReadonlyArray<MatchReason> => {
  const { name, query, score } = hit
  const limits: Array<MatchReason> = []
  const isWeak = query.index.weak[name] === 1
  if (oneWord) limits.push(limit("one_word_of_more"))
  if (score.told === 0 && !score.complete && !score.same) limits.push(limit("generic_words_only"))
  if (isWeak && score.told < 2 && !birth.agrees && !country.agrees) limits.push(limit("weak_alias"))
  if (wholeName && !score.complete && !score.same) limits.push(limit("whole_name"))
  return limits
}

const limit = (rule: string): MatchReason => ({ compared: "rule", subject: "", listed: rule, points: 0 })

const describe = (
  index: ScreeningIndex,
  subject: ScreeningSubject,
  hit: EntryHit,
  entry: WatchListEntry
): ScreeningMatch => {
  const { effects, limits, points } = judge(subject, hit, entry)
  return {
    list: listOf(index, hit.entry),
    entryId: entry.entryId,
    entryVersion: entryVersionAt(index.entries, hit.entry),
    listedName: entry.name,
    matchedName: listedNameOf(hit, entry),
    score: points,
    entityType: entry.entityType,
    programs: entry.programs ?? [],
    datesOfBirth: entry.datesOfBirth ?? [],
    countries: entry.countries ?? [],
    field: subject.field ?? "name",
    reasons: [...tokenReasons(hit), ...effects.flatMap(({ reason }) => reason ?? []), ...limits]
  }
}

const listOf = ({ entries, lists }: ScreeningIndex, entry: number): ListName => lists[entries.lists[entry]!]!.list

const tokenReasons = ({ name, query }: NameHit): ReadonlyArray<MatchReason> =>
  pairsOf(query, name).map(({ likeness, listed, subject }) => ({
    compared: "token",
    subject,
    listed,
    points: Math.floor(100 * likeness)
  }))
