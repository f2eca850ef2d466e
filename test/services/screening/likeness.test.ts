/** How alike two words are: typing errors, spellings of other languages, and words that are not alike. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { areUnlike, likenessOf, lowestLikeness } from "../../../src/services/screening/likeness.ts"
import { type NameWord, wordOf } from "../../../src/services/screening/NameForm.ts"
import { scriptKinds } from "../../../src/services/screening/romanize.ts"
import { makeWordTable } from "../../../src/services/screening/WordTable.ts"
import { preparedWord, traitsOf } from "../../../src/services/screening/wordTraits.ts"

const compare = (one: NameWord, other: NameWord) =>
  likenessOf(preparedWord(one), makeWordTable([other], new Uint32Array(1)), 0)

const likeness = (one: string, other: string) => compare(wordOf(one, "person"), wordOf(other, "person"))

const alike: ReadonlyArray<readonly [string, string, number]> = [
  ["nikolay", "nikolai", 0.98],
  ["shevchenko", "schewtschenko", 0.98],
  ["mohammed", "muhammad", 0.9],
  ["tsyplakov", "ciplakov", 0.9],
  ["konstantin", "konstantni", 0.92],
  ["sakharov", "zacharov", 0.8],
  ["petrov", "petrof", 0.85],
  ["rincon", "rincom", 0.85],
  // By sound, with a consonant that only one of them has.
  ["golobevar", "gulubeve", 0.7],
  // A key beside the right one, in its place and together with it.
  ["bolotov", "bolorov", 0.92],
  ["petrovic", "petrpovic", 0.93]
]

const lessAlike: ReadonlyArray<readonly [string, string, string]> = [
  // A key at the other end of the keyboard.
  ["bolotov", "bolorov", "bolomov"],
  ["petrovic", "petrpovic", "petrqovic"]
]

const unlike: ReadonlyArray<readonly [string, string]> = [
  ["petrov", "karlov"],
  ["un", "uk"],
  ["anna", "otto"],
  ["701st", "702nd"],
  ["2", "3"],
  // "Servant of" somebody is not that name.
  ["abdmohammed", "mohammed"],
  ["rahman", "abdrahman"]
]

describe("likenessOf", () => {
  it.each(alike)("%s and %s are alike by %d or more", (one, other, least) => {
    expect(likeness(one, other)).toBeGreaterThanOrEqual(least)
    expect(likeness(one, other)).toBeLessThan(1)
  })

  it.each(lessAlike)("%s is more like %s than like %s", (word, slip, other) => {
    expect(likeness(word, slip)).toBeGreaterThan(likeness(word, other))
  })

  it.each(unlike)("%s and %s are different words", (one, other) => {
    expect(likeness(one, other)).toBe(0)
  })

  it("compares words of a script without vowels by consonants, and never takes them for equal", () => {
    const written = wordOf("rhym", "person", "consonants")
    expect(compare(written, wordOf("rahim", "person"))).toBeGreaterThan(0.85)
    expect(compare(written, wordOf("rahim", "person"))).toBeLessThan(1)
    expect(compare(written, wordOf("karim", "person"))).toBeLessThan(0.9)
  })

  const Word = Schema.String.check(Schema.isPattern(/^[a-z]{1,9}$/))
  it.prop(
    "S12: is symmetric, 1 for equal words only, else 0 or between the lowest and 1",
    [Word, Word],
    ([one, other]) => {
      const found = likeness(one, other)
      expect(found).toBeCloseTo(likeness(other, one), 10)
      expect(found === 1).toBe(one === other)
      expect(found === 0 || (found >= lowestLikeness && found <= 1)).toBe(true)
    }
  )
})

describe("areUnlike", () => {
  // Few letters, so that words are often alike: neighbours on the keyboard, vowels, sounds that are written in several ways.
  const Word = Schema.String.check(Schema.isPattern(/^[abdehikosz]{1,7}$/))
  const Script = Schema.Literals(scriptKinds)
  const Least = Schema.Literals([lowestLikeness, 0.75, 0.85])

  it.prop(
    "says of no two words that are alike that they are not",
    [Word, Script, Word, Script, Least],
    ([one, script, other, otherScript, least]) => {
      const [word, listed] = [wordOf(one, "person", script), wordOf(other, "person", otherScript)]
      const table = makeWordTable([listed], new Uint32Array(1))
      if (areUnlike(traitsOf([word]), table.traits, 0, least))
        expect(likenessOf(preparedWord(word), table, 0)).toBeLessThan(least)
    },
    { arbitrary: { runs: 3000 } }
  )

  it.each([
    ["smith", "garcia"],
    ["schmidt", "gonzalez"]
  ])("tells %s and %s apart without comparing them", (one, other) => {
    const [word, listed] = [wordOf(one, "person"), wordOf(other, "person")]
    expect(areUnlike(traitsOf([word]), traitsOf([listed]), 0, lowestLikeness)).toBe(true)
  })
})
