/**
 * Writes Nacha files, strictly: what Nacha or the operator would refuse is not written. Counts, hashes, totals,
 * sequence numbers and the padding are computed here, so that the same file always gives the same bytes.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { addendaTables, tableNameOf, type Addenda, type AddendaPlace } from "./addenda.ts"
import { fileModifiers, type Batch, type BatchHeader, type Entry, type NachaFile, type Totals } from "./NachaFile.ts"
import {
  batchControlTable,
  batchHeaderTable,
  blockingFactor,
  entryTableOf,
  fileControlTable,
  fileHeaderTable,
  filler,
  iatBatchHeaderTable,
  type ServiceClass
} from "./records.ts"
import { writeRecord, type FieldProblem, type RecordTable } from "./RecordTable.ts"
import { classProblem, entryProblem, isInternational, isSecCode } from "./sec-rules.ts"
import { addTotals, noTotals, totalsOfEntries } from "./totals.ts"
import { transactionCodeOf } from "./transaction-codes.ts"

/** Something in a file that cannot be written. */
export interface NachaIssue {
  /** Where: `header`, `batches[0].header`, `batches[0].entries[3]`, `batches[0].entries[3].addenda[0]`. */
  readonly record: string
  readonly field: string
  readonly problem: string
}

/** The file breaks the rules of the format. All issues at once. */
export class NachaInvalid extends Data.TaggedError("NachaInvalid")<{
  readonly issues: ReadonlyArray<NachaIssue>
}> {}

/** Most entries of one file, our choice: ten times the largest batch of the specification. */
export const mostEntries = 50_000

/** Lines and issues of a file under construction. */
class Writer {
  readonly lines: Array<string> = []
  readonly issues: Array<NachaIssue> = []

  issue(record: string, field: string, problem: string): void {
    this.issues.push({ record, field, problem })
  }

  line<T>(table: RecordTable<T>, value: T, record: string): void {
    const tell = ({ field, problem }: FieldProblem) => this.issue(record, field, problem)
    this.lines.push(writeRecord(table, value, tell))
  }
}

/** Credits only or debits only; a batch of both is not written. */
const serviceClassOf = (entries: ReadonlyArray<Entry>): ServiceClass => {
  const directions = new Set(entries.map(({ transactionCode }) => transactionCodeOf(transactionCode)?.direction))
  if (directions.size > 1) return "200"
  return directions.has("debit") ? "225" : "220"
}

const writeAddenda = (writer: Writer, entry: Entry, record: string): void => {
  const counts = new Map<string, number>()
  for (const [index, addenda] of entry.addenda.entries()) {
    const sequence = (counts.get(addenda.type) ?? 0) + 1
    counts.set(addenda.type, sequence)
    const placed: Addenda & AddendaPlace = {
      ...addenda,
      sequence,
      entrySequence: Number(entry.traceNumber.slice(8)),
      traceNumber: entry.traceNumber
    }
    // The table is the one of this addenda's type, which the type system cannot follow through the record.
    const table = addendaTables[tableNameOf(addenda)] as unknown as RecordTable<Addenda & AddendaPlace>
    writer.line(table, placed, `${record}.addenda[${index}]`)
  }
}

const writeEntry = (writer: Writer, entry: Entry, header: BatchHeader, record: string): void => {
  const { secCode } = header
  const { addenda, ...fields } = entry
  const derived = {
    addendaCount: addenda.length,
    addendaIndicator: addenda.length > 0 ? ("1" as const) : ("0" as const)
  }
  writer.line(entryTableOf(header), { ...fields, ...derived }, record)
  writeAddenda(writer, entry, record)
  if (!isSecCode(secCode)) return
  const problem = entryProblem(secCode, entry)
  if (problem !== undefined) writer.issue(record, problem.field, problem.problem)
}

const checkBatch = (writer: Writer, { header, entries }: Batch, record: string): void => {
  const problem = classProblem(header.secCode, entries)
  if (problem !== undefined) writer.issue(`${record}.header`, "secCode", problem)
  if (isInternational(header) !== (header.iat !== undefined)) {
    writer.issue(`${record}.header`, "iat", "belongs to IAT and its corrections, and to nothing else")
  }
  if (entries.length === 0) writer.issue(record, "entries", "is empty")
  if (serviceClassOf(entries) === "200") writer.issue(record, "entries", "has credits and debits")
  let last = ""
  for (const [index, { traceNumber }] of entries.entries()) {
    const at = `${record}.entries[${index}]`
    if (!traceNumber.startsWith(header.originatingBank)) writer.issue(at, "traceNumber", "is not of the batch's bank")
    if (traceNumber <= last) writer.issue(at, "traceNumber", "does not ascend within the batch")
    last = traceNumber
  }
}

const writeBatch = (writer: Writer, batch: Batch, index: number): Totals => {
  const record = `batches[${index}]`
  const { iat, ...header } = batch.header
  const serviceClass = serviceClassOf(batch.entries)
  const numbered = { ...header, serviceClass, batchNumber: index + 1 }
  checkBatch(writer, batch, record)
  if (iat === undefined) writer.line(batchHeaderTable, numbered, `${record}.header`)
  else writer.line(iatBatchHeaderTable, { ...numbered, ...iat }, `${record}.header`)
  for (const [at, entry] of batch.entries.entries()) {
    writeEntry(writer, entry, batch.header, `${record}.entries[${at}]`)
  }
  const totals = totalsOfEntries(batch.entries)
  writer.line(batchControlTable, { ...numbered, ...totals }, `${record}.control`)
  return totals
}

/** The file modifier of the nth file of a day, from 0; `undefined` after the thirty-sixth. */
export const fileModifier = (index: number): string | undefined => fileModifiers[index]

/**
 * A file as text: records of 94 characters, each followed by a line feed, filled to blocks of ten. Pure ASCII, so its
 * length is its size in bytes.
 */
export const writeFile = (file: NachaFile): Result.Result<string, NachaInvalid> => {
  const writer = new Writer()
  const entries = file.batches.reduce((sum, batch) => sum + batch.entries.length, 0)
  if (entries > mostEntries) {
    return Result.fail(
      new NachaInvalid({ issues: [{ record: "", field: "batches", problem: `has more than ${mostEntries} entries` }] })
    )
  }
  writer.line(fileHeaderTable, file.header, "header")
  if (file.batches.length === 0) writer.issue("", "batches", "is empty")
  let totals = noTotals
  for (const [index, batch] of file.batches.entries()) totals = addTotals(totals, writeBatch(writer, batch, index))
  const blocks = Math.ceil((writer.lines.length + 1) / blockingFactor)
  writer.line(fileControlTable, { ...totals, batches: file.batches.length, blocks }, "control")
  while (writer.lines.length < blocks * blockingFactor) writer.lines.push(filler)
  return writer.issues.length > 0
    ? Result.fail(new NachaInvalid({ issues: writer.issues }))
    : Result.succeed(`${writer.lines.join("\n")}\n`)
}
