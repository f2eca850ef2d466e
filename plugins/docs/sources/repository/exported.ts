/** What a package of JavaScript lets others import: what its index exports by name, and all of the files that it exports whole. */
import type { DocComment } from "../../model/RepositoryModel.ts"

/** What a file is called where it is imported. */
const moduleOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "")

/** What the index exports of a file: a name, or all. */
interface Export {
  readonly from: string
  readonly name: string | undefined
}

const namesIn = (list: string): ReadonlyArray<string> => list.split(",").map((one) => one.trim().replace(/^type /, ""))

/** The comments of what others can import, in the order of the index: a file that the manifest names as an entry, or one that is called so. */
export const exported = (
  comments: ReadonlyArray<DocComment>,
  files: ReadonlyArray<{ readonly path: string; readonly text: string }>,
  entries: ReadonlyArray<string>
): ReadonlyArray<DocComment> => {
  const index =
    files.find(({ path }) => entries.includes(path)) ??
    files.findLast(({ path }) => /^(?:src\/)?(?:index|mod)\.[cm]?[jt]sx?$/.test(path))
  if (index === undefined) return []
  const folder = index.path.replace(/[^/]*$/, "")
  const bare = index.text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm)
  const own = new Set(Array.from(bare, ([, list]) => namesIn(list!)).flat())
  const statements = /^(import|export) (?:(?:type )?\{([^}]*)\}|\*) from ["']\.\/([^"']+)["']/gm
  const all = [...index.text.matchAll(statements)].flatMap(([, word, list, path]): ReadonlyArray<Export> => {
    const from = moduleOf(folder + path!)
    return list === undefined
      ? [{ from, name: undefined }]
      : namesIn(list).flatMap((name) => (word === "export" || own.has(name) ? [{ from, name }] : []))
  })
  all.push({ from: moduleOf(index.path), name: undefined })
  const placeOf = ({ name, path }: DocComment) =>
    all.findIndex((one) => (one.name ?? name) === name && one.from === moduleOf(path))
  return comments.filter((one) => placeOf(one) !== -1).toSorted((one, other) => placeOf(one) - placeOf(other))
}
