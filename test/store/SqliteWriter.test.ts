import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { makeGroupCommit, type Unit } from "../../src/store/dialects/GroupCommit.ts"
import { loneLimits, LoneUnits, type LonePolicy } from "../../src/store/dialects/LoneUnits.ts"
import { openConnection, writeConnection, writerPragmas } from "../../src/store/dialects/SqlitePrepared.ts"
import { SqliteWriter, type WriterParts } from "../../src/store/dialects/SqliteWriter.ts"
import type { Outcome, Runnable } from "../../src/store/dialects/StatementUnit.ts"
import { temporaryFolder } from "./openStore.ts"

const add = (id: string): Runnable => ({ text: `INSERT INTO notes (id) VALUES (?)`, params: [id] })
const rename = (id: string, to: string): Runnable => ({
  text: `UPDATE notes SET id = ? WHERE id = ?`,
  params: [to, id],
  orElse: () => "missing"
})

/** A writer on a file with one table. */
const openWriter = (options: Partial<Pick<WriterParts, "threadFile" | "lone" | "lost">> = {}) => {
  const location = join(temporaryFolder(), "a.db")
  const connection = openConnection(location, writerPragmas)
  connection.db.exec(`CREATE TABLE notes (id TEXT PRIMARY KEY, bytes BLOB)`)
  const group = makeGroupCommit(writeConnection(connection))
  const writer = new SqliteWriter({ connection, group, location, ...options })
  onTestFinished(async () => {
    await writer.close()
    connection.db.close()
  })
  const write = (...statements: ReadonlyArray<Runnable>) =>
    new Promise<Outcome>((resolve) => void writer.submit(statements, resolve))
  const run = (work: () => boolean) =>
    new Promise<unknown>((resolve) =>
      writer.run({
        run: work,
        repeatable: false,
        settled: () => resolve("settled"),
        failed: resolve,
        cancelled: false
      })
    )
  const ids = () =>
    connection.db
      .prepare(`SELECT id FROM notes ORDER BY id`)
      .all()
      .map((row) => row.id)
  return { connection, ids, location, run, write, writer }
}

/** A thread that says it is ready and ends at the first unit. */
const brokenThread = new URL("./brokenThread.ts", import.meta.url)

