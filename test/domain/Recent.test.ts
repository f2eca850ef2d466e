/** Values of the words that were asked for last: which are kept, and that their number is bounded. */
import { describe, expect, it } from "@effect/vitest"
import { Recent } from "../../src/domain/Recent.ts"

const withWords = (words: ReadonlyArray<string>, perGeneration: number): Recent<string> => {
  const recent = new Recent<string>(perGeneration)
  for (const word of words) recent.set(word, word.toUpperCase())
  return recent
}

const kept = (recent: Recent<string>, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word) => recent.get(word) === word.toUpperCase())

const many = Array.from({ length: 100 }, (_, at) => `word${at}`)

describe("Recent", () => {
  it("knows the words of this generation and of the one before, and forgets older ones", () => {
    expect(kept(withWords(["a", "b", "c", "d", "e"], 2), ["a", "b", "c", "d", "e"])).toEqual(["c", "d", "e"])
  })

  it("keeps a word that is asked for, however many others come", () => {
    const recent = withWords(["often"], 4)
    for (const word of many) {
      expect(recent.get("often")).toBe("OFTEN")
      recent.set(word, word.toUpperCase())
    }
    expect(recent.get("often")).toBe("OFTEN")
  })

  it("holds the last words, and at most two generations", () => {
    expect(kept(withWords(many, 10), many.slice(-10))).toEqual(many.slice(-10))
    expect(kept(withWords(many, 10), many.slice(0, -20))).toEqual([])
  })
})
