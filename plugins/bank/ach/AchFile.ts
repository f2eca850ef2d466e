/**
 * The file of a window: which entries stand in which batch, under which trace numbers, as text whose bytes are fixed
 * from here on (decisions C.6, "Nacha records"; D.6). Pure.
 */
import * as Result from "effect/Result"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { placeAddenda, type Addenda } from "../messages/nacha/addenda.ts"
import { representmentDescription, reversalDescription, traceNumberOf } from "../messages/nacha/answers.ts"
import type { Batch, BatchHeader, Entry, FileHeader, NachaFile } from "../messages/nacha/NachaFile.ts"
import { transactionCodeFor } from "../messages/nacha/transaction-codes.ts"
import { writeFile, type NachaIssue } from "../messages/nacha/write.ts"
import type { Address, AchPayment } from "../payments/Payment.ts"
import type { AchDetails, FilePlace } from "./AchDetails.ts"

/** Where a file stands. `ready`: its bytes are fixed and nobody has it; `delivered`: the operator took it. */
export type AchFileState = "ready" | "delivered"

/** The operator's answer to a file. */
export interface AchAcknowledgement {
  readonly accepted: boolean
  /** Batches that were refused while the file was taken, by number. */
  readonly rejectedBatches: ReadonlyArray<number>
  readonly errors: ReadonlyArray<string>
  readonly at: number
}

/** A file. Its text is kept beside it and never changes. */
export interface AchFile {
  readonly id: string
  readonly name: string
  /** The date in New York on which it was written, and what tells it from others of that date. */
  readonly createdOn: PlainDate
  readonly modifier: string
  readonly createdAt: number
  readonly closesAt: number
  /** Later than that of its window, where the operator got it after that. */
  readonly settlesAt: number
  readonly entries: number
  readonly bytes: number
  /** Of the text, hexadecimal. */
  readonly sha256: string
  readonly state: AchFileState
  readonly deliveredAt: number | null
  /** Its settlement time was reached: an acknowledgement that comes now settles at once. */
  readonly isDue: boolean
  readonly acknowledgement: AchAcknowledgement | null
}

/** Names of the jobs of a file. */
export const deliverJobName = "bank.ach.deliver"
export const inquireJobName = "bank.ach.inquire"
export const settleJobName = "bank.ach.settle"
export const advanceJobName = "bank.ach.advance"

/** What most of them are given. */
export interface FileJob {
  readonly fileId: string
  /** Inquiries made before this one. */
  readonly inquiries?: number
}

/** A step that every payment of a file takes, some hundred at a time. */
export interface AdvanceJob {
  readonly fileId: string
  readonly step: "submit" | "settle" | "refuse" | "attend"
  /** Sequence of the last payment that took it. */
  readonly after: number
}

/** When inquiries about a file that the operator has not acknowledged are made, counted from its delivery. Our choice. */
export const inquiryOffsetsMs = [300_000, 1_800_000, 7_200_000, 21_600_000] as const

/** Most entries of one file: what one transaction can fix at once. A window with more has several files. Our choice. */
export const entriesPerFile = 5_000

/** Most records, and cents each way, of one file: well below what its control record can say. */
const recordsPerFile = 50_000
const centsPerFile = 900_000_000_000

/** As many of the entries that wait as fit into one file, from the first on; at least one. */
export const fitting = (payments: ReadonlyArray<AchPayment>): ReadonlyArray<AchPayment> => {
  let records = 0
  let cents = 0
  const most = payments.findIndex(({ ach, amountCents }) => {
    records += 1 + ach.addenda.length + (ach.iat === null ? 0 : 12)
    cents += amountCents
    return records > recordsPerFile || cents > centsPerFile
  })
  return most === -1 ? payments : payments.slice(0, Math.max(most, 1))
}

/** The job by which every payment of a file takes a step, after one of them. */
export const advanceJob = (job: AdvanceJob, now: number) => ({
  name: advanceJobName,
  key: `${job.fileId}/${job.step}/${job.after}`,
  payload: job,
  dueAt: now
})

