/**
 * Finds the listed names that are worth comparing with a subject: those that share a word with it, or a word like it.
 * It looks at every distinct listed word, which is right for lists of some thousand names.
 */
import { tokensOf } from "./normalize.ts"
import { jaroWinkler, lowestLikeness } from "./score.ts"
import type { WatchList, WatchListEntry } from "./WatchList.ts"

/** One name of one entry. */
export interface ListedName {
  readonly list: WatchList
  readonly entry: WatchListEntry
  /** As printed. */
  readonly name: string
  readonly weak: boolean
  /** In normalized form. */
  readonly tokens: ReadonlyArray<string>
}

/** The names of some lists, ready to be searched. It never changes: a reload makes another one. */
export interface NameIndex {
  readonly lists: ReadonlyArray<WatchList>
  /** Every listed name with a word like one of these, in the order of the lists. */
  readonly candidates: (tokens: ReadonlyArray<string>) => ReadonlyArray<ListedName>
}

/** Names of an entry with whether the list calls them weak, the main name first. */
export const namesOf = (entry: WatchListEntry): ReadonlyArray<{ readonly name: string; readonly weak: boolean }> => [
  { name: entry.name, weak: false },
  ...(entry.aliases ?? []).map((name) => ({ name, weak: false })),
  ...(entry.weakAliases ?? []).map((name) => ({ name, weak: true }))
]

/** Builds the index. Names without a letter or digit cannot be found and are left out. */
export const makeNameIndex = (lists: ReadonlyArray<WatchList>): NameIndex => {
  const names = lists.flatMap((list) =>
    list.entries.flatMap((entry) =>
      namesOf(entry).map(({ name, weak }): ListedName => ({ list, entry, name, weak, tokens: tokensOf(name) }))
    )
  )
  const namesByToken = new Map<string, Array<number>>()
  names.forEach(({ tokens }, at) => {
    for (const token of new Set(tokens)) {
      const postings = namesByToken.get(token)
      if (postings === undefined) namesByToken.set(token, [at])
      else postings.push(at)
    }
  })
  const candidates = (tokens: ReadonlyArray<string>) => {
    const found = new Set<number>()
    for (const token of new Set(tokens)) {
      for (const [listedToken, postings] of namesByToken) {
        if (jaroWinkler(token, listedToken) >= lowestLikeness) postings.forEach((at) => found.add(at))
      }
    }
    return names.filter((_, at) => found.has(at))
  }
  return { lists, candidates }
}
