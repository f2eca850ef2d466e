/** Files that the simulated operator sends: returns and notifications of change for entries that it remembers. Pure. */
import { RoutingNumber } from "../../../src/domain.ts"
import { startOfEasternDay, easternDateOf } from "../calendar/eastern-time.ts"
import { daysBetween } from "../calendar/PlainDate.ts"
import { changeOf, returnOf, traceNumberOf } from "../messages/nacha/answers.ts"
import type { Batch, BatchHeader, Entry, NachaFile } from "../messages/nacha/NachaFile.ts"
import { correctionCode, iatCorrection } from "../messages/nacha/sec-rules.ts"
import { transactionCodeOf } from "../messages/nacha/transaction-codes.ts"
import { achReturnCode, answersEntry, fittingReturnCode } from "../return-codes.ts"

/** An entry as the operator has it. */
export interface RememberedEntry {
  readonly header: BatchHeader
  readonly entry: Entry
  readonly settlesAt: number
}

/** What comes back for an entry. */
export interface PlannedAnswer {
  readonly kind: "return" | "change"
  readonly code: string
  readonly information: string
  /** What was requested instead, where that cannot answer the entry (decisions C.4). */
  readonly note: string
}

/** An answer with its entry; `sequence` numbers its trace. */
export interface DueAnswer extends PlannedAnswer {
  readonly sequence: number
  readonly original: RememberedEntry
}

/** The direction and class of an entry, as return codes care. */
export const entryKind = ({ entry, header }: RememberedEntry) => ({
  direction: transactionCodeOf(entry.transactionCode)?.direction ?? ("credit" as const),
  secCode: header.secCode
})

/** The return of an entry with a code, or with R03 where that code cannot answer it: then it says so. */
export const plannedReturn = (code: string, original: RememberedEntry, information = ""): PlannedAnswer => {
  const known = achReturnCode(code)
  const kind = entryKind(original)
  if (known === undefined || answersEntry(known, kind)) return { kind: "return", code, information, note: "" }
  const fitting = fittingReturnCode(known, kind).code
  return {
    kind: "return",
    code: fitting,
    information,
    note: `${code} cannot answer a ${kind.secCode} ${kind.direction}: ${fitting} instead`
  }
}

/** Trace numbers have seven digits of sequence. */
const traceModulus = 10_000_000

const routingNumberOf = (bank: string): string => `${bank}${RoutingNumber.checkDigitOf(bank)}`

const answerEntry = ({ code, information, kind, original, sequence }: DueAnswer): Entry => {
  const { entry, header } = original
  const answered = {
    original: entry,
    secCode: header.secCode,
    originator: routingNumberOf(header.originatingBank),
    traceNumber: traceNumberOf(entry.routingNumber.slice(0, 8), sequence % traceModulus)
  }
  return kind === "return"
    ? returnOf(answered, { code, information })
    : changeOf(answered, { code, correctedData: information })
}

const dayOfYear = (now: number): number => {
  const today = easternDateOf(now)
  return daysBetween(`${today.slice(0, 4)}-01-01`, today) + 1
}

const answerHeader = ({ kind, original: { entry, header } }: DueAnswer, now: number): BatchHeader => ({
  ...header,
  ...(kind === "change" ? { secCode: correctionCode } : {}),
  ...(kind === "change" && header.iat !== undefined ? { companyName: iatCorrection } : {}),
  descriptiveDate: "",
  effectiveDate: easternDateOf(now),
  settlementDay: dayOfYear(now),
  // A return is sent by the bank that got the entry.
  originatingBank: entry.routingNumber.slice(0, 8)
})

/** The file that carries answers; those that their batch tells apart stand in batches of their own. */
export const answerFile = (
  answers: ReadonlyArray<DueAnswer>,
  of: { readonly now: number; readonly operator: string; readonly modifier: string }
): NachaFile => {
  const batches = new Map<string, Batch & { readonly entries: Array<Entry> }>()
  for (const answer of answers) {
    const header = answerHeader(answer, of.now)
    const key = JSON.stringify([header, answer.kind, entryKind(answer.original).direction])
    const batch = batches.get(key) ?? { header, entries: [] }
    batch.entries.push(answerEntry(answer))
    batches.set(key, batch)
  }
  const [first] = answers
  return {
    header: {
      destination: routingNumberOf(first?.original.header.originatingBank ?? of.operator.slice(0, 8)),
      origin: of.operator,
      createdAt: Math.max(of.now - (of.now % 60_000), startOfEasternDay(easternDateOf(of.now))),
      modifier: of.modifier,
      destinationName: "",
      originName: "SIM ACH OPERATOR",
      referenceCode: ""
    },
    batches: [...batches.values()]
  }
}
