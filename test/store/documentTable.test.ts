/** Tables of documents: kept, changed at their version, found by a column, listed; and documents by name. */
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { definePlugin, documentTable, namedDocument, Store, storedAs } from "../../src/plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"

interface Note {
  readonly id: string
  readonly color: string
  readonly text: string
  readonly createdAt: number
}

const storedNote = storedAs<Note>({
  table: "noted_notes",
  form: { id: "text", color: "text", text: "text", createdAt: "number" }
})
const notes = documentTable<Note, "color">(storedNote, ["color"], ({ color }) => ({ color }))
const named = namedDocument(storedAs<ReadonlyArray<string>>({ table: "noted_named/one", form: ["list of", "text"] }))

const start = async () => {
  const engine = await TestEngine.make({
    plugins: [
      definePlugin({
        id: "noted",
        migrations: [
          {
            id: 1,
            name: "notes",
            up: ({ clustered, integer, sequenceKey, text }) => [
              `CREATE TABLE noted_notes (sequence ${sequenceKey}, id ${text} NOT NULL, color ${text} NOT NULL,
                created_at ${integer} NOT NULL, state ${text} NOT NULL, version ${integer} NOT NULL)`,
              `CREATE UNIQUE INDEX noted_notes_id ON noted_notes (id)`,
              `CREATE TABLE noted_named (name ${text} PRIMARY KEY, state ${text} NOT NULL, version ${integer} NOT NULL)${clustered}`
            ]
          }
        ]
      })
    ]
  })
  onTestFinished(() => engine.close())
  const store = await engine.call(Effect.flatMap(Store, (all) => all.region(all.home)))
  return { engine, store }
}

const note = (id: string, color: string, createdAt: number): Note => ({ id, color, createdAt, text: `text of ${id}` })

describe("a table of documents", () => {
  it("keeps a document and changes it once per version", async () => {
    const { engine, store } = await start()
    await engine.call(store.write<never>([notes.insert(note("n1", "red", 1))]))
    const found = await engine.call(notes.byId(store, "n1"))
    expect(found).toEqual({ document: note("n1", "red", 1), version: 1 })
    await engine.call(store.write([notes.update({ ...found!.document, color: "blue" }, 1)]))
    expect((await engine.call(notes.byColumn(store, "color", "blue")))?.version).toBe(2)
    await expect(engine.call(store.write([notes.update(found!.document, 1)]))).rejects.toMatchObject({
      _tag: "VersionConflict"
    })
    expect(await engine.call(notes.byId(store, "n2"))).toBeUndefined()
  })

  it("names no column in an update that never changes", () => {
    const fixed = documentTable<Note, "color">(storedNote, ["color"], ({ color }) => ({ color }), [], ["color"])
    const namedIn = (table: typeof notes) => {
      const { statement } = table.update(note("n1", "red", 1), 1)
      return statement.kind === "update" ? statement.set.map(({ column }) => column) : []
    }
    expect(namedIn(notes)).toEqual(["color", "state", "version"])
    expect(namedIn(fixed)).toEqual(["state", "version"])
  })

  it("lists the newest first, narrowed, from a position on", async () => {
    const { engine, store } = await start()
    const rows = [note("n1", "red", 1), note("n2", "blue", 2), note("n3", "red", 2), note("n4", "red", 3)]
    for (const row of rows) await engine.call(store.write<never>([notes.insert(row)]))
    const ids = async (...of: [Parameters<typeof notes.list>[1], Parameters<typeof notes.list>[2], number]) =>
      (await engine.call(notes.list(store, ...of))).map(({ id }) => id)
    expect(await ids({}, undefined, 10)).toEqual(["n4", "n3", "n2", "n1"])
    expect(await ids({ color: "red" }, undefined, 2)).toEqual(["n4", "n3"])
    expect(await ids({ color: "red" }, { createdAt: 2, sequence: 3 }, 10)).toEqual(["n1"])
  })
})

describe("documents by name", () => {
  it("are kept whatever stood there", async () => {
    const { engine, store } = await start()
    expect(await engine.call(named.read(store))).toBeUndefined()
    await engine.call(store.write<never>([named.keep(["a"])]))
    await engine.call(store.write<never>([named.keep(["b"])]))
    expect(await engine.call(named.read(store))).toEqual(["b"])
  })
})
