/** The Screening service: the sandbox lists, what `make` does with every kind of host function, and the test layers. */
import { describe, expect, it } from "@effect/vitest"
import { Effect, type Layer, Result } from "effect"
import {
  Screening,
  type ScreeningAnswer,
  type ScreeningImplementation,
  type ScreeningOptions,
  type ScreeningSubject,
  ScreeningUnavailable
} from "../../src/services/Screening.ts"
import { sandboxLists } from "../../src/services/screening/sandbox-list.ts"

const sandboxNames = ["ofac_sdn", "un_consolidated", "eu_amld6", "uk_hmt", "pep", "adverse_media"]

const screen = (
  subject: Partial<ScreeningSubject> & { readonly name: string },
  options: ScreeningOptions = {},
  layer: Layer.Layer<Screening> = Screening.layer
) =>
  Effect.provide(
    Effect.flatMap(Screening, (screening) => screening.screen({ entityType: "any", ...subject }, options)),
    layer
  )

const spellings: ReadonlyArray<readonly [string, (name: string) => string]> = [
  ["as listed", (name) => name],
  ["in upper case", (name) => name.toUpperCase()],
  ["with its words reversed", (name) => name.split(" ").toReversed().join(" ")],
  ["with accents and commas", (name) => name.replaceAll("e", "é").replaceAll("o", "ö").replaceAll(" ", ", ")],
  ["with invisible characters", (name) => name.split("").join("\u200b")]
]

const fictional = sandboxLists.flatMap(({ list, entries }) =>
  entries.flatMap(({ entryId, name, aliases = [] }) =>
    [name, ...aliases].map((listedName) => ({ list, entryId, listedName }))
  )
)

