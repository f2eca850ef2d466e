/**
 * Queries that nobody tuned to, and the lists they are asked of, by rules that do not look at how names are compared. Each
 * person belongs to one half for good: `learning` is for whoever changes the matcher, `closed` for judging the result.
 */
import type { WatchList, WatchListEntry } from "bursar"
import { makeRandom } from "../aml/planter.ts"
import type { Case } from "../screening-data.ts"
import { drawn, isLatin, type Person } from "./people.ts"

/** One of the halves. */
export type Half = "learning" | "closed"

/** What the queries are made of. */
export interface Sources {
  readonly politicians: ReadonlyArray<Person>
  readonly listed: ReadonlyArray<Person>
  readonly pinyin: ReadonlyMap<string, string>
}

const plain = (name: string): ReadonlyArray<string> =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}'’‘ʼ`]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

export const sorted = (name: string): string => plain(name).toSorted().join(" ")

/** The share of letters that two words have in common, in their order. */
const common = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, () => 0)
  for (const letter of one) {
    const next = [0]
    for (let at = 0; at < other.length; at++)
      next.push(letter === other[at] ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    row = next
  }
  return (2 * row[other.length]!) / (one.length + other.length)
}

/** The shares of words that belong together, best first. */
const pairs = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<number> => {
  const left = [...other]
  return one.map((word) => {
    const shares = left.map((candidate) => common(word, candidate))
    const best = Math.max(0, ...shares)
    left.splice(shares.indexOf(best), 1)
    return best
  })
}

/** Two spellings of one name, and not two names: as many words, each with half of its letters in the other. */
export const isSpelling = (one: string, other: string): boolean => {
  const [words, others] = [plain(one), plain(other)]
  return words.length > 1 && words.length === others.length && pairs(words, others).every((share) => share >= 0.5)
}

/** A politician in five is on no list. */
export const isListed = ({ id }: Person): boolean => drawn(`${id} listed`, 5) > 0

export const halfOf = ({ id }: Person): Half => (drawn(`${id} half`, 2) === 0 ? "learning" : "closed")

const scripts = {
  arabic: /\p{Script=Arabic}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  chinese: /\p{Script=Han}/u
} as const

const scriptOf = (name: string): string | undefined =>
  Object.entries(scripts).find(([, letters]) => letters.test(name))?.[0]

const signs = (name: string): number => [...name.matchAll(/\p{Script=Han}/gu)].length

/** Whether a listed name can stand for one in another script: Chinese names of people who go by an English one cannot. */
const isSameName = (name: string, { country, id, latin: [first = ""] }: Person): boolean => {
  if (!scripts.chinese.test(name)) return Math.abs(plain(name).length - plain(first).length) <= 2
  if (country.includes("Korea") || signs(name) < 2) return false
  return id.startsWith("pinyin:") || country.endsWith("consolidated") || plain(first).length >= signs(name)
}

const compoundSurname = /^(欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|皇甫|令狐|慕容|尉迟|长孙|宇文)/u

/** A Chinese name as passports of the mainland print it (GB/T 28039): surname and given name, each as one word. */
const inPinyin = (name: string, pinyin: ReadonlyMap<string, string>): string => {
  const surname = compoundSurname.test(name) ? 2 : 1
  const read = (text: string) => Array.from(text, (sign) => pinyin.get(sign) ?? "?").join("")
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return `${capital(read(name.slice(0, surname)))} ${capital(read(name.slice(surname)))}`
}

/** Deputies of the People's Congress under the names of their passports. */
const chineseDeputies = ({ pinyin, politicians }: Sources): ReadonlyArray<Person> =>
  politicians.flatMap((person) => {
    const name = person.foreign.find((one) => /^\p{Script=Han}{2,4}$/u.test(one))
    if (person.country !== "China" || person.latin.length > 0 || name === undefined || pinyin.size === 0) return []
    const latin = inPinyin(name, pinyin)
    return latin.includes("?") ? [] : [{ ...person, id: `pinyin:${person.id}`, latin: [latin], foreign: [name] }]
  })

const neighbours = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

/** One slip of the finger, of four kinds, in a word of so many letters or more, but not in its first. */
const withTypo = (name: string, random: () => number, letters = 4): string => {
  const words = name.split(" ")
  const long = words.flatMap((word, at) => (word.length >= letters && /^[a-z]+$/i.test(word) ? [at] : []))
  const place = long[Math.floor(random() * long.length)]
  if (place === undefined) return name
  const word = words[place]!
  const at = 2 + Math.floor(random() * (word.length - 2))
  const letter = word.charAt(at).toLowerCase()
  const row = neighbours.find((keys) => keys.includes(letter)) ?? "e"
  const key = row.charAt(row.indexOf(letter) + (row.indexOf(letter) === 0 || random() < 0.5 ? 1 : -1)) || "e"
  const slips = [
    word.slice(0, at) + key + word.slice(at + 1),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + key + word.slice(at),
    word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1)
  ]
  words[place] = slips[Math.floor(random() * slips.length)]!
  return words.join(" ")
}

