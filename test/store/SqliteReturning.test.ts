import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { makeGroupCommit } from "../../src/store/dialects/GroupCommit.ts"
import { openConnection, writeConnection, writerPragmas } from "../../src/store/dialects/SqlitePrepared.ts"
import { SqliteWriter } from "../../src/store/dialects/SqliteWriter.ts"
import type { Outcome, Runnable } from "../../src/store/dialects/StatementUnit.ts"
import { temporaryFolder } from "./openStore.ts"

const add = (id: string): Runnable => ({ text: `INSERT INTO notes (id) VALUES (?)`, params: [id] })

const marked: Runnable = {
  text: `UPDATE notes SET id = id || ? WHERE id IN ('a', 'b') RETURNING id, bytes`,
  params: ["!"],
  returns: true
}

/** A writer on a file, once its thread is ready. */
const openWriter = async () => {
  const location = join(temporaryFolder(), "a.db")
  const connection = openConnection(location, writerPragmas)
  connection.db.exec(`CREATE TABLE notes (id TEXT PRIMARY KEY, bytes BLOB)`)
  const writer = new SqliteWriter({ connection, group: makeGroupCommit(writeConnection(connection)), location })
  onTestFinished(async () => {
    await writer.close()
    connection.db.close()
  })
  expect(await writer.threaded).toBe(true)
  return (...statements: ReadonlyArray<Runnable>) =>
    new Promise<Outcome>((resolve) => void writer.submit(statements, resolve))
}

describe("a statement that returns rows", () => {
  it("gives them to its unit, also when its group is run again without another one", async () => {
    const write = await openWriter()
    await write(add("a"), add("b"))
    const refused = { ...marked, text: `UPDATE notes SET id = ? WHERE id = 'nobody'`, returns: false, orElse: () => "" }
    const [kept, outcome, other] = await Promise.all([write(add("c")), write(marked), write(add("d"), refused)])
    const rows = [
      { id: "a!", bytes: null },
      { id: "b!", bytes: null }
    ]
    expect(outcome).toEqual({ _tag: "kept", wakes: false, rows })
    expect([kept, other]).toMatchObject([{ _tag: "kept" }, { _tag: "refused", index: 1 }])
  })

  it("gives none where it changed none", async () => {
    const write = await openWriter()
    expect(await write(marked)).toEqual({ _tag: "kept", wakes: false, rows: [] })
  })
})