describe("Screening.layer", () => {
  it("C77: holds the fictional names that the documentation promises", () => {
    expect(fictional.map(({ list, listedName }) => `${list}: ${listedName}`)).toEqual([
      "ofac_sdn: Test Sanctioned Person",
      "ofac_sdn: Test Blocked Trading LLC",
      "ofac_sdn: Blocked Trading LLC",
      "ofac_sdn: Zoltan Sanctionov",
      "ofac_sdn: Screening Outage Match",
      "ofac_sdn: Test Dated Person",
      "un_consolidated: Test UN Listed",
      "eu_amld6: Test EU Listed",
      "uk_hmt: Test UK Listed",
      "pep: Test Pep Person",
      "adverse_media: Test Adverse Media"
    ])
  })

  for (const { list, entryId, listedName } of fictional) {
    it.effect.each(spellings)(`C75, S11: finds ${listedName} and nobody else, %s`, ([, spell]) =>
      Effect.gen(function* () {
        const result = yield* screen({ name: spell(listedName) }, { attempt: 3 })
        expect(result.outcome).toBe("match")
        expect(result.matches).toMatchObject([{ list, entryId, score: 100 }])
      })
    )
  }

  it.effect("C166, S19: finds persons as individuals and companies as businesses only", () =>
    Effect.gen(function* () {
      const outcome = (name: string, entityType: "individual" | "business") =>
        Effect.map(screen({ name, entityType }), (result) => result.outcome)
      expect(yield* outcome("Test Sanctioned Person", "individual")).toBe("match")
      expect(yield* outcome("Test Sanctioned Person", "business")).toBe("clear")
      expect(yield* outcome("Test Blocked Trading LLC", "business")).toBe("match")
      expect(yield* outcome("Test Blocked Trading LLC", "individual")).toBe("clear")
    })
  )

  const ordinary = [
    "Jane Doe",
    "Zoltan Kovacs",
    "Emma Daniels",
    "Test Customer",
    "Test Person",
    "Test",
    "Person",
    "Trading LLC",
    "LLC",
    "Acme Trading LLC",
    "Screening",
    "José Ñuñez",
    "山田太郎",
    " - "
  ]
  it.effect.each(ordinary)("C75, S15: lets an ordinary name pass: %s", (name) =>
    Effect.gen(function* () {
      expect(yield* screen({ name })).toMatchObject({ outcome: "clear", matches: [] })
    })
  )

  it.effect("C76, S4, S33: names the lists, their states, the threshold and the scorer", () =>
    Effect.gen(function* () {
      const result = yield* screen({ name: "Jane Doe" })
      expect(result).toEqual({
        outcome: "clear",
        matches: [],
        listsScreened: sandboxNames.map((list) => ({ list, stateDate: "2026-01-01", version: "sandbox-1" })),
        threshold: 85,
        scorer: "names-7"
      })
    })
  )

  it.effect("finds Zoltan Sanctionof with a score over 85 and under 100", () =>
    Effect.gen(function* () {
      const { matches } = yield* screen({ name: "Zoltan Sanctionof", field: "beneficiary.name" })
      expect(matches).toMatchObject([{ listedName: "Zoltan Sanctionov", score: 96, field: "beneficiary.name" }])
    })
  )

  it.effect("takes another threshold for one screening", () =>
    Effect.gen(function* () {
      const result = yield* screen({ name: "Zoltan Sanctionof" }, { threshold: 99 })
      expect(result).toMatchObject({ outcome: "clear", threshold: 99 })
    })
  )

  it.effect("S4: consults only the lists asked for", () =>
    Effect.gen(function* () {
      const result = yield* screen({ name: "Test Sanctioned Person" }, { lists: ["pep", "un_consolidated"] })
      expect(result.outcome).toBe("clear")
      expect(result.listsScreened.map(({ list }) => list)).toEqual(["un_consolidated", "pep"])
    })
  )

  it.effect("S30: is unavailable when none of the lists asked for is loaded", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(screen({ name: "Jane Doe" }, { lists: ["ofac_consolidated"] }))
      expect(failure).toMatchObject({ reason: "no_list_loaded", lists: ["ofac_consolidated"] })
    })
  )

  it.effect("S30: is out of order for two tries with Screening Outage, then clear", () =>
    Effect.gen(function* () {
      const attempt = (name: string, attempt?: number) =>
        Effect.map(
          Effect.result(screen({ name }, { attempt })),
          Result.match({ onSuccess: ({ outcome }) => outcome, onFailure: ({ reason }) => reason })
        )
      expect(yield* attempt("Screening Outage")).toBe("failed")
      expect(yield* attempt("SCREENING OUTAGE", 2)).toBe("failed")
      expect(yield* attempt("Screening Outage", 3)).toBe("clear")
      expect(yield* attempt("Screening Outage Match", 1)).toBe("failed")
      expect(yield* attempt("Screening Outage Match", 2)).toBe("failed")
      expect(yield* attempt("Screening Outage Match", 3)).toBe("match")
    })
  )

  it.effect("S4: tells the state of its lists", () =>
    Effect.gen(function* () {
      const lists = yield* Effect.provide(
        Effect.flatMap(Screening, (screening) => screening.lists),
        Screening.layer
      )
      expect(lists.map(({ list }) => list)).toEqual(sandboxNames)
      expect(lists[0]).toEqual({
        list: "ofac_sdn",
        stateDate: "2026-01-01",
        version: "sandbox-1",
        entries: 5,
        names: 6,
        stale: false
      })
    })
  )
})

describe("Screening.layerLists", () => {
  const lists = [
    {
      list: "house",
      stateDate: "2026-05-01",
      version: "3",
      entries: [{ entryId: "h1", entityType: "individual" as const, name: "Gregor Samsa" }]
    }
  ]

  it.effect("screens against lists of one's own", () =>
    Effect.gen(function* () {
      const result = yield* screen({ name: "gregor samsa" }, {}, Screening.layerLists({ lists, threshold: 90 }))
      expect(result).toMatchObject({ outcome: "match", threshold: 90, matches: [{ list: "house", entryId: "h1" }] })
    })
  )

  it.effect("S30: is unavailable without any list", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(screen({ name: "Jane Doe" }, {}, Screening.layerLists({ lists: [] })))
      expect(failure).toMatchObject({ _tag: "ScreeningUnavailable", reason: "no_list_loaded" })
    })
  )
})

