/** Placeholders of SQL that is written as text: `?`, outside quotes and comments. */

/** Where a character stands next, or the end of the text. */
const after = (text: string, character: string, from: number): number => {
  const found = text.indexOf(character, from)
  return found < 0 ? text.length : found
}

/** Where the placeholders of a text stand: not in quotes, nor in comments. */
const placesOf = (text: string): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "?") places.push(at)
    else if (character === "'" || character === '"') at = after(text, character, at + 1)
    else if (character === "-" && text[at + 1] === "-") at = after(text, "\n", at + 2)
  }
  return places
}

/** The pieces of a text around its placeholders. */
export const piecesOf = (text: string): ReadonlyArray<string> => {
  const places = [-1, ...placesOf(text), text.length]
  return places.slice(1).map((place, at) => text.slice(places[at]! + 1, place))
}
