/** Reason codes of the instant rails (spec bank §7, "Return codes"), and those of requests to give money back. */

/** What a code says. A code that is not here is the network's own, and means that the payment failed. */
export const instantReturnReasons: Readonly<Record<string, string>> = {
  AC01: "Incorrect account number",
  AC04: "Closed account",
  AC06: "Blocked account",
  AG01: "Transaction forbidden",
  AM04: "Insufficient funds (settlement account)",
  NARR: "Narrative, see returnNarrative",
  RR04: "Regulatory reason"
}

/** Why a sender asks for its money back (decisions B.5), with what is said of the return that follows. */
export const returnRequestReasons = {
  DUPL: "Duplicate payment",
  FRAD: "Fraudulent payment",
  TECH: "Technical problem",
  CUST: "Requested by the customer",
  AC03: "Wrong account of the beneficiary",
  AM09: "Wrong amount",
  NARR: "Narrative, see additionalInfo"
} as const

/** A reason for asking. */
export type ReturnRequestReason = keyof typeof returnRequestReasons
