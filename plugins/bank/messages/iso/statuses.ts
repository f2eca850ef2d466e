/** Statuses of transactions, requests and investigations, and what they mean for a payment, as tables. */

/** `TxSts` of credit transfers and returns (external list ExternalPaymentTransactionStatus1Code). */
export const transactionStatuses = [
  "ACTC",
  "ACCP",
  "ACSP",
  "ACSC",
  "ACWP",
  "ACCC",
  "PDNG",
  "RCVD",
  "BLCK",
  "RJCT"
] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

/** What a status says about the money. */
export type Outcome =
  /** Settled, and the beneficiary has it or will without delay. */
  | "settled"
  /** Settled between the banks; the beneficiary's bank has not posted it yet. */
  | "settled_unposted"
  /** Posted to the beneficiary's account, some time after settlement. */
  | "posted"
  /** Taken in; nothing has settled, and another status follows. */
  | "pending"
  /** Settled, and held by the beneficiary's bank on orders of an authority. */
  | "blocked"
  /** Nothing moved and nothing will. */
  | "rejected"

/**
 * What a status means. `ACTC` is the final acceptance on RTP, where the network settles by accepting; on the other
 * networks it says only that the message was in order.
 */
export const outcomeOf = (status: TransactionStatus, network: "rtp" | "fednow" | "fedwire" | "swift"): Outcome =>
  status === "ACTC" && network === "rtp" ? "settled" : outcomes[status]

const outcomes: Readonly<Record<TransactionStatus, Outcome>> = {
  ACTC: "pending",
  ACCP: "pending",
  ACSP: "pending",
  ACSC: "settled",
  ACWP: "settled_unposted",
  ACCC: "posted",
  PDNG: "pending",
  RCVD: "pending",
  BLCK: "blocked",
  RJCT: "rejected"
}

/** `TxSts` of requests for payment: received, shown to the payer, accepted by the payer, refused. */
export const requestStatuses = ["RCVD", "PRES", "ACTC", "ACWC", "PDNG", "RJCT"] as const

export type RequestStatus = (typeof requestStatuses)[number]

/** `Conf` of a resolution: paid back, partly, cancelled, refused, undecided yet. */
export const resolutions = ["IPAY", "PECR", "CNCL", "RJCR", "PDCR"] as const

export type ResolutionStatus = (typeof resolutions)[number]

/** Whether a resolution says yes, no, or not yet. */
export const resolutionOutcomes: Readonly<
  Record<ResolutionStatus, "accepted" | "partially_accepted" | "rejected" | "pending">
> = {
  IPAY: "accepted",
  PECR: "partially_accepted",
  CNCL: "accepted",
  RJCR: "rejected",
  PDCR: "pending"
}
