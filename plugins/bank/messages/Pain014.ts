/** pain.014, status report for a request for payment: received, shown to the payer, accepted or refused. */
import { defineMessage } from "./iso/defineMessage.ts"
import { code, identifier, routingNumber, text, time, uetr } from "./iso/leaves.ts"
import {
  agent,
  countedOriginalMessage,
  dateOrTime,
  party,
  reasonIn,
  type Agent,
  type DateOrTime,
  type OriginalMessage,
  type Party,
  type Reason
} from "./iso/parts.ts"
import { byName, byNumber, type Profile } from "./iso/profiles.ts"
import { missingFields, rowsOf, type MessageIssue, type Rows } from "./iso/rows.ts"
import { requestStatuses, type RequestStatus } from "./iso/statuses.ts"

/** The status of one request for payment. */
export interface RequestStatusReport {
  readonly messageId: string
  readonly createdAt: number
  /** Who asked, by name (FedNow) or by the number of the bank (RTP). */
  readonly initiatingPartyName?: string | undefined
  readonly initiatingPartyNumber?: string | undefined
  readonly debtorAgent?: Agent | undefined
  readonly creditorAgent?: Agent | undefined
  readonly original: OriginalMessage
  readonly originalPaymentInformationId: string
  readonly originalInstructionId?: string | undefined
  readonly originalEndToEndId?: string | undefined
  readonly originalUetr?: string | undefined
  /** The date of payment that the request names, and its sender; RTP needs both. */
  readonly originalRequestedExecution?: DateOrTime | undefined
  readonly originalCreditor?: Party | undefined
  readonly status: RequestStatus
  /** Why it was refused; needed with `RJCT`. */
  readonly reasons?: ReadonlyArray<Reason> | undefined
}

const { one, optional, many } = rowsOf<RequestStatusReport>()

const transaction = "OrgnlPmtInfAndSts/TxInfAndSts/OrgnlTxRef"

const rows: Rows<RequestStatusReport> = [
  one("GrpHdr/MsgId", "messageId", identifier(35)),
  one("GrpHdr/CreDtTm", "createdAt", time),
  optional("GrpHdr/InitgPty/Nm", "initiatingPartyName", text(140), byName),
  optional("GrpHdr/InitgPty/Id/OrgId/Othr/Id", "initiatingPartyNumber", routingNumber, byNumber),
  optional("GrpHdr/DbtrAgt", "debtorAgent", agent, byName),
  optional("GrpHdr/CdtrAgt", "creditorAgent", agent, byName),
  one("OrgnlGrpInfAndSts", "original", countedOriginalMessage),
  one("OrgnlPmtInfAndSts/OrgnlPmtInfId", "originalPaymentInformationId", identifier(35)),
  optional("OrgnlPmtInfAndSts/TxInfAndSts/OrgnlInstrId", "originalInstructionId", identifier(35), byName),
  optional("OrgnlPmtInfAndSts/TxInfAndSts/OrgnlEndToEndId", "originalEndToEndId", identifier(35)),
  optional("OrgnlPmtInfAndSts/TxInfAndSts/OrgnlUETR", "originalUetr", uetr),
  one("OrgnlPmtInfAndSts/TxInfAndSts/TxSts", "status", code(requestStatuses)),
  many("OrgnlPmtInfAndSts/TxInfAndSts/StsRsnInf", "reasons", reasonIn("pain.014")),
  optional(`${transaction}/ReqdExctnDt`, "originalRequestedExecution", dateOrTime, byNumber),
  optional(`${transaction}/CdtrAgt`, "creditorAgent", agent, byNumber),
  optional(`${transaction}/Cdtr`, "originalCreditor", party, byNumber)
]

/** RTP has a word for what the payer decided only; that a request arrived, it says in a pacs.002. */
const numberedStatuses: ReadonlyArray<RequestStatus> = ["ACTC", "RJCT"]

const check = (message: RequestStatusReport, profile: Profile | undefined): ReadonlyArray<MessageIssue> => {
  const { reasons = [], status } = message
  const issues: Array<MessageIssue> =
    status === "RJCT" && reasons.length === 0
      ? [{ path: "OrgnlPmtInfAndSts/TxInfAndSts/StsRsnInf", problem: "is missing: a refusal has a reason" }]
      : []
  if (profile === undefined || byName(profile)) return issues
  if (!numberedStatuses.includes(status)) {
    issues.push({ path: "OrgnlPmtInfAndSts/TxInfAndSts/TxSts", problem: `${status} is not taken by ${profile.name}` })
  }
  const needed = {
    originalRequestedExecution: `${transaction}/ReqdExctnDt`,
    creditorAgent: `${transaction}/CdtrAgt`,
    originalCreditor: `${transaction}/Cdtr`
  }
  return [...issues, ...missingFields(message, needed)]
}

/** Writes and reads status reports for requests for payment. */
export const { build, parse, parseElement, definition } = defineMessage<RequestStatusReport>({
  name: "pain.014",
  versions: ["07", "08", "09", "10"],
  root: "CdtrPmtActvtnReqStsRpt",
  rows,
  check
})
