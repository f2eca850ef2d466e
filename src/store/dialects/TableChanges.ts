/** Counts the units that may have changed rows, by table: for those tables alone that somebody asked about. */
import type { Composed } from "../../services/Statement.ts"
import type { Write } from "../../services/Store.ts"

export class TableChanges {
  readonly #counts = new Map<string, number>()
  /** The counted tables that a text names, and how many tables were counted when it was looked through. */
  readonly #namedBy = new WeakMap<Composed, { readonly counted: number; readonly tables: ReadonlyArray<string> }>()

  of(table: string): number {
    const count = this.#counts.get(table)
    if (count !== undefined) return count
    this.#counts.set(table, 0)
    return 0
  }

  /** A unit is over, kept or not, and nobody was told yet. */
  wrote(writes: ReadonlyArray<Write<unknown>>): void {
    for (const { statement } of writes) {
      if (statement.kind !== "composed") this.#add(statement.table)
      else for (const table of this.#namedIn(statement)) this.#add(table)
    }
  }

  /** A statement that is known as text alone. */
  wroteText(text: string): void {
    this.#addWhere((table) => text.includes(table))
  }

  /** A unit that is a function: it may have changed anything. */
  wroteAny(): void {
    this.#addWhere(() => true)
  }

  /** By its text: what it says of its tables leaves out those that are written out. */
  #namedIn(statement: Composed): ReadonlyArray<string> {
    const known = this.#namedBy.get(statement)
    if (known?.counted === this.#counts.size) return known.tables
    const tables = [...this.#counts.keys()].filter((table) => statement.pieces.some((piece) => piece.includes(table)))
    this.#namedBy.set(statement, { counted: this.#counts.size, tables })
    return tables
  }

  #addWhere(isWritten: (table: string) => boolean): void {
    for (const table of this.#counts.keys()) if (isWritten(table)) this.#add(table)
  }

  #add(table: string): void {
    const count = this.#counts.get(table)
    if (count !== undefined) this.#counts.set(table, count + 1)
  }
}
