/** Which files lead to a file: those that import it, those that import these, and so on, as Node follows imports. */
import { importsOf } from "./imports.ts"
import { sourcesOf, type Tree } from "./Tree.ts"

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The files behind the public names of `package.json`. */
const publicNames = (tree: Tree): ReadonlyMap<string, string> => {
  const { exports = {} } = JSON.parse(tree.get("package.json") ?? "{}") as { readonly exports?: Exports }
  const named = Object.entries(exports).map(([name, targets]): [string, string] => [
    `npm:bursar${name.slice(1)}`,
    (typeof targets === "string" ? targets : (targets["bursar-source"] ?? "")).replace(/^\.\//, "")
  ])
  return new Map(named)
}

/** The files of a tree that lead to `target`, it among them. An import of types alone leads nowhere. */
export const leadingTo = (tree: Tree, target: string): ReadonlySet<string> => {
  const named = publicNames(tree)
  const importers = new Map<string, Array<string>>()
  for (const one of sourcesOf(tree).flatMap(importsOf)) {
    if (one.typeOnly) continue
    const to = named.get(one.target) ?? one.target
    const known = importers.get(to)
    if (known === undefined) importers.set(to, [one.from])
    else known.push(one.from)
  }
  const found = new Set([target])
  // What is added while it is walked through is walked through too.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}
