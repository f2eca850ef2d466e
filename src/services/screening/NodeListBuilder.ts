/** Reads the list files of a folder and builds the index: the work itself, in whatever thread or process it is done. */
import { findFiles, signatureOf } from "./NodeFolder.ts"
import { findListFiles, plainName, readListFile } from "./NodeListFiles.ts"
import { differencesOf, type ListDifference } from "./listDifferences.ts"
import { groupFiles, listOfFiles, type ListsRead, readLists, roleOf, withLists } from "./readLists.ts"
import { type EarlierIndex, makeScreeningIndex, type ScreeningIndex } from "./ScreeningIndex.ts"
import { ListFileRefused, type SourceFile } from "./sources/ListSource.ts"
import type { WatchList } from "./WatchList.ts"

export interface BuildRequest {
  readonly folder: string
  /** Lists of the program, which are in every index. */
  readonly own: ReadonlyArray<WatchList>
  readonly previous?: EarlierIndex | undefined
}

/** What comes of it. */
export type BuildAnswer =
  | {
      readonly kind: "built"
      readonly index: ScreeningIndex
      /** What it changes, list by list. */
      readonly differences: ReadonlyArray<ListDifference>
      /** Names of the files that were read, by list. */
      readonly files: Readonly<Record<string, ReadonlyArray<string>>>
      readonly refusals: ListsRead["refusals"]
      /** Of the files that were read. */
      readonly signature: string
    }
  | { readonly kind: "failed"; readonly reason: string }

interface FilesRead {
  readonly files: ReadonlyArray<SourceFile>
  readonly refusals: ListsRead["refusals"]
  readonly signature: string
}

/** A file that cannot even be read takes its list out of this load; what the list was before stays. */
const readFolder = (folder: string): FilesRead => {
  // Taken before anything is read: what changes meanwhile is read again.
  const signature = signatureOf(findFiles(folder))
  const files: Array<SourceFile> = []
  const refusals: Array<{ list: string; reason: string }> = []
  for (const file of findListFiles(folder)) {
    try {
      files.push(readListFile(file))
    } catch (error) {
      if (!(error instanceof ListFileRefused)) throw error
      const name = plainName(file.path)
      refusals.push({ list: roleOf(name)!.source.list({ name, text: "", date: "" }), reason: error.message })
    }
  }
  const broken = new Set(refusals.map(({ list }) => list))
  const isWhole = (file: SourceFile) => !broken.has(roleOf(file.name)!.source.list(file))
  return { files: files.filter(isWhole), refusals, signature }
}

/** Of several files of one role the newest is the one that counts. */
const namesByList = (files: ReadonlyArray<SourceFile>): Readonly<Record<string, ReadonlyArray<string>>> => {
  const names: Record<string, Array<string>> = {}
  for (const group of groupFiles(files)) {
    const read = Object.values(group.files).flatMap((file) => file?.name ?? [])
    names[listOfFiles(group)] = [...(names[listOfFiles(group)] ?? []), ...read]
  }
  return names
}

/** Reads the folder and builds the index. */
export const build = ({ folder, own, previous }: BuildRequest): BuildAnswer => {
  try {
    const { files, refusals, signature } = readFolder(folder)
    const read = readLists(files, previous)
    const told = new Set(refusals.map(({ list }) => list))
    const further = read.refusals.filter(({ list }) => !told.has(list))
    const index = makeScreeningIndex(withLists(own, read.lists), previous)
    return {
      kind: "built",
      index,
      differences: differencesOf(index, previous),
      files: namesByList(files),
      refusals: [...refusals, ...further],
      signature
    }
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) }
  }
}
