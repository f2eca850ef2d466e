/** Documents of earlier versions, and those that cannot be read, in every kind of table. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import { storedAs, StoredUnreadable, type StoredAs } from "../../src/rows/storedAs.ts"
import type { Migration, RegionStore, StoreUnavailable } from "../../src/services/Store.ts"
import { documentTable, namedDocument } from "../../src/store/documentTable.ts"
import { createOwnedDocuments, ownedDocumentTable } from "../../src/store/ownedDocumentTable.ts"
import { onStore } from "./openStore.ts"
import { written } from "./written.ts"

interface Note {
  readonly id: string
  readonly createdAt: number
  readonly text: string
  readonly color: string | null
  readonly pinned?: boolean
}

const form = { id: "text", createdAt: "number", text: "text", color: "text or null" } as const

const note: Note = { id: "n1", createdAt: 1, text: "secret words", color: null }

/** Version 1 had no colour and called the text `words`, version 2 had no colour. */
const upgrades = [
  ({ words, ...rest }: { readonly words: string }) => ({ ...rest, text: words.trim() }),
  (found: object) => ({ ...found, color: null })
]

const storedNote = storedAs<Note>({ table: "kept_notes", form, upgrades })

const earlier = {
  1: JSON.stringify({ id: "n1", createdAt: 1, words: "secret words " }),
  2: JSON.stringify({ id: "n1", createdAt: 1, text: "secret words", $v: 2 }),
  3: storedNote.write(note)
}

const unreadable: ReadonlyArray<readonly [why: string, text: string, version: number | undefined]> = [
  ["is no JSON", `{"id":"n1","text":"secret wor`, undefined],
  ["is no object", `["secret words"]`, 1],
  ["lacks a field", JSON.stringify({ ...note, color: undefined, $v: 3 }), 3],
  ["holds something else in a field", JSON.stringify({ ...note, text: ["secret words"], $v: 3 }), 3],
  ["cannot be brought up to date", JSON.stringify({ id: "n1", words: ["secret words"] }), 1],
  ["is of a later version", JSON.stringify({ ...note, $v: 4 }), 4],
  ["says no number as its version", JSON.stringify({ ...note, $v: "secret words" }), undefined]
]

const errorOf = (run: () => unknown): StoredUnreadable => {
  try {
    run()
  } catch (error) {
    if (error instanceof StoredUnreadable) return error
    throw error
  }
  throw new Error("it was read")
}

describe("a stored document", () => {
  it.each(Object.values(earlier))("is brought up to date when it is read: %s", (text) => {
    expect(storedNote.read(text)).toEqual(note)
  })

  it("of version 1 is stored as it is", () => {
    const first = storedAs<Note>({ table: "first_notes", form })
    expect([first.write(note), first.version]).toEqual([JSON.stringify(note), 1])
    expect(first.read(JSON.stringify(note))).toEqual(note)
  })

  it("keeps fields that need not be there", () => {
    expect(storedNote.read(storedNote.write({ ...note, pinned: true }))).toEqual({ ...note, pinned: true })
  })

  it.each(unreadable)("that %s is refused by table, id and version, without a word of it", (_why, text, version) => {
    const error = errorOf(() => storedNote.read(text, "n1"))
    expect(error).toMatchObject({ name: "StoredUnreadable", table: "kept_notes", id: "n1", version })
    expect(error.message).not.toContain("secret")
    expect(error.message).toContain("kept_notes n1")
  })

  it("may be something else than an object, also in later versions", () => {
    const list = storedAs<ReadonlyArray<number>>({
      table: "kept_lists",
      form: ["list of", "number"],
      upgrades: [(found: string) => found.split(",").map(Number)]
    })
    expect([list.write([1]), list.read(`"1,2"`), list.read(list.write([3]))]).toEqual([
      `{"$v":2,"$value":[1]}`,
      [1, 2],
      [3]
    ])
    expect(errorOf(() => list.read(`{"$v":2,"$value":"1"}`)).version).toBe(2)
  })

  it("that is empty says its version", () => {
    const empty = storedAs<{ readonly any?: string }>({ table: "kept_empty", form: {}, upgrades: [() => ({})] })
    expect([empty.write({}), empty.read(empty.write({}))]).toEqual([`{"$v":2}`, {}])
  })
})

