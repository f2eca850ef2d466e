/**
 * One view of the file for all reads of a turn of the event loop. Looking for a view, and filling the cache of pages again
 * after somebody else's commit, takes longer than most reads (decision 0062).
 */
import type { PreparedConnection } from "./SqlitePrepared.ts"

/** The view of one connection. */
export class ReadSnapshot {
  readonly #connection: PreparedConnection
  readonly #close = () => this.close()

  constructor(connection: PreparedConnection) {
    this.#connection = connection
  }

  #isOpen = false

  /** Keeps what the next reads see as it is, until the turn is over. Inside a unit of work they see the unit's rows anyway. */
  open(): void {
    const { db, prepare } = this.#connection
    if (this.#isOpen || db.isTransaction) return
    prepare("BEGIN").run()
    this.#isOpen = true
    setImmediate(this.#close)
  }

  /** The next read sees what was committed until then. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    const { db, prepare } = this.#connection
    // The store may have been closed meanwhile. A failed read may have ended the view, or left it so that COMMIT throws.
    if (db.isOpen && db.isTransaction) prepare("ROLLBACK").run()
  }
}
