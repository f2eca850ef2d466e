/**
 * The codes with which a payment, a request or an entry is returned, corrected or refused: what each says, and of ACH returns in which
 * time and to what they can come (spec bank §7; decisions A.14, B.5, C.2; Nacha time frames).
 */
import type { ReturnTimeFrame } from "./calendar/deadlines.ts"

/** One code, and what it says. */
export interface ReasonCode {
  readonly code: string
  readonly meaning: string
}

/** A code with which an ACH entry is returned. */
export interface ReturnCode extends ReasonCode {
  /** How long after settlement it can come. */
  readonly timeFrame: ReturnTimeFrame
  /** The directions of entries that it can answer. */
  readonly directions: ReadonlyArray<"credit" | "debit">
  /** The classes that it can answer; `undefined` is all. */
  readonly secCodes: ReadonlyArray<string> | undefined
  /** Whether a debit that came back with it can be presented again. */
  readonly representable: boolean
  /** What a client should do; `representmentGuidance` in its answer. */
  readonly guidance: "CONTACT_RECEIVING_BANK" | undefined
}

const both = ["credit", "debit"] as const
const debits = ["debit"] as const
const corporate = ["CCD", "CTX"] as const

const achReturn = (
  code: string,
  meaning: string,
  more: Partial<Omit<ReturnCode, keyof ReasonCode>> = {}
): ReturnCode => ({
  code,
  meaning,
  timeFrame: "two_banking_days",
  directions: both,
  secCodes: undefined,
  representable: false,
  guidance: undefined,
  ...more
})

const unauthorized = { timeFrame: "sixty_calendar_days", directions: debits } as const

const reason = (code: string, meaning: string): ReasonCode => ({ code, meaning })

/** ACH returns of the specification, in its order. */
export const achReturnCodes: ReadonlyArray<ReturnCode> = [
  achReturn("R01", "Insufficient funds", { directions: debits, representable: true }),
  achReturn("R02", "Account closed"),
  achReturn("R03", "No account or unable to locate account"),
  achReturn("R04", "Invalid account number structure"),
  achReturn("R05", "Unauthorized debit to consumer account using corporate SEC code", {
    ...unauthorized,
    secCodes: corporate
  }),
  achReturn("R07", "Authorization revoked by customer", unauthorized),
  achReturn("R08", "Payment stopped", { directions: debits }),
  achReturn("R10", "Customer advises originator not known or not authorized", unauthorized),
  achReturn("R16", "Account frozen or returned per OFAC instruction"),
  achReturn("R20", "Non-transaction account", { guidance: "CONTACT_RECEIVING_BANK" }),
  achReturn("R29", "Corporate customer advises not authorized", { directions: debits, secCodes: corporate })
]

/** Notifications of change that the simulator sends (decisions C.4) and the others of Nacha for these classes. */
export const correctionCodes: ReadonlyArray<ReasonCode> = [
  reason("C01", "Incorrect account number"),
  reason("C02", "Incorrect routing number"),
  reason("C03", "Incorrect routing number and incorrect account number"),
  reason("C04", "Incorrect individual name or receiving company name"),
  reason("C05", "Incorrect transaction code"),
  reason("C06", "Incorrect account number and incorrect transaction code"),
  reason("C07", "Incorrect routing number, account number and transaction code"),
  reason("C08", "Incorrect receiving bank identification (IAT)"),
  reason("C09", "Incorrect individual identification number"),
  reason("C13", "Addenda format error"),
  reason("C14", "Incorrect SEC code for outbound international payment")
]

/** ISO 20022 reasons of the specification, with which a receiving bank refuses or returns an instant payment. */
export const instantReturnCodes: ReadonlyArray<ReasonCode> = [
  reason("AC01", "Incorrect account number"),
  reason("AC04", "Closed account"),
  reason("AC06", "Blocked account"),
  reason("AG01", "Transaction forbidden"),
  reason("AM04", "Insufficient funds (settlement account)"),
  reason("NARR", "Narrative, see returnNarrative"),
  reason("RR04", "Regulatory reason")
]

const requestMeanings = {
  DUPL: "Duplicate payment",
  FRAD: "Fraudulent payment",
  TECH: "Technical problem",
  CUST: "Requested by the customer",
  AC03: "Wrong account of the beneficiary",
  AM09: "Wrong amount",
  NARR: "Narrative, see additionalInfo"
} as const

/** A reason for asking an instant payment back. Those of wires are the same but for the narrative one. */
export type ReturnRequestReason = keyof typeof requestMeanings

/** Every such reason. */
export const returnRequestReasons = Object.keys(requestMeanings) as ReadonlyArray<ReturnRequestReason>

/** The ACH return of a code, or `undefined` when the specification does not have it. */
export const achReturnCode = (code: string): ReturnCode | undefined => achReturnCodes.find((one) => one.code === code)

const reasons = new Map<string, string>(Object.entries(requestMeanings))
for (const { code, meaning } of instantReturnCodes) reasons.set(code, meaning)

/** What the ISO 20022 code of a return says; `undefined` when it is neither a bank's nor a sender's reason. */
export const reasonOf = (code: string): string | undefined => reasons.get(code)

/** What became of an instant payment that was answered with a reason: the specification's codes return it. */
export const instantOutcomeOf = (code: string): "returned" | "failed" =>
  instantReturnCodes.some((one) => one.code === code) ? "returned" : "failed"

/** The failure that a client is shown for a code of the network. */
export const failureCodeOf = (code: string): "NETWORK_TIMEOUT" | "RECEIVER_UNAVAILABLE" | "NETWORK_REJECTED" =>
  failureCodes.get(code) ?? "NETWORK_REJECTED"

const failureCodes: ReadonlyMap<string, "NETWORK_TIMEOUT" | "RECEIVER_UNAVAILABLE"> = new Map([
  ["DS24", "NETWORK_TIMEOUT"],
  ["E997", "NETWORK_TIMEOUT"],
  ["9910", "RECEIVER_UNAVAILABLE"],
  ["9912", "RECEIVER_UNAVAILABLE"]
])

/** An entry, as far as return codes care. */
export interface ReturnableEntry {
  readonly direction: "credit" | "debit"
  readonly secCode: string
}

/** Whether a code can answer an entry; the codes of debits and of corporate classes cannot answer every one. */
export const answersEntry = (code: ReturnCode, entry: ReturnableEntry): boolean =>
  code.directions.includes(entry.direction) && (code.secCodes === undefined || code.secCodes.includes(entry.secCode))

/**
 * The code with which an entry really comes back when another one was requested: R03 where that one cannot answer it
 * (decisions C.4).
 */
export const fittingReturnCode = (code: ReturnCode, entry: ReturnableEntry): ReturnCode =>
  answersEntry(code, entry) ? code : (achReturnCode("R03") ?? code)
