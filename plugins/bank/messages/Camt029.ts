/**
 * camt.029, resolution of investigation: answers a camt.056 (return request, recall) or a camt.055 (cancellation of a
 * request for payment). `originalPaymentInformationId` says which of the two it is.
 */
import * as Result from "effect/Result"
import type { Money } from "../../../src/domain.ts"
import { defineMessage, profileOf, type MessageCodec } from "./iso/defineMessage.ts"
import { amount, code, date, identifier, messageDefinition, text, time, uetr } from "./iso/leaves.ts"
import {
  agent,
  assignmentRows,
  caseProblems,
  group,
  originalMessage,
  reasonIn,
  type Agent,
  type Assignment,
  type OfTransaction,
  type OriginalMessage,
  type Reason
} from "./iso/parts.ts"
import type { Profile } from "./iso/profiles.ts"
import { rowsOf, type ElementType, type MessageIssue, type Rows, type When } from "./iso/rows.ts"
import { resolutions, type ResolutionStatus } from "./iso/statuses.ts"

/** The answer to a request to give back or to cancel. */
export interface Resolution extends Assignment, OfTransaction {
  readonly status: ResolutionStatus
  /** On RTP the message that asked (camt.056), elsewhere the payment or the request for payment that is spoken of. */
  readonly original: OriginalMessage
  /** Given, the answer is about a request for payment. */
  readonly originalPaymentInformationId?: string | undefined
  /** Why not, or why later. */
  readonly reasons?: ReadonlyArray<Reason> | undefined
  /** The amount that is given back; needed with `PECR`. */
  readonly amount?: Money.Money | undefined
  readonly settlementDate?: string | undefined
}

/** RTP names the case and the original message together, in an element of their own. */
interface OriginalBeside extends OriginalMessage {
  readonly caseId: string
  readonly caseCreator?: Agent | undefined
  readonly caseCreatorName?: string | undefined
  readonly reasons?: ReadonlyArray<Reason> | undefined
}

/** A resolution as it stands in the text: with the case and the original in one of two places. */
type Placed = Omit<Resolution, "caseId" | "original"> & {
  readonly caseId?: string | undefined
  readonly original?: OriginalMessage | undefined
  readonly beside?: OriginalBeside | undefined
}

const besideRows = rowsOf<OriginalBeside>()

const originalBeside = group<OriginalBeside>([
  besideRows.one("RslvdCase/Id", "caseId", identifier(35)),
  besideRows.optional("RslvdCase/Cretr/Pty/Nm", "caseCreatorName", text(140)),
  besideRows.optional("RslvdCase/Cretr/Agt", "caseCreator", agent),
  besideRows.one("OrgnlMsgId", "messageId", identifier(35)),
  besideRows.one("OrgnlMsgNmId", "name", messageDefinition),
  besideRows.optional("OrgnlCreDtTm", "createdAt", time),
  besideRows.many("CxlStsRsnInf", "reasons", reasonIn("camt.029"))
])

const { one, optional, many } = rowsOf<Placed>()

const ofRequest = (_: Profile, message: Placed) => message.originalPaymentInformationId !== undefined
const ofPayment = (profile: Profile, message: Placed) => !ofRequest(profile, message)
/** RTP names the payment by the request that it answers. */
const ofNamedPayment = (profile: Profile, message: Placed) => ofPayment(profile, message) && !profile.originalInGroup

const request = "CxlDtls/OrgnlPmtInfAndSts"
const payment = "CxlDtls/TxInfAndSts"

const anyResolution = code(resolutions)

/** RTP writes for a request that is taken back what it writes for money that is paid back, and has no code for what is undecided. */
const resolutionWord: ElementType<ResolutionStatus> = {
  write: (value, writing) => {
    const isNamed = !writing.profile.originalInGroup
    if (!isNamed && value === "PDCR") writing.issue(`PDCR is not taken by ${writing.profile.name}`)
    return anyResolution.write(!isNamed && value === "CNCL" ? "IPAY" : value, writing)
  },
  read: anyResolution.read
}

const resolvedCase = (at: string, when: When<Placed> = () => true) => [
  optional(`${at}/Id`, "caseId", identifier(35), when),
  optional(`${at}/Cretr/Pty/Nm`, "caseCreatorName", text(140), when),
  optional(`${at}/Cretr/Agt`, "caseCreator", agent, when)
]

