/** Counts the units that may have changed rows, by table: for those tables alone that somebody asked about. */
import type { Statement } from "../../services/Statement.ts"

export class TableChanges {
  readonly #counts = new Map<string, number>()

  of(table: string): number {
    const count = this.#counts.get(table)
    if (count !== undefined) return count
    this.#counts.set(table, 0)
    return 0
  }

  /** A unit is over, kept or not, and nobody was told yet. */
  wrote(statement: Statement): void {
    if (statement.kind !== "composed") return this.#add(statement.table)
    // By its text: what it says of its tables leaves out those that are written out.
    this.#addWhere((table) => statement.pieces.some((piece) => piece.includes(table)))
  }

  /** A statement that is known as text alone. */
  wroteText(text: string): void {
    this.#addWhere((table) => text.includes(table))
  }

  /** A unit that is a function: it may have changed anything. */
  wroteAny(): void {
    this.#addWhere(() => true)
  }

  #addWhere(isWritten: (table: string) => boolean): void {
    for (const table of this.#counts.keys()) if (isWritten(table)) this.#add(table)
  }

  #add(table: string): void {
    const count = this.#counts.get(table)
    if (count !== undefined) this.#counts.set(table, count + 1)
  }
}
