import { describe, expect, it } from "vitest"
import { testCards } from "../../plugins/cards/sandbox/test-cards.ts"
import { isIn, isInUrl, mask, passesLuhn, withoutLongNumbers } from "../../src/domain/CardNumber.ts"

/** Numbers from 0 to 1 that are the same in every run. */
const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const digitsOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join("")

/** The number that begins with these digits and ends with the right check digit. */
const completed = (digits: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((number) => passesLuhn(number))!

/** One row per range of a network: a prefix in it, and the lengths of its cards. */
const networks: ReadonlyArray<readonly [prefix: string, lengths: ReadonlyArray<number>]> = [
  ["4", [16, 19]],
  ["51", [16]],
  ["55", [16]],
  ["2221", [16]],
  ["2720", [16]],
  ["34", [15]],
  ["37", [15]],
  ["6011", [16, 19]],
  ["644", [16, 19]],
  ["65", [16, 19]],
  ["300", [14, 16]],
  ["36", [14, 16, 19]],
  ["38", [14, 16]],
  ["3528", [16, 19]],
  ["3589", [16]],
  ["62", [16, 17, 18, 19]],
  ["8112", [16]],
  ["2204", [16, 19]],
  ["5018", [16, 19]],
  ["6763", [16, 18]]
]

const separators = [
  "",
  " ",
  "-",
  ".",
  "_",
  "/",
  "\\",
  "\u00A0",
  "\u2009",
  "\u2013",
  "\u2212",
  "\u200B",
  "\u200D",
  "\uFEFF"
]

/** Ways to write ten digits: ASCII, fullwidth, Arabic-Indic, Devanagari, mathematical bold, in circles. */
const scripts = ["0123456789", "０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⓪①②③④⑤⑥⑦⑧⑨"]

const inScript = (digits: string, script: string): string => {
  const own = Array.from(script)
  return Array.from(digits, (digit) => own[Number(digit)]).join("")
}

/** What a reader can get out of a text: its digits in ASCII, whatever stands between them. */
const readableDigits = (text: string): string =>
  Array.from(text, (character) => {
    const script = scripts.find((one) => Array.from(one).includes(character))
    return script === undefined ? "" : String(Array.from(script).indexOf(character))
  }).join("")

describe("a card number", () => {
  it("C54: is every number of a test card, and has first digits, a length and a check digit of a network", () => {
    expect(testCards.filter(({ number }) => !isIn(number))).toEqual([])
    expect(["4242424242424241", "1234567890123452", "42424242", "424242424242424242", ""].filter(isIn)).toEqual([])
  })

  it.each([
    ["4242424242424242", "************4242"],
    ["4242 4242 4242 4242", "**** **** **** 4242"],
    ["4242-4242-4242-4242", "****-****-****-4242"],
    ["3782 822463 10005", "**** ****** *0005"],
    ["a 4242424242424242, b 5555555555554444.", "a ************4242, b ************4444."],
    ["4242424242424242 5555555555554444", "************4242 ************4444"],
    ["order 12 4242424242424242 3", "order 12 ************4242 3"],
    ["x4242424242424242y", "x************4242y"],
    // Glued to a security code, an expiry date, or both.
    ["5555555555554444987", "************4444***"],
    ["5555 5555 5555 4444987", "**** **** **** 4444***"],
    ["3782822463100051234", "***********0005****"],
    ["55555555555544441226", "************4444****"],
    ["55555555555544441226987", "************4444*******"],
    ["5555555555554444122026", "************4444******"],
    ["12265555555555554444", "****************4444"],
    // Other separators.
    ["4242.4242.4242.4242", "****.****.****.4242"],
    ["4242_4242_4242_4242", "****_****_****_4242"],
    ["4242/4242/4242/4242", "****/****/****/4242"],
    ["4242\\4242\\4242\\4242", "****\\****\\****\\4242"],
    ["4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2", "* * * * * * * * * * * * 4 2 4 2"],
    ["4242 - 4242 - 4242 - 4242", "**** - **** - **** - 4242"],
    ["4242\u20134242\u20134242\u20134242", "****\u2013****\u2013****\u20134242"],
    ["4242\n4242\t4242\r\n4242", "****\n****\t****\r\n4242"],
    ["4242\u00B74242\u00B74242\u00B74242", "****\u00B7****\u00B7****\u00B74242"],
    ["4242\uFF0F4242\uFF0F4242\uFF0F4242", "****\uFF0F****\uFF0F****\uFF0F4242"],
    // Characters that nobody sees.
    ["4242\u200B4242\u200B4242\u200B4242", "****\u200B****\u200B****\u200B4242"],
    ["42\u00AD42\u200D42\u20604242\uFEFF424242", "**\u00AD**\u200D**\u2060****\uFEFF**4242"],
    ["\u202E4242424242424242", "\u202E************4242"],
    ["4\uFE0F\u20E3242424242424242", "*\uFE0F\u20E3***********4242"],
    // Digits of other scripts.
    ["４２４２４２４２４２４２４２４２", "************４２４２"],
    ["٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "************٤٢٤٢"],
    ["४२४२ ४२४२ ४२४२ 4242", "**** **** **** 4242"],
    ["𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐", "************𝟒𝟐𝟒𝟐"],
    ["④②④②④②④②④②④②④②④②", "************④②④②"],
    ["⁴²⁴²⁴²⁴²⁴²⁴²⁴²⁴²", "************⁴²⁴²"]
  ])("%j is masked to %j, and then stays", (text, masked) => {
    expect(mask(text)).toBe(masked)
    expect(mask(masked)).toBe(masked)
    expect([isIn(text), isIn(masked)]).toEqual([true, false])
  })

  it.each([
    "Order 1234",
    "1234567890123456",
    "4242424242424241",
    "5555555555554445",
    "9424242424242424242424242",
    "2026-01-15 09:30:00",
    "2026-01-15T09:30:00.123456789Z",
    "1763830000123456789",
    "+49 30 1234567890",
    "+49 151 23456780",
    "192.168.100.200",
    "DE89 3704 0044 0532 0130 00",
    "021000021 000123456789",
    "4242, 4242, 4242, 4242",
    "4242424 and 242424242",
    "9f1c4242-4e2a-4b1f-8242-0a1b2c3d4e5f",
    ""
  ])("%j holds none and is left as it is", (text) => {
    expect(mask(text)).toBe(text)
    expect(isIn(text)).toBe(false)
  })

  it("of any network, in any script, with any separators, glued to 3 or 4 digits, cannot be read afterwards", () => {
    const random = makeRandom(7)
    const pick = <T>(from: ReadonlyArray<T>): T => from[Math.floor(random() * from.length)]!
    let tried = 0
    for (const [prefix, lengths] of networks) {
      for (const length of lengths) {
        for (let round = 0; round < 60; round++) {
          const number = completed(prefix + digitsOf(random, length - prefix.length - 1))
          const script = pick(scripts)
          const between = random() < 0.3 ? "" : pick(separators)
          const written = Array.from(inScript(number, script), (digit, at) =>
            at === 0 ? digit : (random() < 0.5 ? between : "") + digit
          ).join("")
          const glued = digitsOf(random, pick([0, 3, 4]))
          const text = `${pick(["", "card ", "#", "x"])}${written}${inScript(glued, script)}${pick(["", ".", " ok"])}`
          const left = readableDigits(mask(text))
          expect(left.length, text).toBeLessThanOrEqual(4)
          tried += 1
        }
      }
    }
    expect(tried).toBe(2100)
  })

  it("is seldom seen in digits that are none: the rates stay below those that decision 0011 names", () => {
    const random = makeRandom(11)
    const trials = 20_000
    const rateOf = (make: () => string): number => {
      let seen = 0
      for (let trial = 0; trial < trials; trial++) if (isIn(make())) seen += 1
      return (100 * seen) / trials
    }
    const time = () => new Date(Math.floor(random() * 4_102_444_800_000)).toISOString()
    const hex = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("")
    const rates = {
      digits16: rateOf(() => digitsOf(random, 16)),
      digits18: rateOf(() => digitsOf(random, 18)),
      digits20: rateOf(() => digitsOf(random, 20)),
      snowflake: rateOf(() => `1${digitsOf(random, 18)}`),
      uuid: rateOf(() => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`),
      timestamp: rateOf(() => `${time()} ${time()}`),
      phone: rateOf(() => `+${digitsOf(random, 2)} ${digitsOf(random, 3)} ${digitsOf(random, 7)}`),
      noCheckDigit: rateOf(() => {
        const number = digitsOf(random, 16)
        return passesLuhn(number) ? "" : number
      })
    }
    expect(rates.digits16).toBeLessThan(3.5)
    expect(rates.digits18).toBeLessThan(3)
    expect(rates.digits20).toBeLessThan(4.5)
    expect(rates.snowflake).toBeLessThan(0.2)
    expect(rates.uuid).toBeLessThan(0.2)
    expect(rates.timestamp).toBe(0)
    expect(rates.phone).toBe(0)
    expect(rates.noCheckDigit).toBe(0)
  })

  it("is searched for in long runs of digits as well", () => {
    const text = "1 ".repeat(10_000)
    expect(mask(text)).toBe(text)
    expect(mask(`${text}4242424242424242`)).toBe(`${text}************4242`)
  })
})

describe("a card number in a URL", () => {
  it.each([
    "https://shop.example.com/4242424242424242",
    "https://shop.example.com/?card=4242-4242-4242-4242",
    "https://shop.example.com/%34242424242424242",
    "https://shop.example.com/%EF%BC%94%EF%BC%92424242424242%EF%BC%94%EF%BC%92",
    "https://shop.example.com/?to=https%3A%2F%2Fa.example%2F%253424242424242%2534242",
    "https://shop.example.com/4242%204242%204242%204242",
    "https://shop.example.com/%zz/%34242424242424242",
    "https://4242424242424242.example.com/"
  ])("is seen in %s", (url) => {
    expect(isInUrl(url)).toBe(true)
  })

  it("is not seen in other URLs", () => {
    const urls = ["https://shop.example.com/hooks/1234567890123456", "https://a.example/%E2%82%AC?id=9f1c", "%"]
    expect(urls.filter(isInUrl)).toEqual([])
  })
})

describe("a message that quotes a request", () => {
  it("shows no run of 12 or more digits, mistyped card numbers included", () => {
    expect(withoutLongNumbers("x 4242-4242.4242/4241, 12345678901, ４２４２４２４２４２４２")).toBe(
      "x [number], 12345678901, [number]"
    )
  })
})
