/**
 * Directories as the Reserve Banks publish them: FedACH and Fedwire text files of fixed columns. A file knows its own rail
 * only, so a bank's other rails stay as they were. Pure.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { RoutingNumber } from "../../../src/domain.ts"
import type { Participant } from "./Participant.ts"

/** A line is not one of the format. */
export class DirectoryUnreadable extends Data.TaggedError("DirectoryUnreadable")<{
  readonly line: number
  readonly problem: string
}> {}

/** The text formats. */
export type DirectoryFormat = "fedach" | "fedwire"

interface FileEntry {
  readonly routingNumber: string
  readonly name: string
  readonly participates: boolean
}

interface Columns {
  /** The shortest line that holds all that is read. */
  readonly width: number
  readonly entryOf: (line: string) => FileEntry
}

/** FedACH: routing number 1–9, name 36–71, institution status 149. Fedwire: 1–9, name 28–63, transfer status 91. */
const formats: Readonly<Record<DirectoryFormat, Columns>> = {
  fedach: {
    width: 71,
    entryOf: (line) => ({
      routingNumber: line.slice(0, 9),
      name: line.slice(35, 71).trim(),
      participates: (line[148] ?? "1") === "1"
    })
  },
  fedwire: {
    width: 91,
    entryOf: (line) => ({
      routingNumber: line.slice(0, 9),
      name: line.slice(27, 63).trim(),
      participates: line[90] === "Y"
    })
  }
}

/** The rail that a format is about. */
const railOf = { fedach: "ach", fedwire: "fedwire" } as const

const none = { participates: false } as const

const unknown = ({ name, routingNumber }: FileEntry): Participant => ({
  routingNumber,
  name,
  status: "active",
  ach: none,
  fedwire: none,
  rtp: none,
  fednow: none
})

/** Lines that are looked at in one step. */
const linesAtOnce = 500

/**
 * The directory with what a file says about its rail; banks that the file does not name no longer take part in it. Read in steps,
 * since a file may have millions of lines.
 */
export class DirectoryMerge {
  readonly #rail: "ach" | "fedwire"
  readonly #columns: Columns
  readonly #text: string
  readonly #merged = new Map<string, Participant>()
  #at = 0
  #line = 0
  #failure: DirectoryUnreadable | undefined
  #namesBanks = false

  constructor(format: DirectoryFormat, text: string) {
    this.#rail = railOf[format]
    this.#columns = formats[format]
    this.#text = text
  }

  /** Takes in banks of the directory in force, before the text is read. */
  know(banks: ReadonlyArray<Participant>): void {
    for (const bank of banks) this.#keep(bank, false)
  }

  /** Reads on; false when there is no more to read. */
  step(): boolean {
    for (let read = 0; read < linesAtOnce && this.#at <= this.#text.length; read++) {
      const end = this.#text.indexOf("\n", this.#at)
      const line = this.#text.slice(this.#at, end < 0 ? undefined : end)
      this.#at = end < 0 ? this.#text.length + 1 : end + 1
      this.#line += 1
      const problem = line.trim() === "" ? undefined : this.#take(line.endsWith("\r") ? line.slice(0, -1) : line)
      if (problem === undefined) continue
      this.#failure = new DirectoryUnreadable({ line: this.#line, problem })
      return false
    }
    return this.#at <= this.#text.length
  }

  /** What came of it, once it was read. A file without banks would take all of them off its rail: it was cut off. */
  get outcome(): Result.Result<ReadonlyArray<Participant>, DirectoryUnreadable> {
    if (this.#failure === undefined && !this.#namesBanks) {
      return Result.fail(new DirectoryUnreadable({ line: this.#line, problem: "is the last, and none names a bank" }))
    }
    return this.#failure === undefined ? Result.succeed([...this.#merged.values()]) : Result.fail(this.#failure)
  }

  /** Takes a line, or says what is wrong with it. */
  #take(line: string): string | undefined {
    const { entryOf, width } = this.#columns
    if (line.length < width) return `has fewer than ${width} characters`
    const entry = entryOf(line)
    if (!RoutingNumber.isRoutingNumber(entry.routingNumber)) return "does not begin with a routing number"
    this.#namesBanks = true
    const bank = this.#merged.get(entry.routingNumber) ?? unknown(entry)
    this.#keep({ ...bank, name: entry.name }, entry.participates)
    return undefined
  }

  /** Keeps what the file says of a bank. Whether it is signed off, no file knows. */
  #keep(bank: Participant, participates: boolean): void {
    this.#merged.set(bank.routingNumber, { ...bank, [this.#rail]: { ...bank[this.#rail], participates } })
  }
}
