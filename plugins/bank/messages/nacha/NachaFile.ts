/** A Nacha file as values: what is sent to and comes from the ACH operator. Amounts are cents. */
import type { PlainDate } from "../../calendar/PlainDate.ts"
import type { Addenda } from "./addenda.ts"

/** Record 1. */
export interface FileHeader {
  /** The routing number of the operator or bank that gets the file. */
  readonly destination: string
  /** Who sends it: a routing number, or ten characters that the destination gave. */
  readonly origin: string
  /** When the file was made, an instant in whole minutes. */
  readonly createdAt: number
  /** Tells the files of one day apart: A to Z, then 0 to 9. */
  readonly modifier: string
  readonly destinationName: string
  readonly originName: string
  readonly referenceCode: string
}

/** The Standard Entry Class codes of the specification. */
export const secCodes = ["PPD", "CCD", "CTX", "WEB", "TEL", "IAT"] as const

export type SecCode = (typeof secCodes)[number]

/** What record 5 of an IAT batch says about the exchange and the destination. */
export interface IatBatchTerms {
  /** `FF` fixed to fixed, `FV` fixed to variable, `VF` variable to fixed. */
  readonly exchangeIndicator: "FF" | "FV" | "VF"
  /** What `exchangeReference` is: 1 rate, 2 number, 3 none. */
  readonly exchangeReferenceIndicator: "1" | "2" | "3"
  readonly exchangeReference: string
  /** ISO 3166 alpha-2. */
  readonly destinationCountry: string
  readonly originatingCurrency: string
  readonly destinationCurrency: string
}

/** Record 5. */
export interface BatchHeader {
  /** Blank in IAT batches, whose originator is named in the addenda; `IATCOR` where IAT entries are corrected. */
  readonly companyName: string
  readonly companyDiscretionaryData: string
  readonly companyId: string
  /** One of `secCodes`, or `COR`, when written; files that are read have others too. */
  readonly secCode: string
  /** Such as `PAYROLL`, `REVERSAL`, `RETRY PYMT`. */
  readonly entryDescription: string
  /** Free, or the mark of a same-day window, such as `SD1300`. */
  readonly descriptiveDate: string
  readonly effectiveDate: PlainDate | undefined
  /** Day of the year on which the operator settles; blank in files that are sent. */
  readonly settlementDay: number | undefined
  /** The first eight digits of the sending bank's routing number. */
  readonly originatingBank: string
  readonly iat?: IatBatchTerms | undefined
}

/** Record 6 with the records 7 that belong to it. */
export interface Entry {
  readonly transactionCode: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly amountMinor: number
  /** The originator's own number for the receiver. Not in IAT. */
  readonly identificationNumber: string
  /** 22 characters, in CTX 16. Not in IAT, which names the receiver in addenda 10. */
  readonly name: string
  /** Two characters; on WEB and TEL the payment type, `S` or `R`. */
  readonly discretionaryData: string
  /** Eight digits of the bank and seven of a sequence. */
  readonly traceNumber: string
  readonly addenda: ReadonlyArray<Addenda>
}

/** A batch: records 5 to 8. */
export interface Batch {
  readonly header: BatchHeader
  readonly entries: ReadonlyArray<Entry>
}

/** A file: records 1 to 9. */
export interface NachaFile {
  readonly header: FileHeader
  readonly batches: ReadonlyArray<Batch>
}

/** Sums of a batch or a file. */
export interface Totals {
  /** Records 6 and 7. */
  readonly entriesAndAddenda: number
  /** Sum of the eight digits of the receiving banks, its last ten digits. */
  readonly hash: number
  readonly debitMinor: number
  readonly creditMinor: number
}

/** The entry hash keeps ten digits. */
export const hashModulus = 10 ** 10

/** File identifiers of one day, in order. */
export const fileModifiers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