describe("the writer of a file", () => {
  it("writes on a thread of its own, and answers when it is on disk", async () => {
    const { ids, write, writer } = openWriter()
    expect(await writer.threaded).toBe(true)
    expect(await write(add("a"), add("b"))).toEqual({ _tag: "kept", wakes: false })
    expect(ids()).toEqual(["a", "b"])
  })

  it("tells each unit of a group its own end, and keeps only the good ones", async () => {
    const { ids, write, writer } = openWriter()
    await writer.threaded
    const outcomes = await Promise.all([
      write(add("a")),
      write(add("b"), rename("nobody", "c")),
      write(add("c"), add("c")),
      write({ text: `INSERT INTO nowhere (id) VALUES (?)`, params: ["d"] }),
      write({ ...add("e"), wakes: true })
    ])
    expect(outcomes).toMatchObject([
      { _tag: "kept", wakes: false },
      { _tag: "refused", index: 1 },
      { _tag: "failed", said: { kind: "sqlite", code: 1555, message: expect.stringContaining("notes.id") } },
      { _tag: "failed", said: { message: expect.stringContaining("nowhere") } },
      { _tag: "kept", wakes: true }
    ])
    expect(ids()).toEqual(["a", "e"])
  })

  it("keeps nothing of a unit that comes alone and fails half way", async () => {
    const { ids, write, writer } = openWriter()
    await writer.threaded
    expect(await write(add("a"), rename("nobody", "c"))).toMatchObject({ _tag: "refused", index: 1 })
    expect(await write(add("b"), add("b"))).toMatchObject({ _tag: "failed", said: { code: 1555 } })
    expect(await write(add("c"))).toMatchObject({ _tag: "kept" })
    expect(ids()).toEqual(["c"])
  })

  it("keeps the order of what is sent, also beyond one message and one transaction", async () => {
    const { connection, write, writer } = openWriter()
    await writer.threaded
    connection.db.exec(`CREATE TABLE log (at INTEGER PRIMARY KEY, number INTEGER)`)
    const insert = { text: `INSERT INTO log (number) VALUES (?)` }
    await Promise.all(Array.from({ length: 600 }, (_, number) => write({ ...insert, params: [number] })))
    const numbers = connection.db
      .prepare(`SELECT number FROM log ORDER BY at`)
      .all()
      .map((row) => row.number)
    expect(numbers).toEqual(Array.from({ length: 600 }, (_, number) => number))
  })

  it("passes on every kind of value as it is, a view of a larger buffer too", async () => {
    const { connection, write, writer } = openWriter()
    await writer.threaded
    connection.db.exec(`CREATE TABLE kinds (a TEXT, b INTEGER, c INTEGER, d BLOB, e TEXT)`)
    const bytes = new Uint8Array([9, 1, 2, 9]).subarray(1, 3)
    const text = `INSERT INTO kinds (a, b, c, d, e) VALUES (?, ?, ?, ?, ?)`
    await write({ text, params: ["ä\u0000z", 7, 2n ** 62n, bytes, null] })
    const select = connection.db.prepare(`SELECT * FROM kinds`)
    select.setReadBigInts(true)
    expect(select.get()).toEqual({ a: "ä\u0000z", b: 7n, c: 2n ** 62n, d: new Uint8Array([1, 2]), e: null })
  })

  it("lets others write while it sends long values in pieces", async () => {
    const { connection, ids, write, writer } = openWriter({ lone: { takes: () => true, interrupt() {}, took() {} } })
    await writer.threaded
    const text = "é€😀".repeat(300_000)
    const ended: Array<string> = []
    const ends = (name: string, outcome: Promise<Outcome>) => outcome.then(() => void ended.push(name))
    const bytes = new Uint8Array(600_000).fill(7)
    const note: Runnable = { text: `INSERT INTO notes (id, bytes) VALUES (?, ?)`, params: [text, bytes] }
    const cancelled = vi.fn()
    const long = ends("long", write(add("before"), note, add("after")))
    writer.submit([{ ...note, params: [`${text}.`, bytes] }], cancelled)()
    const second = ends("second long", write({ ...note, params: [text.slice(2), "x".repeat(300_000)] }))
    // Asked for last, and written first.
    await Promise.all([ends("short", write(add("short"))), long, second])
    expect(ended).toEqual(["short", "long", "second long"])
    expect(cancelled).not.toHaveBeenCalled()
    expect(ids()).toEqual(["after", "before", "short", text, text.slice(2)].toSorted())
    const kept = connection.db.prepare(`SELECT bytes FROM notes WHERE id = ?`).get(text)
    expect(kept?.bytes).toEqual(bytes)
  })

  it("leaves what takes long to reach the disk to the thread, also where it comes alone", async () => {
    const takes = vi.fn(() => true)
    const { ids, write, writer } = openWriter({ lone: { takes, interrupt() {}, took() {} } })
    await writer.threaded
    const long = "x".repeat(131_072)
    await write(add(long))
    expect(takes).not.toHaveBeenCalled()
    await write(...Array.from({ length: 65 }, (_, number) => add(`${number}`)))
    expect(takes).not.toHaveBeenCalled()
    await write(add("short"))
    expect(takes).toHaveBeenCalledTimes(1)
    expect(ids()).toHaveLength(67)
  })

  it("sends long values on before it closes, and what comes meanwhile waits for a function in its order", async () => {
    const { ids, run, write, writer } = openWriter()
    await writer.threaded
    const text = "x".repeat(600_000)
    const seen: Array<unknown> = []
    const long = write(add(text))
    const between = run(() => {
      seen.push(ids().length)
      return true
    })
    await Promise.all([long, between])
    expect(seen).toEqual([1])
    const last = write(add(`${text}.`))
    const closed = writer.close()
    expect(await last).toMatchObject({ _tag: "kept" })
    await closed
  })

  it("tells units with long values of a thread that was lost", async () => {
    const { write, writer } = openWriter({ threadFile: brokenThread })
    await writer.threaded
    const long = Array.from({ length: 2 }, (_, number) => write(add(`${number}${"x".repeat(600_000)}`)))
    expect(await Promise.all(long)).toMatchObject([{ _tag: "broken" }, { _tag: "broken" }])
  })

  it("runs a function between what was sent before it and what came after it", async () => {
    const { connection, ids, run, write, writer } = openWriter()
    await writer.threaded
    const seen: Array<unknown> = []
    const before = write(add("a"))
    const between = run(() => {
      seen.push(...ids())
      connection.db.exec(`INSERT INTO notes (id) VALUES ('b')`)
      return true
    })
    const after = write(rename("b", "c"))
    expect(await Promise.all([before, between, after])).toEqual([
      { _tag: "kept", wakes: false },
      "settled",
      { _tag: "kept", wakes: false }
    ])
    expect([seen, ids()]).toEqual([["a"], ["a", "c"]])
  })

  it("goes on after a function whose caller left before its turn", async () => {
    const { ids, write, writer } = openWriter()
    await writer.threaded
    const before = write(add("a"))
    const unit: Unit = {
      run: () => expect.unreachable(),
      repeatable: false,
      settled: () => {},
      failed: () => {},
      cancelled: false
    }
    writer.run(unit)
    unit.cancelled = true
    const after = write(add("b"))
    await Promise.all([before, after])
    expect(ids()).toEqual(["a", "b"])
  })

  it("never starts statements that were taken back in time", async () => {
    const { ids, write, writer } = openWriter()
    await writer.threaded
    writer.submit([add("gone")], () => expect.unreachable())()
    await write(add("a"))
    expect(ids()).toEqual(["a"])
  })

  it("answers what it was given before it closes, and refuses what comes after", async () => {
    const { ids, write, writer } = openWriter()
    await writer.threaded
    const given = write(add("a"))
    const closed = writer.close()
    expect(await given).toMatchObject({ _tag: "kept" })
    await closed
    expect(await write(add("b"))).toMatchObject({ _tag: "broken", said: { kind: "closed" } })
    expect(ids()).toEqual(["a"])
  })
})

