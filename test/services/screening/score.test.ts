/** How alike two names are: the pairing of words, what is missing, words written together or apart, and the candidates. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { candidatesOf } from "../../../src/services/screening/candidates.ts"
import { makeNameIndex } from "../../../src/services/screening/NameIndex.ts"
import { makeNameQuery, queryLikeness } from "../../../src/services/screening/NameQuery.ts"
import { pairsOf, scoreName } from "../../../src/services/screening/score.ts"
import type { NameKind } from "../../../src/services/screening/words.ts"

const indexOf = (names: ReadonlyArray<string>, kind: NameKind) =>
  makeNameIndex(
    kind,
    names.map((name, entry) => ({ name, entry, ordinal: 0, weak: false }))
  )

const compare = (subject: string, listed: string, kind: NameKind = "person") => {
  const query = makeNameQuery(indexOf([listed], kind), subject)
  return { ...scoreName(query, 0), pairs: pairsOf(query, 0) }
}

const points = (subject: string, listed: string, kind?: NameKind) =>
  Math.round(100 * compare(subject, listed, kind).score)

const found = (names: ReadonlyArray<string>, subject: string, kind: NameKind = "person") => {
  const index = indexOf(names, kind)
  return candidatesOf(makeNameQuery(index, subject)).map((at) => names[index.entries[at]!])
}

describe("queryLikeness", () => {
  it.each([
    ["istok", "stock"],
    ["petrov", "petroff"],
    ["marija", "mariya"]
  ])("S33: of %s and %s is the same when it is known and when it is not", (subject, listed) => {
    const index = indexOf([listed], "person")
    const [word] = makeNameQuery(index, subject).words
    const first = queryLikeness(index, word!, 0)
    expect(first).toBeGreaterThan(0)
    expect(queryLikeness(index, word!, 0)).toBe(first)
  })
})

describe("scoreName", () => {
  it("S8: gives 100 to the same words in any order, in any case", () => {
    expect(points("zoltan PETER sanctionov", "Sanctionov, Zoltan Peter")).toBe(100)
  })

  it("S8: ignores titles of persons and legal forms of companies", () => {
    expect(points("Dr. Ada Lovelace", "Ada Lovelace")).toBeGreaterThanOrEqual(97)
    expect(points("Belletech", "Belletech L.L.C.", "organisation")).toBeGreaterThanOrEqual(95)
    expect(points("Belletech Limited Liability Company", "BELLETECH LLC", "organisation")).toBeGreaterThanOrEqual(85)
  })

  it("S9: finds a name without its middle name, but not with another one in its place", () => {
    expect(points("Ivan Sanctionov", "Ivan Petrovich Sanctionov")).toBeGreaterThanOrEqual(85)
    expect(points("Ivan Maria Sanctionov", "Ivan Petrovich Sanctionov")).toBeLessThan(85)
  })

  it("takes an initial for a name that begins with it", () => {
    expect(points("Ivan P. Sanctionov", "Ivan Petrovich Sanctionov")).toBeGreaterThan(
      points("Ivan Sanctionov", "Ivan Petrovich Sanctionov") - 3
    )
  })

  it("S8: pairs a word with two that were written together or apart", () => {
    expect(points("Zoltanpeter Sanctionov", "Zoltan Peter Sanctionov")).toBe(100)
    expect(points("Zoltan Sanc tionov", "Zoltan Sanctionov")).toBe(100)
    expect(compare("Zoltan Sanc tionov", "Zoltan Sanctionov").pairs).toEqual([
      { subject: "zoltan", listed: "zoltan", likeness: 1 },
      { subject: "sanc+tionov", listed: "sanctionov", likeness: 1 }
    ])
  })

  /** The points of a subject against the first of names that many others share words with. */
  const pointsAmong = (subject: string, listed: string, frequent: ReadonlyArray<string>) => {
    const others = frequent.flatMap((word) => Array.from({ length: 400 }, (_, at) => `${word} Number${at}`))
    return Math.round(100 * scoreName(makeNameQuery(indexOf([listed, ...others], "person"), subject), 0).score)
  }

  it("lets a difference count more where the words that agree are in many names", () => {
    const rare = pointsAmong("Karim Sanctoinof", "Karim Sanctionov", [])
    expect(rare).toBeGreaterThanOrEqual(85)
    expect(pointsAmong("Karim Sanctoinof", "Karim Sanctionov", ["Karim", "Sanctionov"])).toBeLessThan(rare)
    expect(pointsAmong("Karim Sanctionov", "Karim Sanctionov", ["Karim", "Sanctionov"])).toBe(100)
  })

  it("counts the reading of a Chinese sign as no difference, however many have the name", () => {
    expect(pointsAmong("李其", "Li Qi", ["Li", "Qi"])).toBeGreaterThanOrEqual(85)
  })

  it("takes a short word that is a name itself for another name", () => {
    expect(pointsAmong("Jong Ok Mathura", "Jong Sok Mathura", [])).toBeGreaterThanOrEqual(85)
    expect(pointsAmong("Jong Ok Mathura", "Jong Sok Mathura", ["Ok"])).toBeLessThan(85)
  })

  it("forgives a slip in a word that no listed name has, where many are listed", () => {
    const among = (subject: string, others: ReadonlyArray<string>) => {
      const names = ["Karim Dravol", ...others]
      return Math.round(100 * scoreName(makeNameQuery(indexOf(names, "person"), subject), 0).score)
    }
    const many = Array.from({ length: 10_000 }, (_, at) => `Someone Number${at}`)
    const alsoNamed = (word: string) => many.map((name, at) => (at < 12 ? `${word} Number${at}` : name))
    const few = among("Karim Drvaoll", [])
    expect(among("Karim Drvaoll", many)).toBeGreaterThan(few)
    expect(among("Karim Drvaoll", alsoNamed("Drvaoll"))).toBe(few)
    // Another first letter is another name, and so is a part that is missing.
    expect(among("Karim Travoll", many)).toBe(among("Karim Travoll", []))
    expect(among("Karim Other Drvaoll", many)).toBe(among("Karim Other Drvaoll", []))
  })

  it("pairs each word once", () => {
    expect(points("Ali Ali", "Ali Hassan")).toBeLessThan(85)
  })

  it("S15: tells how many words tell names apart", () => {
    expect(compare("Trading LLC", "World Trading LLC", "organisation")).toMatchObject({ told: 0, complete: false })
    expect(compare("Acme Trading", "Acme Trading LLC", "organisation")).toMatchObject({ told: 1, complete: true })
  })

  const Name = Schema.Array(Schema.String.check(Schema.isPattern(/^[a-e]{1,6}$/))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(5)
  )
  it.prop(
    "S12: lies between 0 and 1 and does not depend on the order of the subject's words",
    [Name, Name],
    ([one, other]) => {
      const listed = other.join(" ")
      const { score } = compare(one.join(" "), listed)
      expect(score >= 0 && score <= 1).toBe(true)
      expect(compare(one.toReversed().join(" "), listed).score).toBe(score)
      expect(compare(one.toSorted().join(" ").toUpperCase(), listed).score).toBe(score)
    }
  )

  it.prop("S11: gives 1 to the same name", [Name], ([name]) => {
    expect(compare(name.join(" "), name.join(" "))).toMatchObject({ score: 1, same: true })
  })
})