/** A function whose answer the types would not allow. */
const answering = (answer: unknown) => () => answer as ScreeningAnswer

const broken = (subject: ScreeningSubject) => new Error(`cannot look up ${subject.name}`)

describe("Screening.make", () => {
  const listsScreened = [{ list: "acme", stateDate: "2026-01-01", version: "9" }]
  const clear: ScreeningAnswer = { matches: [], listsScreened, threshold: 80 }
  const name = "Rumpelstilzchen Geheim"

  const make = (implementation: Partial<ScreeningImplementation>) =>
    Screening.make({ name: "acme-1", screen: () => clear, timeout: 5, ...implementation })

  const screenWith = (call: ScreeningImplementation["screen"], subject: Partial<ScreeningSubject> = {}) =>
    make({ screen: call }).screen({ name, entityType: "business", ...subject })

  const hit = { list: "acme", entryId: "a1", listedName: "Rumpel", score: 91 }

  const failing: ReadonlyArray<readonly [string, ScreeningImplementation["screen"], ScreeningUnavailable["reason"]]> = [
    ["hangs", () => Effect.never, "timeout"],
    ["hangs in a promise", () => new Promise(() => {}), "timeout"],
    [
      "throws",
      (subject) => {
        throw broken(subject)
      },
      "failed"
    ],
    ["rejects", (subject) => Promise.reject(broken(subject)), "failed"],
    ["fails", (subject) => Effect.fail(broken(subject)), "failed"],
    ["dies", (subject) => Effect.die(broken(subject)), "failed"],
    ["answers nothing", answering(undefined), "failed"],
    ["answers its own word for clear", answering({ outcome: "clear" }), "failed"],
    ["answers a score over 100", answering({ ...clear, matches: [{ ...hit, score: 101 }] }), "failed"],
    ["answers a score that is no integer", answering({ ...clear, matches: [{ ...hit, score: 90.5 }] }), "failed"],
    ["answers an unknown type", answering({ ...clear, matches: [{ ...hit, entityType: "ghost" }] }), "failed"],
    ["answers a match without entry", answering({ ...clear, matches: [{ ...hit, entryId: undefined }] }), "failed"],
    ["answers a list of matches with a hole in it", answering({ ...clear, matches: Array(1) }), "failed"],
    ["answers a threshold out of range", answering({ ...clear, threshold: 850 }), "failed"],
    ["consulted no list", answering({ ...clear, listsScreened: [] }), "no_list_loaded"],
    ["says that a list is stale", () => Effect.fail(new ScreeningUnavailable({ reason: "stale_list" })), "stale_list"],
    ["rejects with a reason", () => Promise.reject(new ScreeningUnavailable({ reason: "timeout" })), "timeout"]
  ]

  for (const [what, call, reason] of failing) {
    it.effect(`S30, S34: is unavailable and tells no name when the provider ${what}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(screenWith(call))
        expect(failure).toMatchObject({ _tag: "ScreeningUnavailable", reason })
        expect(failure.message).toBe(`Screening is unavailable (${reason})`)
        const told = `${failure} ${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`
        expect(told).not.toContain("Rumpelstilzchen")
      })
    )
  }

  it.effect("keeps which lists a provider calls stale", () =>
    Effect.gen(function* () {
      const stale = new ScreeningUnavailable({ reason: "stale_list", lists: ["acme"] })
      expect((yield* Effect.flip(screenWith(() => Effect.fail(stale)))).lists).toEqual(["acme"])
    })
  )

  it.effect("makes a clear result of an answer without matches", () =>
    Effect.gen(function* () {
      expect(yield* screenWith(() => Promise.resolve(clear))).toEqual({
        outcome: "clear",
        matches: [],
        listsScreened,
        threshold: 80,
        scorer: "acme-1"
      })
    })
  )

  it.effect("S3: fills in what a provider does not tell about a match, best match first", () =>
    Effect.gen(function* () {
      const answer = { ...clear, matches: [hit, { ...hit, entryId: "a2", score: 95, matchedName: "R. Geheim" }] }
      const result = yield* screenWith(() => answer, { field: "originator.name" })
      const filled = {
        list: "acme",
        entryVersion: "9",
        listedName: "Rumpel",
        entityType: "business",
        programs: [],
        datesOfBirth: [],
        countries: [],
        field: "originator.name",
        reasons: []
      }
      expect(result.outcome).toBe("match")
      expect(result.matches).toEqual([
        { ...filled, entryId: "a2", score: 95, matchedName: "R. Geheim" },
        { ...filled, entryId: "a1", score: 91, matchedName: "Rumpel" }
      ])
    })
  )

  it("hands subject and options to the provider and answers a plain value in the same turn", () => {
    const seen: Array<unknown> = []
    const screening = make({
      screen: (subject, options) => {
        seen.push(subject, options)
        return clear
      }
    })
    const subject: ScreeningSubject = { name, entityType: "any", country: "DE" }
    Effect.runSync(screening.screen(subject, { attempt: 2, changedSince: [{ list: "acme", version: "8" }] }))
    Effect.runSync(screening.screen(subject))
    expect(seen).toEqual([subject, { attempt: 2, changedSince: [{ list: "acme", version: "8" }] }, subject, {}])
  })

  it.effect("calls its functions as methods", () =>
    Effect.gen(function* () {
      class Mine {
        readonly name = "mine"
        readonly #heard: Array<() => void> = []
        readonly #lists = listsScreened
        screen = () => clear
        lists() {
          return this.#lists.map((list) => ({ ...list, entries: 1, names: 1, stale: false }))
        }
        changesSince() {
          return this.#lists.map((list) => ({ ...list, since: undefined, entries: this.#heard.length }))
        }
        onChange(listener: () => void) {
          this.#heard.push(listener)
          return () => {}
        }
      }
      const mine = Screening.make(new Mine())
      mine.onChange?.(() => {})
      expect(yield* mine.lists).toMatchObject([{ entries: 1 }])
      expect(yield* mine.changesSince([])).toMatchObject([{ entries: 1 }])
    })
  )

  it("S33: throws without a name, under which its answers would be kept", () => {
    expect(() => make({ name: undefined as never })).toThrow(TypeError)
  })

  it.effect("S31: tells the provider's lists, and none when it cannot tell", () =>
    Effect.gen(function* () {
      const status = { ...listsScreened[0]!, entries: 1, names: 2, loadedAt: 5, maxAgeHours: 24, stale: true }
      expect(yield* make({ lists: () => Promise.resolve([status]) }).lists).toEqual([status])
      expect(yield* make({}).lists).toEqual([])
      expect(yield* make({ lists: () => Promise.reject(new Error("down")) }).lists).toEqual([])
      expect(yield* make({ lists: () => Effect.never }).lists).toEqual([])
    })
  )
})

describe("Screening test layers", () => {
  it.effect("layerClear finds nobody", () =>
    Effect.gen(function* () {
      const result = yield* screen({ name: "Test Sanctioned Person" }, {}, Screening.layerClear)
      expect(result).toMatchObject({ outcome: "clear", matches: [] })
      expect(result.listsScreened.length).toBeGreaterThan(0)
    })
  )

  it.effect("layerUnavailable never answers", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(screen({ name: "Jane Doe" }, {}, Screening.layerUnavailable))
      expect(failure).toMatchObject({ _tag: "ScreeningUnavailable", reason: "failed" })
    })
  )
})
