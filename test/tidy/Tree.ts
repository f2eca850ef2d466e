/**
 * The tree that the tidiness rules look at: a map from path to text, of the repository or made up in a test; and what a
 * rule answers.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { scan, type Source } from "./Source.ts"

/** Paths from the root, with slashes, and the text of each file. `package.json` is one of them. */
export type Tree = ReadonlyMap<string, string>

/** Something a rule refuses. */
export interface Violation {
  readonly path: string
  readonly line: number
  /** What is wrong there. */
  readonly what: string
  /** Why there is a rule against it. */
  readonly because: string
}

/** Looks at a whole tree. */
export type Rule = (tree: Tree) => ReadonlyArray<Violation>

/** One line for a person. */
export const describeViolation = ({ path, line, what, because }: Violation): string =>
  `${path}:${line} ${what} (${because})`

/** Folders with code of ours. */
const folders = ["src", "plugins", "examples", "bench", "bundle", "test"]

/** TypeScript, also with elements of a page in it. */
const isCode = (path: string): boolean => /\.tsx?$/.test(path)

/** What is not ours, or is written by a program whenever it is needed. */
const foreign = /node_modules|^src\/client\/generated\//

/** Reads the TypeScript files of a repository, and its `package.json`. */
export const readTree = (root: string): Tree => {
  const tree = new Map([["package.json", readFileSync(join(root, "package.json"), "utf8")]])
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      const path = join(folder, name).replaceAll("\\", "/")
      if (!isCode(name) || foreign.test(path)) continue
      tree.set(path, readFileSync(join(root, path), "utf8"))
    }
  }
  return tree
}

const scanned = new WeakMap<Tree, ReadonlyArray<Source>>()

/** The TypeScript files of a tree, scanned once. */
export const sourcesOf = (tree: Tree): ReadonlyArray<Source> => {
  const known = scanned.get(tree)
  if (known !== undefined) return known
  const sources = Array.from(tree)
    .filter(([path]) => isCode(path))
    .map(([path, text]) => scan(path, text))
  scanned.set(tree, sources)
  return sources
}

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The source files behind the public names and the programs of `package.json`. */
export const publicEntries = (tree: Tree): ReadonlyArray<string> => {
  const manifest = JSON.parse(tree.get("package.json") ?? "{}") as { exports?: Exports; bin?: Record<string, string> }
  const named = Object.values(manifest.exports ?? {}).flatMap((targets) =>
    typeof targets === "string" ? [] : [targets["bursar-source"] ?? ""]
  )
  // A program is the bundle of what it is named after.
  const programs = Object.values(manifest.bin ?? {}).map((path) =>
    path.replace(/^\.\/dist\//, "./src/server/").replace(/\.js$/, ".ts")
  )
  return [...named, ...programs].map((path) => path.replace(/^\.\//, "")).filter((path) => path !== "")
}
