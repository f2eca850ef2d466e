/**
 * Group commit: units of work that arrive together share one transaction and one flush to disk, and none is undone with
 * another. A caller is answered only after the COMMIT that holds its unit. Savepoints are made where a unit may have to be
 * undone alone (decision 0026). It knows nothing of SQL clients or Effects.
 */

/** The three things asked of the write connection, which belongs to one group alone. */
export interface WriteConnection {
  /** `flushes`: whether the commit waits for the disk. */
  readonly begin: (flushes: boolean) => void
  readonly commit: () => void
  readonly rollback: () => void
  readonly savepoint: () => void
  readonly release: () => void
  readonly rollbackToSavepoint: () => void
  /** Whether a transaction is open: some failures (a full disk) end it on their own. */
  readonly isOpen: () => boolean
  /** Whether the error means that somebody else holds the write lock for now. */
  readonly isBusy: (error: unknown) => boolean
}

/** A unit of work waiting for its turn. */
export interface Unit {
  /** Runs inside the transaction, synchronously. `false` rolls back this unit alone; it must not throw. */
  readonly run: () => boolean
  /** Whether `run` may be called again after a rollback: it does nothing but write. */
  readonly repeatable: boolean
  /** The unit is on disk, or it asked to be rolled back and was. */
  readonly settled: () => void
  /** Nothing of the unit was kept. */
  readonly failed: (error: unknown) => void
  /** Set by a caller that went away: a unit that has not started never does. */
  cancelled: boolean
}

export interface GroupLimits {
  /** Units in one transaction. 256, our choice: it bounds how long the event loop is held by one flush. */
  readonly maxBatch: number
  /** Units that may wait. Beyond it callers are told to come back (503). */
  readonly maxWaiting: number
  /** How long the write lock of another process is waited for, in milliseconds. */
  readonly lockTimeoutMs: number
  /** Pause between two tries to take the lock, in milliseconds. */
  readonly lockPauseMs: number
  /** Units that an open transaction takes in one after the other. 256, our choice, as for those that come together. */
  readonly maxHeld: number
  /** How long a transaction stays open for more units, in milliseconds. Our choice: nobody waits for the lock for long. */
  readonly heldMs: number
}

/** Our choice; the lock is only ever held by another tool, such as a backup. */
export const defaultLimits: GroupLimits = {
  maxBatch: 256,
  maxWaiting: 10_000,
  lockTimeoutMs: 5_000,
  lockPauseMs: 10,
  maxHeld: 256,
  heldMs: 10
}

/** Raised to callers when the queue is full. */
export class QueueFull extends Error {
  override readonly name = "QueueFull"
}

/** Raised to callers when the group was closed before their unit ran. */
export class GroupClosed extends Error {
  override readonly name = "GroupClosed"
}

export interface GroupCommit {
  readonly submit: (unit: Unit) => void
  /** Runs units at once, without waiting for others to join them, unless others wait already. */
  readonly runNow: (units: ReadonlyArray<Unit>) => void
  /**
   * Runs a unit at once and settles it, in a transaction that stays open for the next one and does not wait for the disk.
   * The transaction ends after `maxHeld` units or `heldMs`, and before any other unit; `over` is called then. If its commit
   * fails, nothing of it was kept, and the next unit fails with that. Does nothing and returns `false` where others wait.
   */
  readonly hold: (unit: Unit, over?: () => void) => boolean
  readonly isHolding: () => boolean
  /** Commits what is held. */
  readonly endHeld: () => void
  /** Commits what is held. Returns why a transaction that was held was not kept, once. */
  readonly takeLoss: () => unknown
  /** Runs what waits, then refuses everything. */
  readonly close: () => void
}

export const makeGroupCommit = (connection: WriteConnection, limits: GroupLimits = defaultLimits): GroupCommit => {
  const queue = new UnitQueue(connection, limits)
  return {
    submit: (unit) => queue.submit(unit),
    runNow: (units) => queue.runNow(units),
    hold: (unit, over) => queue.hold(unit, over),
    isHolding: () => queue.isHolding,
    endHeld: () => queue.endHeld(),
    takeLoss: () => queue.takeLoss(),
    close: () => queue.close()
  }
}

