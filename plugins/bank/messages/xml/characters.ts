/** Which characters and names XML 1.0 allows, as this reader and writer take them. */

/** A name without a prefix. XML allows more letters; names in payment messages are ASCII. */
export const plainName = /^[A-Za-z_][A-Za-z0-9_.-]*$/

/** What XML calls white space. */
export const isSpace = (character: string): boolean =>
  character === " " || character === "\n" || character === "\t" || character === "\r"

/** Whether XML 1.0 (production 2, `Char`) allows a code point in a document at all. */
export const isXmlCodePoint = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

/** Where the first character stands that XML does not allow, as an index, or -1. Half a surrogate pair is one. */
export const firstIllegal = (text: string): number => {
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (!isXmlCodePoint(code)) return at
    if (code > 0xffff) at++
  }
  return -1
}

/** The five entities that XML predefines. No other entity is ever resolved. */
export const predefinedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'"
}
