/** What holds for every index and every input: bounds on the work, and little influence of one entry on another's score. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeListScreening } from "../../../src/services/screening/ListScreening.ts"
import type { WatchListEntry } from "../../../src/services/screening/WatchList.ts"

const given = ["Ali", "Hassan", "Mohammed", "Ivan", "Maria", "Olga", "Boris", "Ahmad", "Li", "Anna"]
const family = ["Petrov", "Karlov", "Hosseini", "Trading", "Lopez", "Garcia", "Zhang", "Karimi", "Sokolov", "Rahman"]

const entries = Array.from({ length: 4000 }, (_, at): WatchListEntry => {
  const parts = [
    given[at % 10],
    family[Math.floor(at / 10) % 10],
    `${family[Math.floor(at / 100) % 10]}${at % 7 === 0 ? at : ""}`
  ]
  return { entryId: String(at), entityType: at % 3 === 0 ? "business" : "individual", name: parts.join(" ") }
})

const listOf = (all: ReadonlyArray<WatchListEntry>) =>
  makeListScreening({ lists: [{ list: "own", stateDate: "2026-01-01", version: "1", entries: all }] })

const screening = listOf(entries)

const hostile: ReadonlyArray<readonly [string, string]> = [
  ["common words", "Mohammed Ali Hassan ".repeat(25)],
  ["a hundred words", Array.from({ length: 100 }, (_, at) => family[at % 10]).join(" ")],
  ["single letters", "a ".repeat(250)],
  ["one endless word", "x".repeat(500)],
  ["generic words", "Trading LLC International ".repeat(19)],
  ["another script", "محمد علي ".repeat(55)],
  ["syllables", "金".repeat(500)],
  ["signs outside the basic plane", "💥𝐙".repeat(125)],
  ["invisible characters", "\u0000\u200b\u202e\u200f".repeat(125)],
  [
    "many names in one field",
    Array.from({ length: 100 }, (_, at) => `${given[at % 10]} ${family[(at * 7) % 10]}ov${at % 9}`).join(";")
  ],
  ["a text that is too long", "Ivan Petrov ".repeat(10_000)]
]

describe("S22 hostile input", () => {
  for (const form of ["name", "text"] as const) {
    it.each(hostile)(`is answered in bounded time as a ${form}: %s`, (_, name) => {
      const subject = { name, form, entityType: "any" as const }
      screening.screen(subject)
      const started = performance.now()
      expect(screening.screen(subject)?.listsScreened).toHaveLength(1)
      // The bench holds 25 ms on a quiet machine; a test beside others holds that nothing grows out of bounds.
      expect(performance.now() - started).toBeLessThan(500)
    })
  }

  it.prop("never throws, and scores are integers from 0 to 100", [Schema.String], ([name]) => {
    const { matches = [] } = screening.screen({ name, entityType: "any" }, { threshold: 1 }) ?? {}
    expect(matches.every(({ score }) => Number.isInteger(score) && score >= 0 && score <= 100)).toBe(true)
  })
})

describe("S13 one more entry", () => {
  const subject = { name: "Ivan Petrow Karlov", entityType: "individual" as const }
  const scores = (all: ReadonlyArray<WatchListEntry>) =>
    new Map(
      listOf(all)
        .screen(subject, { threshold: 70 })
        ?.matches.map(({ entryId, score }) => [entryId, score])
    )
  const before = scores(entries)

  it.each(["Ivan Petrow Karlov", "Ivan Karlov", "Petrow", "Somebody Else"])(
    "changes no score by more than a point: %s",
    (name) => {
      const after = scores([
        ...entries,
        { entryId: "new", entityType: "individual", name, aliases: [`${name} Junior`] }
      ])
      expect(before.size).toBeGreaterThan(0)
      const lowest = Math.min(...before.values())
      const gone: Array<number> = []
      for (const [entryId, score] of before) {
        const later = after.get(entryId)
        if (later === undefined) gone.push(score)
        else expect(Math.abs(later - score)).toBeLessThanOrEqual(1)
      }
      // Only the best matches are told: a new one may push one of the last out, and no other.
      expect(gone.length).toBeLessThanOrEqual(after.has("new") ? 1 : 0)
      for (const score of gone) expect(score).toBeLessThanOrEqual(lowest + 1)
    }
  )
})

describe("S11 every listed name", () => {
  it("is found with 95 or more by a strong alias, too", () => {
    const named = entries.slice(0, 200).map((entry, at) => ({ ...entry, aliases: [`Zacharias Quill Number${at}`] }))
    const aliased = listOf(named)
    for (const [at, { entryId }] of named.entries()) {
      const { matches = [] } =
        aliased.screen({ name: `number${at} ZACHARIAS quill`, entityType: "any" }, { threshold: 95 }) ?? {}
      expect(matches.map((match) => match.entryId)).toContain(entryId)
    }
  })

  it("is found with 95 or more, in any case and order", () => {
    for (const { entityType, entryId, name } of entries.filter((_, at) => at % 41 === 0)) {
      const spelled = name.toUpperCase().split(" ").toReversed().join(", ")
      const { matches = [] } = screening.screen({ name: spelled, entityType: "any" }, { threshold: 95 }) ?? {}
      const isFound = matches.some((match) => match.entryId === entryId || match.matchedName === name)
      expect(isFound, `${entityType} ${name}`).toBe(true)
    }
  })
})
