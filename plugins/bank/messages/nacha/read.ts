/**
 * Reads Nacha files as banks really send them: lines of any end or none, missing blanks and padding, wrong counts and
 * totals. Oddities are reported with line and field; a record that cannot be used is set aside with its addenda, and the
 * rest of the file is read.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { addendaTables, returnKindOf, type Addenda, type AddendaTableName } from "./addenda.ts"
import type { Batch, BatchHeader, Entry, FileHeader, NachaFile, Totals } from "./NachaFile.ts"
import { isInternational } from "./sec-rules.ts"
import {
  batchControlTable,
  batchHeaderTable,
  entryTableOf,
  fileControlTable,
  fileHeaderTable,
  iatBatchHeaderTable,
  type BatchHeaderRecord,
  type EntryRecord,
  type IatBatchHeaderRecord
} from "./records.ts"
import { readRecord, recordLength, type FieldProblem, type RecordTable } from "./RecordTable.ts"
import { addTotals, noTotals, totalsOfEntries } from "./totals.ts"

/** Something odd in a file that was read all the same, or the reason why a record was set aside. */
export interface NachaProblem {
  /** Counted from one; with no line ends in the file, the number of the record. */
  readonly line: number
  /** Where in the line, counted from one. */
  readonly column: number
  readonly record: "file header" | "batch header" | "entry" | "addenda" | "batch control" | "file control" | "record"
  readonly field: string
  readonly problem: string
  /** Whether the record was set aside because of it. */
  readonly setAside: boolean
}

/** What was found in a file. */
export interface NachaReading {
  readonly file: NachaFile
  readonly problems: ReadonlyArray<NachaProblem>
  /** Lines that were set aside, as they stand in the file. */
  readonly setAside: ReadonlyArray<{ readonly line: number; readonly text: string }>
}

/** The text is not a Nacha file at all. */
export class NachaUnreadable extends Data.TaggedError("NachaUnreadable")<{
  readonly problem: string
  readonly line: number
}> {}

/** The most characters of a file that is read: a hundred megabytes are a million records. Our choice. */
export const mostCharacters = 100_000_000

/** Blanks, line ends, and the Ctrl-Z that programs of DOS and of mainframes end a text with. */
const isAfterEnd = (character: string): boolean => character === "\u001A" || character.trim() === ""

/** The records of a text. Without line ends they follow each other every 94 characters. */
const linesOf = (text: string): ReadonlyArray<string> => {
  let end = text.length
  while (end > 0 && isAfterEnd(text[end - 1]!)) end -= 1
  const lines = text
    .slice(0, end)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
  const [only = ""] = lines
  if (lines.length > 1 || only.length <= recordLength) return lines
  return Array.from({ length: Math.ceil(only.length / recordLength) }, (_, index) =>
    only.slice(index * recordLength, (index + 1) * recordLength)
  )
}

interface OpenBatch {
  readonly header: BatchHeader
  readonly batchNumber: number | undefined
  readonly entries: Array<Entry & { readonly addenda: Array<Addenda> }>
}

type RecordName = NachaProblem["record"]

/** The state of one reading. */
class Reader {
  readonly problems: Array<NachaProblem> = []
  readonly setAside: Array<{ readonly line: number; readonly text: string }> = []
  readonly batches: Array<Batch> = []
  header: FileHeader | undefined
  totals: Totals = noTotals
  #batch: OpenBatch | undefined
  /** Whether the records that follow belong to one that was set aside. */
  #skipping: "batch" | "entry" | undefined
  #line = 0
  #text = ""
  #closed = false
  #earlierBatches = 0

