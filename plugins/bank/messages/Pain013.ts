/**
 * pain.013, request for payment: asks another bank's customer to pay. It moves no money and is no debit. Requests are
 * carried by RTP and FedNow; on Fedwire this message would be a drawdown, which this service does not offer.
 */
import { defineMessage } from "./iso/defineMessage.ts"
import { amount, identifier, routingNumber, text, time, uetr } from "./iso/leaves.ts"
import { account, agent, categoryPurpose, dateOrTime, party, type Account, type DateOrTime } from "./iso/parts.ts"
import { byName, byNumber, type Profile } from "./iso/profiles.ts"
import { missingFields, rowsOf, type MessageIssue, type Rows } from "./iso/rows.ts"
import type { CreditTransfer } from "./Pacs008.ts"

/** A request for payment. The debtor is asked, the creditor asks. */
export interface PaymentRequest
  extends
    Pick<CreditTransfer, "messageId" | "createdAt" | "instructionId" | "uetr" | "categoryPurpose" | "amount">,
    Pick<CreditTransfer, "debtor" | "debtorAccount" | "debtorAgent" | "creditor" | "creditorAgent" | "remittance"> {
  /** Who asks, by name; FedNow needs it. */
  readonly initiatingPartyName?: string | undefined
  /** The routing number of the asking bank; RTP needs it. */
  readonly initiatingPartyNumber?: string | undefined
  /** The request's own identifier. */
  readonly paymentInformationId: string
  /** The requested date of the payment. */
  readonly requestedExecution: DateOrTime
  /** Until when the request can be answered; a date lasts until its end in Eastern time. */
  readonly expiry?: DateOrTime | undefined
  /** The payment of this request repeats it. */
  readonly endToEndId: string
  readonly creditorAccount: Account
}

const { one, optional, always, derived } = rowsOf<PaymentRequest>()

const rows: Rows<PaymentRequest> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  always("GrpHdr/NbOfTxs", "1"),
  optional("GrpHdr/InitgPty/Nm", "initiatingPartyName", text(140), byName),
  optional("GrpHdr/InitgPty/Id/OrgId/Othr/Id", "initiatingPartyNumber", routingNumber, byNumber),
  one("PmtInf/PmtInfId", "paymentInformationId", identifier(35)),
  always("PmtInf/PmtMtd", "TRF"),
  one("PmtInf/ReqdExctnDt", "requestedExecution", dateOrTime),
  optional("PmtInf/XpryDt", "expiry", dateOrTime),
  one("PmtInf/Dbtr", "debtor", party),
  optional("PmtInf/DbtrAcct", "debtorAccount", account),
  one("PmtInf/DbtrAgt", "debtorAgent", agent),
  optional("PmtInf/CdtTrfTx/PmtId/InstrId", "instructionId", identifier(35)),
  one("PmtInf/CdtTrfTx/PmtId/EndToEndId", "endToEndId", identifier(35)),
  optional("PmtInf/CdtTrfTx/PmtId/UETR", "uetr", uetr),
  derived("PmtInf/CdtTrfTx/PmtTpInf/SvcLvl/Cd", ({ serviceLevel }) => serviceLevel),
  derived("PmtInf/CdtTrfTx/PmtTpInf/LclInstrm/Prtry", ({ localInstrument }) => localInstrument),
  optional("PmtInf/CdtTrfTx/PmtTpInf/CtgyPurp/Prtry", "categoryPurpose", categoryPurpose),
  one("PmtInf/CdtTrfTx/Amt/InstdAmt", "amount", amount),
  always("PmtInf/CdtTrfTx/ChrgBr", "SLEV"),
  one("PmtInf/CdtTrfTx/CdtrAgt", "creditorAgent", agent),
  one("PmtInf/CdtTrfTx/Cdtr", "creditor", party),
  one("PmtInf/CdtTrfTx/CdtrAcct", "creditorAccount", account),
  optional("PmtInf/CdtTrfTx/RmtInf/Ustrd", "remittance", text(140))
]

const check = (message: PaymentRequest, profile: Profile | undefined): ReadonlyArray<MessageIssue> => {
  if (profile === undefined) return []
  return byName(profile)
    ? missingFields(message, { initiatingPartyName: "GrpHdr/InitgPty" })
    : missingFields(message, {
        initiatingPartyNumber: "GrpHdr/InitgPty",
        expiry: "PmtInf/XpryDt",
        debtorAccount: "PmtInf/DbtrAcct",
        categoryPurpose: "PmtInf/CdtTrfTx/PmtTpInf/CtgyPurp/Prtry"
      })
}

/** Writes and reads requests for payment. */
export const { build, parse, parseElement, definition } = defineMessage<PaymentRequest>({
  name: "pain.013",
  versions: ["07", "08", "09", "10"],
  root: "CdtrPmtActvtnReq",
  rows,
  check
})
