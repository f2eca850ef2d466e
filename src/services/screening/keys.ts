/** What a slip of the finger costs on a keyboard: less where the key is beside the right one. */

/** Cost of one ordinary edit; all others are parts of it. */
export const edit = 20

/** The cost of a key beside the right one, in its place or together with it: the finger slipped. */
export const besideKey = 14

/** Keys of the rows of a keyboard of Latin letters, each row half a key to the right of the one above it. */
const keyRows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

/** A byte of a letter is below this. */
export const byteRange = 128

const keys = keyRows.flatMap((row, y) =>
  Array.from(row, (letter, x) => ({ letter: letter.charCodeAt(0), x: x + y / 2, y }))
)

/** What a letter costs in place of another, by their bytes. */
export const keyCosts = ((): Uint8Array => {
  const costs = new Uint8Array(byteRange * byteRange).fill(edit)
  for (const one of keys)
    for (const other of keys)
      if (Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1)
        costs[one.letter * byteRange + other.letter] = besideKey
  for (let byte = 0; byte < byteRange; byte++) costs[byte * byteRange + byte] = 0
  return costs
})()

/** What each letter of a word costs when it is one too many: less beside a neighbour of its key, or twice. */
export const extraKeysOf = (letters: Uint8Array): Uint8Array => {
  const costs = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) {
    const row = byteRange * letters[at]!
    const before = at > 0 ? keyCosts[row + letters[at - 1]!]! : edit
    const after = at + 1 < letters.length ? keyCosts[row + letters[at + 1]!]! : edit
    costs[at] = before < edit || after < edit ? besideKey : edit
  }
  return costs
}

/** How many bits of a mask are set. */
export const bits = (mask: number): number => {
  let rest = mask - ((mask >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

const letterA = 97

/** Which of the letters a to z a word has, a bit for each. */
export const lettersMask = (letters: Uint8Array): number => {
  let mask = 0
  for (const letter of letters) if (letter >= letterA) mask |= 1 << (letter - letterA)
  return mask
}

/** No words with these letters are nearer: each letter that only one of them has is an edit, or a part of one. */
export const leastDistance = (one: number, other: number): number =>
  besideKey * Math.max(bits(one & ~other), bits(other & ~one))
