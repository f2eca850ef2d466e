/** The files of a commit as a reader gets them: all by path, texts of those that are worth reading. */
import { utf8In } from "../model/decoded.ts"
import type { SnapshotFile } from "./GitClient.ts"

/** A file of a commit. */
export interface TreeFile {
  readonly path: string
  readonly oid: string
}

/** Decisions docs 2.5 and 4.12: files whose text is read, bytes of one of them, bytes of all. */
const limits = { files: 2_000, bytes: 512 * 1024, apiBytes: 20 * 1024 * 1024, allBytes: 20 * 1024 * 1024 } as const

/** Descriptions of APIs are longer than other texts. */
const apiFile =
  /(?:^|\/)[^/]*(?:openapi|swagger|spec)[^/]*\.(?:ya?ml|json)$|^(?:open)?api\/[^/]+\.(?:ya?ml|json)$|\.postman_collection\.json$/i

const depthOf = (path: string): number => path.split("/").length

/** Files near the root first, descriptions of APIs before them, then by path: what matters is read before a limit is met. */
const inOrder = (files: ReadonlyArray<TreeFile>): ReadonlyArray<TreeFile> =>
  [...files].sort(
    (one, other) =>
      Number(apiFile.test(other.path)) - Number(apiFile.test(one.path)) ||
      depthOf(one.path) - depthOf(other.path) ||
      (one.path < other.path ? -1 : 1)
  )

/** The text of a file, or `undefined` for one that is none. */
const textOf = (bytes: Uint8Array): string | undefined =>
  bytes.subarray(0, 8_000).includes(0) ? undefined : utf8In(bytes)

export const readFiles = async (
  files: ReadonlyArray<TreeFile>,
  read: (oid: string) => Promise<Uint8Array>
): Promise<ReadonlyArray<SnapshotFile>> => {
  const found: Array<SnapshotFile> = []
  let texts = 0
  let total = 0
  for (const { oid, path } of inOrder(files)) {
    const bytes = await read(oid)
    const most = apiFile.test(path) ? limits.apiBytes : limits.bytes
    const fits = texts < limits.files && bytes.byteLength <= most && total + bytes.byteLength <= limits.allBytes
    const text = fits ? textOf(bytes) : undefined
    if (text !== undefined) {
      texts++
      total += bytes.byteLength
    }
    found.push({ path, bytes: bytes.byteLength, text })
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}
