/**
 * Claims of a readme against the tree (decisions Q19): commands that run files or scripts, links and paths. What the tree
 * and its manifests do not hold is told, so that its author can mend it.
 */
import type { RepositoryModel } from "../../model/RepositoryModel.ts"

/** The tree of a repository, for looking things up. */
export class Tree {
  readonly #files: ReadonlySet<string>
  readonly #folders: ReadonlySet<string>
  readonly #scripts: ReadonlySet<string>
  readonly #targets: ReadonlySet<string>

  constructor({ facts, files, manifests }: RepositoryModel) {
    this.#files = new Set(files.map(({ path }) => path))
    this.#folders = new Set(
      files.flatMap(({ path }) => {
        const parts = path.split("/").slice(0, -1)
        return parts.map((_, at) => parts.slice(0, at + 1).join("/"))
      })
    )
    this.#scripts = new Set(manifests.flatMap(({ scripts }) => scripts.map(({ name }) => name)))
    this.#targets = new Set(facts.flatMap(({ name }) => (name.startsWith("make ") ? [name.slice(5)] : [])))
  }

  /** Whether a file or a folder is there. */
  has(path: string): boolean {
    const plain = path
      .replace(/^(?:\.\/)+/, "")
      .replace(/[#?].*$/, "")
      .replace(/\/+$/, "")
    return plain === "" || plain === "." || this.#files.has(plain) || this.#folders.has(plain)
  }

  hasScript(name: string): boolean {
    return this.#scripts.has(name)
  }

  /** Whether a makefile has a target; also where its targets are not known. */
  hasTarget(name: string): boolean {
    return this.#targets.size === 0 || this.#targets.has(name)
  }
}

/** What a command needs of the tree; group 1 is a script, a target or a path. */
const needs: ReadonlyArray<readonly [RegExp, "script" | "target" | "path"]> = [
  [/^(?:npm|pnpm|yarn) run (?:-s )?([\w:.-]+)/, "script"],
  [/^(?:npm|pnpm|yarn) (start|test|stop|restart)\b/, "script"],
  [/^(?:pnpm|yarn) ([\w-]+:[\w:-]+)/, "script"],
  [/^make ([a-z][\w.-]*)(?=\s|$)/i, "target"],
  [/^(?:node|python3?|ruby|bash|sh|deno run|bun) (?:-[\w=-]+ )*((?!-)[\w./-]+\.\w+)/, "path"],
  [/^(?:\.\/)([\w./-]+)/, "path"],
  // A name alone is mostly a folder that a command before it makes.
  [/^(?:cd|cat|source|cp) ((?![~/$-])[\w.-]+\/[\w./-]+)/, "path"],
  [/^go (?:run|build|install) (\.\/[\w./-]+)/, "path"]
]

/** What a line of shell needs and the tree does not have; `undefined` when nothing is missing. */
export const missingOf = (line: string, tree: Tree): string | undefined => {
  const command = line.trim().replace(/^[$>%]\s+/, "")
  for (const [pattern, kind] of needs) {
    const found = pattern.exec(command)?.[1]
    if (found === undefined) continue
    const isThere = { script: tree.hasScript, target: tree.hasTarget, path: tree.has }[kind].call(tree, found)
    return isThere ? undefined : kind === "target" ? `make ${found}` : found
  }
  return undefined
}
