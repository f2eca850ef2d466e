/** pacs.004, payment return: sends money of a settled credit transfer back on FedNow, Fedwire and SWIFT. */
import type { Money } from "../../../src/domain.ts"
import { defineMessage } from "./iso/defineMessage.ts"
import { amount, code, date, identifier, time, uetr } from "./iso/leaves.ts"
import {
  account,
  agent,
  originalMessage,
  party,
  reasonIn,
  type Account,
  type Agent,
  type OfTransaction,
  type Party,
  type Reason
} from "./iso/parts.ts"
import type { ChargeBearer } from "./iso/profiles.ts"
import { rowsOf, type MessageIssue, type Rows } from "./iso/rows.ts"

/** A return, in full or in part. Debtor and creditor are those of the return: the other way round than the original. */
export interface PaymentReturn extends OfTransaction {
  readonly messageId: string
  readonly createdAt: number
  readonly returnId?: string | undefined
  readonly originalAmount: Money.Money
  readonly originalSettlementDate?: string | undefined
  /** What comes back: at most the original amount, less when only a part is given or charges are taken. */
  readonly amount: Money.Money
  readonly settlementDate: string
  readonly chargeBearer?: ChargeBearer | undefined
  readonly instructingAgent: Agent
  readonly instructedAgent: Agent
  readonly debtor?: Party | undefined
  readonly debtorAccount?: Account | undefined
  readonly debtorAgent?: Agent | undefined
  readonly creditorAgent?: Agent | undefined
  readonly creditor?: Party | undefined
  readonly creditorAccount?: Account | undefined
  readonly reason: Reason
}

const { one, optional, always, derived } = rowsOf<PaymentReturn>()

const rows: Rows<PaymentReturn> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  always("GrpHdr/NbOfTxs", "1"),
  derived("GrpHdr/SttlmInf/SttlmMtd", ({ settlementMethod }) => settlementMethod),
  derived("GrpHdr/SttlmInf/ClrSys/Cd", ({ clearingSystem }) => clearingSystem),
  optional("TxInf/RtrId", "returnId", identifier(35)),
  one("TxInf/OrgnlGrpInf", "original", originalMessage),
  optional("TxInf/OrgnlInstrId", "originalInstructionId", identifier(35)),
  optional("TxInf/OrgnlEndToEndId", "originalEndToEndId", identifier(35)),
  optional("TxInf/OrgnlTxId", "originalTransactionId", identifier(35)),
  optional("TxInf/OrgnlUETR", "originalUetr", uetr),
  one("TxInf/OrgnlIntrBkSttlmAmt", "originalAmount", amount),
  optional("TxInf/OrgnlIntrBkSttlmDt", "originalSettlementDate", date),
  one("TxInf/RtrdIntrBkSttlmAmt", "amount", amount),
  one("TxInf/IntrBkSttlmDt", "settlementDate", date),
  optional("TxInf/ChrgBr", "chargeBearer", code(["SLEV", "SHAR", "DEBT", "CRED"])),
  one("TxInf/InstgAgt", "instructingAgent", agent),
  one("TxInf/InstdAgt", "instructedAgent", agent),
  optional("TxInf/RtrChain/Dbtr/Pty", "debtor", party),
  optional("TxInf/RtrChain/DbtrAcct", "debtorAccount", account),
  optional("TxInf/RtrChain/DbtrAgt", "debtorAgent", agent),
  optional("TxInf/RtrChain/CdtrAgt", "creditorAgent", agent),
  optional("TxInf/RtrChain/Cdtr/Pty", "creditor", party),
  optional("TxInf/RtrChain/CdtrAcct", "creditorAccount", account),
  one("TxInf/RtrRsnInf", "reason", reasonIn("pacs.004")),
  derived("TxInf/OrgnlTxRef/PmtTpInf/LclInstrm/Prtry", ({ localInstrument }) => localInstrument)
]

const check = ({ amount, originalAmount }: PaymentReturn): ReadonlyArray<MessageIssue> =>
  amount.currency === originalAmount.currency && amount.amountMinor <= originalAmount.amountMinor
    ? []
    : [{ path: "TxInf/RtrdIntrBkSttlmAmt", problem: "is not within the original amount" }]

/** Writes and reads returns. */
export const { build, parse, parseElement, definition } = defineMessage<PaymentReturn>({
  name: "pacs.004",
  versions: ["09", "10", "11"],
  root: "PmtRtr",
  rows,
  check
})
