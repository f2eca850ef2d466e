/** Data folders that earlier commits wrote, or another version of a plugin, opened by the code of today. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import type { Dialect } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { everyDocumentIsRead, keyAnswersAgain, lifeGoesOn, openOn, sentTo } from "./earlierData.ts"
import { addNote, noteIds, notes, onStore, temporaryFolder } from "./openStore.ts"
import { unpacked } from "./unpacked.ts"

const open = (name: string) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, "us-east-1.db"), unpacked(`${name}.db`))
  return openOn(sqlite(folder))
}

describe.each(["2026-11-23", "2026-11-23-b", "2026-11-24"])("the data folder of %s", (name) => {
  const sent = sentTo(name)

  it("has only documents that can be read, of nearly every kind", async () => {
    await using engine = await open(name)
    await everyDocumentIsRead(engine, name)
  })

  it("answers under its keys with the same bytes", async () => {
    await using engine = await open(name)
    expect(sent.length).toBeGreaterThan(2)
    for (const one of sent) await keyAnswersAgain(engine, one)
  })

  it("goes on: money moves, webhooks are signed, and months pass", async () => {
    await using engine = await open(name)
    await lifeGoesOn(engine, sent[0]!)
  })
})

it("refuses a migration that was changed after it had run, and not one that is broken into other lines", async () => {
  const folder = temporaryFolder()
  const changedBy = (change: (statement: string) => string) => [
    { ...notes, up: (dialect: Dialect) => notes.up(dialect).map(change) }
  ]
  const changed = changedBy((statement) => statement.replace("version", "more TEXT, version"))
  await onStore((store) => store.write([addNote("a")]), { folder })
  const detail = expect.stringMatching(/^migration 1, "notes", of "notes" was changed after it had run here/)
  await expect(onStore(noteIds, { folder, steps: changed })).rejects.toMatchObject({
    reason: "migration_failed",
    detail
  })
  const inLines = changedBy((statement) => statement.replaceAll(", ", ",\n  "))
  expect(await onStore(noteIds, { folder, steps: inLines })).toEqual(["a"])
  // As data were left by a version that kept no digests.
  const database = new DatabaseSync(join(folder, "us-east-1.db"))
  database.exec("DELETE FROM bursar_migrations WHERE owner LIKE '% digest'")
  database.close()
  expect(await onStore(noteIds, { folder })).toEqual(["a"])
  await expect(onStore(noteIds, { folder, steps: changed })).rejects.toMatchObject({
    reason: "migration_failed",
    detail
  })
})
