/** The records of a Nacha file other than addenda, as tables. */
import * as Result from "effect/Result"
import {
  code,
  date,
  digits,
  fileTime,
  name,
  number,
  oneOf,
  optional,
  optionalNumber,
  required,
  routingNumberInTen,
  text,
  type FieldType
} from "./fields.ts"
import type { BatchHeader, Entry, FileHeader, IatBatchTerms, Totals } from "./NachaFile.ts"
import { fieldsOf, type RecordTable } from "./RecordTable.ts"
import { RoutingNumber } from "../../../../src/domain.ts"

/** What a batch is made of: credits and debits, credits only, debits only, or notices of the operator. */
export const serviceClasses = ["200", "220", "225", "280"] as const

export type ServiceClass = (typeof serviceClasses)[number]

const file = fieldsOf<FileHeader>()

/** Where a file comes from: a routing number with a blank before it, or ten characters of the destination's choice. */
const origin: FieldType<string> = {
  length: 10,
  write: (value) => (/^\d{9}$/.test(value) ? routingNumberInTen.write(value) : required(10).write(value)),
  read: (value) => (value.trim() === "" ? Result.fail("is blank") : Result.succeed(value.trim()))
}

/** Record 1. */
export const fileHeaderTable: RecordTable<FileHeader> = [
  file.constant("101"),
  file.value("destination", routingNumberInTen),
  file.value("origin", origin),
  file.value("createdAt", fileTime),
  file.value("modifier", code(1, /^[A-Z0-9]$/)),
  file.constant("094101"),
  file.value("destinationName", text(23)),
  file.value("originName", text(23)),
  file.value("referenceCode", text(8))
]

/** Record 5 with what is derived: the service class and the number of the batch. */
export interface BatchHeaderRecord extends Omit<BatchHeader, "iat"> {
  readonly serviceClass: ServiceClass
  readonly batchNumber: number
}

const batch = fieldsOf<BatchHeaderRecord>()

/** Three capital letters: the classes of this service, and whatever else banks send. */
const secCode = code(3, /^[A-Z]{3}$/)

/** Record 5 of every class but IAT. */
export const batchHeaderTable: RecordTable<BatchHeaderRecord> = [
  batch.constant("5"),
  batch.value("serviceClass", oneOf(serviceClasses)),
  batch.value("companyName", required(16)),
  batch.value("companyDiscretionaryData", text(20)),
  batch.value("companyId", required(10)),
  batch.value("secCode", secCode),
  batch.value("entryDescription", required(10)),
  batch.value("descriptiveDate", text(6)),
  batch.value("effectiveDate", optional(date)),
  batch.value("settlementDay", optionalNumber(3)),
  batch.constant("1"),
  batch.value("originatingBank", digits(8)),
  batch.value("batchNumber", number(7))
]

/** Record 5 of an IAT batch. */
export interface IatBatchHeaderRecord extends BatchHeaderRecord, IatBatchTerms {}

const iatBatch = fieldsOf<IatBatchHeaderRecord>()

/** Record 5 of IAT, and of corrections of IAT entries. */
export const iatBatchHeaderTable: RecordTable<IatBatchHeaderRecord> = [
  iatBatch.constant("5"),
  iatBatch.value("serviceClass", oneOf(serviceClasses)),
  iatBatch.value("companyName", text(16)),
  iatBatch.value("exchangeIndicator", oneOf(["FF", "FV", "VF"] as const)),
  iatBatch.value("exchangeReferenceIndicator", oneOf(["1", "2", "3"] as const)),
  iatBatch.value("exchangeReference", text(15)),
  iatBatch.value("destinationCountry", code(2, /^[A-Z]{2}$/)),
  iatBatch.value("companyId", required(10)),
  iatBatch.value("secCode", oneOf(["IAT", "COR"])),
  iatBatch.value("entryDescription", required(10)),
  iatBatch.value("originatingCurrency", code(3, /^[A-Z]{3}$/)),
  iatBatch.value("destinationCurrency", code(3, /^[A-Z]{3}$/)),
  iatBatch.value("effectiveDate", optional(date)),
  iatBatch.value("settlementDay", optionalNumber(3)),
  iatBatch.constant("1"),
  iatBatch.value("originatingBank", digits(8)),
  iatBatch.value("batchNumber", number(7))
]

