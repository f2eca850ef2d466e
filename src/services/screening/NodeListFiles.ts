/** The files of a folder of lists: found by name, unpacked and decoded, with bounds on everything. */
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { gunzipSync } from "node:zlib"
import { findFiles, type FolderFile } from "./NodeFolder.ts"
import { roleOf } from "./readLists.ts"
import { dayIn } from "./sources/dates.ts"
import { ListFileRefused, type SourceFile } from "./sources/ListSource.ts"

/** The largest file, unpacked: ten times the largest list there is. */
export const maxFileBytes = 256 * 1024 * 1024

/** Name of a file without folder and without `.gz`. */
export const plainName = (path: string): string => basename(path).replace(/\.gz$/i, "")

/** The files of a folder that a source reads, by path. Fails as the file system does. */
export const findListFiles = (folder: string): ReadonlyArray<FolderFile> =>
  findFiles(folder).filter(({ path }) => roleOf(plainName(path)) !== undefined)

const unpacked = (path: string, name: string): Uint8Array => {
  const bytes = readFileSync(path)
  if (bytes.length > maxFileBytes)
    throw new ListFileRefused({ file: name, problem: `is larger than ${maxFileBytes} bytes` })
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
export const readListFile = ({ modifiedMs, path }: FolderFile): SourceFile => {
  const name = plainName(path)
  return {
    name,
    text: decoded(unpacked(path, name), name),
    date: dayIn(name) ?? new Date(modifiedMs).toISOString().slice(0, 10)
  }
}