/** Whether all of them are to be kept. Those after one that is not are not run. */
const runAll = (batch: ReadonlyArray<Unit>): boolean => {
  try {
    return batch.every((unit) => unit.run())
  } catch {
    return false
  }
}

/** A transaction that stays open. */
interface Held {
  units: number
  readonly overs: Array<() => void>
  readonly timer: NodeJS.Timeout
}

class UnitQueue {
  readonly #connection: WriteConnection
  readonly #limits: GroupLimits
  #waiting: ReadonlyArray<Unit> = []
  #arrived: Array<Unit> = []
  #scheduled = false
  #closed = false
  #lockWaitedMs = 0
  #held: Held | undefined
  /** Why the last transaction that was held was not kept, until somebody is answered with it. */
  #loss: unknown

  constructor(connection: WriteConnection, limits: GroupLimits) {
    this.#connection = connection
    this.#limits = limits
  }

  get #length(): number {
    return this.#waiting.length + this.#arrived.length
  }

  submit(unit: Unit): void {
    if (this.#accept(unit)) this.#schedule()
  }

  runNow(units: ReadonlyArray<Unit>): void {
    const accepted = units.filter((unit) => this.#accept(unit))
    if (accepted.length > 0 && !this.#scheduled) this.#flush()
  }

  get isHolding(): boolean {
    return this.#held !== undefined
  }

  hold(unit: Unit, over?: () => void): boolean {
    if (this.#closed || this.#length > 0) return false
    if (this.#loss === undefined) return this.#runHeld(unit, over)
    over?.()
    unit.failed(this.takeLoss())
    return true
  }

  endHeld(): void {
    this.#loss = this.#commitHeld() ?? this.#loss
  }

  takeLoss(): unknown {
    this.endHeld()
    const loss = this.#loss
    this.#loss = undefined
    return loss
  }

  #runHeld(unit: Unit, over: (() => void) | undefined): boolean {
    const held = this.#held ?? this.#beginHeld()
    if (held === undefined) return false
    if (over !== undefined) held.overs.push(over)
    held.units++
    const broken = this.#runUnit(unit)
    if (broken !== undefined) {
      this.#rollBack()
      this.#over(held)
      unit.failed(broken)
      return true
    }
    const loss = held.units < this.#limits.maxHeld ? undefined : this.#commitHeld()
    if (loss === undefined) unit.settled()
    else unit.failed(loss)
    return true
  }

  #beginHeld(): Held | undefined {
    try {
      this.#connection.begin(false)
    } catch {
      // Whoever queues it then waits for the lock, or hears what is wrong.
      return undefined
    }
    this.#held = { units: 0, overs: [], timer: setTimeout(() => this.endHeld(), this.#limits.heldMs) }
    return this.#held
  }

  /** Commits what is held. Returns why it was not kept, if it was not. */
  #commitHeld(): unknown {
    const held = this.#held
    if (held === undefined) return undefined
    try {
      this.#connection.commit()
      return undefined
    } catch (error) {
      this.#rollBack()
      return error
    } finally {
      this.#over(held)
    }
  }

  #over(held: Held): void {
    this.#held = undefined
    clearTimeout(held.timer)
    for (const over of held.overs) over()
  }

  #accept(unit: Unit): boolean {
    const refusal = this.#closed
      ? new GroupClosed("The store is closed")
      : this.#length >= this.#limits.maxWaiting
        ? new QueueFull("Too many units of work wait")
        : undefined
    if (refusal === undefined) this.#arrived.push(unit)
    else unit.failed(refusal)
    return refusal === undefined
  }

  close(): void {
    this.endHeld()
    this.#closed = true
    for (let before = Number.POSITIVE_INFINITY; this.#length > 0 && this.#length < before;) {
      before = this.#length
      this.#flush()
    }
    const left = this.#take(this.#length)
    for (const unit of left) unit.failed(new GroupClosed("The store is closed"))
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#flush())
  }

  /** The oldest units, at most so many. Those put back after a failure come before those that arrived since. */
  #take(count: number): ReadonlyArray<Unit> {
    const all = this.#waiting.length === 0 ? this.#arrived : [...this.#waiting, ...this.#arrived]
    this.#arrived = []
    this.#waiting = all.slice(count)
    return all.length <= count ? all : all.slice(0, count)
  }

  #putBack(units: ReadonlyArray<Unit>): void {
    if (units.length > 0) this.#waiting = [...units, ...this.#waiting]
  }

  #flush(): void {
    this.#scheduled = false
    this.endHeld()
    const batch = this.#take(this.#limits.maxBatch).filter((unit) => !unit.cancelled)
    if (batch.length > 0 && this.#begin(batch)) this.#runBatch(batch)
    if (this.#length > 0) this.#schedule()
  }

  #begin(batch: ReadonlyArray<Unit>): boolean {
    try {
      this.#connection.begin(true)
      this.#lockWaitedMs = 0
      return true
    } catch (error) {
      const mayWait = this.#lockWaitedMs < this.#limits.lockTimeoutMs && !this.#closed
      if (this.#connection.isBusy(error) && mayWait) this.#waitForLock(batch)
      else {
        this.#lockWaitedMs = 0
        // Also those behind them: each batch would wait in its turn for a lock that is held for long.
        for (const unit of [...batch, ...this.#take(this.#length)]) unit.failed(error)
      }
      return false
    }
  }

  #waitForLock(batch: ReadonlyArray<Unit>): void {
    this.#lockWaitedMs += this.#limits.lockPauseMs
    this.#putBack(batch)
    this.#scheduled = true
    setTimeout(() => this.#flush(), this.#limits.lockPauseMs)
  }

  #runBatch(batch: ReadonlyArray<Unit>): void {
    if (batch.length === 1) return this.#runAlone(batch[0]!)
    if (batch.every(({ repeatable }) => repeatable)) return this.#runTogether(batch)
    this.#runEach(batch)
  }

  /** A unit that has the transaction to itself: what undoes it is the rollback. */
  #runAlone(unit: Unit): void {
    try {
      const kept = unit.run()
      if (!this.#connection.isOpen()) throw new Error("The database ended the transaction")
      if (kept) this.#connection.commit()
      else this.#connection.rollback()
    } catch (error) {
      return this.#abandon([unit], error)
    }
    unit.settled()
  }

  /** Runs all in the hope that none has to be undone; otherwise, all again, each in its savepoint. */
  #runTogether(batch: ReadonlyArray<Unit>): void {
    if (runAll(batch)) return this.#finish(batch)
    try {
      if (this.#connection.isOpen()) this.#connection.rollback()
    } catch (error) {
      return this.#abandon(batch, error)
    }
    if (this.#begin(batch)) this.#runEach(batch)
  }

  #runEach(batch: ReadonlyArray<Unit>): void {
    const done: Array<Unit> = []
    for (const unit of batch) {
      done.push(unit)
      const broken = this.#runUnit(unit)
      if (broken === undefined) continue
      this.#abandon(done, broken)
      this.#putBack(batch.slice(done.length))
      return
    }
    this.#finish(done)
  }

  /** Runs one unit in its savepoint. Answers what ended the transaction, if anything did. */
  #runUnit(unit: Unit): unknown {
    try {
      this.#connection.savepoint()
      const kept = unit.run()
      if (!this.#connection.isOpen()) return new Error("The database ended the transaction")
      if (!kept) this.#connection.rollbackToSavepoint()
      this.#connection.release()
      return undefined
    } catch (error) {
      return error
    }
  }

  #finish(done: ReadonlyArray<Unit>): void {
    try {
      this.#connection.commit()
    } catch (error) {
      return this.#abandon(done, error)
    }
    for (const unit of done) unit.settled()
  }

  #abandon(units: ReadonlyArray<Unit>, error: unknown): void {
    this.#rollBack()
    for (const unit of units) unit.failed(error)
  }
  #rollBack(): void {
    try {
      if (this.#connection.isOpen()) this.#connection.rollback()
    } catch {
      // The transaction is gone either way; the first error is the one that explains it.
    }
  }
}
