/**
 * Every code with which a payment, a request or an entry is returned, corrected or refused, as one table: what it says,
 * who says it, in which time, on which rails, and what it does to a payment (spec bank §7; decisions A.14, B.5, C.2;
 * Nacha time frames).
 */
import type { ReturnTimeFrame } from "./calendar/deadlines.ts"

/** Rails by their names in this service. */
export type ReturnRail = "ach" | "rtp" | "fednow" | "fedwire" | "swift"

/** Who gives a code. */
export type ReturnParty = "receiving_bank" | "originating_bank" | "operator" | "network" | "originator"

/** What a code does. */
export type ReturnEffect =
  /** The payment is `returned`, before or after settlement. */
  | "returned"
  /** The payment is `failed`: the network or technology refused it, and no money moved. */
  | "failed"
  /** Data of the receiver are to be corrected; the payment stands. */
  | "correction"
  /** A return is disputed; the payment stays returned until it is settled. */
  | "dispute"
  /** A reason with which a sender asks for its money back. */
  | "return_request"

/** One code. */
export interface ReturnCode {
  readonly code: string
  readonly meaning: string
  readonly by: ReturnParty
  /** How long after settlement it can come; `undefined` where it answers at once or has no limit. */
  readonly timeFrame: ReturnTimeFrame | undefined
  readonly rails: ReadonlyArray<ReturnRail>
  readonly effect: ReturnEffect
  /** ACH: the directions of entries that it can answer. */
  readonly directions: ReadonlyArray<"credit" | "debit">
  /** ACH: the classes that it can answer; `undefined` is all. */
  readonly secCodes: ReadonlyArray<string> | undefined
  /** Whether a debit that came back with it can be presented again. */
  readonly representable: boolean
  /** What a client should do; `representmentGuidance` in its answer. */
  readonly guidance: "CONTACT_RECEIVING_BANK" | undefined
}

const both = ["credit", "debit"] as const
const debits = ["debit"] as const
const corporate = ["CCD", "CTX"] as const
const instant = ["rtp", "fednow"] as const
const iso = ["rtp", "fednow", "fedwire", "swift"] as const

const achReturn = (
  code: string,
  meaning: string,
  more: Partial<Pick<ReturnCode, "timeFrame" | "directions" | "secCodes" | "representable" | "guidance">> = {}
): ReturnCode => ({
  code,
  meaning,
  by: "receiving_bank",
  timeFrame: "two_banking_days",
  rails: ["ach"],
  effect: "returned",
  directions: both,
  secCodes: undefined,
  representable: false,
  guidance: undefined,
  ...more
})

const unauthorized = { timeFrame: "sixty_calendar_days", directions: debits } as const

const correction = (code: string, meaning: string): ReturnCode => ({
  ...achReturn(code, meaning),
  timeFrame: undefined,
  effect: "correction"
})

const dispute = (code: string, meaning: string, by: ReturnParty): ReturnCode => ({
  ...achReturn(code, meaning),
  by,
  timeFrame: undefined,
  effect: "dispute"
})

const isoCode = (
  code: string,
  meaning: string,
  more: Partial<Pick<ReturnCode, "by" | "rails" | "effect">> = {}
): ReturnCode => ({
  code,
  meaning,
  by: "receiving_bank",
  timeFrame: undefined,
  rails: instant,
  effect: "returned",
  directions: ["credit"],
  secCodes: undefined,
  representable: false,
  guidance: undefined,
  ...more
})

const networkFailure = { by: "network", effect: "failed" } as const
const asked = { by: "originator", rails: iso, effect: "return_request" } as const

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
export const correctionCodes: ReadonlyArray<ReturnCode> = [
  correction("C01", "Incorrect account number"),
  correction("C02", "Incorrect routing number"),
  correction("C03", "Incorrect routing number and incorrect account number"),
  correction("C04", "Incorrect individual name or receiving company name"),
  correction("C05", "Incorrect transaction code"),
  correction("C06", "Incorrect account number and incorrect transaction code"),
  correction("C07", "Incorrect routing number, account number and transaction code"),
  correction("C08", "Incorrect receiving bank identification (IAT)"),
  correction("C09", "Incorrect individual identification number"),
  correction("C13", "Addenda format error"),
  correction("C14", "Incorrect SEC code for outbound international payment")
]

/** Disputes about returns: dishonored by the originating bank, contested by the receiving one (Nacha). */
export const disputeCodes: ReadonlyArray<ReturnCode> = [
  dispute("R61", "Misrouted return", "originating_bank"),
  dispute("R62", "Return of erroneous or reversing debit", "originating_bank"),
  dispute("R67", "Duplicate return", "originating_bank"),
  dispute("R68", "Untimely return", "originating_bank"),
  dispute("R69", "Field error", "originating_bank"),
  dispute("R70", "Permissible return entry not accepted", "originating_bank"),
  dispute("R71", "Misrouted dishonored return", "receiving_bank"),
  dispute("R72", "Untimely dishonored return", "receiving_bank"),
  dispute("R73", "Timely original return", "receiving_bank"),
  dispute("R74", "Corrected return", "receiving_bank"),
  dispute("R75", "Return not a duplicate", "receiving_bank"),
  dispute("R76", "No errors found", "receiving_bank"),
  dispute("R77", "Non-acceptance of R62 dishonored return", "receiving_bank")
]

/** ISO 20022 reasons of the specification, with which a receiving bank refuses or returns an instant payment. */
export const instantReturnCodes: ReadonlyArray<ReturnCode> = [
  isoCode("AC01", "Incorrect account number"),
  isoCode("AC04", "Closed account"),
  isoCode("AC06", "Blocked account"),
  isoCode("AG01", "Transaction forbidden"),
  isoCode("AM04", "Insufficient funds (settlement account)"),
  isoCode("NARR", "Narrative, see returnNarrative"),
  isoCode("RR04", "Regulatory reason")
]

/** Codes of the networks that mean that a payment failed (decisions C.2). */
export const networkFailureCodes: ReadonlyArray<ReturnCode> = [
  isoCode("DS24", "No answer in time", { ...networkFailure, rails: ["rtp"] }),
  isoCode("E997", "No answer in time", { ...networkFailure, rails: ["fednow"] }),
  isoCode("9910", "Receiving bank signed off", networkFailure),
  isoCode("9912", "Receiving bank's connection is not available", networkFailure)
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

/** Why a sender asks for its money back (decisions B.5), on instant rails and wires. */
export const returnRequestCodes: ReadonlyArray<ReturnCode> = returnRequestReasons.map((code) =>
  isoCode(code, requestMeanings[code], code === "NARR" ? { ...asked, rails: instant } : asked)
)

/** The whole table. `NARR` stands in it twice, as a return and as a request. */
export const returnCodes: ReadonlyArray<ReturnCode> = [
  ...achReturnCodes,
  ...correctionCodes,
  ...disputeCodes,
  ...instantReturnCodes,
  ...networkFailureCodes,
  ...returnRequestCodes
]

/** The ACH return of a code, or `undefined` when the specification does not have it. */
export const achReturnCode = (code: string): ReturnCode | undefined => achReturnCodes.find((one) => one.code === code)

/** What the ISO 20022 code of a return says; `undefined` when it is neither a bank's nor a sender's reason. */
export const reasonOf = (code: string): string | undefined =>
  [...instantReturnCodes, ...returnRequestCodes].find((one) => one.code === code)?.meaning

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