describe("candidatesOf", () => {
  const names = ["Ivan Petrov", "Petrov Karlov", "Behzad Mohammadi", "Kostiouk", "Anna Ahmatova", "Bo Li"]

  it("finds names by an equal word or one like it, each once", () => {
    expect(found(names, "petrov")).toEqual(["Ivan Petrov", "Petrov Karlov"])
    expect(found(names, "Ivann Petrow")).toContain("Ivan Petrov")
  })

  it("finds words that were written together or apart", () => {
    expect(found(names, "Behzadmohammadi")).toEqual(["Behzad Mohammadi"])
    expect(found(names, "Kos tiouk")).toEqual(["Kostiouk"])
  })

  const Part = Schema.Literals(["ali", "aly", "hassan", "hasan", "omar", "petrov", "petroff", "ivan", "al", "garcia"])
  const Parts = Schema.Array(Part).check(Schema.isMinLength(1), Schema.isMaxLength(4))

  it.prop(
    "finds every name that shares enough of the weight, whichever word it shares",
    [Schema.Array(Parts).check(Schema.isMinLength(1), Schema.isMaxLength(12)), Parts],
    ([listed, subject]) => {
      const index = indexOf(
        listed.map((parts) => parts.join(" ")),
        "person"
      )
      const query = makeNameQuery(index, subject.join(" "))
      const words = [...new Set(query.words)]
      const weight = words.reduce((sum, word) => sum + word.weight, 0)
      const candidates = candidatesOf(query)
      for (let name = 0; name < listed.length; name++) {
        const ids = index.nameWords.subarray(index.nameAt[name], index.nameAt[name + 1])
        const shared = words.reduce((sum, { similar, weight: own }) => {
          const at = similar.ids.findIndex((id) => ids.includes(id))
          return at === -1 ? sum : sum + own * similar.likeness[at]!
        }, 0)
        if (shared > 0.4201 * weight) expect(candidates).toContain(name)
      }
    }
  )

  it("finds nothing for other words or none", () => {
    expect(found(names, "Zacharias")).toEqual([])
    expect(found(names, "...")).toEqual([])
  })

  it("S22: has a bound on its work when every listed name has the word", () => {
    const many = Array.from({ length: 5000 }, (_, at) => `Mohammed Number${at}`)
    expect(found(many, "Mohammed").length).toBeLessThanOrEqual(1500)
  })
})
