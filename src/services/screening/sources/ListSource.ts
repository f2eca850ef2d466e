/**
 * What a list source is: the files of one authority, by their names, and how they become a watch list. Whatever is not
 * as expected is refused with file, line and field; half a list is worse than the one from yesterday.
 */
import * as Data from "effect/Data"
import type { ListName } from "../ScreeningResult.ts"
import type { WatchList, WatchListEntry } from "../WatchList.ts"

/** A file of a list, unpacked and decoded. */
export interface SourceFile {
  /** Its name, without folder and without `.gz`. */
  readonly name: string
  readonly text: string
  /** The day in its name, or else the day it was written: `YYYY-MM-DD`. */
  readonly date: string
}

/** A file of a list cannot be used. `line` counts from 1; `field` is the column or element, where there is one. */
export class ListFileRefused extends Data.TaggedError("ListFileRefused")<{
  readonly file: string
  readonly line?: number | undefined
  readonly field?: string | undefined
  readonly problem: string
}> {
  override get message(): string {
    const place = this.line === undefined ? this.file : `${this.file}, line ${this.line}`
    return `${this.field === undefined ? place : `${place}, ${this.field}`}: ${this.problem}`
  }
}

/** One kind of file of a source. */
export interface FileRole {
  readonly role: string
  /** Names of such files, without `.gz`. */
  readonly pattern: RegExp
  /** Whether the list cannot be read without it. */
  readonly required: boolean
  /** How the bytes are read. Default: UTF-8, which must be valid. */
  readonly encoding?: "utf-8" | "windows-1252"
}

/** The list that a source makes of its files: the newest of each role. */
export type ParsedList = Pick<WatchList, "stateDate" | "entries">

/** The files of one authority. */
export interface ListSource {
  /** The word for it on the command line. */
  readonly id: string
  /** One line for people. */
  readonly title: string
  /** The list that it is a part of. Sources of the same list are put together. */
  readonly list: (file: SourceFile) => ListName
  readonly roles: ReadonlyArray<FileRole>
  /** Each file is a list of its own (or a part of one), rather than the newest of its role. */
  readonly eachFile?: boolean
  /** Age of the state date from which the list is stale (requirement S31). */
  readonly maxAgeHours: number
  /** Throws `ListFileRefused`. */
  readonly parse: (files: Readonly<Record<string, SourceFile | undefined>>) => ParsedList
}

/** The most entries of a list: ten times the longest that there is (our choice). */
export const maxEntries = 500_000

/** The longest name, in characters. The longest of the public lists has some 350. */
export const maxNameCharacters = 1000

/** The most names of an entry. */
export const maxNamesOfEntry = 2000

/** Where an entry stands, for a refusal. */
export interface EntryPlace {
  readonly file: string
  readonly line: number
}

/** Collects the entries of a list and checks what holds for all of them. */
export class EntryCollector {
  readonly #entries = new Map<string, WatchListEntry>()

  /** Adds an entry; empty fields and doubled names are left out. */
  add(entry: WatchListEntry, { file, line }: EntryPlace): void {
    const refuse = (field: string, problem: string) => new ListFileRefused({ file, line, field, problem })
    if (entry.entryId === "") throw refuse("id", "is empty")
    if (this.#entries.has(entry.entryId)) throw refuse("id", `${entry.entryId} is there twice`)
    if (this.#entries.size >= maxEntries) throw refuse("id", `the list has more than ${maxEntries} entries`)
    const names = [entry.name, ...(entry.aliases ?? []), ...(entry.weakAliases ?? [])]
    if (entry.name.trim() === "") throw refuse("name", "is empty")
    if (names.length > maxNamesOfEntry) throw refuse("name", `the entry has more than ${maxNamesOfEntry} names`)
    const long = names.find((name) => name.length > maxNameCharacters)
    if (long !== undefined) throw refuse("name", `has ${long.length} characters, more than ${maxNameCharacters}`)
    this.#entries.set(entry.entryId, tidied(entry))
  }

  /** All entries. An empty list is refused: it is never what an authority publishes. */
  take(file: string): ReadonlyArray<WatchListEntry> {
    if (this.#entries.size === 0) throw new ListFileRefused({ file, problem: "holds no entry" })
    return [...this.#entries.values()]
  }
}

const distinct = (texts: ReadonlyArray<string> | undefined, known: Set<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  for (const text of texts ?? []) {
    const clean = clip(text)
    if (clean === "" || known.has(clean)) continue
    known.add(clean)
    kept.push(clean)
  }
  return kept
}

const clip = (text: string): string => text.replace(/\s+/g, " ").trim()

const tidied = (entry: WatchListEntry): WatchListEntry => {
  const name = clip(entry.name)
  const known = new Set([name])
  const lists = {
    aliases: distinct(entry.aliases, known),
    weakAliases: distinct(entry.weakAliases, known),
    programs: distinct(entry.programs, new Set()),
    datesOfBirth: distinct(entry.datesOfBirth, new Set()),
    countries: distinct(entry.countries, new Set())
  }
  const filled = Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0))
  return { entryId: entry.entryId, entityType: entry.entityType, name, ...filled }
}
