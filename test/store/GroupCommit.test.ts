import { describe, expect, it } from "vitest"
import {
  GroupClosed,
  makeGroupCommit,
  QueueFull,
  type GroupLimits,
  type Unit,
  type WriteConnection
} from "../../src/store/dialects/GroupCommit.ts"

const limits: GroupLimits = { maxBatch: 4, maxWaiting: 6, lockTimeoutMs: 20, lockPauseMs: 1 }

/** A connection that only writes down what it is asked, and fails where told. */
const scripted = (failing: { begin?: () => unknown; commit?: () => unknown } = {}) => {
  const log: Array<string> = []
  let open = false
  const connection: WriteConnection = {
    begin: () => {
      const error = failing.begin?.()
      if (error !== undefined) throw error
      open = true
      log.push("begin")
    },
    commit: () => {
      const error = failing.commit?.()
      if (error !== undefined) throw error
      open = false
      log.push("commit")
    },
    rollback: () => {
      open = false
      log.push("rollback")
    },
    savepoint: () => void log.push("savepoint"),
    release: () => void log.push("release"),
    rollbackToSavepoint: () => void log.push("rollback to savepoint"),
    isOpen: () => open,
    isBusy: (error) => error instanceof Error && error.message === "busy"
  }
  return { connection, log, end: () => (open = false) }
}

/** A unit whose end can be awaited. */
const unitOf = (run: () => boolean = () => true) => {
  const end = Promise.withResolvers<unknown>()
  const unit: Unit = { run, settled: () => end.resolve("settled"), failed: end.resolve, cancelled: false }
  return { unit, end: end.promise }
}

describe("group commit", () => {
  it("puts units that arrive together into one transaction, each in its own savepoint", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = [unitOf(), unitOf()]
    for (const { unit } of units) group.submit(unit)
    expect(await Promise.all(units.map((one) => one.end))).toEqual(["settled", "settled"])
    expect(log).toEqual(["begin", "savepoint", "release", "savepoint", "release", "commit"])
  })

  it("starts another transaction when more units wait than one may hold", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = Array.from({ length: 6 }, () => unitOf())
    for (const { unit } of units) group.submit(unit)
    await Promise.all(units.map((one) => one.end))
    expect(log.filter((step) => step === "commit")).toHaveLength(2)
  })

  it("rolls back a unit that fails and keeps the others", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const good = unitOf()
    const bad = unitOf(() => false)
    group.submit(bad.unit)
    group.submit(good.unit)
    expect(await good.end).toBe("settled")
    expect(await bad.end).toBe("settled")
    expect(log).toEqual(["begin", "savepoint", "rollback to savepoint", "release", "savepoint", "release", "commit"])
  })

  it("answers nobody with success when COMMIT fails", async () => {
    const full = new Error("disk full")
    const { connection, log } = scripted({ commit: () => full })
    const group = makeGroupCommit(connection, limits)
    const units = [unitOf(), unitOf()]
    for (const { unit } of units) group.submit(unit)
    expect(await Promise.all(units.map((one) => one.end))).toEqual([full, full])
    expect(log.at(-1)).toBe("rollback")
  })

  it("fails the units before one that ended the transaction, and runs those after it in a new one", async () => {
    const { connection, end, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const before = unitOf()
    const breaker = unitOf(() => {
      end()
      return false
    })
    const after = unitOf()
    for (const { unit } of [before, breaker, after]) group.submit(unit)
    expect(await before.end).toBeInstanceOf(Error)
    expect(await breaker.end).toBeInstanceOf(Error)
    expect(await after.end).toBe("settled")
    expect(log).toEqual(["begin", "savepoint", "release", "savepoint", "begin", "savepoint", "release", "commit"])
  })

  it("never runs a unit whose caller went away while it waited", async () => {
    const { connection } = scripted()
    const group = makeGroupCommit(connection, limits)
    let ran = false
    const gone = unitOf(() => (ran = true))
    const stays = unitOf()
    group.submit(gone.unit)
    group.submit(stays.unit)
    gone.unit.cancelled = true
    await stays.end
    expect(ran).toBe(false)
  })

  it("waits for a lock that somebody else holds, and goes on when it is free", async () => {
    let tries = 0
    const { connection, log } = scripted({ begin: () => (++tries < 3 ? new Error("busy") : undefined) })
    const group = makeGroupCommit(connection, limits)
    const one = unitOf()
    group.submit(one.unit)
    expect(await one.end).toBe("settled")
    expect(log).toEqual(["begin", "savepoint", "release", "commit"])
  })

  it("gives up on a lock after its time-out, and works again afterwards", async () => {
    let locked = true
    const { connection } = scripted({ begin: () => (locked ? new Error("busy") : undefined) })
    const group = makeGroupCommit(connection, limits)
    const first = unitOf()
    group.submit(first.unit)
    expect(await first.end).toMatchObject({ message: "busy" })
    locked = false
    const second = unitOf()
    group.submit(second.unit)
    expect(await second.end).toBe("settled")
  })

  it("refuses units beyond its queue", async () => {
    const { connection } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = Array.from({ length: 7 }, () => unitOf())
    for (const { unit } of units) group.submit(unit)
    expect(await units[6]!.end).toBeInstanceOf(QueueFull)
    expect(await units[5]!.end).toBe("settled")
  })

  it("writes what waits when it is closed, and refuses what comes later", async () => {
    const { connection } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = Array.from({ length: 6 }, () => unitOf())
    for (const { unit } of units) group.submit(unit)
    group.close()
    expect(await Promise.all(units.map((one) => one.end))).toEqual(units.map(() => "settled"))
    const late = unitOf()
    group.submit(late.unit)
    expect(await late.end).toBeInstanceOf(GroupClosed)
  })
})
