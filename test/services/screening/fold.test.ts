/** The sound of words: spellings of different languages that must come out alike. */
import { describe, expect, it } from "@effect/vitest"
import { fold, maxWordLetters, signs } from "../../../src/services/screening/fold.ts"
import { wordOf } from "../../../src/services/screening/NameForm.ts"
import { romanize } from "../../../src/services/screening/romanize.ts"

const soundOf = (text: string): string => Array.from(wordOf(text, "person").sound, (code) => signs[code]).join("")

const spellings: ReadonlyArray<readonly [string, string]> = [
  ["philip", "filip"],
  ["qasim", "kasim"],
  ["hassan", "hasan"],
  ["yusuf", "iusuf"],
  ["gennadiy", "gennady"],
  ["walid", "valid"],
  ["salameh", "salame"],
  ["jack", "jak"],
  ["xi", "si"],
  ["dschaber", "jaber"],
  ["nadzsib", "najib"],
  ["tsatsjeva", "tsacheva"],
  ["alexander", "aleksander"],
  ["shchukin", "schukin"],
  ["borisowa", "borisova"]
]

describe("fold", () => {
  it.each(spellings)("hears no difference between %s and %s", (one, other) => {
    expect(soundOf(one)).toBe(soundOf(other))
  })

  it("keeps the consonants apart from the vowels", () => {
    const { skeleton } = wordOf("mohammed", "person")
    expect(Array.from(skeleton, (code) => signs[code]).join("")).toBe("mhmd")
  })

  it("hears nothing in a word with a digit", () => {
    expect(wordOf("701st", "person").sound).toHaveLength(0)
  })

  it("S22: looks at the beginning of a long word only", () => {
    expect(wordOf("ab".repeat(500), "person").sound).toHaveLength(maxWordLetters)
    expect(fold(new Uint8Array(0)).sound).toHaveLength(0)
  })
})

const scripts: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["аносов", ["anosov"]],
  ["ελλάδα", ["ellada"]],
  ["金正恩", ["jin", "zheng", "en"]],
  ["김정은", ["gim", "jeong", "eun"]],
  ["plain", ["plain"]]
]

describe("romanize", () => {
  it.each(scripts)("reads %s", (word, expected) => {
    expect(romanize(word).map(({ text }) => text)).toEqual(expected)
  })

  it("marks scripts without short vowels", () => {
    expect(romanize("رحيم")).toEqual([{ text: "rhym", script: "consonants" }])
    expect(romanize("аносов")[0]?.script).toBe("letters")
  })
})
