/** Recall and false hits of screening by category, at the shipped threshold and beside it. */
import type { ScreeningOptions, ScreeningResult, ScreeningSubject, WatchList } from "bursar"
import { openTable, rounded, writeLine } from "./report.ts"
import type { Case, Pair } from "./screening-data.ts"

/** Screens one subject. */
export type Screen = (subject: ScreeningSubject, options?: ScreeningOptions) => ScreeningResult

/** The threshold that is shipped, and the stricter one that is documented. */
export const threshold = 85
export const strictThreshold = 88

/** The lowest score that is looked at, to show the neighbourhood of the threshold. */
const lowest = 75

/** What a case has come to: the best score of an expected entity, and the best of all. */
export interface Judged {
  readonly category: string
  readonly tier: Case["tier"]
  readonly positive: boolean
  readonly hit: number
  readonly top: number
}

/** The whole measurement. */
export interface Quality {
  readonly cases: ReadonlyArray<Judged>
  readonly benign: ReadonlyArray<number>
}

/** Requirements S5, S8 and S9: what a category must reach at the shipped threshold. */
const floors: Readonly<Record<string, number>> = {
  exact: 0.995,
  alias: 0.995,
  reordered_tokens: 0.995,
  diacritics: 0.995,
  title_added: 0.995,
  joined_tokens: 0.995,
  split_token: 0.995,
  company_suffix: 0.995,
  typo_1: 0.995,
  typo_2: 0.93,
  typo_business: 0.97,
  transliteration_real: 0.9,
  cyrillic_query: 0.98,
  missing_middle: 0.97,
  arabic_query: 0.4
}

const best = (scores: ReadonlyArray<number>): number => scores.reduce((most, score) => Math.max(most, score), 0)

/** The best scores of a query. */
export const judge = (screen: Screen, one: Case): Judged => {
  const subject: ScreeningSubject = {
    name: one.query,
    entityType: one.entity_type,
    dateOfBirth: one.date_of_birth,
    country: one.country
  }
  const { matches } = screen(subject, { lists: one.lists, threshold: lowest })
  const right = matches.filter(({ entryId }) => one.expected.includes(entryId))
  return {
    category: one.category,
    tier: one.tier,
    positive: one.expected.length > 0,
    hit: best(right.map(({ score }) => score)),
    top: best(matches.map(({ score }) => score))
  }
}

const share = (scores: ReadonlyArray<number>, at: number): number =>
  scores.filter((score) => score >= at).length / scores.length

const scoresOf = (cases: ReadonlyArray<Judged>): ReadonlyArray<number> =>
  cases.map(({ hit, positive, top }) => (positive ? hit : top))

const core = (cases: ReadonlyArray<Judged>, positive: boolean) =>
  scoresOf(cases.filter((one) => one.tier === "core" && one.positive === positive))

/** Prints recall, or false hits, by category. */
export const printCategories = (cases: ReadonlyArray<Judged>): void => {
  const print = openTable([
    { title: "category", width: 24 },
    { title: "tier", width: 5 },
    { title: "queries" },
    { title: "measure", width: 8 },
    { title: `at ${threshold}`, width: 7 },
    { title: `at ${strictThreshold}`, width: 7 },
    { title: "must reach" }
  ])
  for (const [category, judged] of [...Map.groupBy(cases, (one) => one.category)].sort()) {
    const [first] = judged
    const scores = scoresOf(judged)
    const floor = first?.positive === true ? floors[category] : undefined
    const reached = share(scores, threshold)
    const verdict = floor === undefined ? "" : `${floor} ${reached >= floor ? "met" : "MISSED"}`
    const measure = first?.positive === true ? "recall" : "hits"
    print([
      category,
      first?.tier ?? "",
      judged.length,
      measure,
      rounded(reached, 4),
      rounded(share(scores, strictThreshold), 4),
      verdict
    ])
  }
}

const printTotals = ({ benign, cases }: Quality): void => {
  const met = (holds: boolean) => (holds ? "met" : "MISSED")
  for (const [name, at, limits] of [
    ["S5", threshold, { recall: 0.985, hard: 0.05, benign: 0.005 }],
    ["S7", strictThreshold, { recall: 0.965, hard: 0.02, benign: 0.002 }]
  ] as const) {
    const found = {
      recall: share(core(cases, true), at),
      hard: share(core(cases, false), at),
      benign: share(benign, at)
    }
    writeLine(
      `${name} at ${at}: recall ${rounded(found.recall, 4)} (${limits.recall} ${met(found.recall >= limits.recall)}), ` +
        `hard negatives ${rounded(found.hard, 4)} (${limits.hard} ${met(found.hard <= limits.hard)}), ` +
        `benign ${rounded(found.benign, 4)} (${limits.benign} ${met(found.benign <= limits.benign)})`
    )
  }
}

