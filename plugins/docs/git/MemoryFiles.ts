/**
 * A file system in memory for one clone: nothing of a repository ever touches the disk, so there is nothing to clean up
 * and no link to follow. It has what a bare repository needs, and refuses packs over a limit.
 */

interface File {
  readonly kind: "file"
  readonly bytes: Uint8Array
}

interface Folder {
  readonly kind: "folder"
}

class FileError extends Error {
  readonly code: string
  constructor(code: string, path: string) {
    super(`${code}: ${path}`)
    this.code = code
  }
}

const clean = (path: string): string =>
  `/${path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")}`

const parentOf = (path: string): string => clean(path.slice(0, path.lastIndexOf("/")))

const statOf = (entry: File | Folder) => ({
  type: entry.kind === "file" ? "file" : "dir",
  mode: entry.kind === "file" ? 0o100644 : 0o40000,
  size: entry.kind === "file" ? entry.bytes.byteLength : 0,
  ino: 0,
  uid: 0,
  gid: 0,
  dev: 0,
  mtimeMs: 0,
  ctimeMs: 0,
  isFile: () => entry.kind === "file",
  isDirectory: () => entry.kind === "folder",
  isSymbolicLink: () => false
})

/** Looks at what is about to be written; throws to refuse it. */
export type Inspect = (path: string, bytes: Uint8Array) => void

const encodingOf = (options: unknown): string | undefined =>
  typeof options === "string" ? options : (options as { readonly encoding?: string } | undefined)?.encoding

/** Makes an empty file system, with the calls of `fs.promises` that git needs. */
export const makeMemoryFiles = (inspect: Inspect) => {
  const entries = new Map<string, File | Folder>([["/", { kind: "folder" }]])
  const find = (path: string): File | Folder => {
    const entry = entries.get(clean(path))
    if (entry === undefined) throw new FileError("ENOENT", path)
    return entry
  }
  const promises = {
    readFile: async (path: string, options?: unknown) => {
      const entry = find(path)
      if (entry.kind === "folder") throw new FileError("EISDIR", path)
      return encodingOf(options) === "utf8" ? new TextDecoder().decode(entry.bytes) : entry.bytes
    },
    writeFile: async (path: string, content: string | Uint8Array) => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
      if (entries.get(parentOf(clean(path)))?.kind !== "folder") throw new FileError("ENOENT", path)
      inspect(path, bytes)
      entries.set(clean(path), { kind: "file", bytes })
    },
    unlink: async (path: string) => {
      find(path)
      entries.delete(clean(path))
    },
    mkdir: async (path: string) => {
      if (entries.has(clean(path))) throw new FileError("EEXIST", path)
      if (!entries.has(parentOf(clean(path)))) throw new FileError("ENOENT", path)
      entries.set(clean(path), { kind: "folder" })
    },
    rmdir: async (path: string) => {
      find(path)
      entries.delete(clean(path))
    },
    readdir: async (path: string) => {
      if (find(path).kind === "file") throw new FileError("ENOTDIR", path)
      const folder = clean(path) === "/" ? "/" : `${clean(path)}/`
      return Array.from(entries.keys())
        .filter((name) => name.startsWith(folder) && name !== "/" && !name.slice(folder.length).includes("/"))
        .map((name) => name.slice(folder.length))
    },
    stat: async (path: string) => statOf(find(path)),
    lstat: async (path: string) => statOf(find(path)),
    readlink: async (path: string): Promise<string> => {
      throw new FileError("EINVAL", path)
    },
    symlink: async (_: string, path: string): Promise<void> => {
      throw new FileError("EPERM", path)
    }
  }
  return { promises }
}
