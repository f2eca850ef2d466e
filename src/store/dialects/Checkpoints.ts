/**
 * When pages of the write-ahead log (WAL) are written to the database. SQLite does it in the commit that finds so many;
 * the writer's thread does it once the commit is answered, so that the program goes on meanwhile (decision 0027).
 */
import type { DatabaseSync, StatementSync } from "node:sqlite"

/** The connection of the thread. */
interface Connection {
  readonly db: DatabaseSync
  readonly prepare: (text: string) => StatementSync
}

/** Pages in the WAL, our choice; `bench create` and `bench in-process` show what they do. */
export const checkpointPages = {
  /** In a commit of the program. A larger WAL makes the slowest commits slower. */
  alone: 1_000,
  /** In the thread, after an answer. */
  answered: 1_000,
  /**
   * In a commit of the thread. While the program commits beside a checkpoint the WAL is never empty, and grows: this one
   * holds up whoever waits for the commit, and the WAL begins anew.
   */
  thread: 4_000
} as const

/** Bytes of the WAL that stay when it begins anew: more than it ever has beside a reader who soon ends, and not what a long one left. */
const bytesKept = 33_554_432

/** Has a connection give back the space of a longer WAL. */
export const givingBack = `PRAGMA journal_size_limit = ${bytesKept};`

/** Has a connection make a checkpoint in the commit that finds so many pages. */
export const inCommit = (pages: number): string => `PRAGMA wal_autocheckpoint = ${pages};`

/** Older ones would take the question for an order. */
const tellsSince = [3, 51] as const

/** Whether this SQLite can say how long the WAL is (`wal_checkpoint(NOOP)`, sqlite.org/pragma.html#pragma_wal_checkpoint). */
export const canTell = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > tellsSince[0] || (major === tellsSince[0] && minor >= tellsSince[1])
}

/**
 * Makes the function that the thread calls after an answer: it makes a checkpoint when there is enough to do. Where SQLite
 * cannot tell, commits go on making them.
 */
export const checkpointAfterAnswers = ({ db, prepare }: Connection): (() => void) => {
  if (!canTell(String(db.prepare(`SELECT sqlite_version() AS version`).get()!.version))) return () => {}
  db.exec(inCommit(checkpointPages.thread))
  return () => {
    try {
      const { checkpointed, log } = prepare(`PRAGMA wal_checkpoint(NOOP)`).get()!
      if (Number(log) - Number(checkpointed) >= checkpointPages.answered)
        prepare(`PRAGMA wal_checkpoint(PASSIVE)`).get()
    } catch {
      // As SQLite does after a commit: what was answered is in the WAL, and the next one tries again.
    }
  }
}
