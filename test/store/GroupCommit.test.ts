import { describe, expect, it } from "vitest"
import {
  GroupClosed,
  makeGroupCommit,
  QueueFull,
  type GroupLimits,
  type Unit,
  type WriteConnection
} from "../../src/store/dialects/GroupCommit.ts"
import { openConnection, writeConnection } from "../../src/store/dialects/SqlitePrepared.ts"
import { statementUnit, type Outcome } from "../../src/store/dialects/StatementUnit.ts"

const limits: GroupLimits = {
  maxBatch: 4,
  maxWaiting: 6,
  lockTimeoutMs: 20,
  lockPauseMs: 1,
  maxHeld: 3,
  heldMs: 60_000
}

/** A connection that only writes down what it is asked, and fails where told. */
const scripted = (failing: { begin?: () => unknown; commit?: () => unknown; rollback?: () => unknown } = {}) => {
  const log: Array<string> = []
  let open = false
  const connection: WriteConnection = {
    begin: (flushes) => {
      const error = failing.begin?.()
      if (error !== undefined) throw error
      open = true
      log.push(flushes ? "begin" : "begin unflushed")
    },
    commit: () => {
      const error = failing.commit?.()
      if (error !== undefined) throw error
      open = false
      log.push("commit")
    },
    rollback: () => {
      const error = failing.rollback?.()
      if (error !== undefined) throw error
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

/** A unit whose end can be awaited, and how often it was told of. */
const unitOf = (run: () => boolean = () => true, repeatable = false) => {
  const end = Promise.withResolvers<unknown>()
  const told: Array<unknown> = []
  const tell = (what: unknown) => {
    told.push(what)
    end.resolve(what)
  }
  const unit: Unit = { run, repeatable, settled: () => tell("settled"), failed: tell, cancelled: false }
  return { unit, end: end.promise, told }
}

/** A unit that does nothing but write. */
const writes = (run?: () => boolean) => unitOf(run, true)

const savepointed = ["savepoint", "release"]

describe("group commit", () => {
  it("puts units that arrive together into one transaction, each in its own savepoint", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = [unitOf(), writes()]
    for (const { unit } of units) group.submit(unit)
    expect(await Promise.all(units.map((one) => one.end))).toEqual(["settled", "settled"])
    expect(log).toEqual(["begin", "savepoint", "release", "savepoint", "release", "commit"])
  })

  it("makes no savepoints for units that can be run again", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = [writes(), writes(), writes()]
    for (const { unit } of units) group.submit(unit)
    expect(await Promise.all(units.map((one) => one.end))).toEqual(["settled", "settled", "settled"])
    expect(log).toEqual(["begin", "commit"])
  })

  it("runs them again, each in its savepoint, when one has to be undone, and tells each once", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const runs: Array<string> = []
    const named = (name: string, keeps = true) =>
      writes(() => {
        runs.push(name)
        return keeps
      })
    const units = [named("a"), named("bad", false), named("c")]
    for (const { unit } of units) group.submit(unit)
    await Promise.all(units.map((one) => one.end))
    const undone = ["savepoint", "rollback to savepoint", "release"]
    expect(log).toEqual(["begin", "rollback", "begin", ...savepointed, ...undone, ...savepointed, "commit"])
    expect(runs).toEqual(["a", "bad", "a", "bad", "c"])
    expect(units.map(({ told }) => told)).toEqual([["settled"], ["settled"], ["settled"]])
  })

  it("runs them again when one throws", async () => {
    const { connection } = scripted()
    const group = makeGroupCommit(connection, limits)
    let throws = true
    const bad = writes(() => {
      if (throws) throw new Error("not told")
      return true
    })
    const good = writes(() => {
      throws = false
      return true
    })
    for (const { unit } of [good, bad]) group.submit(unit)
    expect(await Promise.all([good.end, bad.end])).toEqual(["settled", "settled"])
  })

  it("makes savepoints for a while after that", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const pair = async (keeps: boolean) => {
      log.length = 0
      const units = [writes(() => keeps), writes()]
      for (const { unit } of units) group.submit(unit)
      await Promise.all(units.map((one) => one.end))
      return log.filter((step) => step === "savepoint").length
    }
    expect(await pair(false)).toBe(2)
    expect(await pair(true)).toBe(0)
  })

  it("keeps units for later when the lock is taken between the two runs", async () => {
    let begins = 0
    const { connection, log } = scripted({ begin: () => (++begins === 2 ? new Error("busy") : undefined) })
    const group = makeGroupCommit(connection, limits)
    const units = [writes(() => false), writes()]
    for (const { unit } of units) group.submit(unit)
    await Promise.all(units.map((one) => one.end))
    expect(log.slice(0, 3)).toEqual(["begin", "rollback", "begin"])
    expect(log.at(-1)).toBe("commit")
    expect(units.map(({ told }) => told)).toEqual([["settled"], ["settled"]])
  })

  it("fails all when a rollback fails", async () => {
    const broken = new Error("disk gone")
    const { connection } = scripted({ rollback: () => broken })
    const group = makeGroupCommit(connection, limits)
    const units = [writes(() => false), writes()]
    for (const { unit } of units) group.submit(unit)
    expect(await Promise.all(units.map((one) => one.end))).toEqual([broken, broken])
    const alone = unitOf(() => false)
    group.submit(alone.unit)
    expect(await alone.end).toBe(broken)
  })

  it("gives a unit that comes alone the whole transaction", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const kept = unitOf()
    group.submit(kept.unit)
    expect(await kept.end).toBe("settled")
    expect(log).toEqual(["begin", "commit"])
    const undone = unitOf(() => false)
    group.submit(undone.unit)
    expect(await undone.end).toBe("settled")
    expect(log.slice(2)).toEqual(["begin", "rollback"])
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

  it("refuses nothing because of a unit that is not kept", async () => {
    const sqlite = openConnection(":memory:", "CREATE TABLE notes (id TEXT); INSERT INTO notes VALUES ('a')")
    const { connection } = scripted({ commit: () => new Error("full") })
    const group = makeGroupCommit({ ...writeConnection(sqlite), commit: connection.commit })
    const rename = { text: `UPDATE notes SET id = 'b' WHERE id = 'a'`, params: [], orElse: "missing" }
    const ended = () => new Promise<Outcome>((resolve) => group.submit(statementUnit(sqlite, [rename], resolve)))
    const notKept = { _tag: "broken", said: { message: "full" } }
    expect(await Promise.all([ended(), ended()])).toMatchObject([notKept, notKept])
    sqlite.db.close()
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
    expect(log).toEqual(["begin", "savepoint", "release", "savepoint", "begin", "commit"])
  })

  it("does not believe a unit that comes alone and ended the transaction", async () => {
    const { connection, end, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const breaker = unitOf(() => {
      end()
      return true
    })
    group.submit(breaker.unit)
    expect(await breaker.end).toBeInstanceOf(Error)
    expect(log).toEqual(["begin"])
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
    expect(log).toEqual(["begin", "commit"])
  })

  it("gives up on a lock after its time-out, and works again afterwards", async () => {
    let locked = true
    const { connection } = scripted({ begin: () => (locked ? new Error("busy") : undefined) })
    const group = makeGroupCommit(connection, limits)
    const units = Array.from({ length: limits.maxBatch + 1 }, () => unitOf())
    for (const { unit } of units) group.submit(unit)
    expect(await units[0]!.end).toMatchObject({ message: "busy" })
    // Who is in no batch yet has waited as long.
    expect(units.at(-1)!.told).toEqual([expect.objectContaining({ message: "busy" })])
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

describe("a transaction that is held", () => {
  const undone = ["savepoint", "rollback to savepoint", "release"]

  it("takes in one unit after the other at once, without waiting for the disk, up to its bound", () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    const units = [writes(), unitOf(() => false), writes()]
    const over: Array<string> = []
    for (const { told, unit } of units) {
      expect(over).toEqual([])
      expect(group.hold(unit, () => over.push("over"))).toBe(true)
      expect(told).toEqual(["settled"])
    }
    expect(log).toEqual(["begin unflushed", ...savepointed, ...undone, ...savepointed, "commit"])
    expect(over).toEqual(["over", "over", "over"])
    expect(group.isHolding()).toBe(false)
  })

  it("ends before any other unit, and takes in none while others wait", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, limits)
    group.hold(writes().unit)
    const other = writes()
    group.submit(other.unit)
    expect(group.hold(writes().unit)).toBe(false)
    await other.end
    expect(log).toEqual(["begin unflushed", ...savepointed, "commit", "begin", "commit"])
  })

  it("ends after a time, when it is asked to, and when the store is closed", async () => {
    const { connection, log } = scripted()
    const group = makeGroupCommit(connection, { ...limits, heldMs: 1 })
    await new Promise<void>((over) => void group.hold(writes().unit, over))
    group.hold(writes().unit)
    group.endHeld()
    group.endHeld()
    group.hold(writes().unit)
    group.close()
    expect(log).toEqual(Array.from({ length: 3 }, () => ["begin unflushed", ...savepointed, "commit"]).flat())
    expect(group.hold(writes().unit)).toBe(false)
  })

  it("is undone when its commit fails, which the next unit hears, or whoever asks", () => {
    const full = new Error("disk full")
    let fails = true
    const { connection, log } = scripted({ commit: () => (fails ? full : undefined) })
    const group = makeGroupCommit(connection, limits)
    group.hold(writes().unit)
    group.endHeld()
    const [next, after] = [writes(), writes()]
    group.hold(next.unit)
    expect(next.told).toEqual([full])
    group.hold(after.unit)
    expect(after.told).toEqual(["settled"])
    expect(group.takeLoss()).toBe(full)
    fails = false
    expect(group.takeLoss()).toBeUndefined()
    const lost = ["begin unflushed", ...savepointed, "rollback"]
    expect(log).toEqual([...lost, ...lost])
  })

  it("fails the unit that fills it when its commit fails then, and the one in which the database ended it", () => {
    const full = new Error("disk full")
    const { connection, end, log } = scripted({ commit: () => full })
    const group = makeGroupCommit(connection, limits)
    const units = [writes(), writes(), writes()]
    for (const { unit } of units) group.hold(unit)
    expect(units.map(({ told }) => told)).toEqual([["settled"], ["settled"], [full]])
    const ending = writes(() => (end(), true))
    group.hold(ending.unit)
    expect(ending.told).toEqual([new Error("The database ended the transaction")])
    expect(group.isHolding()).toBe(false)
    expect(group.takeLoss()).toBeUndefined()
    expect(log.filter((line) => line === "rollback")).toHaveLength(1)
  })

  it("is left to the queue while somebody else has the lock", async () => {
    let busy = true
    const { connection, log } = scripted({ begin: () => (busy ? new Error("busy") : undefined) })
    const group = makeGroupCommit(connection, limits)
    expect(group.hold(writes().unit)).toBe(false)
    busy = false
    expect(log).toEqual([])
  })
})
