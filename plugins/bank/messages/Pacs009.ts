/** pacs.009, financial institution credit transfer: money that one bank sends another for itself, on Fedwire and SWIFT. */
import { defineMessage } from "./iso/defineMessage.ts"
import { amount, date, externalCode, identifier, text, time, uetr } from "./iso/leaves.ts"
import { account, agent, type Agent } from "./iso/parts.ts"
import { inGroup, inTransaction, type Profile } from "./iso/profiles.ts"
import { rowsOf, type Rows } from "./iso/rows.ts"
import type { CreditTransfer } from "./Pacs008.ts"

/** A transfer whose parties are banks themselves. */
export interface BankTransfer extends Omit<
  CreditTransfer,
  "categoryPurpose" | "instructedAmount" | "chargeBearer" | "debtor" | "debtorAgent" | "creditorAgent" | "creditor"
> {
  readonly debtor: Agent
  readonly creditorAgent?: Agent | undefined
  readonly creditor: Agent
}

const { one, optional, always, derived } = rowsOf<BankTransfer>()

/** Fedwire tells bank transfers (`BTRC`) from customer transfers (`CTRC`) by the local instrument. */
const localInstrument = ({ name, localInstrument }: Profile): string | undefined => {
  if (name === "rtp") return undefined
  return name === "fedwire" ? "BTRC" : localInstrument
}

const rows: Rows<BankTransfer> = [
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
  derived("CdtTrfTxInf/PmtTpInf/LclInstrm/Prtry", localInstrument),
  one("CdtTrfTxInf/IntrBkSttlmAmt", "amount", amount),
  one("CdtTrfTxInf/IntrBkSttlmDt", "settlementDate", date, inTransaction),
  one("CdtTrfTxInf/InstgAgt", "instructingAgent", agent),
  one("CdtTrfTxInf/InstdAgt", "instructedAgent", agent),
  optional("CdtTrfTxInf/IntrmyAgt1", "intermediaryAgent", agent),
  one("CdtTrfTxInf/Dbtr", "debtor", agent),
  optional("CdtTrfTxInf/DbtrAcct", "debtorAccount", account),
  optional("CdtTrfTxInf/CdtrAgt", "creditorAgent", agent),
  one("CdtTrfTxInf/Cdtr", "creditor", agent),
  optional("CdtTrfTxInf/CdtrAcct", "creditorAccount", account),
  optional("CdtTrfTxInf/Purp/Cd", "purpose", externalCode, (profile) => profile.purpose),
  optional("CdtTrfTxInf/RmtInf/Ustrd", "remittance", text(140))
]

const codec = defineMessage<BankTransfer>({
  name: "pacs.009",
  versions: ["08", "09", "10", "11"],
  root: "FICdtTrf",
  rows
})

/** Writes a bank transfer. */
export const build: typeof codec.build = (message, options) =>
  codec.build({ ...message, transactionId: message.transactionId ?? message.instructionId }, options)

/** Reads a bank transfer. */
export const { parse, parseElement, definition } = codec
