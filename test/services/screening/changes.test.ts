/** What a reload changes: entries that came or changed, re-screening against them alone, and decisions on false positives. */
import { describe, expect, it } from "vitest"
import { subjectVersion, withoutFalsePositives } from "../../../src/services/screening/falsePositives.ts"
import { screeningOver } from "../../../src/services/screening/ListScreening.ts"
import { contentVersion } from "../../../src/services/screening/EntryTable.ts"
import { makeScreeningIndex, type ScreeningIndex } from "../../../src/services/screening/ScreeningIndex.ts"
import type { ScreeningSubject } from "../../../src/services/screening/ScreeningResult.ts"
import type { WatchListEntry } from "../../../src/services/screening/WatchList.ts"

const entry = (entryId: string, name: string, more: Partial<WatchListEntry> = {}): WatchListEntry => ({
  entryId,
  entityType: "individual",
  name,
  ...more
})

const load = (entries: ReadonlyArray<WatchListEntry>, previous?: ScreeningIndex) =>
  makeScreeningIndex([{ list: "own", stateDate: "2026-01-01", version: contentVersion(entries), entries }], previous)

const person = (name: string): ScreeningSubject => ({ name, entityType: "individual" })

const gregor = entry("1", "Gregor Samsa")
const josef = entry("2", "Josef Kafkarov")
const clara = entry("3", "Clara Barnabas")

describe("S27 changes", () => {
  const first = load([gregor, josef])
  const second = load([gregor, { ...josef, aliases: ["Joseph K"] }, clara], first)
  const screening = screeningOver(second)
  const since = [{ list: "own", version: first.lists[0]!.version }]

  it("counts entries that came or changed since a version", () => {
    const { stateDate, version } = second.lists[0]!
    expect(screening.changesSince(since)).toEqual([
      { list: "own", stateDate, version, since: since[0]!.version, entries: 2 }
    ])
    expect(screening.changesSince([{ list: "own", version }])[0]?.entries).toBe(0)
  })

  it("counts all entries since a version that is not known, or of a list that was not", () => {
    expect(screening.changesSince([{ list: "own", version: "other" }])[0]).toMatchObject({
      since: undefined,
      entries: 3
    })
    expect(screening.changesSince([])[0]).toMatchObject({ since: undefined, entries: 3 })
  })

  it("screens against what is new alone, with the outcome of a full screening for it", () => {
    const names = ["Gregor Samsa", "Josef Kafkarov", "Clara Barnabas"]
    const found = (changedSince?: typeof since) =>
      names.map((name) => screening.screen(person(name), { changedSince })?.matches.map(({ entryId }) => entryId))
    expect(found()).toEqual([["1"], ["2"], ["3"]])
    expect(found(since)).toEqual([[], ["2"], ["3"]])
    expect(found([{ list: "own", version: "other" }])).toEqual(found())
  })

  it("remembers over further loads what each brought", () => {
    const third = load([gregor, { ...josef, aliases: ["Joseph K"] }, clara, entry("4", "Frieda Castle")], second)
    expect(screeningOver(third).changesSince(since)[0]?.entries).toBe(3)
    const same = load([gregor, josef], first)
    expect(same.lists[0]?.history).toEqual(first.lists[0]?.history)
  })

  it("looks once for a subject that comes again, and anew where anything about the question differs", () => {
    const subject = { ...person("Clara Barnabas"), field: "originator.name" }
    const known = screening.screen(subject)
    expect(screening.screen({ ...subject }, { attempt: 2 })).toBe(known)
    expect(screening.screen({ ...subject, field: "beneficiary.name" })?.matches[0]?.field).toBe("beneficiary.name")
    expect(screening.screen({ ...subject, entityType: "business" })?.outcome).toBe("clear")
    expect(screening.screen(subject, { lists: ["another"] })).toBeUndefined()
    expect(screening.screen(subject, { threshold: 99 })?.threshold).toBe(99)
    expect(screening.screen(subject)).toBe(known)
  })

  it("S24: answers from one index or the other, never from both", () => {
    const swapped = screeningOver(first)
    expect(swapped.screen(person("Clara Barnabas"))?.outcome).toBe("clear")
    swapped.replace(second)
    const result = swapped.screen(person("Clara Barnabas"))
    expect(result).toMatchObject({ outcome: "match", listsScreened: [{ version: second.lists[0]!.version }] })
  })
})

describe("S32 false positives", () => {
  const index = load([gregor, josef])
  const subject = { ...person("Gregor Samsa"), dateOfBirth: "1990-01-01", field: "name" }
  const result = screeningOver(index).screen(subject)!
  const { entryId, entryVersion, list } = result.matches[0]!
  const decision = { list, entryId, entryVersion, subjectVersion: subjectVersion(subject) }

  it("suppress the same hit of the same subject, however the name is written", () => {
    const again = { ...subject, name: "SAMSA, Grégor", field: "beneficiary.name" }
    expect(withoutFalsePositives(again, result, [decision])).toEqual({
      result: { ...result, outcome: "clear", matches: [] },
      suppressed: result.matches
    })
  })

  it("end when the entry changes", () => {
    const changed = load([{ ...gregor, programs: ["NEW"] }, josef], index)
    const later = screeningOver(changed).screen(subject)!
    expect(withoutFalsePositives(subject, later, [decision]).result.outcome).toBe("match")
  })

  it("do not end when another entry of the list changes", () => {
    const changed = load([gregor, { ...josef, programs: ["NEW"] }], index)
    const later = screeningOver(changed).screen(subject)!
    expect(withoutFalsePositives(subject, later, [decision]).result.outcome).toBe("clear")
  })

  it.each([
    ["name", { name: "Gregor Samsar" }],
    ["date of birth", { dateOfBirth: "1990-01-02" }],
    ["country", { country: "AT" }]
  ])("end when the subject's %s changes", (_, change) => {
    expect(withoutFalsePositives({ ...subject, ...change }, result, [decision]).result.outcome).toBe("match")
  })
})