interface Trip {
  readonly driver: { readonly name: string; readonly license: string | null }
  readonly stops: ReadonlyArray<{ readonly place: string }>
  readonly tolls: Readonly<Record<string, number>>
  readonly end: { readonly at: number } | null
  readonly car?: { readonly plate: string; readonly color?: string } | undefined
  readonly payer:
    { readonly kind: "card"; readonly card: string } | { readonly kind: "account"; readonly account: string }
}

const tripForm = {
  driver: { name: "text", license: "text or null" },
  stops: ["list of", { place: "text" }],
  tolls: ["map of", "number"],
  end: ["or null", { at: "number" }],
  car: ["if there", { plate: "text" }],
  payer: [
    "one of",
    [
      { kind: "text", card: "text" },
      { kind: "text", account: "text" }
    ]
  ]
} as const

const storedTrip = storedAs<Trip>({ table: "kept_trips", form: tripForm })

const trip: Trip = {
  driver: { name: "Ada", license: null },
  stops: [{ place: "Here" }],
  tolls: { bridge: 3 },
  end: { at: 1 },
  payer: { kind: "account", account: "1" }
}

const inner: ReadonlyArray<readonly [field: string, document: object]> = [
  ["driver.license", { ...trip, driver: { name: "Ada" } }],
  ["driver", { ...trip, driver: ["Ada"] }],
  ["stops.*.place", { ...trip, stops: [{ place: "Here" }, {}] }],
  ["stops", { ...trip, stops: { place: "Here" } }],
  ["tolls.*", { ...trip, tolls: { bridge: "secret" } }],
  ["tolls", { ...trip, tolls: [3] }],
  ["end.at", { ...trip, end: {} }],
  ["car.plate", { ...trip, car: { color: "red" } }],
  ["car", { ...trip, car: null }],
  ["payer", { ...trip, payer: { kind: "account", account: 1 } }]
]

describe("what is inside a stored document", () => {
  it("may be null or away where its type says so", () => {
    const documents: ReadonlyArray<Trip> = [
      trip,
      { ...trip, stops: [], tolls: {}, end: null, car: { plate: "B" } },
      { ...trip, payer: { kind: "card", card: "2" } }
    ]
    for (const document of documents) expect(storedTrip.read(storedTrip.write(document))).toEqual(document)
  })

  it.each(inner)("that is missing or has another form is named: %s", (field, document) => {
    expect(errorOf(() => storedTrip.read(JSON.stringify(document))).message).toBe(
      `kept_trips (no id), stored at version 1: its field ${field} is missing or has another form`
    )
  })

  it("has to be in the form", () => {
    const declare = (): ReadonlyArray<StoredAs<Trip>> => [
      // @ts-expect-error: the driver's license is missing.
      storedAs<Trip>({ table: "a", form: { ...tripForm, driver: { name: "text" } } }),
      // @ts-expect-error: what is in a stop is missing.
      storedAs<Trip>({ table: "a", form: { ...tripForm, stops: ["list of", "any"] } }),
      // @ts-expect-error: the end may be null.
      storedAs<Trip>({ table: "a", form: { ...tripForm, end: { at: "number" } } }),
      // @ts-expect-error: no payer has a name.
      storedAs<Trip>({ table: "a", form: { ...tripForm, payer: ["one of", [{ kind: "text", name: "text" }]] } }),
      // @ts-expect-error: a car has a plate.
      storedAs<Trip>({ table: "a", form: { ...tripForm, car: ["if there", {}] } })
    ]
    expect(declare).toBeTypeOf("function")
  })
})

it("a form names every field that has to be there", () => {
  const declare = (): ReadonlyArray<StoredAs<Note>> => [
    // @ts-expect-error: `color` is missing.
    storedAs<Note>({ table: "a", form: { id: "text", createdAt: "number", text: "text" } }),
    // @ts-expect-error: `text` is no number.
    storedAs<Note>({ table: "a", form: { ...form, text: "number" } }),
    // @ts-expect-error: `color` may be null.
    storedAs<Note>({ table: "a", form: { ...form, color: "text" } })
  ]
  expect(declare).toBeTypeOf("function")
})