  /** Reads the next record. */
  record(line: number, text: string): void {
    this.#line = line
    this.#text =
      text.length > recordLength && text.slice(recordLength).trim() === "" ? text.slice(0, recordLength) : text
    if (this.#text.length > recordLength)
      return this.#quarantine("record", "", `is longer than ${recordLength} characters`)
    this.#text = this.#text.padEnd(recordLength)
    const type = this.#text[0] ?? ""
    if (/^9*$/.test(this.#text) || this.#text.trim() === "") return
    if (this.#closed && type !== "1") return this.#quarantine("record", "", "comes after the file control")
    const read = readers[type]
    if (read === undefined) return this.#quarantine("record", "", `${JSON.stringify(type)} is no type of record`)
    read(this)
  }

  /** What must not be missing at the end. */
  end(): void {
    this.#text = ""
    if (this.#batch !== undefined) this.#odd("batch control", "", "is missing")
    this.#closeBatch()
    if (!this.#closed) this.#odd("file control", "", "is missing")
  }

  #tell(record: RecordName, { field, problem, position }: FieldProblem, setAside: boolean): void {
    this.problems.push({ line: this.#line, column: position, record, field, problem, setAside })
  }

  #odd(record: RecordName, field: string, problem: string): void {
    this.#tell(record, { field, problem, position: 1 }, false)
  }

  #keepAside(): void {
    this.setAside.push({ line: this.#line, text: this.#text.trimEnd() })
  }

  #quarantine(record: RecordName, field: string, problem: string): void {
    this.#tell(record, { field, problem, position: 1 }, true)
    this.#keepAside()
  }

  /** The values of the current record; `undefined`, and set aside, when a field that is needed cannot be read. */
  #read<T>(
    record: RecordName,
    table: RecordTable<T>,
    dispensable: ReadonlyArray<keyof T & string>
  ): Partial<T> | undefined {
    const found: Array<FieldProblem> = []
    const values = readRecord(table, this.#text, (problem) => found.push(problem))
    const needed = (field: string) => field !== "" && !dispensable.some((name) => name === field)
    for (const problem of found) this.#tell(record, problem, needed(problem.field))
    if (!found.some(({ field }) => needed(field))) return values
    this.#keepAside()
    return undefined
  }

  fileHeader(): void {
    if (this.header !== undefined && !this.#closed) return this.#quarantine("file header", "", "comes twice")
    // Some banks send several files as one text.
    if (this.#closed) this.#odd("file header", "", "begins another file")
    this.#closed = false
    this.totals = noTotals
    this.#earlierBatches = this.batches.length
    const values = this.#read("file header", fileHeaderTable, [
      "destination",
      "origin",
      "createdAt",
      "modifier",
      "destinationName",
      "originName",
      "referenceCode"
    ])
    this.header ??= { ...blankFileHeader, ...values }
  }

  batchHeader(): void {
    if (this.#batch !== undefined) this.#odd("batch control", "", "is missing before this batch")
    this.#closeBatch()
    const international = isInternational({
      companyName: this.#text.slice(4, 20).trim(),
      secCode: this.#text.slice(50, 53)
    })
    const values: Partial<BatchHeaderRecord & Partial<IatBatchHeaderRecord>> | undefined = international
      ? this.#read("batch header", iatBatchHeaderTable, dispensableTerms)
      : this.#read("batch header", batchHeaderTable, dispensableHeader)
    this.#skipping = values === undefined ? "batch" : undefined
    if (values === undefined) return
    this.#batch = { header: batchHeaderOf(values, international), batchNumber: values.batchNumber, entries: [] }
  }

  entry(): void {
    if (this.#skipping === "batch") return this.#keepAside()
    const batch = this.#batch
    if (batch === undefined) return this.#quarantine("entry", "", "stands in no batch")
    const dispensable = [
      "identificationNumber",
      "name",
      "discretionaryData",
      "addendaCount",
      "addendaIndicator"
    ] as const
    const values = this.#read("entry", entryTableOf(batch.header), dispensable)
    this.#skipping = values === undefined ? "entry" : undefined
    if (values !== undefined) batch.entries.push(entryOf(values))
  }

  addenda(): void {
    if (this.#skipping !== undefined) return this.#keepAside()
    const entry = this.#batch?.entries.at(-1)
    if (entry === undefined) return this.#quarantine("addenda", "", "belongs to no entry")
    const name = tableNameFor(this.#text, this.#batch?.header.secCode ?? "")
    if (name === undefined) {
      return this.#quarantine("addenda", "type", `${JSON.stringify(this.#text.slice(1, 3))} is no type of addenda`)
    }
    const table = addendaTables[name] as unknown as RecordTable<Record<string, unknown>>
    const values = this.#read("addenda", table, [...notKept, ...dispensableAddenda])
    if (values !== undefined) entry.addenda.push(addendaOf(name, this.#text.slice(1, 3), values))
  }

  batchControl(): void {
    if (this.#skipping === "batch") {
      this.#skipping = undefined
      return this.#keepAside()
    }
    const batch = this.#batch
    if (batch === undefined) return this.#quarantine("batch control", "", "ends no batch")
    const values = this.#read("batch control", batchControlTable, batchControlFields)
    const expected = { ...totalsOfEntries(batch.entries), batchNumber: batch.batchNumber }
    this.#compare("batch control", values ?? {}, expected)
    this.#closeBatch()
  }

  fileControl(): void {
    if (this.#batch !== undefined) this.#odd("batch control", "", "is missing before the end")
    this.#closeBatch()
    const values = this.#read("file control", fileControlTable, fileControlFields)
    this.#compare("file control", values ?? {}, {
      ...this.totals,
      batches: this.batches.length - this.#earlierBatches
    })
    this.#closed = true
  }

  #compare(record: RecordName, shown: object, expected: object): void {
    const said = shown as Record<string, unknown>
    for (const [field, value] of Object.entries(expected)) {
      if (field in said && value !== undefined && said[field] !== value) {
        this.#odd(record, field, `says ${said[field]}, and ${value} were counted`)
      }
    }
  }

  #closeBatch(): void {
    if (this.#batch === undefined) return
    const { header, entries } = this.#batch
    this.batches.push({ header, entries })
    this.totals = addTotals(this.totals, totalsOfEntries(entries))
    this.#batch = undefined
    this.#skipping = undefined
  }
}

const readers: Readonly<Record<string, (reader: Reader) => void>> = {
  "1": (reader) => reader.fileHeader(),
  "5": (reader) => reader.batchHeader(),
  "6": (reader) => reader.entry(),
  "7": (reader) => reader.addenda(),
  "8": (reader) => reader.batchControl(),
  "9": (reader) => reader.fileControl()
}

const blankFileHeader: FileHeader = {
  destination: "",
  origin: "",
  createdAt: 0,
  modifier: "",
  destinationName: "",
  originName: "",
  referenceCode: ""
}

/** Fields of batch headers without which a batch can still be used. */
const dispensableHeader = [
  "companyName",
  "entryDescription",
  "effectiveDate",
  "settlementDay",
  "batchNumber",
  "serviceClass"
] as const
const dispensableTerms = [
  ...dispensableHeader,
  "exchangeIndicator",
  "exchangeReferenceIndicator",
  "destinationCountry",
  "originatingCurrency",
  "destinationCurrency"
] as const

/** Fields of controls are only compared, so none of them is needed. */
const batchControlFields = [
  "serviceClass",
  "entriesAndAddenda",
  "hash",
  "debitMinor",
  "creditMinor",
  "companyId",
  "originatingBank",
  "batchNumber"
] as const
const fileControlFields = ["batches", "blocks", "entriesAndAddenda", "hash", "debitMinor", "creditMinor"] as const

/** Places of an addenda that follow from where it stands. */
const notKept = ["sequence", "entrySequence", "traceNumber"]

/** Fields of addenda without which one can still be used; a trace or a code is not among them. */
const dispensableTexts = ["originalBank", "receiverName", "bankName"]
const dispensableAddenda = ["dateOfDeath", "returnedOn", ...dispensableTexts]

const batchHeaderOf = (
  values: Partial<BatchHeaderRecord & Partial<IatBatchTermsRecord>>,
  international: boolean
): BatchHeader => ({
  companyName: values.companyName ?? "",
  companyDiscretionaryData: values.companyDiscretionaryData ?? "",
  companyId: values.companyId ?? "",
  secCode: values.secCode ?? "",
  entryDescription: values.entryDescription ?? "",
  descriptiveDate: values.descriptiveDate ?? "",
  effectiveDate: values.effectiveDate,
  settlementDay: values.settlementDay,
  originatingBank: values.originatingBank ?? "",
  ...(!international
    ? {}
    : {
        iat: {
          exchangeIndicator: values.exchangeIndicator ?? "FF",
          exchangeReferenceIndicator: values.exchangeReferenceIndicator ?? "3",
          exchangeReference: values.exchangeReference ?? "",
          destinationCountry: values.destinationCountry ?? "",
          originatingCurrency: values.originatingCurrency ?? "",
          destinationCurrency: values.destinationCurrency ?? ""
        }
      })
})

type IatBatchTermsRecord = Pick<
  IatBatchHeaderRecord,
  | "exchangeIndicator"
  | "exchangeReferenceIndicator"
  | "exchangeReference"
  | "destinationCountry"
  | "originatingCurrency"
  | "destinationCurrency"
>

const entryOf = (values: Partial<EntryRecord>): Entry & { readonly addenda: Array<Addenda> } => ({
  transactionCode: values.transactionCode ?? "",
  routingNumber: values.routingNumber ?? "",
  accountNumber: values.accountNumber ?? "",
  amountMinor: values.amountMinor ?? 0,
  identificationNumber: values.identificationNumber ?? "",
  name: values.name ?? "",
  discretionaryData: values.discretionaryData ?? "",
  traceNumber: values.traceNumber ?? "",
  addenda: []
})

const tableNameFor = (text: string, secCode: string): AddendaTableName | undefined => {
  const type = text.slice(1, 3)
  if (type === "99") return returnKindOf(text.slice(3, 6), secCode)
  return Object.hasOwn(addendaTables, type) ? (type as AddendaTableName) : undefined
}

const addendaOf = (name: AddendaTableName, type: string, values: Record<string, unknown>): Addenda => {
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => !notKept.includes(field)))
  const kind = type === "99" ? { kind: name } : {}
  const table = addendaTables[name] as unknown as RecordTable<Record<string, unknown>>
  const fields = table.flatMap((field) => (field.kind === "value" ? [field.field] : []))
  const blanks = fields.filter((field) => dispensableTexts.includes(field)).map((field) => [field, ""])
  // Every field that a type needs was read, or the record would have been set aside.
  return { type, ...kind, ...Object.fromEntries(blanks), ...kept } as unknown as Addenda
}

/** Reads a file. Fails only when there is nothing to read, or it does not begin with a file header. */
export const readFile = (text: string): Result.Result<NachaReading, NachaUnreadable> => {
  if (text.length > mostCharacters) {
    return Result.fail(new NachaUnreadable({ problem: `is longer than ${mostCharacters} characters`, line: 1 }))
  }
  const lines = linesOf(text)
  if (!lines[0]?.startsWith("1")) {
    return Result.fail(new NachaUnreadable({ problem: "does not begin with a file header", line: 1 }))
  }
  const reader = new Reader()
  for (const [index, line] of lines.entries()) reader.record(index + 1, line)
  reader.end()
  return Result.succeed({
    file: { header: reader.header ?? blankFileHeader, batches: reader.batches },
    problems: reader.problems,
    setAside: reader.setAside
  })
}
