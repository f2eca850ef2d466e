/**
 * What the program and the writer's thread say to each other. Units travel as one flat list of plain values: copying
 * that costs a tenth of copying objects.
 */
import { isLong } from "../../domain/Pieces.ts"
import type { SqlValue } from "../../services/Store.ts"
import type { Outcome, Runnable } from "./StatementUnit.ts"

/** How the thread is started. */
export interface WriterOptions {
  readonly location: string
}

/** From the program to the writer. */
export type ToWriter = Units | "close"

/** Units of work, and the texts of statements that are new to the writer. */
interface Units {
  readonly texts: ReadonlyArray<string>
  readonly units: ReadonlyArray<SqlValue>
}

/** From the writer to the program: it is ready, or a list of unit number, outcome, unit number, outcome … */
export type FromWriter = "ready" | ReadonlyArray<number | Outcome>

const required = 1
const afterChange = 2
const wakes = 4
const returns = 8

const flagsOf = (statement: Runnable): number =>
  (statement.orElse === undefined ? 0 : required) |
  (statement.ifPreviousChanged === true ? afterChange : 0) |
  (statement.wakes === true ? wakes : 0) |
  (statement.returns === true ? returns : 0)

/** A view on a larger buffer would take all of that buffer along; pieces of a long one are copies. */
const own = (value: SqlValue): SqlValue =>
  value instanceof Uint8Array && value.byteLength < value.buffer.byteLength && !isLong(value) ? value.slice() : value

/** Gathers units until they are sent. */
export class UnitEncoder {
  readonly #known = new Map<string, number>()
  #texts: Array<string> = []
  #units: Array<SqlValue> = []

  #numberOf(text: string): number {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const next = this.#known.size
    this.#known.set(text, next)
    this.#texts.push(text)
    return next
  }

  /** Adds a unit under a number of the caller's. */
  add(id: number, statements: ReadonlyArray<Runnable>): void {
    const units = this.#units
    units.push(id, statements.length)
    for (const statement of statements) {
      const { params } = statement
      units.push(this.#numberOf(statement.text), flagsOf(statement), params.length)
      for (let index = 0; index < params.length; index++) units.push(own(params[index]!))
    }
  }

  /** What was added since the last time. */
  take(): Units {
    const message = { texts: this.#texts, units: this.#units }
    this.#texts = []
    this.#units = []
    return message
  }
}

/** Reads what an encoder wrote. */
export class UnitDecoder {
  readonly #texts: Array<string> = []

  /** Calls `each` with the number and the statements of each unit. */
  decode(message: Units, each: (id: number, statements: ReadonlyArray<Runnable>) => void): void {
    for (const text of message.texts) this.#texts.push(text)
    const { units } = message
    for (let at = 0; at < units.length;) {
      const id = units[at] as number
      const count = units[at + 1] as number
      at += 2
      const statements: Array<Runnable> = []
      for (let index = 0; index < count; index++) {
        const flags = units[at + 1] as number
        const end = at + 3 + (units[at + 2] as number)
        statements.push({
          text: this.#texts[units[at] as number]!,
          params: units.slice(at + 3, end),
          orElse: (flags & required) === 0 ? undefined : true,
          ifPreviousChanged: (flags & afterChange) !== 0,
          wakes: (flags & wakes) !== 0,
          returns: (flags & returns) !== 0
        })
        at = end
      }
      each(id, statements)
    }
  }
}