/** The job of the inquiry after so many, or `undefined` when all were made. */
export const inquiryJob = (fileId: string, inquiries: number, deliveredAt: number) => {
  const offsetMs = inquiryOffsetsMs[inquiries]
  return offsetMs === undefined
    ? undefined
    : {
        name: inquireJobName,
        key: `${fileId}/${inquiries + 1}`,
        payload: { fileId, inquiries } satisfies FileJob,
        dueAt: deliveredAt + offsetMs
      }
}

/** Inquiries that are no longer wanted. */
export const inquiriesOf = (fileId: string) =>
  inquiryOffsetsMs.map((_, index) => ({ name: inquireJobName, key: `${fileId}/${index + 1}` }))

/** The name under which the operator gets a file, and reports about it. */
export const fileNameOf = (createdOn: PlainDate, modifier: string): string =>
  `${createdOn.replaceAll("-", "")}-${modifier}.ach`

/** What of a payment stands in a file. */
export type FileMember = Pick<AchPayment, "amountCents" | "originator" | "beneficiary" | "ach">

/** The first eight digits of the sending bank. */
const originatingBankOf = (payment: FileMember): string => payment.originator.routingNumber.slice(0, 8)

/** What the batch says that an entry is for. */
const descriptionOf = ({ entryDescription, purpose }: AchDetails): string =>
  purpose === "reversal"
    ? reversalDescription
    : purpose === "representment"
      ? representmentDescription
      : entryDescription

const iatTerms = ({ iat }: AchDetails): Pick<BatchHeader, "iat"> =>
  iat === null
    ? {}
    : {
        iat: {
          exchangeIndicator: iat.destinationCurrency === iat.originCurrency ? "FF" : "FV",
          exchangeReferenceIndicator: "3",
          exchangeReference: "",
          destinationCountry: iat.destinationCountry,
          originatingCurrency: iat.originCurrency,
          destinationCurrency: iat.destinationCurrency
        }
      }

const headerOf = (payment: FileMember): BatchHeader => {
  const { ach } = payment
  return {
    companyName: ach.iat === null ? ach.companyName : "",
    companyDiscretionaryData: ach.iat === null ? ach.discretionaryData : "",
    companyId: ach.companyId,
    secCode: ach.secCode,
    entryDescription: descriptionOf(ach),
    descriptiveDate: ach.window.marker ?? "",
    effectiveDate: ach.window.effectiveDate,
    settlementDay: undefined,
    originatingBank: originatingBankOf(payment),
    ...iatTerms(ach)
  }
}

const place = (type: "12" | "16", address: Address | undefined) =>
  placeAddenda(type, {
    city: address?.city ?? "",
    country: address?.country ?? "US",
    ...(address?.state === undefined ? {} : { state: address.state }),
    ...(address?.postalCode === undefined ? {} : { postalCode: address.postalCode })
  })

const iatAddenda = ({ ach, amountCents, beneficiary, originator }: FileMember): ReadonlyArray<Addenda> => {
  const { iat } = ach
  if (iat === null) return []
  return [
    {
      type: "10",
      transactionTypeCode: iat.transactionTypeCode,
      // What arrives abroad in another currency is not known when it is sent.
      foreignAmountMinor: iat.destinationCurrency === iat.originCurrency ? amountCents : 0,
      foreignTraceNumber: "",
      receiverName: beneficiary.name
    },
    { type: "11", name: originator.name, street: originator.address?.street ?? "" },
    place("12", originator.address),
    {
      type: "13",
      bankName: iat.originatingBankName,
      idQualifier: "01",
      id: originator.routingNumber,
      country: "US"
    },
    { type: "14", bankName: iat.receivingBank.name, ...bankIds(iat.receivingBank) },
    { type: "15", identificationNumber: ach.identificationNumber, street: beneficiary.address?.street ?? "" },
    place("16", beneficiary.address),
    ...ach.addenda.map((text): Addenda => ({ type: "17", text })),
    ...iat.foreignCorrespondents.map((bank): Addenda => ({ type: "18", bankName: bank.name, ...bankIds(bank) }))
  ]
}

const bankIds = ({ country, id, idQualifier }: NonNullable<AchDetails["iat"]>["receivingBank"]) => ({
  id,
  idQualifier,
  country
})

