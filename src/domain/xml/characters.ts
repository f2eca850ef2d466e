/** Which characters XML 1.0 allows, as readers and writers take them. */

/** What XML calls white space. */
export const isSpace = (character: string): boolean =>
  character === " " || character === "\n" || character === "\t" || character === "\r"

/** Characters that are no `Char` of XML 1.0 (production 2). Half a surrogate pair is none. */
const illegal = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** Where the first character stands that XML does not allow, as an index, or -1. */
export const firstIllegal = (text: string): number => text.search(illegal)

/** The five entities that XML predefines. No other entity is ever resolved. */
export const predefinedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'"
}
