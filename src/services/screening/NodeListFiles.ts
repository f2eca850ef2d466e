/** The files of a folder of lists: found by name, unpacked and decoded, with bounds on everything. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { roleOf } from "./readLists.ts"
import { dayIn } from "./sources/dates.ts"
import { ListFileRefused, type SourceFile } from "./sources/ListSource.ts"

/** The largest file, unpacked: ten times the largest list there is. */
export const maxFileBytes = 256 * 1024 * 1024

/** How deep folders are searched, and how many files they may hold. */
const maxDepth = 3
const maxFiles = 2000

/** A file that a source may read. */
export interface ListFile {
  readonly path: string
  /** Without folder and `.gz`. */
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

/** Name of a file without folder and without `.gz`. */
export const plainName = (path: string): string => basename(path).replace(/\.gz$/i, "")

const walk = (folder: string, depth: number, found: Array<ListFile>): void => {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name)
    // What begins with a point is being written.
    if (item.name.startsWith(".")) continue
    if (item.isDirectory() && depth < maxDepth) walk(path, depth + 1, found)
    if (!item.isFile() || roleOf(plainName(path)) === undefined) continue
    const { mtimeMs, size } = statSync(path)
    found.push({ path, name: plainName(path), size, modifiedMs: mtimeMs })
    if (found.length > maxFiles) throw new ListFileRefused({ file: folder, problem: `holds more than ${maxFiles} files` })
  }
}

/** The files of lists in a folder and the folders below it, by path. Fails as the file system does. */
export const findListFiles = (folder: string): ReadonlyArray<ListFile> => {
  const found: Array<ListFile> = []
  walk(folder, 1, found)
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Changes when a file comes, goes or is written. */
export const signatureOf = (files: ReadonlyArray<ListFile>): string =>
  files.map(({ modifiedMs, path, size }) => `${path}\n${size}\n${modifiedMs}`).join("\n")

const unpacked = (path: string, name: string): Uint8Array => {
  const bytes = readFileSync(path)
  if (bytes.length > maxFileBytes) throw new ListFileRefused({ file: name, problem: `is larger than ${maxFileBytes} bytes` })
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (isGzip !== /\.gz$/i.test(path)) {
    throw new ListFileRefused({ file: basename(path), problem: "its name and its content disagree about gzip" })
  }
  if (!isGzip) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxFileBytes })
  } catch {
    throw new ListFileRefused({ file: basename(path), problem: "is damaged, cut off, or too large when unpacked" })
  }
}

const decoded = (bytes: Uint8Array, name: string): string => {
  const encoding = roleOf(name)?.encoding ?? "utf-8"
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    if (encoding !== "utf-8") return new TextDecoder(encoding).decode(bytes)
    const before = new TextDecoder("utf-8").decode(bytes)
    const line = before.slice(0, before.indexOf("\ufffd")).split("\n").length
    throw new ListFileRefused({ file: name, line, problem: "is not valid UTF-8" })
  }
}

/** Reads a file. Throws `ListFileRefused`, or fails as the file system does. */
export const readListFile = ({ modifiedMs, name, path }: ListFile): SourceFile => ({
  name,
  text: decoded(unpacked(path, name), name),
  date: dayIn(name) ?? new Date(modifiedMs).toISOString().slice(0, 10)
})