const entryOf = (payment: FileMember, traceNumber: string): Entry => {
  const { ach, amountCents, beneficiary } = payment
  const isIat = ach.iat !== null
  return {
    transactionCode: transactionCodeFor(beneficiary.accountType, ach.direction) ?? "",
    routingNumber: beneficiary.routingNumber,
    accountNumber: beneficiary.accountNumber,
    amountMinor: amountCents,
    identificationNumber: isIat ? "" : ach.identificationNumber,
    name: isIat ? "" : beneficiary.name,
    discretionaryData: ach.webTelPaymentType ?? "",
    traceNumber,
    addenda: isIat ? iatAddenda(payment) : ach.addenda.map((text): Addenda => ({ type: "05", text }))
  }
}

/** The facts when a file is written. */
export interface FileFacts {
  readonly fileId: string
  readonly header: FileHeader
  readonly fileName: string
  /** The sequence from which trace numbers of a bank go on. */
  readonly nextTrace: (originatingBank: string) => number
}

export interface Placed<P extends FileMember> {
  readonly payment: P
  readonly place: FilePlace
}

/** A file with who stands where, and where trace numbers go on. */
export interface BuiltFile<P extends FileMember = AchPayment> {
  readonly file: NachaFile
  readonly placed: ReadonlyArray<Placed<P>>
  readonly nextTraces: ReadonlyMap<string, number>
}

/** Trace numbers have seven digits of sequence; after the last one they begin anew. */
const lastTrace = 9_999_999

/** Groups payments by what their batch says, in the order in which the first of each came. */
const grouped = <P extends FileMember>(payments: ReadonlyArray<P>) => {
  const groups = new Map<string, { readonly header: BatchHeader; readonly members: Array<P> }>()
  for (const payment of payments) {
    const header = headerOf(payment)
    const key = JSON.stringify([header, payment.ach.direction])
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { header, members: [payment] })
    else known.members.push(payment)
  }
  return [...groups.values()]
}

/** Puts payments into a file: one batch per company, class, direction, date and description. */
export const buildFile = <P extends FileMember>(payments: ReadonlyArray<P>, facts: FileFacts): BuiltFile<P> => {
  const perBank = new Map<string, number>()
  for (const payment of payments) {
    const bank = originatingBankOf(payment)
    perBank.set(bank, (perBank.get(bank) ?? 0) + 1)
  }
  // Numbers ascend within a file, so one that would pass the last number begins anew.
  const nextTraces = new Map(
    [...perBank].map(([bank, count]) => {
      const next = facts.nextTrace(bank)
      return [bank, next + count - 1 > lastTrace ? 1 : next] as const
    })
  )
  const placed: Array<Placed<P>> = []
  const batches = grouped(payments).map(({ header, members }, index): Batch => {
    const entries = members.map((payment) => {
      const sequence = nextTraces.get(header.originatingBank) ?? 1
      nextTraces.set(header.originatingBank, sequence + 1)
      const traceNumber = traceNumberOf(header.originatingBank, sequence)
      const { fileId, fileName } = facts
      placed.push({ payment, place: { fileId, fileName, batchNumber: index + 1, traceNumber } })
      return entryOf(payment, traceNumber)
    })
    return { header, entries }
  })
  return { file: { header: facts.header, batches }, placed, nextTraces }
}

/** Any valid header: what is wrong with an entry does not depend on it. */
export const trialHeader: FileHeader = {
  destination: "099900014",
  origin: "TRIAL",
  // The first moment of the century that the format knows.
  createdAt: Date.UTC(2000, 0, 2),
  modifier: "A",
  destinationName: "",
  originName: "",
  referenceCode: ""
}

/** What files could not say of a payment: found before it is taken, so that no file ever fails for one entry. */
export const unwritable = (payment: FileMember): ReadonlyArray<NachaIssue> => {
  const { file } = buildFile([payment], { fileId: "", fileName: "", header: trialHeader, nextTrace: () => 1 })
  const written = writeFile(file)
  return Result.isFailure(written) ? written.failure.issues : []
}
