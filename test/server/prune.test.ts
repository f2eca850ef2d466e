import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { createEngine, Store } from "../../src/index.ts"
import { configFromEnv } from "../../src/server/embed.ts"
import { compact, pruneData } from "../../src/server/prune.ts"
import { retentionKinds, retentionTable, retentionVariable } from "../../src/server/retention.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { written } from "../store/written.ts"

const start = Date.parse("2026-01-15T09:30:00Z")
const masterKey = Buffer.alloc(32, 5).toString("base64")

/** An engine on a folder, in which as many events of 4 kB are 500 days old. */
const startWith = async (folder: string, events: number) => {
  const engine = await createEngine({
    plugins: [cards({ mode: "sandbox" })],
    store: sqlite(folder),
    masterKey,
    clock: start,
    log: false
  })
  onTestFinished(() => engine.close())
  const store = await engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
  const write = (text: string) => engine.call(store.write([written(text)]))
  const columns = "INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES"
  const row = (id: string, at: number) => `('${id}', 'cards', 's', 't', 'r', '${"x".repeat(4_000)}', ${at})`
  const rows = Array.from({ length: events }, (_, at) => row(`evt_${at}`, start - 500 * 86_400_000 + at))
  for (let at = 0; at < events; at += 500) await write(`${columns} ${rows.slice(at, at + 500).join(", ")}`)
  await write(`${columns} ${row("evt_new", start)}`)
  return engine
}

const configOf = (folder: string, more: Readonly<Record<string, string>> = {}) =>
  configFromEnv({ BURSAR_DATA: folder, ...more })

const inFile = (folder: string, text: string): number => {
  const database = new DatabaseSync(join(folder, "us-east-1.db"), { readOnly: true })
  try {
    return Number(Object.values(database.prepare(text).get()!)[0])
  } finally {
    database.close()
  }
}

const said = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.runPromise(Effect.map(Effect.flip(effect), (error) => (error as Error).message))

describe("bursar prune", () => {
  it("counts, deletes, and writes the file anew in its smaller size", async () => {
    const folder = temporaryFolder()
    await (await startWith(folder, 600)).close()
    const config = await configOf(folder)
    const rowsOf = async (keep: boolean) =>
      (await Effect.runPromise(pruneData(config, { keep }))).filter(({ rows }) => rows > 0)
    const found = [{ kind: "cards.events", days: 400, rows: 600, region: "us-east-1" }]
    expect(await rowsOf(true)).toEqual(found)
    expect(inFile(folder, "SELECT count(*) FROM events")).toBe(601)
    expect(await rowsOf(false)).toEqual(found)
    expect(inFile(folder, "SELECT count(*) FROM events")).toBe(1)
    expect(inFile(folder, "SELECT count(*) FROM event_index")).toBeLessThanOrEqual(1)
    const [{ after, before, file }] = (await Effect.runPromise(compact(config))) as [
      { file: string; before: number; after: number }
    ]
    expect(file).toBe("us-east-1.db")
    expect(before - after).toBeGreaterThan(600 * 4_000)
    expect(await rowsOf(false)).toEqual([])
  })

  it("takes the periods of the environment, and the time of the data", async () => {
    const folder = temporaryFolder()
    await (await startWith(folder, 3)).close()
    const rowsWith = async (days: string) => {
      const config = await configOf(folder, { BURSAR_RETENTION_CARDS_EVENTS: days })
      return (await Effect.runPromise(pruneData(config, { keep: true }))).find(({ kind }) => kind === "cards.events")
    }
    expect(await rowsWith("600")).toMatchObject({ days: 600, rows: 0 })
    expect(await rowsWith("499")).toMatchObject({ days: 499, rows: 3 })
  })

  it("refuses where a server runs, and says how to ask it", async () => {
    const folder = temporaryFolder()
    await startWith(folder, 1)
    const config = await configOf(folder)
    expect(await said(pruneData(config, { keep: false }))).toContain("POST /admin/prune")
    expect(await said(compact(config))).toContain("a server runs on")
    expect(await said(pruneData(await configOf(temporaryFolder()), { keep: true }))).toContain("holds no data")
    expect(await said(pruneData(await configOf(":memory:"), { keep: true }))).toContain("keeps nothing")
  })

  it("lays a file of an earlier version out for giving back space", async () => {
    const folder = temporaryFolder()
    const earlier = new DatabaseSync(join(folder, "us-east-1.db"))
    earlier.exec("PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL; CREATE TABLE earlier (id INTEGER)")
    earlier.close()
    await (await startWith(folder, 1)).close()
    expect(inFile(folder, "PRAGMA auto_vacuum")).toBe(0)
    await Effect.runPromise(compact(await configOf(folder)))
    expect(inFile(folder, "PRAGMA auto_vacuum")).toBe(2)
  })
})

describe("a data file", () => {
  it("gets smaller by itself when much of it was deleted", async () => {
    const folder = temporaryFolder()
    const engine = await startWith(folder, 4_000)
    const pages = () => inFile(folder, "PRAGMA page_count")
    const before = pages()
    expect(before).toBeGreaterThan(4_000)
    await engine.clock.advance("3 days")
    expect(inFile(folder, "SELECT count(*) FROM events")).toBe(1)
    const free = inFile(folder, "PRAGMA freelist_count")
    expect(pages()).toBeLessThan(before - 1_500)
    // What is left is used again.
    expect(free).toBeGreaterThanOrEqual(2_000)
    expect(free).toBeLessThan(2_500)
  })
})

describe("the settings of retention", () => {
  it("are those that the plugins state, with their days", async () => {
    const folder = temporaryFolder()
    await (await startWith(folder, 1)).close()
    const stated = await Effect.runPromise(pruneData(await configOf(folder), { keep: true }))
    const table = retentionKinds.map((kind) => [kind, retentionTable[kind].days])
    expect(stated.map(({ days, kind }) => [kind, days]).toSorted()).toEqual(table.toSorted())
  })

  it.each(retentionKinds)("%s has the least that the plugin states", async (kind) => {
    const { least } = retentionTable[kind]
    const name = retentionVariable(kind)
    const read = (days: number) => configOf(":memory:", { [name]: String(days) })
    expect((await read(least)).retention).toEqual({ [kind]: least })
    const refusal = await read(least - 1).catch((error: unknown) => (error as Error).message)
    expect(refusal).toContain(`${name} is "${least - 1}" but must be a whole number from ${least} to 400000`)
  })
})
