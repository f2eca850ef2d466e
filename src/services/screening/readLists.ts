/**
 * From files to watch lists: which file belongs to which source, the newest of each role, and the rule that a list which
 * suddenly shrinks is not believed. A list whose files are refused stays as it was.
 */
import { contentVersion, entryAt } from "./EntryTable.ts"
import type { EarlierIndex } from "./ScreeningIndex.ts"
import type { ListName } from "./ScreeningResult.ts"
import { ListFileRefused, type ListSource, type ParsedList, type SourceFile } from "./sources/ListSource.ts"
import { listSources } from "./sources/registry.ts"
import type { WatchList } from "./WatchList.ts"

/** A list that shrinks by more than this is not believed (requirement S25). */
export const maxShrink = 0.1

/** Files of one source that are read together. */
export interface SourceFiles {
  readonly source: ListSource
  readonly files: Readonly<Record<string, SourceFile | undefined>>
}

/** What was read, and what was not. */
export interface ListsRead {
  readonly lists: ReadonlyArray<WatchList>
  readonly refusals: ReadonlyArray<{ readonly list: ListName; readonly reason: string }>
}

/** The source and role of a file by its name without `.gz`. */
export const roleOf = (name: string) => {
  for (const source of listSources) {
    const role = source.roles.find(({ pattern }) => pattern.test(name))
    if (role !== undefined) return { source, ...role }
  }
  return undefined
}

const newer = (one: SourceFile | undefined, other: SourceFile): SourceFile =>
  one === undefined || other.date > one.date || (other.date === one.date && other.name > one.name) ? other : one

/** Groups files by source; of several files of one role, the newest counts. Other files are left out. */
export const groupFiles = (files: ReadonlyArray<SourceFile>): ReadonlyArray<SourceFiles> =>
  listSources.flatMap((source) => {
    const own = files.flatMap((file) => {
      const found = roleOf(file.name)
      return found?.source === source ? [{ file, role: found.role }] : []
    })
    if (own.length === 0) return []
    if (source.eachFile === true) {
      const byList = new Map<string, SourceFile>()
      for (const { file } of own) byList.set(source.list(file), newer(byList.get(source.list(file)), file))
      return [...byList.values()].map((file) => ({ source, files: { [own[0]!.role]: file } }))
    }
    const byRole: Record<string, SourceFile> = {}
    for (const { file, role } of own) byRole[role] = newer(byRole[role], file)
    return [{ source, files: byRole }]
  })

export const listOfFiles = ({ files, source }: SourceFiles): ListName => source.list(Object.values(files)[0]!)

/** Reads a group of files. Throws `ListFileRefused`. */
export const parseFiles = ({ files, source }: SourceFiles): ParsedList => {
  const missing = source.roles.find(({ required, role }) => required && files[role] === undefined)
  if (missing !== undefined) {
    const [present] = Object.values(files)
    throw new ListFileRefused({
      file: present?.name ?? source.id,
      problem: `the list ${source.id} needs its main file as well: ${source.title}`
    })
  }
  return source.parse(files)
}

/** What was read from files of a list before, out of an index. */
const earlierList = (previous: EarlierIndex, list: ListName): WatchList | undefined => {
  const place = previous.lists.findIndex((one) => one.list === list)
  const known = previous.lists[place]
  if (known === undefined || known.entries === known.own) return undefined
  const entries = Array.from(previous.entries.lists.keys())
    .filter((entry) => previous.entries.lists[entry] === place)
    .slice(known.own)
    .map((entry) => entryAt(previous.entries, entry))
  const { maxAgeHours, stateDate } = known
  return {
    list,
    stateDate,
    maxAgeHours,
    version: contentVersion(entries),
    entries
  }
}

/** Parts of one list, such as two files of politically exposed persons, become one, as old as its oldest part. */
const together = (list: ListName, groups: ReadonlyArray<SourceFiles>): WatchList => {
  const parts = groups.map(parseFiles)
  const entries = parts.flatMap((part) => part.entries)
  const stateDate = parts.map((part) => part.stateDate).sort()[0] ?? ""
  const maxAgeHours = Math.min(...groups.map(({ source }) => source.maxAgeHours))
  return { list, stateDate, maxAgeHours, version: contentVersion(entries), entries }
}

/** Refuses a list with far fewer entries than the one before it. */
const checkShrink = (list: WatchList, previous: EarlierIndex | undefined): void => {
  const known = previous?.lists.find((one) => one.list === list.list)
  const before = known === undefined ? 0 : known.entries - known.own
  if (list.entries.length >= before * (1 - maxShrink)) return
  throw new ListFileRefused({
    file: list.list,
    problem: `has ${list.entries.length} entries where it had ${before}: more than a tenth fewer is not believed`
  })
}

/** Reads all files, list by list. With an index of before, a list that is refused stays as it was there. */
export const readLists = (files: ReadonlyArray<SourceFile>, previous?: EarlierIndex): ListsRead => {
  const lists: Array<WatchList> = []
  const refusals: Array<{ list: ListName; reason: string }> = []
  const groups = Map.groupBy(groupFiles(files), listOfFiles)
  const earlier = previous?.lists.filter(({ entries, own }) => entries > own).map(({ list }) => list) ?? []
  const names = new Set([...groups.keys(), ...earlier])
  for (const list of names) {
    try {
      const parts = groups.get(list)
      if (parts === undefined) throw new ListFileRefused({ file: list, problem: "its files are no longer there" })
      const read = together(list, parts)
      checkShrink(read, previous)
      lists.push(read)
    } catch (error) {
      if (!(error instanceof ListFileRefused)) throw error
      refusals.push({ list, reason: error.message })
      const before = previous === undefined ? undefined : earlierList(previous, list)
      if (before !== undefined) lists.push(before)
    }
  }
  return { lists, refusals }
}

/** Lists of the program beside those that were read; where both have a list, the read one says how old it is. */
export const withLists = (own: ReadonlyArray<WatchList>, read: ReadonlyArray<WatchList>): ReadonlyArray<WatchList> => [
  ...own.map((list) => {
    const other = read.find((one) => one.list === list.list)
    const entries = [...list.entries, ...(other?.entries ?? [])]
    if (other === undefined) return { ...list, own: entries.length }
    return { ...other, version: `${other.version}+${list.version}`, own: list.entries.length, entries }
  }),
  ...read.filter(({ list }) => !own.some((one) => one.list === list))
]