export type Draft = Pick<Case, "category" | "query"> & { readonly person?: Person }

const inOtherScripts = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> =>
  people.flatMap((person) =>
    person.foreign.flatMap((query) => {
      const script = scriptOf(query)
      if (script === undefined || person.latin.length === 0 || !isSameName(query, person)) return []
      const kind = person.id.startsWith("pinyin:")
        ? "mainland"
        : person.country.includes("_consolidated")
          ? "lists"
          : "politicians"
      return [{ category: `${script}_${kind}`, query, person }]
    })
  )

const inOtherLanguages = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> =>
  people.flatMap((person) => {
    const [first = "", ...others] = person.latin
    const known = new Set([sorted(first)])
    return others.flatMap((query) => {
      if (person.foreign.length === 0 || known.has(sorted(query)) || !isSpelling(query, first)) return []
      known.add(sorted(query))
      return [{ category: "spelling_politicians", query, person }]
    })
  })

/** Names of a person on one list that are spelled otherwise on another: equal full date of birth and one equal name. */
const onOtherLists = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> => {
  const byKey = new Map<string, Array<Person>>()
  for (const person of people)
    for (const key of new Set(person.latin.flatMap((name) => person.birth.map((day) => `${day} ${sorted(name)}`))))
      if (/^\d{4}-\d\d-\d\d/.test(key)) byKey.set(key, [...(byKey.get(key) ?? []), person])
  const seen = new Set<string>()
  const drafts: Array<Draft> = []
  for (const same of byKey.values())
    for (const person of same)
      for (const other of same) {
        if (person.country === other.country) continue
        const names = new Set(person.latin.map(sorted))
        for (const query of other.latin) {
          const key = `${person.id} ${sorted(query)}`
          if (seen.has(key) || names.has(sorted(query)) || !person.latin.some((name) => isSpelling(query, name)))
            continue
          seen.add(key)
          drafts.push({ category: "spelling_lists", query, person })
        }
      }
  return drafts
}

export const changed = (people: ReadonlyArray<Person>, seed = ""): ReadonlyArray<Draft> =>
  people.flatMap((person) => {
    const [name = ""] = person.latin
    const words = name.split(" ")
    const random = makeRandom(drawn(person.id + seed, 2 ** 31))
    if (words.length < 2 || plain(name).length !== words.length || name.length < 9) return []
    const typo = withTypo(name, random)
    const drafts = [
      { category: "exact", query: name, person },
      { category: "reordered", query: words.toReversed().join(" "), person },
      { category: "typo_1", query: typo, person },
      { category: "typo_2", query: withTypo(withTypo(name, random, 5), random, 5), person },
      { category: "joined", query: name.replace(" ", ""), person }
    ]
    if (words.length > 2) drafts.push({ category: "without_middle", query: `${words[0]} ${words.at(-1)}`, person })
    return [drafts[Math.floor(random() * drafts.length)]!]
  })

/** Persons of two given names and two surnames by the word of the list, under the first of each. */
const withoutSecondSurname = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> =>
  people.flatMap((person) => {
    const [, one, other, given] = /^([\p{Lu}-]{3,}) ([\p{Lu}-]{3,}), (.+)$/u.exec(person.inverted) ?? []
    const [first, ...more] = given?.split(" ") ?? []
    const isSpanish = /ez\b|[^aeiou]o\b|a\b/i.test(`${one} ${other}`) && !/^(al|abd|abu)$/i.test(one ?? "")
    return more.length !== 1 || !isSpanish
      ? []
      : [{ category: "without_second_surname", query: `${first} ${one}`, person }]
  })

/** What of a name is common with listed names that have as many words, one of them equal. */
const nearTo = (listed: ReadonlyArray<Person>) => {
  const byWord = new Map<string, Array<ReadonlyArray<string>>>()
  for (const name of listed.flatMap(({ latin }) => latin).map(plain))
    for (const word of new Set(name)) if (word.length > 1) byWord.set(word, [...(byWord.get(word) ?? []), name])
  return (name: string): ReadonlyArray<ReadonlyArray<number>> => {
    const words = plain(name)
    const near = words.flatMap((word) => byWord.get(word) ?? []).filter(({ length }) => length === words.length)
    return near.map((other) => pairs(words, other))
  }
}