const steps: ReadonlyArray<Migration> = [
  {
    id: 1,
    name: "kept",
    up: (dialect) => [
      ...createOwnedDocuments("kept_notes")(dialect),
      `CREATE TABLE kept_open (
        sequence ${dialect.sequenceKey}, id ${dialect.text} NOT NULL, created_at ${dialect.integer} NOT NULL,
        state ${dialect.text} NOT NULL, version ${dialect.integer} NOT NULL
      )`,
      `CREATE TABLE kept_settings (
        name ${dialect.text} PRIMARY KEY, state ${dialect.text} NOT NULL, version ${dialect.integer} NOT NULL
      )`
    ]
  }
]

const owned = ownedDocumentTable("note", { stored: storedNote })
const storedOpen = storedAs<Note>({ table: "kept_open", form, upgrades })
const open = documentTable<Note, never>(storedOpen, [], () => ({}))
const sealed = documentTable<Note, never>(storedOpen, [], () => ({}), ["text"])
const named = namedDocument(storedAs<Note>({ table: "kept_settings/note", form, upgrades }))

type Read = (store: RegionStore) => Effect.Effect<unknown, StoreUnavailable>

interface Kind {
  readonly kind: string
  readonly put: (text: string) => ReturnType<typeof written>
  /** Each way in which it is read; the document is somewhere in the answer. */
  readonly reads: ReadonlyArray<Read>
}

const putOpen = (text: string) =>
  written(`INSERT INTO kept_open (id, created_at, state, version) VALUES ('n1', 1, ?, 1)`, [text])

const kinds: ReadonlyArray<Kind> = [
  {
    kind: "documents of somebody",
    put: (text) =>
      written(`INSERT INTO kept_notes (id, scope, created_at, state, version) VALUES ('n1', 's', 1, ?, 1)`, [text]),
    reads: [
      (store) => owned.byId(store, "s", "n1"),
      (store) => owned.list(store, { scope: "s", after: undefined, rows: 9 })
    ]
  },
  {
    kind: "documents",
    put: putOpen,
    reads: [(store) => open.byId(store, "n1"), (store) => open.list(store, {}, undefined, 9)]
  },
  {
    kind: "a named document",
    put: (text) => written(`INSERT INTO kept_settings (name, state, version) VALUES ('note', ?, 1)`, [text]),
    reads: [(store) => named.read(store)]
  }
]

const isIn = (found: unknown): boolean =>
  Array.isArray(found)
    ? found.some(isIn)
    : typeof found === "object" &&
      found !== null &&
      (("text" in found && found.text === note.text) || Object.values(found).some(isIn))

const exitsOf = ({ put, reads }: Kind, text: string) =>
  onStore(
    (store) =>
      Effect.gen(function* () {
        yield* store.write([put(text)])
        return yield* Effect.forEach(reads, (read) => Effect.exit(read(store)))
      }),
    { steps }
  )

describe.each(kinds)("a row of $kind", (kind) => {
  it.each(Object.values(earlier))("of an earlier version is read as one of today: %s", async (text) => {
    for (const exit of await exitsOf(kind, text)) expect(Exit.isSuccess(exit) && isIn(exit.value)).toBe(true)
  })

  it("that cannot be read is a defect", async () => {
    for (const exit of await exitsOf(kind, unreadable[2]![1])) {
      expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(StoredUnreadable)
    }
  })
})

it("a document with a sealed part is written at its version and read at any", async () => {
  const found = await onStore(
    (store) =>
      Effect.gen(function* () {
        yield* store.write([sealed.insert(note)])
        const [row] = yield* store.read<{ readonly state: string }>(`SELECT state FROM kept_open`, [])
        const now = yield* sealed.byId(store, "n1")
        const [plain, secret] = row!.state.split("\n")
        yield* store.write([
          written(`DELETE FROM kept_open`),
          putOpen(`{"id":"n1","createdAt":1,"other":1}\n{"words":"secret words "}`)
        ])
        return { plain, secret, now, later: yield* sealed.byId(store, "n1") }
      }),
    { steps }
  )
  expect(JSON.parse(found.plain!)).toEqual({ $v: 3, id: "n1", createdAt: 1, color: null })
  expect(JSON.parse(found.secret!)).toEqual({ id: "n1", text: note.text })
  expect([found.now?.document, found.later?.document]).toEqual([note, { ...note, other: 1 }])
})