describe("a writer that is closed while something is being written", () => {
  it("has written it when it is closed, and does not let the program end before", () => {
    const program = new URL("./closeWhileWriting.ts", import.meta.url).pathname
    const { status, stdout } = spawnSync(process.execPath, [program, join(temporaryFolder(), "a.db")], {
      encoding: "utf8"
    })
    expect([status, stdout]).toEqual([0, "kept\nclosed\n"])
  })
})

describe("units that come one by one", () => {
  /** The program takes every one of them. */
  const always: LonePolicy = { takes: () => true, interrupt: () => {}, took: () => {} }

  it("are committed without the thread, while those that come together go to it", async () => {
    const { ids, write, writer } = openWriter({ lone: always, threadFile: brokenThread })
    await writer.threaded
    expect(await write(add("a"))).toEqual({ _tag: "kept", wakes: false })
    expect(await write({ ...add("b"), wakes: true })).toEqual({ _tag: "kept", wakes: true })
    expect(await Promise.all([write(add("c")), write(add("d"))])).toMatchObject([
      { _tag: "broken", said: { message: expect.stringContaining("told to end") } },
      { _tag: "broken" }
    ])
    expect(ids()).toEqual(["a", "b"])
  })

  it("are alone beside what nobody waits for, which is committed with them", async () => {
    const taken: Array<number> = []
    let interrupted = 0
    const lone: LonePolicy = {
      takes: () => true,
      interrupt: () => void interrupted++,
      took: (milliseconds) => void taken.push(milliseconds)
    }
    const { ids, write, writer } = openWriter({ lone })
    await writer.threaded
    let filled: Outcome | undefined
    writer.submit([add("behind")], (outcome) => void (filled = outcome), { patient: true })
    expect(await write(add("a"))).toMatchObject({ _tag: "kept" })
    expect(filled).toMatchObject({ _tag: "kept" })
    expect([ids(), taken.length, interrupted]).toEqual([["a", "behind"], 1, 0])
    writer.submit([add("refused"), rename("nobody", "c")], (outcome) => void (filled = outcome), { patient: true })
    expect(await write(add("b"))).toMatchObject({ _tag: "kept" })
    expect(filled).toMatchObject({ _tag: "refused" })
    expect(ids()).toEqual(["a", "b", "behind"])
  })

  it("end as they would in the thread", async () => {
    const { ids, run, write, writer } = openWriter({ lone: always })
    await writer.threaded
    expect(await write(add("a"), rename("nobody", "c"))).toEqual({ _tag: "refused", index: 1 })
    expect(await write(add("a"), add("a"))).toMatchObject({ _tag: "failed", said: { kind: "sqlite", code: 1555 } })
    expect(ids()).toEqual([])
    const before = write(add("a"))
    const between = run(() => ids().join() === "a")
    const after = write(rename("a", "b"))
    expect(await Promise.all([before, between, after])).toMatchObject([{ _tag: "kept" }, "settled", { _tag: "kept" }])
    const [given, closed] = [write(add("c")), writer.close()]
    expect(await given).toMatchObject({ _tag: "kept" })
    await closed
    expect(ids()).toEqual(["b", "c"])
  })

  it("keep their place while another program holds the lock, and can be taken back meanwhile", async () => {
    const { ids, location, run, write, writer } = openWriter({ lone: always })
    await writer.threaded
    const other = openConnection(location, "")
    other.db.exec("BEGIN IMMEDIATE")
    const first = write(add("a"))
    await new Promise(setImmediate)
    // Two that come together are the thread's, which must not be faster.
    const others = [write(rename("a", "b")), write(rename("b", "c")), run(() => ids().join() === "c")]
    await new Promise(setImmediate)
    other.db.exec("ROLLBACK")
    expect(await Promise.all([first, ...others])).toMatchObject([
      { _tag: "kept" },
      { _tag: "kept" },
      { _tag: "kept" },
      "settled"
    ])
    other.db.exec("BEGIN IMMEDIATE")
    const takeBack = writer.submit([add("gone")], () => expect.unreachable())
    await new Promise(setImmediate)
    takeBack()
    other.db.exec("ROLLBACK")
    other.db.close()
    await write(add("d"))
    expect(ids()).toEqual(["c", "d"])
  })

  it("are not begun when they were taken back in the same turn", async () => {
    const { ids, write, writer } = openWriter({ lone: always })
    await writer.threaded
    writer.submit([add("gone")], () => expect.unreachable())()
    await new Promise(setImmediate)
    await write(add("a"))
    expect(ids()).toEqual(["a"])
  })

  it("are left to the thread at first, again after units that came together, and for a while on a slow disk", () => {
    const units = new LoneUnits()
    const { after, pause, slowInARow, slowMs } = loneLimits
    const taken = (times: number) => Array.from({ length: times }, () => units.takes()).filter((takes) => takes).length
    expect([taken(after + 2), taken(after + 2)]).toEqual([2, after + 2])
    units.interrupt()
    expect(taken(after + 2)).toBe(2)
    for (let slow = 1; slow < slowInARow; slow++) units.took(slowMs + 1)
    units.took(slowMs)
    expect(units.takes()).toBe(true)
    for (let slow = 1; slow <= slowInARow; slow++) units.took(slowMs + 1)
    units.interrupt()
    expect(taken(pause + after)).toBe(0)
    expect(units.takes()).toBe(true)
  })
})