const rows: Rows<Placed> = [
  ...assignmentRows,
  ...resolvedCase("RslvdCase"),
  one("Sts/Conf", "status", resolutionWord),
  optional("CxlDtls/OrgnlGrpInfAndSts", "beside", originalBeside),
  optional(`${request}/OrgnlPmtInfId`, "originalPaymentInformationId", identifier(35), ofRequest),
  optional(`${request}/OrgnlGrpInf`, "original", originalMessage, ofRequest),
  optional(`${request}/TxInfAndSts/OrgnlInstrId`, "originalInstructionId", identifier(35), ofRequest),
  optional(`${request}/TxInfAndSts/OrgnlEndToEndId`, "originalEndToEndId", identifier(35), ofRequest),
  many(`${request}/TxInfAndSts/CxlStsRsnInf`, "reasons", reasonIn("camt.029"), ofRequest),
  // Some banks, such as those on SWIFT, name the case here; it is read and never written.
  ...resolvedCase(`${payment}/RslvdCase`, () => false),
  optional(`${payment}/OrgnlGrpInf`, "original", originalMessage, ofPayment),
  optional(`${payment}/OrgnlInstrId`, "originalInstructionId", identifier(35), ofNamedPayment),
  optional(`${payment}/OrgnlEndToEndId`, "originalEndToEndId", identifier(35), ofNamedPayment),
  optional(`${payment}/OrgnlTxId`, "originalTransactionId", identifier(35), ofNamedPayment),
  optional(`${payment}/OrgnlUETR`, "originalUetr", uetr, ofPayment),
  many(`${payment}/CxlStsRsnInf`, "reasons", reasonIn("camt.029"), ofNamedPayment),
  optional(`${payment}/RsltnRltdInf/IntrBkSttlmAmt`, "amount", amount, ofPayment),
  optional(`${payment}/RsltnRltdInf/IntrBkSttlmDt`, "settlementDate", date, ofPayment)
]

const check = (message: Placed): ReadonlyArray<MessageIssue> => {
  const { status, amount, beside, original, caseId } = message
  const issues: Array<MessageIssue> = [...caseProblems("RslvdCase/Cretr", beside ?? message)]
  if (beside === undefined && original === undefined) issues.push({ path: "CxlDtls", problem: "names no original" })
  if (beside === undefined && caseId === undefined) issues.push({ path: "RslvdCase/Id", problem: "is missing" })
  if (status === "PECR" && amount === undefined) {
    issues.push({ path: `${payment}/RsltnRltdInf/IntrBkSttlmAmt`, problem: "is missing: a part has an amount" })
  }
  return issues
}

const codec = defineMessage<Placed>({
  name: "camt.029",
  versions: ["09", "10", "11", "12"],
  root: "RsltnOfInvstgtn",
  rows,
  check
})

const placed = (
  { caseId, caseCreator, caseCreatorName, original, originalPaymentInformationId, reasons, ...rest }: Resolution,
  { originalInGroup }: Profile
): Placed =>
  originalInGroup
    ? { ...rest, beside: { ...original, caseId, caseCreator, caseCreatorName, reasons } }
    : { ...rest, originalPaymentInformationId, reasons, caseId, caseCreator, caseCreatorName, original }

/** The check has seen that case and original stand in one of the two places. */
const resolutionOf = ({ beside, ...rest }: Placed): Resolution => {
  if (beside === undefined) return rest as Resolution
  const { messageId, name, createdAt, ...caseOf } = beside
  return {
    ...rest,
    ...caseOf,
    original: createdAt === undefined ? { messageId, name } : { messageId, name, createdAt }
  }
}

/** Writes a resolution. */
export const build: MessageCodec<Resolution>["build"] = (message, options) =>
  codec.build(placed(message, profileOf(options.profile)), options)

/** Reads a resolution inside a `Document` element. */
export const parseElement: MessageCodec<Resolution>["parseElement"] = (document) =>
  Result.map(codec.parseElement(document), (parsed) => ({ ...parsed, message: resolutionOf(parsed.message) }))

/** Reads a resolution. */
export const parse: MessageCodec<Resolution>["parse"] = (xml, options) =>
  Result.map(codec.parse(xml, options), (parsed) => ({ ...parsed, message: resolutionOf(parsed.message) }))

/** The full name in a version, such as `camt.029.001.09`. */
export const { definition } = codec