/** Screens all labelled queries and benign names and prints a table by category. Benign names go against all lists. */
export const measureQuality = (input: {
  readonly screen: Screen
  readonly cases: ReadonlyArray<Case>
  readonly benign: ReadonlyArray<string>
}): Quality => {
  const { screen } = input
  const cases = input.cases.map((one) => judge(screen, one))
  const benign = input.benign.map((name) =>
    best(screen({ name, entityType: "individual" }, { threshold: lowest }).matches.map(({ score }) => score))
  )
  printCategories(cases)
  writeLine()
  printTotals({ cases, benign })
  return { cases, benign }
}

/** The lowest threshold with few enough false hits: what somebody would choose who saw only these queries. */
const chosen = ({ benign, cases }: Quality): number => {
  for (let at = lowest; at < 100; at++)
    if (share(benign, at) <= 0.005 && share(core(cases, false), at) <= 0.05) return at
  return 100
}

const half = ({ benign, cases }: Quality, parity: number): Quality => ({
  benign: benign.filter((_, at) => at % 2 === parity),
  cases: cases.filter((_, at) => at % 2 === parity)
})

/** Chooses a threshold on one half of the queries and tells what it does on the other. */
export const crossValidate = (quality: Quality): void => {
  for (const parity of [0, 1]) {
    const at = chosen(half(quality, parity))
    const { benign, cases } = half(quality, 1 - parity)
    writeLine(
      `S6 threshold of one half: ${at}; on the other half: recall ${rounded(share(core(cases, true), at), 4)}, ` +
        `hard negatives ${rounded(share(core(cases, false), at), 4)}, benign ${rounded(share(benign, at), 4)}`
    )
  }
}

const scorePair = ({ business, one, other }: Pair, screenOver: (lists: ReadonlyArray<WatchList>) => Screen): number => {
  const entityType = business ? ("business" as const) : ("individual" as const)
  const entries = [{ entryId: "1", entityType, name: other }]
  const screen = screenOver([{ list: "pair", stateDate: "2026-01-01", version: "1", entries }])
  return best(screen({ name: one, entityType }, { threshold: 1 }).matches.map(({ score }) => score))
}

/** Requirement S10: pairs of names, each against a list of one name, at the shipped threshold and the best one. */
export const measurePairs = (
  pairs: ReadonlyArray<Pair>,
  screenOver: (lists: ReadonlyArray<WatchList>) => Screen
): void => {
  const scored = pairs.map((pair) => ({ ...pair, score: scorePair(pair, screenOver) }))
  const at = (limit: number) => {
    const positives = scored.filter(({ isMatch }) => isMatch)
    const negatives = scored.filter(({ isMatch }) => !isMatch)
    const right = positives.filter(({ score }) => score >= limit).length
    const wrong = negatives.filter(({ score }) => score >= limit).length
    const f1 = (2 * right) / (2 * right + wrong + (positives.length - right))
    return { limit, f1, fpr: wrong / negatives.length, recall: right / positives.length }
  }
  const all = Array.from({ length: 60 }, (_, index) => at(40 + index))
  const allowed = all.filter(({ fpr }) => fpr <= 0.15).reduce((most, one) => (one.f1 > most.f1 ? one : most))
  for (const [what, { f1, fpr, limit, recall }] of [
    ["shipped", at(threshold)],
    ["best with at most 15 % false", allowed]
  ] as const) {
    writeLine(
      `S10 ${pairs.length} name pairs, ${what} (${limit}): F1 ${rounded(f1, 3)}, recall ${rounded(recall, 3)}, false ${rounded(fpr, 3)}`
    )
  }
}

/** Requirement S11: every printed name and strong alias of every entity is found with 95 or more. */
export const selfCheck = (lists: ReadonlyArray<WatchList>, screen: Screen): void => {
  let names = 0
  let unwritten = 0
  const missed: Array<string> = []
  for (const { entries, list } of lists) {
    for (const { aliases = [], entityType, entryId, name } of entries) {
      for (const one of [name, ...aliases]) {
        if (!/[\p{L}\p{N}]/u.test(one)) {
          unwritten++
          continue
        }
        names++
        // A name that many entries have fills the list of matches: another entry of that name stands for it.
        const { matches } = screen({ name: one, entityType: "any" }, { lists: [list], threshold: 95 })
        const isFound = matches.some((match) => match.entryId === entryId) || matches.length >= 20
        if (!isFound) missed.push(`${entryId} ${entityType}`)
      }
    }
  }
  writeLine(`S11 ${names} listed names looked for: ${missed.length} not found ${missed.slice(0, 5).join(", ")}`)
  writeLine(`S11 left out: ${unwritten} names without a letter or a digit`)
}
