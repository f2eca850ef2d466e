/**
 * What comes back for entries: returns, notifications of change and disputes about returns. Makes such entries from the
 * original ones, and finds them in files that were read.
 */
import {
  returnKindOf,
  type Addenda,
  type ChangeAddenda,
  type ContestedAddenda,
  type DishonoredAddenda,
  type IatReturnAddenda,
  type ReturnAddenda
} from "./addenda.ts"
import type { BatchHeader, Entry, NachaFile } from "./NachaFile.ts"
import { returnTransactionCode } from "./transaction-codes.ts"

/** An addenda that answers an entry. */
export type AnswerAddenda = ChangeAddenda | ReturnAddenda | IatReturnAddenda | DishonoredAddenda | ContestedAddenda

/** An answer that was found in a file. */
export interface NachaAnswer {
  readonly kind: "correction" | "refused_correction" | "return" | "dishonored" | "contested"
  readonly code: string
  /** The trace number of the entry that is answered, as it was sent. */
  readonly originalTraceNumber: string
  readonly amountMinor: number
  /** The trace number of the answer itself. */
  readonly traceNumber: string
  /** Day of the year on which the answer settles. */
  readonly settlementDay: number | undefined
  readonly addenda: AnswerAddenda
  readonly header: BatchHeader
}

const isAnswer = (addenda: Addenda): addenda is AnswerAddenda => addenda.type === "98" || addenda.type === "99"

const kindOf = (addenda: AnswerAddenda): NachaAnswer["kind"] => {
  if (addenda.type === "98") return addenda.refusedCode === undefined ? "correction" : "refused_correction"
  return addenda.kind === "iat_return" ? "return" : addenda.kind
}

/** Every answer of a file, in its order. */
export const answersIn = (file: NachaFile): ReadonlyArray<NachaAnswer> =>
  file.batches.flatMap(({ header, entries }) =>
    entries.flatMap((entry) =>
      entry.addenda.filter(isAnswer).map((addenda) => ({
        kind: kindOf(addenda),
        code: addenda.code,
        originalTraceNumber: addenda.originalTraceNumber,
        amountMinor: entry.amountMinor,
        traceNumber: entry.traceNumber,
        settlementDay: header.settlementDay,
        addenda,
        header
      }))
    )
  )

/** How many entries of a file answer none: they move money by themselves. */
export const entriesWithoutAnswer = (file: NachaFile): number =>
  file.batches.flatMap(({ entries }) => entries).filter(({ addenda }) => !addenda.some(isAnswer)).length

/** An entry that was sent, and the answer's own facts. */
export interface Answering {
  readonly original: Entry
  /** The class of the original's batch. */
  readonly secCode: string
  /** The routing number of the bank that sent the original. */
  readonly originator: string
  /** The trace number of the answer. */
  readonly traceNumber: string
}

const answering = (
  { original, originator, traceNumber }: Answering,
  addenda: AnswerAddenda,
  amountMinor: number
): Entry => ({
  ...original,
  transactionCode: returnTransactionCode(original.transactionCode) ?? original.transactionCode,
  routingNumber: originator,
  amountMinor,
  traceNumber,
  addenda: addenda.type === "99" && addenda.kind === "iat_return" ? [addenda, ...iatPart(original.addenda)] : [addenda]
})

/** An IAT return repeats the addenda 10 to 16. */
const iatPart = (addenda: ReadonlyArray<Addenda>): ReadonlyArray<Addenda> =>
  addenda.filter(({ type }) => type >= "10" && type <= "16")

/** The entry that returns another one. */
export const returnOf = (
  answered: Answering,
  reason: { readonly code: string; readonly information?: string; readonly dateOfDeath?: string }
): Entry => {
  const { original, secCode } = answered
  const common = {
    type: "99",
    code: reason.code,
    originalTraceNumber: original.traceNumber,
    dateOfDeath: reason.dateOfDeath,
    originalBank: original.routingNumber.slice(0, 8),
    information: reason.information ?? ""
  } as const
  const addenda: ReturnAddenda | IatReturnAddenda =
    returnKindOf(reason.code, secCode) === "iat_return"
      ? { ...common, kind: "iat_return", originalAmountMinor: original.amountMinor }
      : { ...common, kind: "return" }
  return answering(answered, addenda, original.amountMinor)
}

/** The entry that reports a change; it carries no money. */
export const changeOf = (
  answered: Answering,
  change: { readonly code: string; readonly correctedData: string }
): Entry => {
  const { original } = answered
  const addenda: ChangeAddenda = {
    type: "98",
    ...change,
    originalTraceNumber: original.traceNumber,
    originalBank: original.routingNumber.slice(0, 8),
    refusedCode: undefined
  }
  return answering(answered, addenda, 0)
}

/** What the batch of a reversal says in place of its description (Nacha: in capitals, exactly so). */
export const reversalDescription = "REVERSAL"

/** What the batch of an entry that is presented again says (Nacha 2.12.4). */
export const representmentDescription = "RETRY PYMT"

/** Eight digits of the bank and seven of a sequence: a trace number. Throws a RangeError when they do not fit. */
export const traceNumberOf = (originatingBank: string, sequence: number): string => {
  const digits = String(sequence).padStart(7, "0")
  if (!/^\d{8}$/.test(originatingBank) || !/^\d{7}$/.test(digits)) {
    throw new RangeError(`No trace number for bank ${originatingBank} and sequence ${sequence}`)
  }
  return `${originatingBank}${digits}`
}
