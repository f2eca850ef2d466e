/**
 * pacs.008, customer credit transfer: the message that moves a customer's money on RTP, FedNow, Fedwire and SWIFT. One
 * transaction per message. On RTP money goes back with a new pacs.008, because that network has no pacs.004.
 */
import type { Money } from "../../../src/domain.ts"
import { defineMessage } from "./iso/defineMessage.ts"
import { amount, code, date, externalCode, identifier, text, time, uetr } from "./iso/leaves.ts"
import { account, agent, categoryPurpose, party, type Account, type Agent, type Party } from "./iso/parts.ts"
import { inGroup, inTransaction, type CategoryPurpose, type ChargeBearer, type Profile } from "./iso/profiles.ts"
import { rowsOf, type MessageIssue, type RowMakers, type Rows } from "./iso/rows.ts"

/** A customer credit transfer. Times are epoch milliseconds, dates `YYYY-MM-DD`. */
export interface CreditTransfer {
  /** Fixed before the first send and the same whenever the message is sent again. */
  readonly messageId: string
  readonly createdAt: number
  readonly instructionId?: string | undefined
  /** The reference that travels unchanged to the beneficiary; the payment of an RfP repeats that of the request. */
  readonly endToEndId: string
  /** Only RTP has it; absent, the instruction identifier is sent in its place. */
  readonly transactionId?: string | undefined
  readonly uetr?: string | undefined
  readonly categoryPurpose?: CategoryPurpose | undefined
  readonly amount: Money.Money
  readonly settlementDate: string
  /** What was ordered, when a wire's settled amount differs by charges; absent, `amount` is sent. */
  readonly instructedAmount?: Money.Money | undefined
  readonly chargeBearer: ChargeBearer
  readonly instructingAgent: Agent
  readonly instructedAgent: Agent
  readonly intermediaryAgent?: Agent | undefined
  readonly debtor: Party
  readonly debtorAccount?: Account | undefined
  readonly debtorAgent: Agent
  readonly creditorAgent: Agent
  readonly creditor: Party
  readonly creditorAccount?: Account | undefined
  /** A code of the external purpose list, such as `SUPP`. RTP does not carry it. */
  readonly purpose?: string | undefined
  /** At most 140 characters, for the beneficiary. */
  readonly remittance?: string | undefined
}

const { one, optional, always, derived }: RowMakers<CreditTransfer> = rowsOf<CreditTransfer>()

const rows: Rows<CreditTransfer> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  always("GrpHdr/NbOfTxs", "1"),
  one("GrpHdr/TtlIntrBkSttlmAmt", "amount", amount, inGroup),
  one("GrpHdr/IntrBkSttlmDt", "settlementDate", date, inGroup),
  derived("GrpHdr/SttlmInf/SttlmMtd", ({ settlementMethod }) => settlementMethod),
  derived("GrpHdr/SttlmInf/ClrSys/Cd", ({ clearingSystem }) => clearingSystem),
  optional("CdtTrfTxInf/PmtId/InstrId", "instructionId", identifier(35)),
  one("CdtTrfTxInf/PmtId/EndToEndId", "endToEndId", identifier(35)),
  optional("CdtTrfTxInf/PmtId/TxId", "transactionId", identifier(35), ({ transactionId }) => transactionId),
  optional("CdtTrfTxInf/PmtId/UETR", "uetr", uetr),
  derived("CdtTrfTxInf/PmtTpInf/SvcLvl/Cd", ({ serviceLevel }) => serviceLevel),
  derived("CdtTrfTxInf/PmtTpInf/LclInstrm/Prtry", ({ localInstrument }) => localInstrument),
  optional(
    "CdtTrfTxInf/PmtTpInf/CtgyPurp/Prtry",
    "categoryPurpose",
    categoryPurpose,
    ({ categoryPurposes }) => categoryPurposes !== undefined
  ),
  one("CdtTrfTxInf/IntrBkSttlmAmt", "amount", amount),
  one("CdtTrfTxInf/IntrBkSttlmDt", "settlementDate", date, inTransaction),
  optional("CdtTrfTxInf/InstdAmt", "instructedAmount", amount, (profile) => profile.instructedAmount),
  one("CdtTrfTxInf/ChrgBr", "chargeBearer", code(["SLEV", "SHAR", "DEBT", "CRED"])),
  one("CdtTrfTxInf/InstgAgt", "instructingAgent", agent),
  one("CdtTrfTxInf/InstdAgt", "instructedAgent", agent),
  optional("CdtTrfTxInf/IntrmyAgt1", "intermediaryAgent", agent),
  one("CdtTrfTxInf/Dbtr", "debtor", party),
  optional("CdtTrfTxInf/DbtrAcct", "debtorAccount", account),
  one("CdtTrfTxInf/DbtrAgt", "debtorAgent", agent),
  one("CdtTrfTxInf/CdtrAgt", "creditorAgent", agent),
  one("CdtTrfTxInf/Cdtr", "creditor", party),
  optional("CdtTrfTxInf/CdtrAcct", "creditorAccount", account),
  optional("CdtTrfTxInf/Purp/Cd", "purpose", externalCode, (profile) => profile.purpose),
  optional("CdtTrfTxInf/RmtInf/Ustrd", "remittance", text(140))
]

const check = (message: CreditTransfer, profile: Profile | undefined): ReadonlyArray<MessageIssue> => {
  if (profile === undefined || profile.chargeBearers.includes(message.chargeBearer)) return []
  return [{ path: "CdtTrfTxInf/ChrgBr", problem: `${message.chargeBearer} is not taken by ${profile.name}` }]
}

const codec = defineMessage<CreditTransfer>({
  name: "pacs.008",
  versions: ["08", "09", "10", "11", "12"],
  root: "FIToFICstmrCdtTrf",
  rows,
  check
})

/** Fills what a network asks for and the message leaves to it: the transaction identifier, the instructed amount. */
const completed = (message: CreditTransfer): CreditTransfer => ({
  ...message,
  transactionId: message.transactionId ?? message.instructionId,
  instructedAmount: message.instructedAmount ?? message.amount
})

/** Writes a credit transfer for a network. */
export const build: typeof codec.build = (message, options) => codec.build(completed(message), options)

/** Reads a credit transfer of any network. */
export const { parse, parseElement, definition } = codec