/** Record 6 with what is derived. */
export interface EntryRecord extends Omit<Entry, "addenda"> {
  readonly addendaCount: number | undefined
  readonly addendaIndicator: "0" | "1"
}

const entry = fieldsOf<EntryRecord>()

/** Nine digits that check; a wrong check digit is refused both ways. */
const routingNumber: FieldType<string> = {
  length: 9,
  write: (value) => Result.flatMap(digits(9).write(value), checked),
  read: (value) => Result.flatMap(digits(9).read(value), checked)
}

function checked(value: string): Result.Result<string, string> {
  return RoutingNumber.checkDigitOf(value.slice(0, 8)) === value[8]
    ? Result.succeed(value)
    : Result.fail(`${value} has a wrong check digit`)
}

const head = [
  entry.constant("6"),
  entry.value("transactionCode", code(2, /^[2-5][1-9]$/)),
  entry.value("routingNumber", routingNumber)
]

const tail = [entry.value("addendaIndicator", oneOf(["0", "1"] as const)), entry.value("traceNumber", digits(15))]

/** Record 6 of every class but CTX and IAT. */
export const entryTable: RecordTable<EntryRecord> = [
  ...head,
  entry.value("accountNumber", required(17)),
  entry.value("amountMinor", number(10)),
  entry.value("identificationNumber", text(15)),
  entry.value("name", name(22)),
  entry.value("discretionaryData", text(2)),
  ...tail
]

/** Record 6 of CTX. Banks leave the count blank in returns, so it may be. */
export const ctxEntryTable: RecordTable<EntryRecord> = [
  ...head,
  entry.value("accountNumber", required(17)),
  entry.value("amountMinor", number(10)),
  entry.value("identificationNumber", text(15)),
  entry.value("addendaCount", optional(number(4))),
  entry.value("name", name(16)),
  entry.reserved(2),
  entry.value("discretionaryData", text(2)),
  ...tail
]

/** Record 6 of IAT. Screening indicators are the operator's. */
export const iatEntryTable: RecordTable<EntryRecord> = [
  ...head,
  entry.value("addendaCount", optional(number(4))),
  entry.reserved(13),
  entry.value("amountMinor", number(10)),
  entry.value("accountNumber", required(35)),
  entry.reserved(2),
  entry.reserved(2),
  ...tail
]

/** Classes whose entries count their addenda. Of these only CTX is written here; banks send the others. */
const classesThatCount = ["CTX", "ATX", "ENR", "TRX"]

export const entryTableOf = ({ iat, secCode }: Pick<BatchHeader, "iat" | "secCode">): RecordTable<EntryRecord> => {
  if (iat !== undefined) return iatEntryTable
  return classesThatCount.includes(secCode) ? ctxEntryTable : entryTable
}

/** Record 8. */
export interface BatchControlRecord extends Totals {
  readonly serviceClass: ServiceClass
  readonly companyId: string
  readonly originatingBank: string
  readonly batchNumber: number
}

const batchEnd = fieldsOf<BatchControlRecord>()

/** Record 8, without the message authentication code, which nobody uses. */
export const batchControlTable: RecordTable<BatchControlRecord> = [
  batchEnd.constant("8"),
  batchEnd.value("serviceClass", oneOf(serviceClasses)),
  batchEnd.value("entriesAndAddenda", number(6)),
  batchEnd.value("hash", number(10)),
  batchEnd.value("debitMinor", number(12)),
  batchEnd.value("creditMinor", number(12)),
  batchEnd.value("companyId", text(10)),
  batchEnd.reserved(19),
  batchEnd.reserved(6),
  batchEnd.value("originatingBank", digits(8)),
  batchEnd.value("batchNumber", number(7))
]

/** Record 9. */
export interface FileControlRecord extends Totals {
  readonly batches: number
  readonly blocks: number
}

const fileEnd = fieldsOf<FileControlRecord>()

/** Record 9. */
export const fileControlTable: RecordTable<FileControlRecord> = [
  fileEnd.constant("9"),
  fileEnd.value("batches", number(6)),
  fileEnd.value("blocks", number(6)),
  fileEnd.value("entriesAndAddenda", number(8)),
  fileEnd.value("hash", number(10)),
  fileEnd.value("debitMinor", number(12)),
  fileEnd.value("creditMinor", number(12)),
  fileEnd.reserved(39)
]

/** Records of a block; the last block is filled with records of nines. */
export const blockingFactor = 10
export const filler = "9".repeat(94)
