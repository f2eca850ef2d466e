/** Whether a secret can be guessed because nobody drew it at random: too short, too few different parts, or a pattern. */

/** Letters and digits that a secret must have: 24 random hexadecimal digits hold 96 bits (our choice). */
export const minSecretCharacters = 24

/** Fewer different characters do not occur in 24 random digits, but once in 60,000 draws. */
const minDifferentCharacters = 6

/** 32 random bytes hold some 30 different ones. At most 16 are the digits of a hexadecimal number, or less. */
const minDifferentBytes = 17

const differentIn = (codes: ArrayLike<number>): number => new Set(Array.from(codes)).size

/** `abcabcabc`: each part equals the one that stands some places before it, and this at least twice. */
const repeats = (codes: ArrayLike<number>): boolean =>
  Array.from({ length: Math.floor(codes.length / 2) }, (_, at) => at + 1).some((period) =>
    Array.from(codes).every((code, at) => at < period || code === codes[at - period])
  )

/** `abcdef`, `0123`, `9876`: more than half of the steps from one part to the next are the same. */
const counts = (codes: ArrayLike<number>): boolean => {
  const steps = new Map<number, number>()
  for (let at = 1; at < codes.length; at++) {
    const step = codes[at]! - codes[at - 1]!
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return Math.max(0, ...steps.values()) > (codes.length - 1) / 2
}

const isPattern = (codes: ArrayLike<number>, minDifferent: number): boolean =>
  differentIn(codes) < minDifferent || repeats(codes) || counts(codes)

/** Whether a text is too short for a secret, or a pattern. */
export const isGuessableText = (text: string): boolean =>
  text.length < minSecretCharacters || isPattern(Buffer.from(text), minDifferentCharacters)

const isPrintable = (code: number): boolean => code >= 0x20 && code <= 0x7e

/** Whether the bytes of a master key are a pattern, or a text that somebody typed. */
export const isGuessableKey = (bytes: Uint8Array): boolean =>
  isPattern(bytes, minDifferentBytes) || bytes.every(isPrintable)
