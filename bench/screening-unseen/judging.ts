/**
 * A third part of the unseen queries, made of data of which the two halves have none, to judge with once they are known:
 * names of one list entry that are kept from the list, athletes who are on no list, Arabic words with the spelling that
 * Wikipedia gives them, and names in another script beside their Latin spelling. Nothing here knows how names are compared.
 */
import { existsSync, readFileSync } from "node:fs"
import type { WatchList } from "bursar"
import type { Case } from "../screening-data.ts"
import {
  casesOf,
  changed,
  type Draft,
  halfOf,
  isListed,
  isSpelling,
  named,
  others,
  sorted,
  withLatinOnly
} from "./cases.ts"
import { drawn, type Person } from "./people.ts"

/** The most queries of a category. */
const most = 1500

/** Of so many athletes one is compared with all listed names, which takes long. */
const everyAthlete = 3

/** Files of names; a part without its file is left out. */
export interface JudgingFiles {
  /** `ar2en.txt` of google/transliteration: an Arabic word, a tab, a Latin one. */
  readonly arabic: string
  /** `athletes.csv` of flother/rio2016. */
  readonly athletes: string
  /** Lines of a Latin name, a tab, and the name in another script. */
  readonly pairs: string
}

const linesOf = (path: string): ReadonlyArray<string> =>
  existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []

const personOf = (id: string, latin: string, foreign: ReadonlyArray<string> = []): Person => ({
  id,
  country: "",
  latin: [latin],
  foreign,
  birth: [],
  inverted: ""
})

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Persons of two words each, drawn from all words that may be parts of a name. */
const readArabic = (path: string): ReadonlyArray<Person> => {
  const words = linesOf(path)
    .map((line) => line.split("\t"))
    .filter(([arabic = "", latin = ""]) => /^\p{Script=Arabic}{3,}$/u.test(arabic) && /^[a-z]{3,}$/.test(latin))
    .toSorted(([one = ""], [other = ""]) => drawn(one, 2 ** 31) - drawn(other, 2 ** 31))
  return words.slice(1).map(([family = "", familyName = ""], at) => {
    const [given = "", givenName = ""] = words[at]!
    return personOf(`arabic:${at}`, `${capital(givenName)} ${capital(familyName)}`, [`${given} ${family}`])
  })
}

const readAthletes = (path: string): ReadonlyArray<Person> =>
  linesOf(path)
    .slice(1)
    .map((line) => line.split(","))
    .map(([id = "", name = ""]) => personOf(`athlete:${id}`, name))

const readPairs = (path: string): ReadonlyArray<Person> =>
  linesOf(path).map((line, at) => {
    const [latin = "", foreign = ""] = line.split("\t")
    return personOf(`pair:${at}`, latin, [foreign])
  })

/** Names of an entry of which its first name is the only one on the list. */
const heldOut = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> =>
  people.flatMap((person) => {
    const [first = "", ...more] = person.latin
    const known = new Set([sorted(first)])
    return more.flatMap((query) => {
      if (known.has(sorted(query)) || !isSpelling(query, first)) return []
      known.add(sorted(query))
      return [{ category: "spelling_aliases", query, person }]
    })
  })

const inScript = (people: ReadonlyArray<Person>, category: string): ReadonlyArray<Draft> =>
  people.flatMap((person) => person.foreign.map((query) => ({ category, query, person })))

const withPrefix = (drafts: ReadonlyArray<Draft>, prefix: string): ReadonlyArray<Draft> =>
  drafts.map((draft) => ({ ...draft, category: `${prefix}${draft.category}` }))

/** Athletes of whom nothing but the name is known, whatever it is like. */
const everyday = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> =>
  people.flatMap(({ latin: [query = ""] }) => [{ category: "neg_athletes", query }])

/** The lists, with those whose names are asked for, and the queries. */
export const judgingCases = (
  files: JudgingFiles,
  listed: ReadonlyArray<Person>,
  lists: ReadonlyArray<WatchList>
): { readonly lists: ReadonlyArray<WatchList>; readonly cases: ReadonlyArray<Case> } => {
  const [arabic, athletes, pairs] = [readArabic(files.arabic), readAthletes(files.athletes), readPairs(files.pairs)]
  const closed = listed.filter((person) => halfOf(person) === "closed")
  const [known, unknown] = [arabic.filter(isListed), arabic.filter((person) => !isListed(person))]
  const alone = named(closed, "alone")
  const all = [...withLatinOnly(lists), named([...known, ...pairs], "asked")]
  const drafts = [
    ...inScript(known, "arabic_words"),
    ...inScript(pairs, "pairs"),
    ...heldOut(closed),
    ...changed(closed, " judging"),
    ...withPrefix(others(unknown, [...known, ...listed]), "words_").filter(({ category }) =>
      category.endsWith("_arabic")
    ),
    ...withPrefix(
      others(
        athletes.filter(({ id }) => drawn(id, everyAthlete) === 0),
        listed
      ),
      "athletes_"
    ),
    ...everyday(athletes)
  ]
  return {
    lists: [...all, alone],
    cases: casesOf(
      drafts,
      (_, category) => (category === "spelling_aliases" ? ["alone"] : all.map(({ list }) => list)),
      most
    )
  }
}
