/**
 * pacs.028, payment status request: asks what became of a credit transfer, a return or a request for payment that was
 * not answered. It is sent before anything is sent a second time; on FedNow not before 25 seconds.
 */
import type { Money } from "../../../src/domain.ts"
import { defineMessage, withOriginalTransactionId } from "./iso/defineMessage.ts"
import { amount, date, identifier, time, uetr } from "./iso/leaves.ts"
import { agent, countedOriginalMessage, originalMessage, type Agent, type OfTransaction } from "./iso/parts.ts"
import { beside, inside, type Profile } from "./iso/profiles.ts"
import { missingFields, rowsOf, type MessageIssue, type Rows } from "./iso/rows.ts"

/** A question for the status of one transaction. */
export interface StatusRequest extends OfTransaction {
  readonly messageId: string
  readonly createdAt: number
  /** When the original was made, its amount and its settlement date; RTP needs all three. */
  readonly acceptedAt?: number | undefined
  readonly originalAmount?: Money.Money | undefined
  readonly originalSettlementDate?: string | undefined
  readonly instructingAgent: Agent
  readonly instructedAgent: Agent
}

const { one, optional } = rowsOf<StatusRequest>()

const rows: Rows<StatusRequest> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  one("OrgnlGrpInf", "original", countedOriginalMessage, beside),
  one("TxInf/OrgnlGrpInf", "original", originalMessage, inside),
  optional("TxInf/OrgnlInstrId", "originalInstructionId", identifier(35)),
  optional("TxInf/OrgnlEndToEndId", "originalEndToEndId", identifier(35), inside),
  optional("TxInf/OrgnlTxId", "originalTransactionId", identifier(35)),
  optional("TxInf/OrgnlUETR", "originalUetr", uetr, inside),
  optional("TxInf/AccptncDtTm", "acceptedAt", time, beside),
  one("TxInf/InstgAgt", "instructingAgent", agent),
  one("TxInf/InstdAgt", "instructedAgent", agent),
  optional("TxInf/OrgnlTxRef/IntrBkSttlmAmt", "originalAmount", amount, beside),
  optional("TxInf/OrgnlTxRef/IntrBkSttlmDt", "originalSettlementDate", date, beside)
]

const check = (message: StatusRequest, profile: Profile | undefined): ReadonlyArray<MessageIssue> =>
  profile === undefined || inside(profile)
    ? []
    : missingFields(message, {
        originalInstructionId: "TxInf/OrgnlInstrId",
        acceptedAt: "TxInf/AccptncDtTm",
        originalAmount: "TxInf/OrgnlTxRef/IntrBkSttlmAmt",
        originalSettlementDate: "TxInf/OrgnlTxRef/IntrBkSttlmDt"
      })

const codec = defineMessage<StatusRequest>({
  name: "pacs.028",
  versions: ["03", "04", "05"],
  root: "FIToFIPmtStsReq",
  rows,
  check
})

/** Writes a status request. */
export const build: typeof codec.build = (message, options) =>
  codec.build(withOriginalTransactionId(message, options), options)

/** Reads a status request. */
export const { parse, parseElement, definition } = codec