/** People on no list: those whose names are near to a listed one, and those with a name in another script. */
export const others = (people: ReadonlyArray<Person>, listed: ReadonlyArray<Person>): ReadonlyArray<Draft> => {
  const near = nearTo(listed)
  const foreign = new Set(listed.flatMap((person) => person.foreign.map(sorted)))
  return people.flatMap(({ foreign: [other = ""], latin }) => {
    const shares = latin.flatMap(near)
    // Too near: a spelling of the same name, or the same person.
    if (latin.length === 0 || foreign.has(sorted(other)) || shares.some((all) => all.every((share) => share >= 0.85)))
      return []
    const script = scriptOf(other)
    const drafts = script === undefined ? [] : [{ category: `neg_${script}`, query: other }]
    const most = Math.max(0, ...shares.map((all) => all.reduce((sum, share) => sum + share, 0) / all.length))
    return most < 0.75 ? drafts : [...drafts, { category: "neg_near_names", query: latin[0]! }]
  })
}

/** The name of one person with the last part of the name of the next: as similar as names of strangers become. */
const recombined = (people: ReadonlyArray<Person>): ReadonlyArray<Draft> => {
  const names = Map.groupBy(
    people.flatMap(({ foreign }) => foreign.slice(0, 1)),
    (name) => scriptOf(name) ?? ""
  )
  return Object.keys(scripts).flatMap((script) => {
    const parts = (names.get(script) ?? [])
      .toSorted((one, other) => drawn(one, 2 ** 31) - drawn(other, 2 ** 31))
      .map((name) => (script === "chinese" ? [name.slice(0, 1), name.slice(1)] : name.split(/[\s,]+/)))
      .filter(({ length }) => length > 1)
    return parts.slice(1).flatMap((words, at) => {
      const query = [...parts[at]!.slice(0, -1), words.at(-1)!].join(script === "chinese" ? "" : " ")
      return names.get(script)!.includes(query) ? [] : [{ category: `neg_recombined_${script}`, query }]
    })
  })
}

const most = 600

export const named = (people: ReadonlyArray<Person>, list: string): WatchList => ({
  list,
  stateDate: "2026-01-01",
  version: "1",
  entries: people.flatMap(({ birth, id, latin }): ReadonlyArray<WatchListEntry> =>
    latin.length === 0 ? [] : [{ entryId: id, entityType: "individual", name: latin[0]!, datesOfBirth: birth }]
  )
})

/** At most `limit` queries of a category, as cases; `listsOf` says which lists a query is asked of. */
export const casesOf = (
  drafts: ReadonlyArray<Draft>,
  listsOf: (person: Person | undefined, category: string) => ReadonlyArray<string>,
  limit = most
): ReadonlyArray<Case> =>
  [...Map.groupBy(drafts, ({ category }) => category).values()]
    .flatMap((all) =>
      all.toSorted((one, other) => drawn(one.query, 2 ** 31) - drawn(other.query, 2 ** 31)).slice(0, limit)
    )
    .map(({ category, person, query }) => ({
      category,
      tier: "core",
      query,
      entity_type: "individual",
      lists: listsOf(person, category),
      expected: person === undefined ? [] : [person.id]
    }))

/** The lists without names in other scripts. */
export const withLatinOnly = (lists: ReadonlyArray<WatchList>): ReadonlyArray<WatchList> =>
  lists.map((list) => ({
    ...list,
    entries: list.entries.map((entry) => ({ ...entry, aliases: (entry.aliases ?? []).filter(isLatin) }))
  }))

/** The lists without names in other scripts, with the politicians that are listed; and the queries of one half. */
export const unseenCases = (
  sources: Sources,
  lists: ReadonlyArray<WatchList>,
  half: Half
): { readonly lists: ReadonlyArray<WatchList>; readonly cases: ReadonlyArray<Case> } => {
  const known = [...sources.politicians, ...chineseDeputies(sources)]
  const [listed, unlisted] = [known.filter(isListed), known.filter((person) => !isListed(person))]
  const mine = (people: ReadonlyArray<Person>) => people.filter((person) => halfOf(person) === half)
  const drafts = [
    ...inOtherScripts(mine([...listed, ...sources.listed])),
    ...inOtherLanguages(mine(listed)),
    ...onOtherLists(sources.listed).filter(({ person }) => halfOf(person!) === half),
    ...changed(mine(sources.listed)),
    ...withoutSecondSurname(mine(sources.listed)),
    ...recombined(mine([...listed, ...sources.listed])),
    ...others(mine(unlisted), [...listed, ...sources.listed])
  ]
  const all = [...withLatinOnly(lists), named(listed, "politicians")]
  return {
    lists: all,
    cases: casesOf(drafts, (person, category) =>
      person === undefined || !person.country.includes("_") || category !== "spelling_lists"
        ? all.map(({ list }) => list)
        : [person.country]
    )
  }
}
