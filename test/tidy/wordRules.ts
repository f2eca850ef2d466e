/** The rule about words: no file says what a row of the word table refuses it. */
import { inPaths } from "./paths.ts"
import { lineAt, type Source } from "./Source.ts"
import { sourcesOf, type Rule } from "./Tree.ts"
import { wordTable, type WordRow } from "./wordTable.ts"

/** Where a file says words of a row. */
const said = (
  source: Source,
  { words, within }: WordRow
): ReadonlyArray<{ readonly at: number; readonly text: string }> => {
  const all = new RegExp(words.source, `${words.flags}g`)
  const inside = (text: string, offset: number) =>
    Array.from(text.matchAll(all), (match) => ({ at: offset + match.index, text: match[0].trim() }))
  switch (within) {
    case "code":
      return inside(source.code, 0)
    case "comments":
      return source.comments.flatMap(({ start, end }) => inside(source.text.slice(start, end), start))
    case "literals":
      return source.literals.flatMap(({ start, value }) => inside(value, start))
  }
}

/** No file says a word that the table refuses it. */
export const wordsFollowTheTable: Rule = (tree) =>
  wordTable.flatMap((row) =>
    sourcesOf(tree)
      .filter(({ path }) => inPaths(row.files, path) && !(path in (row.except ?? {})))
      .flatMap((source) =>
        said(source, row).map(({ at, text }) => ({
          path: source.path,
          line: lineAt(source, at),
          what: `says ${row.name}: ${text}`,
          because: row.because
        }))
      )
  )

/** Every exception of the word table is still needed. */
export const exceptionsAreNeeded: Rule = (tree) =>
  wordTable.flatMap((row) =>
    Object.keys(row.except ?? {})
      .filter((path) => !sourcesOf(tree).some((source) => source.path === path && said(source, row).length > 0))
      .map((path) => ({
        path,
        line: 1,
        what: `no longer needs its exception for ${row.name}`,
        because: "an exception that nobody needs excuses the next mistake"
      }))
  )
