/**
 * The entries of all loaded lists in typed arrays. What is shown about an entry is kept as text and read only when the
 * entry is hit. Digests tell which entries a new state of a list adds or changes.
 */
import { hashOf } from "./HashIndex.ts"
import type { ListedEntityType } from "./ScreeningResult.ts"
import type { WatchList, WatchListEntry } from "./WatchList.ts"

/** Entry types by their numbers in the table. */
export const entityTypes: ReadonlyArray<ListedEntityType> = ["individual", "business", "vessel", "aircraft"]

/** The packed entries, numbered from 0 in the order of the lists. */
export interface EntryTable {
  /** Place of the entry's list among the lists. */
  readonly lists: Uint16Array
  /** Place of the entry's type in `entityTypes`. */
  readonly types: Uint8Array
  /** The entries as JSON in UTF-8; entry `n` lies between `detailAt[n]` and `detailAt[n + 1]`. */
  readonly details: Uint8Array
  readonly detailAt: Uint32Array
  /** A number for list and entry id, of 53 bits. */
  readonly keys: Float64Array
  /** A number for the content, of 53 bits. */
  readonly digests: Float64Array
  /** The load in which the entry came or changed last. */
  readonly changedIn: Uint32Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Two hashes of 32 bits, of which 53 bits fit into a number. */
const digestOf = (bytes: Uint8Array): number => (hashOf(bytes, hashOf(bytes)) & 0x1fffff) * 0x100000000 + hashOf(bytes)

/** What was known of entries before: their digests and changes by key. */
const knownEntries = (previous: EntryTable | undefined): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  previous?.keys.forEach((key, place) => places.set(key, place))
  return places
}

/** Packs the entries of lists. `load` is the number of this load; entries that are as they were keep theirs. */
export const makeEntryTable = (lists: ReadonlyArray<WatchList>, load: number, previous?: EntryTable): EntryTable => {
  const count = lists.reduce((sum, { entries }) => sum + entries.length, 0)
  const known = knownEntries(previous)
  // Shared memory: the next load reads it in another thread without a copy.
  const table = {
    lists: new Uint16Array(new SharedArrayBuffer(2 * count)),
    types: new Uint8Array(new SharedArrayBuffer(count)),
    detailAt: new Uint32Array(new SharedArrayBuffer(4 * (count + 1))),
    keys: new Float64Array(new SharedArrayBuffer(8 * count)),
    digests: new Float64Array(new SharedArrayBuffer(8 * count)),
    changedIn: new Uint32Array(new SharedArrayBuffer(4 * count))
  }
  const parts: Array<Uint8Array> = []
  let place = 0
  lists.forEach(({ entries, list }, listPlace) => {
    for (const entry of entries) {
      const detail = encoder.encode(JSON.stringify(entry))
      parts.push(detail)
      table.lists[place] = listPlace
      table.types[place] = entityTypes.indexOf(entry.entityType)
      table.detailAt[place + 1] = table.detailAt[place]! + detail.length
      table.keys[place] = digestOf(encoder.encode(`${list}\n${entry.entryId}`))
      table.digests[place] = digestOf(detail)
      const before = known.get(table.keys[place]!)
      const isSame = previous !== undefined && before !== undefined && previous.digests[before] === table.digests[place]
      table.changedIn[place] = isSame ? previous.changedIn[before]! : load
      place++
    }
  })
  const details = new Uint8Array(new SharedArrayBuffer(table.detailAt[count]!))
  parts.forEach((part, at) => details.set(part, table.detailAt[at]!))
  return { ...table, details }
}

export const entryAt = ({ detailAt, details }: EntryTable, place: number): WatchListEntry =>
  JSON.parse(decoder.decode(details.slice(detailAt[place], detailAt[place + 1]))) as WatchListEntry

/** A word that changes when the content of the entry does. */
export const entryVersionAt = ({ digests }: EntryTable, place: number): string =>
  digests[place]!.toString(16).padStart(14, "0")

/** A word that changes when any entry of a list does, whatever the order of the entries. */
export const contentVersion = (entries: ReadonlyArray<WatchListEntry>): string => {
  let [sum, mixed] = [0, 0]
  for (const entry of entries) {
    const hash = hashOf(encoder.encode(JSON.stringify(entry)))
    sum = (sum + hash) >>> 0
    mixed = (mixed ^ Math.imul(hash, 0x9e3779b1)) >>> 0
  }
  return sum.toString(16).padStart(8, "0") + mixed.toString(16).padStart(8, "0")
}
