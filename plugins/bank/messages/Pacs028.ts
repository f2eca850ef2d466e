/**
 * pacs.028, payment status request: asks what became of a credit transfer, a return or a request for payment that was
 * not answered. It is sent before anything is sent a second time; on FedNow not before 25 seconds.
 */
import { defineMessage } from "./iso/defineMessage.ts"
import { identifier, time, uetr } from "./iso/leaves.ts"
import { agent, originalMessage, type Agent, type OriginalMessage } from "./iso/parts.ts"
import type { Profile } from "./iso/profiles.ts"
import { rowsOf, type Rows } from "./iso/rows.ts"

/** A question for the status of one transaction. */
export interface StatusRequest {
  readonly messageId: string
  readonly createdAt: number
  readonly original: OriginalMessage
  readonly originalInstructionId?: string | undefined
  readonly originalEndToEndId?: string | undefined
  readonly originalTransactionId?: string | undefined
  readonly originalUetr?: string | undefined
  readonly instructingAgent: Agent
  readonly instructedAgent: Agent
}

const { one, optional } = rowsOf<StatusRequest>()

const beside = ({ originalInGroup }: Profile) => originalInGroup
const inside = (profile: Profile) => !beside(profile)

const rows: Rows<StatusRequest> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  one("OrgnlGrpInf", "original", originalMessage, beside),
  one("TxInf/OrgnlGrpInf", "original", originalMessage, inside),
  optional("TxInf/OrgnlInstrId", "originalInstructionId", identifier(35)),
  optional("TxInf/OrgnlEndToEndId", "originalEndToEndId", identifier(35)),
  optional("TxInf/OrgnlTxId", "originalTransactionId", identifier(35)),
  optional("TxInf/OrgnlUETR", "originalUetr", uetr, (profile) => profile.uetr),
  one("TxInf/InstgAgt", "instructingAgent", agent),
  one("TxInf/InstdAgt", "instructedAgent", agent)
]

/** Writes and reads status requests. */
export const { build, parse, parseElement, definition } = defineMessage<StatusRequest>({
  name: "pacs.028",
  versions: ["03", "04", "05"],
  root: "FIToFIPmtStsReq",
  rows
})
