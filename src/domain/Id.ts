/**
 * Prefixed identifiers that sort by creation, and the seeded random source that makes them reproducible in tests and
 * simulations. The time and the randomness are given, never taken from globals.
 */

/** Digits and lower-case letters without i, l, o and u (Crockford), in ascending order of character code. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const bodyPattern = /^[0-9a-hjkmnp-tv-z]{23}$/
const timeLength = 9
const bodyLength = 23
/** Seven characters of five bits: two such halves are the random part. */
const halfLimit = 2 ** 35
/** Nine characters of five bits: enough until the year 3084. */
const timeLimit = 2 ** 45

/** All two-character texts: writing ten bits at a time is what makes identifiers cheap. */
const pairs = Array.from({ length: 1024 }, (_, n) => `${alphabet[n >>> 5]}${alphabet[n & 31]}`)

/** Where a generator takes its time and randomness from. */
export interface IdSources {
  /** Epoch milliseconds, 0 or more. It may stand still or step back. */
  readonly now: () => number
  /** An unsigned 32-bit integer, uniformly distributed. */
  readonly randomU32: () => number
}

/**
 * Makes a generator: `generate("pay")` gives `pay_` + 9 characters of time + 14 random characters (70 bits), in
 * lower-case base32. The part after the prefix is strictly increasing within a generator: while the clock has not
 * moved on, the random part counts up by one, and the time part too when the random part is exhausted. Identifiers are
 * names, not secrets. Throws a RangeError when the clock is before 1970 or after the year 3083.
 */
export const makeIdGenerator = ({ now, randomU32 }: IdSources): ((prefix: string) => string) => {
  let timeMs = -Infinity
  let high = 0
  let low = 0
  let head = ""

  const startAt = (nextTimeMs: number) => {
    if (!(nextTimeMs >= 0 && nextTimeMs < timeLimit)) throw new RangeError(`No identifier for the time ${nextTimeMs}`)
    const highBits = randomU32()
    const lowBits = randomU32()
    const rest = randomU32()
    timeMs = nextTimeMs
    high = highBits * 8 + (rest & 7)
    low = lowBits * 8 + ((rest >>> 3) & 7)
    head = writeTime(timeMs) + writeHalf(high)
  }

  return (prefix) => {
    const nowMs = Math.floor(now())
    // Written so that a clock that gives no number is refused too.
    if (!(nowMs <= timeMs)) startAt(nowMs)
    else if (low + 1 < halfLimit) low++
    else if (high + 1 < halfLimit) {
      high++
      low = 0
      head = writeTime(timeMs) + writeHalf(high)
    } else startAt(timeMs + 1)
    return `${prefix}_${head}${writeHalf(low)}`
  }
}

/** Whether a text has the form of an identifier with this prefix (given without the underscore). */
export const isId = (prefix: string, text: string): boolean =>
  text.length === prefix.length + 1 + bodyLength &&
  text.startsWith(`${prefix}_`) &&
  bodyPattern.test(text.slice(-bodyLength))

/**
 * The time in an identifier, epoch milliseconds, or undefined where the text has not the form of one. It is the time of
 * creation, or later where the generator's clock had stepped back.
 */
export const timeOfId = (text: string): number | undefined => {
  const body = text.slice(text.lastIndexOf("_") + 1)
  if (body.length === text.length || !bodyPattern.test(body)) return undefined
  let timeMs = 0
  for (const character of body.slice(0, timeLength)) timeMs = timeMs * 32 + alphabet.indexOf(character)
  return timeMs
}

/**
 * A deterministic stream of unsigned 32-bit integers: xoshiro128** (Blackman and Vigna), its state filled from the
 * seed by SplitMix32. The seed is taken modulo 2^32. The stream of a seed never changes between versions, because seeds
 * are written down. Not for secrets.
 */
export const makeSeededRandom = (seed: number): (() => number) => {
  let mixed = seed >>> 0
  const splitMix32 = () => {
    mixed = (mixed + 0x9e3779b9) | 0
    let z = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return z ^ (z >>> 15)
  }
  return randomFrom([splitMix32(), splitMix32(), splitMix32(), splitMix32()])
}

/** The stream of xoshiro128** from a state of four 32-bit integers that are not all 0. Not for secrets. */
export const randomFrom = (state: readonly [number, number, number, number]): (() => number) => {
  let [a, b, c, d] = state
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotateLeft(d, 11)
    return result
  }
}

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

const writeHalf = (half: number): string => {
  const top = Math.floor(half / 2 ** 20)
  const bottom = half % 2 ** 20
  return `${alphabet[top >>> 10]}${pairs[top & 1023]}${pairs[bottom >>> 10]}${pairs[bottom & 1023]}`
}

const writeTime = (timeMs: number): string => `${pairs[Math.floor(timeMs / halfLimit)]}${writeHalf(timeMs % halfLimit)}`
