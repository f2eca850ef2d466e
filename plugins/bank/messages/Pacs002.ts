/**
 * pacs.002, payment status report: the answer of a bank or a network to a credit transfer or a return, and to a status
 * request.
 */
import type { Money } from "../../../src/domain.ts"
import { defineMessage } from "./iso/defineMessage.ts"
import { amount, code, date, identifier, time, uetr } from "./iso/leaves.ts"
import {
  agent,
  countedOriginalMessage,
  originalMessage,
  reasonIn,
  type Agent,
  type OfTransaction,
  type Reason
} from "./iso/parts.ts"
import { beside, inside, type Profile } from "./iso/profiles.ts"
import { missingFields, rowsOf, type ElementType, type MessageIssue, type Rows } from "./iso/rows.ts"
import { transactionStatuses, type TransactionStatus } from "./iso/statuses.ts"

/** The status of one transaction. */
export interface StatusReport extends OfTransaction {
  readonly messageId: string
  readonly createdAt: number
  readonly status: TransactionStatus
  /** Why it was rejected; needed with `RJCT`. */
  readonly reasons?: ReadonlyArray<Reason> | undefined
  /** When the answer was given; RTP needs it. */
  readonly acceptedAt?: number | undefined
  /** The date on which the money counts as settled. */
  readonly settlementDate?: string | undefined
  /** Fedwire gives the IMAD here. */
  readonly clearingSystemReference?: string | undefined
  readonly instructingAgent?: Agent | undefined
  readonly instructedAgent?: Agent | undefined
  readonly originalAmount?: Money.Money | undefined
}

const { one, optional, many } = rowsOf<StatusReport>()

const anyStatus = code(transactionStatuses)

/** A status in the network's word for it. */
const statusWord: ElementType<TransactionStatus> = {
  write: (value, writing) => anyStatus.write(writing.profile.statusWords[value] ?? value, writing),
  read: anyStatus.read
}

const rows: Rows<StatusReport> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  one("OrgnlGrpInfAndSts", "original", countedOriginalMessage, beside),
  one("TxInfAndSts/OrgnlGrpInf", "original", originalMessage, inside),
  optional("TxInfAndSts/OrgnlInstrId", "originalInstructionId", identifier(35)),
  optional("TxInfAndSts/OrgnlEndToEndId", "originalEndToEndId", identifier(35), inside),
  optional("TxInfAndSts/OrgnlTxId", "originalTransactionId", identifier(35)),
  optional("TxInfAndSts/OrgnlUETR", "originalUetr", uetr),
  one("TxInfAndSts/TxSts", "status", statusWord),
  many("TxInfAndSts/StsRsnInf", "reasons", reasonIn("pacs.002")),
  optional("TxInfAndSts/AccptncDtTm", "acceptedAt", time),
  optional("TxInfAndSts/FctvIntrBkSttlmDt/Dt", "settlementDate", date),
  optional("TxInfAndSts/ClrSysRef", "clearingSystemReference", identifier(35)),
  optional("TxInfAndSts/InstgAgt", "instructingAgent", agent),
  optional("TxInfAndSts/InstdAgt", "instructedAgent", agent),
  optional("TxInfAndSts/OrgnlTxRef/IntrBkSttlmAmt", "originalAmount", amount)
]

const check = (message: StatusReport, profile: Profile | undefined): ReadonlyArray<MessageIssue> => [
  ...(message.status === "RJCT" && (message.reasons ?? []).length === 0
    ? [{ path: "TxInfAndSts/StsRsnInf", problem: "is missing: a rejection has a reason" }]
    : []),
  ...(profile === undefined || inside(profile)
    ? []
    : missingFields(message, {
        originalInstructionId: "TxInfAndSts/OrgnlInstrId",
        acceptedAt: "TxInfAndSts/AccptncDtTm"
      }))
]

/** Writes and reads status reports. */
export const { build, parse, parseElement, definition } = defineMessage<StatusReport>({
  name: "pacs.002",
  versions: ["10", "11", "12"],
  root: "FIToFIPmtStsRpt",
  rows,
  check
})
