/** How alike two names are: the measure for words, the pairing, and the weights. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { jaroWinkler, scoreNames } from "../../../src/services/screening/score.ts"

const Word = Schema.String.check(Schema.isPattern(/^[a-e]{1,6}$/))
const Words = Schema.Array(Word).check(Schema.isMaxLength(5))
const EntityType = Schema.Literals(["individual", "business"])

const scoreOf = (subject: string, listed: string, entityType: "individual" | "business" = "individual") =>
  scoreNames(subject.split(" "), listed.split(" "), entityType).score

describe("jaroWinkler", () => {
  const published: ReadonlyArray<readonly [string, string, number]> = [
    ["martha", "marhta", 0.9611],
    ["dwayne", "duane", 0.84],
    ["dixon", "dicksonx", 0.8133],
    ["same", "same", 1],
    ["abc", "xyz", 0],
    ["", "abc", 0]
  ]
  it.each(published)("likens %s and %s as Winkler published", (one, other, likeness) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(likeness, 3)
  })

  it.prop("S12: is symmetric and lies between 0 and 1", [Word, Word], ([one, other]) => {
    const likeness = jaroWinkler(one, other)
    expect(likeness).toBe(jaroWinkler(other, one))
    expect(likeness).toBeGreaterThanOrEqual(0)
    expect(likeness).toBeLessThanOrEqual(1)
    expect(likeness === 1).toBe(one === other)
  })
})

describe("scoreNames", () => {
  it("gives 100 to the same words in any order", () => {
    expect(scoreOf("zoltan peter sanctionov", "sanctionov zoltan peter")).toBe(100)
  })

  it("gives one different letter less than 100 and more than 90", () => {
    expect(scoreOf("zoltan sanctionof", "zoltan sanctionov")).toBe(98)
  })

  it("counts words without a partner on either side alike", () => {
    expect(scoreOf("test person", "test pep person")).toBe(80)
    expect(scoreOf("test pep person", "test person")).toBe(80)
  })

  it("pairs each word once", () => {
    expect(scoreOf("ali ali", "ali hassan")).toBe(50)
  })

  it("does not pair words that are too unlike", () => {
    expect(scoreOf("test un listed", "test uk listed")).toBe(66)
  })

  it("ignores legal forms of companies and titles of persons, but not the other way round", () => {
    expect(scoreOf("acme", "acme llc", "business")).toBe(100)
    expect(scoreOf("dr ada lovelace", "ada lovelace")).toBe(100)
    expect(scoreOf("ada", "ada llc")).toBe(66)
    expect(scoreOf("acme", "dr acme", "business")).toBe(66)
  })

  it("S15: counts generic words of companies half", () => {
    expect(scoreOf("acme trading", "acme shipping", "business")).toBe(66)
    expect(scoreNames(["trading"], ["trading"], "business").distinctivePairs).toBe(0)
  })

  it("S11: gives 100 to a name that consists of ignored words only, when it is the same", () => {
    expect(scoreOf("trading company", "company trading", "business")).toBe(100)
    expect(scoreOf("corp", "corp llc", "business")).toBe(0)
  })

  it.prop(
    "S12: is symmetric, deterministic and an integer up to 100",
    [Words, Words, EntityType],
    ([one, two, type]) => {
      const { score } = scoreNames(one, two, type)
      expect(score).toBe(scoreNames(two, one, type).score)
      expect(score).toBe(scoreNames(one, two, type).score)
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    }
  )

  it.prop("S12: does not depend on the order of the words", [Words, Words], ([one, two]) => {
    expect(scoreNames(one.toReversed(), two, "individual")).toEqual(scoreNames(one, two, "individual"))
    expect(scoreNames(one, two.toSorted(), "individual").score).toBe(scoreNames(one, two, "individual").score)
  })
})