/** A program that says whether somebody writes to this file. */
const looker = `
  const { parentPort, workerData } = require("node:worker_threads")
  const db = new (require("node:sqlite").DatabaseSync)(workerData, { timeout: 0 })
  try {
    db.exec("BEGIN IMMEDIATE")
    parentPort.postMessage("free")
  } catch {
    parentPort.postMessage("locked")
  }
`

describe("a writer whose thread fails", () => {
  it("waits for whoever writes while the thread starts", async () => {
    const { connection, location, write, writer } = openWriter()
    connection.db.exec("BEGIN IMMEDIATE; CREATE TABLE more (id TEXT PRIMARY KEY)")
    // Begun later than the thread: where this one has met the lock, the thread has as well.
    const later = new Worker(looker, { eval: true, workerData: location })
    expect(await once(later, "message")).toEqual(["locked"])
    connection.db.exec("COMMIT")
    expect(await writer.threaded).toBe(true)
    expect(await write(add("a"))).toMatchObject({ _tag: "kept" })
  })

  it("writes by itself when the thread cannot start", async () => {
    const lost = vi.fn()
    const { ids, write, writer } = openWriter({ threadFile: new URL("./noSuchThread.ts", import.meta.url), lost })
    expect(await writer.threaded).toBe(false)
    expect(lost.mock.calls).toEqual([[expect.stringContaining("noSuchThread.ts")]])
    expect(await write(add("a"))).toMatchObject({ _tag: "kept" })
    expect(ids()).toEqual(["a"])
  })

  it("does not leave anybody waiting when the thread ends, and goes on by itself", async () => {
    const { ids, run, write, writer } = openWriter({ threadFile: brokenThread })
    expect(await writer.threaded).toBe(true)
    const lost = write(add("a"))
    const between = run(() => true)
    const held = write(add("b"))
    expect(await lost).toMatchObject({ _tag: "broken", said: { message: expect.stringContaining("told to end") } })
    expect(await between).toBe("settled")
    expect(await held).toMatchObject({ _tag: "kept" })
    expect(ids()).toEqual(["b"])
  })

  it("is tested with a thread that does end", async () => {
    const worker = new Worker(brokenThread, { workerData: { location: "" } })
    const failed = new Promise((resolve) => worker.once("error", resolve))
    worker.postMessage({ texts: [], units: [] })
    expect(await failed).toMatchObject({ message: "told to end" })
  })
})
