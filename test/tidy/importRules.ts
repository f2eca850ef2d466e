/** The rules about imports: who may import whom, which files may use Node, no cycles, no index from inside, no dead file. */
import { posix } from "node:path"
import { importsOf, type Import } from "./imports.ts"
import { importTable, type ImportRow } from "./importTable.ts"
import { inPaths, matchPath, type Captures } from "./paths.ts"
import { publicEntries, sourcesOf, type Rule, type Tree, type Violation } from "./Tree.ts"

const allImports = (tree: Tree): ReadonlyArray<Import> => sourcesOf(tree).flatMap(importsOf)

const refused = (found: Import, what: string, because: string): Violation => ({
  path: found.from,
  line: found.line,
  what,
  because
})

/** A folder of a plugin is a slice when somebody acts in it or keeps something there. */
const isSlice = (tree: Tree, { P, slice }: Captures): boolean =>
  ["handlers", "operations", "repository"].some((role) => tree.has(`plugins/${P}/${slice}/${role}.ts`))

const rowOf = (tree: Tree, path: string): { row: ImportRow; captures: Captures } | undefined => {
  for (const row of importTable) {
    const captures = matchPath(row.files, path)
    if (captures === undefined) continue
    if (captures["slice"] !== undefined && !isSlice(tree, captures)) continue
    return { row, captures }
  }
  return undefined
}

/** What an import takes: the modules of a barrel by their names, so that `effect` itself opens nothing. */
const taken = ({ target, bindings }: Import): ReadonlyArray<string> =>
  target === "npm:effect" ? bindings.map(({ imported }) => `npm:effect/${imported}`) : [target]

/** Every import is allowed by the row of its file in the import table. */
export const importsFollowTheTable: Rule = (tree) =>
  allImports(tree).flatMap((found) => {
    const at = rowOf(tree, found.from)
    if (at === undefined || found.target.startsWith("node:")) return []
    const { row, captures } = at
    const allowed = (target: string) =>
      inPaths(row.mayImport, target, captures) ||
      (found.typeOnly && inPaths(row.mayImportTypes ?? [], target, captures))
    return taken(found)
      .filter((target) => !allowed(target))
      .map((target) => refused(found, `imports ${target.replace(/^npm:/, "")}`, row.because))
  })

/** Every file of the tree but tests has a row in the import table. */
export const everyFileHasARow: Rule = (tree) =>
  sourcesOf(tree)
    .filter(({ path }) => !path.startsWith("test/") && rowOf(tree, path) === undefined)
    .map(({ path }) => ({
      path,
      line: 1,
      what: "is in no row of the import table",
      because: "a file without a row may import anything"
    }))

const declaresService = (text: string, name: string): boolean =>
  new RegExp(`\\b(?:class|const) ${name === "*" ? "\\w+" : name}\\b[^\\n]*\\bContext\\.(?:Service|Reference)\\b`).test(
    text
  )

/** An entity of a slice takes no service from anywhere. */
export const entitiesTakeNoService: Rule = (tree) =>
  allImports(tree).flatMap((found) => {
    const captures = matchPath("plugins/{P}/{slice}/{Entity}.ts", found.from)
    const text = tree.get(found.target)
    if (captures === undefined || text === undefined || found.typeOnly || !isSlice(tree, captures)) return []
    return found.bindings
      .filter(({ imported }) => declaresService(text, imported))
      .map(({ imported }) =>
        refused(found, `imports the service ${imported} of ${found.target}`, "an entity decides; operations ask")
      )
  })

/** Files that may use modules of Node. */
const onNode = [
  "src/server/**",
  "src/store/dialects/**",
  "src/testing/**",
  "examples/**",
  "bench/**",
  "bundle/**",
  "test/**",
  "**/Node*.ts"
]

/** Modules of Node are used only where the program is bound to it. */
export const nodeStaysAtTheEdge: Rule = (tree) =>
  allImports(tree)
    .filter(({ from, target, typeOnly }) => target.startsWith("node:") && !typeOnly && !inPaths(onNode, from))
    .map((found) =>
      refused(
        found,
        `imports ${found.target}`,
        "Node belongs to src/server, src/store/dialects, src/testing and adapters named Node*.ts"
      )
    )

/** An index is for those outside: files below it, up to the next index, import each other by name. */
export const noIndexFromInside: Rule = (tree) => {
  const indexAbove = (path: string): string | undefined => {
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
      if (tree.has(`${folder}/index.ts`)) return `${folder}/index.ts`
    }
    return undefined
  }
  return allImports(tree)
    .filter(({ from, target }) => target.endsWith("/index.ts") && indexAbove(from) === target && from !== target)
    .map((found) =>
      refused(found, `imports ${found.target} from inside`, "an index that is used inside becomes a cycle")
    )
}

/** Groups of files that reach each other, each as a path that comes back to its start. */
const cyclesOf = (edges: ReadonlyMap<string, ReadonlyArray<Import>>): ReadonlyArray<ReadonlyArray<Import>> => {
  const done = new Set<string>()
  const trail: Array<Import> = []
  const cycles: Array<ReadonlyArray<Import>> = []
  const visit = (path: string) => {
    if (done.has(path)) return
    const start = trail.findIndex(({ from }) => from === path)
    if (start !== -1) {
      cycles.push(trail.slice(start))
      return
    }
    for (const edge of edges.get(path) ?? []) {
      trail.push(edge)
      visit(edge.target)
      trail.pop()
    }
    done.add(path)
  }
  for (const path of edges.keys()) visit(path)
  return cycles
}

/** No file needs itself by way of others. In the product types count too: of two such files neither can be read first. */
export const noCycles: Rule = (tree) => {
  const edges = Map.groupBy(
    allImports(tree).filter(
      ({ from, target, typeOnly }) => tree.has(target) && !(typeOnly && from.startsWith("test/"))
    ),
    ({ from }) => from
  )
  return cyclesOf(edges).flatMap((cycle) =>
    cycle
      .slice(0, 1)
      .map((first) =>
        refused(
          first,
          `is in a cycle: ${[first.from, ...cycle.map(({ target }) => target)].join(" → ")}`,
          "files in a cycle cannot be read or tested alone"
        )
      )
  )
}

/** What the page of the console loads, and how it is built. */
const browserEntries = ["plugins/console/web/main.tsx", "plugins/console/web/vite.config.ts"]

/** Every file of `src` and `plugins` is reached from a public entry or a program. */
export const noDeadFiles: Rule = (tree) => {
  const imports = Map.groupBy(allImports(tree), ({ from }) => from)
  const reached = new Set<string>()
  const follow = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { target } of imports.get(path) ?? []) follow(target)
  }
  ;[...publicEntries(tree), ...browserEntries].forEach(follow)
  return sourcesOf(tree)
    .filter(({ path }) => /^(src|plugins)\//.test(path) && !reached.has(path))
    .map(({ path }) => ({
      path,
      line: 1,
      what: "is reached from no public entry of package.json",
      because: "what nobody can use is not kept"
    }))
}
