/** The files of a folder and what tells that one of them has changed. */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Data from "effect/Data"

export interface FolderFile {
  readonly path: string
  readonly size: number
  readonly modifiedMs: number
}

/** A folder holds more files than lists can be. */
export class TooManyFiles extends Data.TaggedError("TooManyFiles")<{ readonly folder: string }> {
  override get message(): string {
    return `${this.folder} holds more than ${maxFiles} files: it is no folder of screening lists`
  }
}

/** How deep folders are searched, and how many files they may hold. */
const maxDepth = 3
const maxFiles = 2000

const walk = (folder: string, depth: number, found: Array<FolderFile>): void => {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    // What begins with a point is being written.
    if (item.name.startsWith(".")) continue
    const path = join(folder, item.name)
    if (item.isDirectory() && depth < maxDepth) walk(path, depth + 1, found)
    if (!item.isFile()) continue
    const { mtimeMs, size } = statSync(path)
    found.push({ path, size, modifiedMs: mtimeMs })
    if (found.length > maxFiles) throw new TooManyFiles({ folder })
  }
}

/** The files of a folder and the folders below it, by path. Fails as the file system does, or with `TooManyFiles`. */
export const findFiles = (folder: string): ReadonlyArray<FolderFile> => {
  const found: Array<FolderFile> = []
  walk(folder, 1, found)
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Changes when a file comes, goes or is written. */
export const signatureOf = (files: ReadonlyArray<FolderFile>): string =>
  files.map(({ modifiedMs, path, size }) => `${path}\n${size}\n${modifiedMs}`).join("\n")
