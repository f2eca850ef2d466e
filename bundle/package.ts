/**
 * Makes what the package ships, in the folder of its argument, default `dist`: the library with the command, the console's
 * files for browsers, and the types of everything that the public entries lead to.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { writeLibrary } from "./bundles.ts"
import { writeConsole } from "./console.ts"
import { dropUnusedDeclarations } from "./declarations.ts"

const root = join(import.meta.dirname, "..")
const folder = resolve(process.argv[2] ?? join(root, "dist"))
const types = join(folder, "types")

interface Target {
  readonly "bursar-source": string
  readonly types: string
  readonly default: string
}

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, Target | string>>
}
const targets = Object.values(exports).filter((target) => typeof target !== "string")

/** `./dist/cards-api.js` is made of `./plugins/cards/api.ts`. */
const entries = Object.fromEntries(
  targets.map((target) => [/^\.\/dist\/(.+)\.js$/.exec(target.default)![1]!, target["bursar-source"]])
)

/** The declarations that a declaration leads to, beside itself. */
const leadsTo = (path: string): ReadonlyArray<string> =>
  Array.from(readFileSync(path, "utf8").matchAll(/(?:from|import\(|import) ?"(\.[^"]+)"/g), ([, target]) =>
    join(dirname(path), target!.replace(/\.[jt]s$/, ".d.ts"))
  )

const typesOfEntries = targets.map((target) => join(folder, target.types.replace("./dist/", "")))

const declarations = (): ReadonlyArray<string> =>
  readdirSync(types, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => join(types, name))

/** Declarations of what is the program's own, or stays inside, say nothing to anybody. */
const dropUnreached = (): void => {
  const reached = new Set(typesOfEntries)
  for (const path of reached) for (const next of leadsTo(path)) reached.add(next)
  for (const path of declarations()) if (!reached.has(path)) rmSync(path)
}

const cited = /(?:spec (?:cards|bank|docs)|decisions? [A-Z0-9]|compliance [S§])/.source

/** Citations of specifications and decision records, which are not in the package: in brackets, or as `of spec cards §2`. */
const citations = [
  new RegExp(`(?:\\s*\\n\\s*\\*)?\\s*\\((?=[^()]*\\b${cited})[^()]*\\)`, "g"),
  /(?<!those) of (?:spec (?:cards|bank) §[\d.]*\d|decisions [A-Z][\d.]*\d|compliance §\d+)/g
]

/** Comments of declarations say what a value is; where a rule comes from is for readers of the sources. */
const dropCitations = (): void => {
  for (const path of declarations()) {
    const text = readFileSync(path, "utf8")
    const shown = text.replaceAll(/\/\*\*[^]*?\*\//g, (comment) =>
      citations.reduce((words, citation) => words.replaceAll(citation, ""), comment)
    )
    if (shown !== text) writeFileSync(path, shown)
  }
}

const run = async (program: string, ...args: ReadonlyArray<string>): Promise<number> => {
  const [status] = await once(spawn(process.execPath, [join(root, program), ...args], { stdio: "inherit" }), "exit")
  return typeof status === "number" ? status : 1
}

const compile = (): Promise<number> =>
  run("node_modules/typescript/bin/tsc", "-p", join(root, "tsconfig.build.json"), "--outDir", types)

const clear = (): void => {
  for (const name of readdirSync(folder)) if (name !== "start") rmSync(join(folder, name), { recursive: true })
}

mkdirSync(folder, { recursive: true })
clear()
// The client is that of the documents as they are now; the library and its types are made of it.
const written = await run("test/published/client/write.ts")
if (written !== 0) process.exit(written)
const [status] = await Promise.all([
  compile(),
  writeLibrary(folder, entries),
  writeConsole(join(folder, "console"), { compressedOnly: true })
])
if (status === 0) {
  dropUnreached()
  dropUnusedDeclarations(typesOfEntries, declarations())
  dropUnreached()
  dropCitations()
}
process.exitCode = status
