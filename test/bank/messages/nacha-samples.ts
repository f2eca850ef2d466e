/** Examples of Nacha files, for the tests. */
import * as Result from "effect/Result"
import { placeAddenda, type Addenda } from "../../../plugins/bank/messages/nacha/addenda.ts"
import type { Batch, BatchHeader, Entry, NachaFile } from "../../../plugins/bank/messages/nacha/NachaFile.ts"
import { readFile, type NachaReading } from "../../../plugins/bank/messages/nacha/read.ts"
import { writeFile } from "../../../plugins/bank/messages/nacha/write.ts"

export const header: NachaFile["header"] = {
  destination: "099900069",
  origin: "099900014",
  createdAt: Date.parse("2026-06-15T14:05:00Z"),
  modifier: "A",
  destinationName: "SIM OPERATOR",
  originName: "SIM FIRST BOTH RAILS",
  referenceCode: ""
}

export const batchHeader: BatchHeader = {
  companyName: "ACME CORP",
  companyDiscretionaryData: "",
  companyId: "1234567890",
  secCode: "PPD",
  entryDescription: "PAYROLL",
  descriptiveDate: "SD1300",
  effectiveDate: "2026-06-16",
  settlementDay: undefined,
  originatingBank: "09990001"
}

export const entry: Entry = {
  transactionCode: "22",
  routingNumber: "099900069",
  accountNumber: "9000000000",
  amountMinor: 250_000,
  identificationNumber: "EMP-7",
  name: "Jane Roe",
  discretionaryData: "",
  traceNumber: "099900010000001",
  addenda: []
}

export const iatAddenda: ReadonlyArray<Addenda> = [
  {
    type: "10",
    transactionTypeCode: "BUS",
    foreignAmountMinor: 250_000,
    foreignTraceNumber: "",
    receiverName: "Juan Pérez"
  },
  { type: "11", name: "Acme Corp", street: "1 Main St" },
  placeAddenda("12", { city: "Austin", state: "TX", country: "US", postalCode: "78701" }),
  { type: "13", bankName: "SIM First", idQualifier: "01", id: "099900014", country: "US" },
  { type: "14", bankName: "Banco Sim", idQualifier: "02", id: "SIMBMXMMXXX", country: "MX" },
  { type: "15", identificationNumber: "EMP-7", street: "Calle 2" },
  placeAddenda("16", { city: "Puebla", country: "MX" }),
  { type: "17", text: "Factura 42" },
  { type: "18", bankName: "SIM London", idQualifier: "02", id: "SIMBGB2LXXX", country: "GB" }
]

export const iatBatch: Batch = {
  header: {
    ...batchHeader,
    companyName: "",
    secCode: "IAT",
    descriptiveDate: "",
    iat: {
      exchangeIndicator: "FF",
      exchangeReferenceIndicator: "3",
      exchangeReference: "",
      destinationCountry: "MX",
      originatingCurrency: "USD",
      destinationCurrency: "USD"
    }
  },
  entries: [{ ...entry, identificationNumber: "", name: "", addenda: iatAddenda }]
}

export const batchOf = (change: Partial<Entry>, secCode = "PPD"): Batch => ({
  header: { ...batchHeader, secCode },
  entries: [{ ...entry, ...change }]
})

export const fileOf = (...batches: ReadonlyArray<Batch>): NachaFile => ({ header, batches })

export const written = (file: NachaFile): string => Result.getOrThrow(writeFile(file))
export const read = (text: string): NachaReading => Result.getOrThrow(readFile(text))
export const issues = (file: NachaFile) => {
  const result = writeFile(file)
  return Result.isFailure(result) ? result.failure.issues : []
}

/** One batch of every class. */
export const everyClass = fileOf(
  batchOf({ addenda: [{ type: "05", text: "INV 42" }] }),
  batchOf({ transactionCode: "27" }, "CCD"),
  batchOf(
    { addenda: Array.from({ length: 3 }, (_, index) => ({ type: "05" as const, text: `LINE ${index}` })) },
    "CTX"
  ),
  batchOf({ transactionCode: "37", discretionaryData: "S" }, "WEB"),
  batchOf({ transactionCode: "27", discretionaryData: "R" }, "TEL"),
  iatBatch
)
