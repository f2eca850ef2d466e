/**
 * Directories as the Reserve Banks publish them: FedACH and Fedwire text files of fixed columns. A file knows its own rail
 * only, so what is known of a bank's other rails stays as it was. Pure.
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

/** The directory with what a file says of its rail; banks that the file does not name no longer take part in it. */
export const merge = (
  format: DirectoryFormat,
  text: string,
  known: ReadonlyArray<Participant>
): Result.Result<ReadonlyArray<Participant>, DirectoryUnreadable> => {
  const rail = format === "fedach" ? "ach" : "fedwire"
  const { entryOf, width } = formats[format]
  const merged = new Map(known.map((bank) => [bank.routingNumber, { ...bank, [rail]: none }]))
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue
    if (line.length < width) {
      return Result.fail(new DirectoryUnreadable({ line: index + 1, problem: `has fewer than ${width} characters` }))
    }
    const entry = entryOf(line)
    if (!RoutingNumber.isRoutingNumber(entry.routingNumber)) {
      return Result.fail(new DirectoryUnreadable({ line: index + 1, problem: "does not begin with a routing number" }))
    }
    const bank = merged.get(entry.routingNumber) ?? unknown(entry)
    merged.set(entry.routingNumber, { ...bank, name: entry.name, [rail]: { participates: entry.participates } })
  }
  return Result.succeed([...merged.values()])
}
