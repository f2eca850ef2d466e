/**
 * The built files of the console, read at the first request and kept in memory with their compressed copies, which the build
 * made. The package has the copies only: a browser that cannot read them makes the plain file be unpacked. Nothing outside of their folder is ever read, since a request is looked up by name.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync, constants, gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { securityHeaders } from "./answers.ts"

/** A file, ready to be sent. */
interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly plain: () => Uint8Array
  readonly br: Uint8Array | undefined
}

/** The files by their paths below the console, such as `assets/main-1a2b.js`. */
export interface BuiltFiles {
  readonly index: string
  readonly byPath: ReadonlyMap<string, BuiltFile>
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2"
}

/** Where the built files lie: beside a bundle, above one, and in a checkout. */
const places = ["./console/", "../console/", "../../console/", "../../dist/console/"]

const here = import.meta.url

const isBuilt = (folder: string): boolean => existsSync(join(folder, "index.html"))

const folderOf = (given: string | undefined): string | undefined =>
  (given === undefined ? places.map((place) => fileURLToPath(new URL(place, here))) : [given]).find(isBuilt)

const etagOf = (bytes: Uint8Array): string => `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

const read = async (folder: string): Promise<BuiltFiles> => {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join("/").replace(/^\/+/, ""))
  const bytes = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const))
  )
  const byPath = new Map<string, BuiltFile>()
  for (const name of new Set(Array.from(bytes.keys(), (name) => name.replace(/\.br$/, "")))) {
    const type = types[extname(name)]
    if (type === undefined || name === "index.html") continue
    let plain = bytes.get(name)
    const br = bytes.get(`${name}.br`)
    byPath.set(name, { type, etag: etagOf(br ?? plain!), plain: () => (plain ??= brotliDecompressSync(br!)), br })
  }
  return { index: new TextDecoder().decode(bytes.get("index.html")), byPath }
}

/** Reads the files once; where there are none yet, they are looked for again at the next request. */
export const makeFiles = (folder: string | undefined): Effect.Effect<BuiltFiles | undefined> => {
  let files: Promise<BuiltFiles> | undefined
  return Effect.promise(async () => {
    const found = files === undefined ? folderOf(folder) : undefined
    if (found !== undefined) files = read(found)
    return await files
  })
}

const accepts = (header: string | undefined, coding: string): boolean =>
  header !== undefined &&
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`).test(header)

/** A hashed name never stands for other bytes. */
const cachingOf = (path: string): string =>
  path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"

const sent = (file: BuiltFile, path: string, headers: Readonly<Record<string, string | undefined>>) => {
  const own = { ...securityHeaders, "cache-control": cachingOf(path), etag: file.etag, vary: "accept-encoding" }
  if (headers["if-none-match"]?.split(",").some((etag) => etag.trim() === file.etag) === true) {
    return HttpServerResponse.empty({ status: 304, headers: own })
  }
  const encoding = headers["accept-encoding"]
  if (file.br !== undefined && accepts(encoding, "br")) {
    return HttpServerResponse.uint8Array(file.br, {
      contentType: file.type,
      headers: { ...own, "content-encoding": "br" }
    })
  }
  return HttpServerResponse.uint8Array(file.plain(), { contentType: file.type, headers: own })
}

/** The answer with a built file, if there is one by this path. */
export const fileAt = (
  { byPath }: BuiltFiles,
  path: string,
  headers: Readonly<Record<string, string | undefined>>
): HttpServerResponse.HttpServerResponse | undefined => {
  const file = byPath.get(path)
  return file === undefined ? undefined : sent(file, path, headers)
}

const utf8 = new TextEncoder()

/** The page, which finds its files and the API below `base`. */
export const pageOf = (
  { index }: BuiltFiles,
  base: string,
  headers: Readonly<Record<string, string | undefined>>
): HttpServerResponse.HttpServerResponse => {
  const plain = utf8.encode(index.replace(/<head[^>]*>/i, (head) => `${head}<base href="${encodeURI(base)}">`))
  const file = { type: types[".html"]!, etag: etagOf(plain), plain: () => plain, br: undefined }
  return sent(file, "index.html", headers)
}

/** Shortest answer that is compressed, in bytes (our choice: a packet or so). */
const shortestCompressed = 1_400

/** An answer of the API, compressed where that is worth it: fast rather than small. */
export const compressed = (
  response: HttpServerResponse.HttpServerResponse,
  encoding: string | undefined
): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Uint8Array" || body.body.length < shortestCompressed || !accepts(encoding, "gzip")) return response
  return HttpServerResponse.uint8Array(gzipSync(body.body, { level: constants.Z_BEST_SPEED }), {
    status: response.status,
    contentType: "application/json",
    headers: { ...response.headers, "content-length": undefined, "content-encoding": "gzip", vary: "accept-encoding" }
  })
}
