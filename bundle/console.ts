/**
 * The console's files for browsers: Vite builds them, and each that shrinks gets a copy in Brotli beside it, so that no
 * start and no request pays for it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { extname, join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"

const root = join(import.meta.dirname, "../plugins/console/web")

/** Fonts are compressed by themselves; the page is filled in by the server. */
const shrinking = new Set([".js", ".css", ".svg"])

const compress = (path: string, keepPlain: boolean): void => {
  const plain = readFileSync(path)
  const copy = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
  if (copy.length >= plain.length) return
  writeFileSync(`${path}.br`, copy)
  if (!keepPlain) rmSync(path)
}

/** What is written: in the package only the copies, from which the server makes the plain files for the few that ask for them. */
interface ConsoleOptions {
  readonly compressedOnly?: boolean
}

/** Writes the files into a folder. */
export const writeConsole = async (folder: string, { compressedOnly = false }: ConsoleOptions = {}): Promise<void> => {
  const { build } = await import("vite")
  // React has other files for those who develop with it, chosen by this name.
  const named = process.env["NODE_ENV"]
  process.env["NODE_ENV"] = "production"
  await build({
    configFile: join(root, "vite.config.ts"),
    mode: "production",
    logLevel: "error",
    build: { outDir: folder }
  }).finally(() => {
    if (named === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = named
  })
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (shrinking.has(extname(name))) compress(join(folder, name), !compressedOnly)
  }
}
