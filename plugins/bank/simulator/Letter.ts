/** Messages of the simulated network before they are written: what is sent, and the ISO 20022 text that it becomes. Pure. */
import type * as Result from "effect/Result"
import { easternDateOf } from "../calendar/eastern-time.ts"
import * as Camt029 from "../messages/Camt029.ts"
import type { BuildFailure } from "../messages/iso/defineMessage.ts"
import { idOfReference, instructionIdOf } from "../messages/iso/identifiers.ts"
import type { OriginalMessage, Reason } from "../messages/iso/parts.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
import * as Pacs002 from "../messages/Pacs002.ts"
import * as Pacs004 from "../messages/Pacs004.ts"
import * as Pacs008 from "../messages/Pacs008.ts"
import * as Pacs009 from "../messages/Pacs009.ts"
import * as Pain013 from "../messages/Pain013.ts"
import * as Pain014 from "../messages/Pain014.ts"
import { agentOf, imadOf, type AnsweredTransfer, type NetworkTransfer } from "./Transfer.ts"

/** What one message says. */
export type LetterContent =
  | {
      readonly kind: "status"
      readonly original: AnsweredTransfer
      readonly status: "ACSC" | "ACWP" | "ACCC" | "PDNG" | "RJCT"
      readonly reason?: string | undefined
      readonly narrative?: string | undefined
    }
  | {
      readonly kind: "return"
      readonly original: NetworkTransfer
      readonly amountCents: number
      readonly code: string
      readonly narrative?: string | undefined
    }
  | {
      readonly kind: "rfpStatus"
      readonly request: Pain013.PaymentRequest
      readonly status: "RCVD" | "PRES" | "ACTC" | "RJCT"
      readonly reason?: string | undefined
      readonly narrative?: string | undefined
    }
  /** Money from outside. */
  | { readonly kind: "credit"; readonly credit: Pick<Pacs008.CreditTransfer, CreditFields> }
  | {
      readonly kind: "resolution"
      readonly caseId: string
      readonly asked: OriginalMessage
      readonly original: NetworkTransfer | undefined
      readonly from: string
      readonly to: string
      readonly status: "IPAY" | "PECR" | "CNCL" | "RJCR" | "PDCR"
      readonly amountCents?: number | undefined
    }

type CreditFields =
  | "endToEndId"
  | "uetr"
  | "amount"
  | "debtor"
  | "debtorAccount"
  | "debtorAgent"
  | "creditorAgent"
  | "creditor"
  | "creditorAccount"
  | "remittance"

/** A message on its way. `messageId` is fixed when it is planned, so that a second delivery is the same message. */
export type Letter = LetterContent & {
  readonly rail: ProfileName
  readonly messageId: string
  /** The id of the request for payment that a script answers: its payer does nothing once that was taken back. */
  readonly unlessCancelled?: string | undefined
}

/** A part of what was transferred, in the same currency. */
const partOf = (original: NetworkTransfer, amountMinor: number) => ({ ...original.amount, amountMinor })

/** Codes of the external lists go in `Cd`; what only the network knows goes in `Prtry`. */
const reasonOf = (code: string, narrative: string | undefined): Reason => ({
  ...(/^[A-Z]{2}\d{2}$|^[A-Z]{4}$/.test(code) ? { code } : { proprietary: code }),
  ...(narrative === undefined ? {} : { additional: [narrative] })
})

const definitionOf = (rail: ProfileName, codec: { readonly definition: (version: string) => string }, name: string) =>
  codec.definition(profiles[rail].versions[name as "pacs.008"] ?? "08")

const creditRef = (rail: ProfileName, original: AnsweredTransfer): OriginalMessage => ({
  messageId: original.messageId,
  name: original.isOfBanks === true ? definitionOf(rail, Pacs009, "pacs.009") : definitionOf(rail, Pacs008, "pacs.008"),
  createdAt: original.createdAt
})

/** Whether RTP says it of a request for payment in a pacs.002: everything but what the payer decided. */
const isSaidByNetwork = ({
  rail,
  reason,
  status
}: Pick<Extract<Letter, { kind: "rfpStatus" }>, "rail" | "reason" | "status">) =>
  rail === "rtp" && (status === "RCVD" || status === "PRES" || reason === "AGNT")

