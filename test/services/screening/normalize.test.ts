/** What makes no difference between two spellings of a name. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { normalize, tokensOf } from "../../../src/services/screening/normalize.ts"

const spellings: ReadonlyArray<readonly [string, string, string]> = [
  ["letter case", "ZOLTAN Sanctionov", "zoltan sanctionov"],
  ["accents", "Zoltán Sanctiónov", "zoltan sanctionov"],
  ["accents written apart", "Zolta\u0301n", "zoltan"],
  ["letters without a decomposition", "Łukasz Øster Æsir Straße", "lukasz oster aesir strasse"],
  ["both forms of sigma", "ΟΔΟΣ οδοσ", "οδοσ οδοσ"],
  ["commas and hyphens", "Sanctionov, Zoltan-Peter", "sanctionov zoltan peter"],
  ["apostrophes", "O’Brien D'Arcy", "obrien darcy"],
  ["full stops of abbreviations", "Acme L.L.C. and J.R. Smith", "acme llc and jr smith"],
  ["full stops after words", "Mr. Smith", "mr smith"],
  ["white space", "  Zoltan \t\n Sanctionov ", "zoltan sanctionov"],
  ["width", "Ｚｏｌｔａｎ", "zoltan"],
  ["mathematical letters outside the basic plane", "𝐙𝐨𝐥𝐭𝐚𝐧", "zoltan"],
  ["invisible characters and direction marks", "Zol\u200btan\u202e Sanc\u00adtionov", "zoltan sanctionov"],
  ["fillers that count as letters", "Zol\u3164tan San\u115fcti\uffa0onov", "zoltan sanctionov"],
  ["NUL", "Zoltan\u0000Sanctionov", "zoltan sanctionov"]
]

describe("normalize", () => {
  it.each(spellings)("S12: ignores %s", (_what, typed, normalized) => {
    expect(normalize(typed)).toBe(normalized)
  })

  it("keeps the letters of other scripts", () => {
    expect(tokensOf("Владимир ПУТИН")).toEqual(["владимир", "путин"])
    expect(tokensOf("علي حسن")).toEqual(["علي", "حسن"])
  })

  it("finds no words where there is no letter or digit", () => {
    expect(tokensOf("")).toEqual([])
    expect(tokensOf(" .,-'\u200b\u0000 ")).toEqual([])
  })

  it.prop("is the same when applied twice", [Schema.String], ([text]) => {
    expect(normalize(normalize(text))).toBe(normalize(text))
  })

  it.prop("S22: never throws and leaves only letters, digits and single spaces", [Schema.String], ([text]) => {
    expect(normalize(text)).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
  })
})
