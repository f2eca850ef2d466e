/**
 * Group commit: units of work that arrive together share one transaction and one flush to disk, each in its own
 * savepoint. A caller is answered only after the COMMIT that holds its unit. It knows nothing of SQL clients or Effects.
 */

/** The three things asked of the write connection, which belongs to one group alone. */
export interface WriteConnection {
  readonly begin: () => void
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
  /** The unit is on disk, or it asked to be rolled back and was. */
  readonly settled: () => void
  /** Nothing of the unit was kept. */
  readonly failed: (error: unknown) => void
  /** Set by a caller that went away: a unit that has not started never does. */
  cancelled: boolean
}

/** Bounds of a group. */
export interface GroupLimits {
  /** Units in one transaction. 256: past 64 the flush to disk is no longer the largest cost (bench create). */
  readonly maxBatch: number
  /** Units that may wait. Beyond it callers are told to come back (503). */
  readonly maxWaiting: number
  /** How long the write lock of another process is waited for, in milliseconds. */
  readonly lockTimeoutMs: number
  /** Pause between two tries to take the lock, in milliseconds. */
  readonly lockPauseMs: number
}

/** Our choice; the lock is only ever held by another tool, such as a backup. */
export const defaultLimits: GroupLimits = { maxBatch: 256, maxWaiting: 10_000, lockTimeoutMs: 5_000, lockPauseMs: 10 }

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
  /** Runs what waits, then refuses everything. */
  readonly close: () => void
}

/** Makes the queue of one write connection. */
export const makeGroupCommit = (connection: WriteConnection, limits: GroupLimits = defaultLimits): GroupCommit => {
  let waiting: Array<Unit> = []
  let scheduled = false
  let closed = false
  let lockWaitedMs = 0

  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  const begin = (batch: ReadonlyArray<Unit>): boolean => {
    try {
      connection.begin()
      lockWaitedMs = 0
      return true
    } catch (error) {
      if (connection.isBusy(error) && lockWaitedMs < limits.lockTimeoutMs && !closed) {
        lockWaitedMs += limits.lockPauseMs
        waiting = [...batch, ...waiting]
        scheduled = true
        setTimeout(flush, limits.lockPauseMs)
        return false
      }
      lockWaitedMs = 0
      for (const unit of batch) unit.failed(error)
      return false
    }
  }

  /** Runs one unit inside the open transaction. Answers whether the transaction is still there. */
  const runUnit = (unit: Unit): boolean => {
    connection.savepoint()
    const kept = unit.run()
    if (!connection.isOpen()) return false
    if (!kept) connection.rollbackToSavepoint()
    connection.release()
    return true
  }

  const finish = (done: ReadonlyArray<Unit>) => {
    try {
      connection.commit()
    } catch (error) {
      abandon(done, error)
      return
    }
    for (const unit of done) unit.settled()
  }

  const abandon = (units: ReadonlyArray<Unit>, error: unknown) => {
    try {
      if (connection.isOpen()) connection.rollback()
    } catch {
      // The transaction is gone either way; the first error is the one that explains it.
    }
    for (const unit of units) unit.failed(error)
  }

  const runBatch = (batch: ReadonlyArray<Unit>) => {
    const done: Array<Unit> = []
    for (const unit of batch) {
      done.push(unit)
      let open: boolean
      try {
        open = runUnit(unit)
      } catch (error) {
        abandon(done, error)
        requeue(batch.slice(done.length))
        return
      }
      if (!open) {
        abandon(done, new Error("The database ended the transaction"))
        requeue(batch.slice(done.length))
        return
      }
    }
    finish(done)
  }

  const requeue = (units: ReadonlyArray<Unit>) => {
    if (units.length > 0) waiting = [...units, ...waiting]
  }

  const flush = () => {
    scheduled = false
    const batch = waiting.slice(0, limits.maxBatch).filter((unit) => !unit.cancelled)
    waiting = waiting.slice(limits.maxBatch)
    if (batch.length > 0 && begin(batch)) runBatch(batch)
    if (waiting.length > 0) schedule()
  }

  return {
    submit: (unit) => {
      if (closed) return unit.failed(new GroupClosed("The store is closed"))
      if (waiting.length >= limits.maxWaiting) return unit.failed(new QueueFull("Too many units of work wait"))
      waiting.push(unit)
      schedule()
    },
    close: () => {
      closed = true
      while (waiting.length > 0) {
        const before = waiting.length
        flush()
        if (waiting.length >= before) break
      }
      const left = waiting
      waiting = []
      for (const unit of left) unit.failed(new GroupClosed("The store is closed"))
    }
  }
}