const swapped = (original: AnsweredTransfer) => ({
  instructingAgent: original.instructedAgent,
  instructedAgent: original.instructingAgent
})

type Built = Result.Result<string, BuildFailure>

const status = (letter: Extract<Letter, { kind: "status" }>, now: number): Built => {
  const { messageId, original, rail } = letter
  return Pacs002.build(
    {
      messageId,
      createdAt: now,
      original: creditRef(rail, original),
      originalInstructionId: original.instructionId,
      originalEndToEndId: original.endToEndId,
      originalTransactionId: original.transactionId,
      originalUetr: original.uetr,
      status: letter.status,
      acceptedAt: now,
      ...(letter.reason === undefined ? {} : { reasons: [reasonOf(letter.reason, letter.narrative)] }),
      ...(rail === "fedwire" && letter.status === "ACSC" ? { clearingSystemReference: imadOf(original) } : {}),
      ...swapped(original)
    },
    { profile: rail }
  )
}

const moneyBack = (letter: Extract<Letter, { kind: "return" }>, now: number): Built => {
  const { amountCents, code, messageId, narrative, original, rail } = letter
  if (rail === "rtp") {
    // RTP has no pacs.004: a new credit transfer brings the money back.
    return Pacs008.build(
      {
        messageId,
        createdAt: now,
        instructionId: instructionIdOf(messageId),
        endToEndId: original.endToEndId,
        uetr: original.uetr,
        categoryPurpose: "business",
        amount: partOf(original, amountCents),
        settlementDate: easternDateOf(now),
        chargeBearer: "SLEV",
        ...swapped(original),
        debtor: original.creditor,
        debtorAccount: original.creditorAccount,
        debtorAgent: original.creditorAgent,
        creditorAgent: original.debtorAgent,
        creditor: original.debtor,
        creditorAccount: original.debtorAccount,
        remittance: ["RETURN", code, ...(narrative === undefined ? [] : [narrative])].join(" ")
      },
      { profile: rail }
    )
  }
  return Pacs004.build(
    {
      messageId,
      createdAt: now,
      returnId: messageId,
      original: creditRef(rail, original),
      originalInstructionId: original.instructionId,
      originalEndToEndId: original.endToEndId,
      originalUetr: original.uetr,
      originalAmount: original.amount,
      originalSettlementDate: original.settlementDate,
      amount: partOf(original, amountCents),
      settlementDate: easternDateOf(now),
      ...(rail === "fednow" ? { chargeBearer: "SLEV" as const } : {}),
      ...swapped(original),
      ...returnChain(original),
      reason: reasonOf(code, narrative)
    },
    { profile: rail }
  )
}

/** The parties the other way round. */
const returnChain = (original: NetworkTransfer) =>
  original.isOfBanks === true
    ? {}
    : {
        debtor: original.creditor,
        debtorAccount: original.creditorAccount,
        debtorAgent: original.creditorAgent,
        creditorAgent: original.debtorAgent,
        creditor: original.debtor,
        creditorAccount: original.debtorAccount
      }

const requestRef = (rail: ProfileName, request: Pain013.PaymentRequest): OriginalMessage => ({
  messageId: request.messageId,
  name: definitionOf(rail, Pain013, "pain.013"),
  createdAt: request.createdAt
})

/** What RTP says about a request before its payer does: that it was taken stands for that it was shown. */
const requestTaken = (letter: Extract<Letter, { kind: "rfpStatus" }>, now: number): Built => {
  const { messageId, rail, request, status } = letter
  return Pacs002.build(
    {
      messageId,
      createdAt: now,
      original: requestRef(rail, request),
      originalInstructionId: request.instructionId ?? request.paymentInformationId,
      originalTransactionId: request.instructionId,
      originalUetr: request.uetr,
      status: status === "PRES" ? "ACTC" : status,
      acceptedAt: now,
      ...(letter.reason === undefined ? {} : { reasons: [reasonOf(letter.reason, letter.narrative)] }),
      instructingAgent: request.debtorAgent,
      instructedAgent: request.creditorAgent
    },
    { profile: rail }
  )
}

