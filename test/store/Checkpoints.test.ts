import { statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { canTell, checkpointAfterAnswers, checkpointPages } from "../../src/store/dialects/Checkpoints.ts"
import { makeGroupCommit } from "../../src/store/dialects/GroupCommit.ts"
import {
  openConnection,
  readerPragmas,
  writeConnection,
  writerPragmas
} from "../../src/store/dialects/SqlitePrepared.ts"
import { SqliteWriter } from "../../src/store/dialects/SqliteWriter.ts"
import type { Outcome } from "../../src/store/dialects/StatementUnit.ts"
import { temporaryFolder } from "./openStore.ts"

/** A row that fills a page and a little more. */
const insert = { text: `INSERT INTO pages (bytes) VALUES (zeroblob(5000))`, params: [] }

const open = () => {
  const location = join(temporaryFolder(), "a.db")
  const connection = openConnection(location, writerPragmas)
  connection.db.exec(`CREATE TABLE pages (bytes BLOB)`)
  let isOpen = true
  const close = () => {
    if (isOpen) connection.db.close()
    isOpen = false
  }
  onTestFinished(close)
  /** Pages in the WAL that are not in the database. */
  const behind = () => {
    const { checkpointed, log } = connection.db.prepare(`PRAGMA wal_checkpoint(NOOP)`).get()!
    return Number(log) - Number(checkpointed)
  }
  const fill = (pages: number) => {
    while (behind() < pages) connection.db.exec(insert.text)
  }
  return { behind, close, connection, fill, location }
}

describe("checkpoints after answers", () => {
  it("are made when there is enough to do, and not before", () => {
    const { behind, connection, fill } = open()
    const checkpoint = checkpointAfterAnswers(connection)
    fill(checkpointPages.answered - 10)
    checkpoint()
    expect(behind()).toBeGreaterThanOrEqual(checkpointPages.answered - 10)
    fill(checkpointPages.answered)
    checkpoint()
    expect(behind()).toBe(0)
  })

  it("leave commits to make one when they cannot keep up", () => {
    const { behind, connection, fill } = open()
    checkpointAfterAnswers(connection)
    fill(checkpointPages.thread - 10)
    for (let page = 0; page < 10; page++) connection.db.exec(insert.text)
    expect(behind()).toBeLessThan(100)
  })

  it("give back the space of a log that had grown beside a long reader, such as a backup", () => {
    const { connection, location } = open()
    const megabytes = () => statSync(`${location}-wal`).size / 1_000_000
    const reader = openConnection(location, readerPragmas)
    reader.db.exec("BEGIN")
    reader.rows("SELECT count(*) FROM pages", [])
    connection.db.exec("INSERT INTO pages (bytes) VALUES (zeroblob(40000000))")
    expect(megabytes()).toBeGreaterThan(40)
    reader.db.close()
    for (let commit = 0; commit < 3; commit++) connection.db.exec(insert.text)
    expect(megabytes()).toBeLessThan(34)
  })

  it("harm nobody when they fail", () => {
    const { close, connection, fill } = open()
    const checkpoint = checkpointAfterAnswers(connection)
    fill(checkpointPages.answered)
    close()
    expect(checkpoint).not.toThrow()
  })

  it("need an SQLite that can say how long the WAL is", () => {
    expect(["3.50.4", "3.51.0", "3.9.2", "4.0.0"].map(canTell)).toEqual([false, true, false, true])
  })

  it("are made by the writer's thread, beside a program that leaves them to it", async () => {
    const { behind, connection, location } = open()
    const group = makeGroupCommit(writeConnection(connection))
    const writer = new SqliteWriter({ connection, group, location })
    onTestFinished(() => writer.close())
    await writer.threaded
    const write = (rows: number) =>
      new Promise<Outcome>(
        (resolve) =>
          void writer.submit(
            Array.from({ length: rows }, () => insert),
            resolve
          )
      )
    await write(checkpointPages.answered)
    // The thread does one thing after the other: this is answered after the checkpoint.
    await write(1)
    expect(behind()).toBeLessThan(100)
  })
})