const rfpStatus = (letter: Extract<Letter, { kind: "rfpStatus" }>, now: number): Built => {
  const { messageId, rail, request } = letter
  if (isSaidByNetwork(letter)) return requestTaken(letter, now)
  return Pain014.build(
    {
      messageId,
      createdAt: now,
      initiatingPartyName: request.initiatingPartyName ?? request.creditor.name,
      initiatingPartyNumber: request.initiatingPartyNumber ?? request.creditorAgent.routingNumber,
      debtorAgent: request.debtorAgent,
      creditorAgent: request.creditorAgent,
      original: requestRef(rail, request),
      originalRequestedExecution: request.requestedExecution,
      originalCreditor: { name: request.creditor.name },
      originalPaymentInformationId: request.paymentInformationId,
      originalInstructionId: request.instructionId,
      originalEndToEndId: request.endToEndId,
      originalUetr: request.uetr,
      status: letter.status,
      ...(letter.reason === undefined ? {} : { reasons: [reasonOf(letter.reason, letter.narrative)] })
    },
    { profile: rail }
  )
}

const credit = (letter: Extract<Letter, { kind: "credit" }>, now: number): Built =>
  Pacs008.build(
    {
      ...letter.credit,
      messageId: letter.messageId,
      createdAt: now,
      instructionId: instructionIdOf(letter.messageId),
      categoryPurpose: "business",
      settlementDate: easternDateOf(now),
      chargeBearer: "SLEV",
      instructingAgent: letter.credit.debtorAgent,
      instructedAgent: letter.credit.creditorAgent
    },
    { profile: letter.rail }
  )

const resolution = (letter: Extract<Letter, { kind: "resolution" }>, now: number): Built => {
  const { asked, caseId, messageId, original, rail } = letter
  const isRequest = original === undefined
  return Camt029.build(
    {
      assignmentId: messageId,
      assigner: agentOf(letter.from),
      assignee: agentOf(letter.to),
      createdAt: now,
      caseId,
      caseCreator: agentOf(letter.to),
      status: letter.status,
      original: rail === "rtp" || isRequest ? asked : creditRef(rail, original),
      originalPaymentInformationId: isRequest ? caseId : undefined,
      originalInstructionId: original?.instructionId ?? caseId,
      originalEndToEndId: original?.endToEndId ?? caseId,
      originalUetr: original?.uetr,
      ...(letter.status === "RJCR" ? { reasons: [reasonOf("CUST", undefined)] } : {}),
      ...(letter.amountCents === undefined
        ? {}
        : { amount: partOf(original!, letter.amountCents), settlementDate: easternDateOf(now) })
    },
    { profile: rail }
  )
}

/** Whether a letter says anything about people, or in words: of others, a stranger may read all. */
export const isPersonal = (letter: Letter): boolean => letter.kind !== "status" || letter.narrative !== undefined

/** The message as text. */
export const write = (letter: Letter, now: number): Built => {
  switch (letter.kind) {
    case "status":
      return status(letter, now)
    case "return":
      return moneyBack(letter, now)
    case "rfpStatus":
      return rfpStatus(letter, now)
    case "credit":
      return credit(letter, now)
    case "resolution":
      return resolution(letter, now)
  }
}

/** The name of the message that a letter becomes, such as `pacs.002`. */
export const messageTypeOf = (letter: Letter): string => {
  switch (letter.kind) {
    case "status":
      return "pacs.002"
    case "return":
      return letter.rail === "rtp" ? "pacs.008" : "pacs.004"
    case "rfpStatus":
      return isSaidByNetwork(letter) ? "pacs.002" : "pain.014"
    case "credit":
      return "pacs.008"
    case "resolution":
      return "camt.029"
  }
}

/** The end-to-end reference that a letter is about, as we know it. */
export const referenceOf = (letter: Letter): { readonly endToEndId: string; readonly uetr?: string | undefined } => {
  const { endToEndId, uetr } = writtenReferenceOf(letter)
  return { endToEndId: idOfReference(profiles[letter.rail], endToEndId), uetr }
}

const writtenReferenceOf = (letter: Letter): { readonly endToEndId: string; readonly uetr?: string | undefined } => {
  switch (letter.kind) {
    case "status":
    case "return":
      return letter.original
    case "rfpStatus":
      return letter.request
    case "credit":
      return { endToEndId: letter.credit.endToEndId, uetr: letter.credit.uetr }
    case "resolution":
      return { endToEndId: letter.original?.endToEndId ?? letter.caseId, uetr: letter.original?.uetr }
  }
}
