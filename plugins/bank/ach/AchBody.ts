/** An ACH payment as it is shown (decisions B.5, ACH). Account numbers are shown in full to their owner only. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { masked, PartyShown, encodeParty } from "../payments/PaymentBody.ts"
import { paymentStatuses, type AchPayment, type Payment } from "../payments/Payment.ts"
import { returnFields } from "./AchEvents.ts"
import type { AchDetails } from "./AchDetails.ts"

const optionalText = Schema.optionalKey(Schema.String)
const nullableText = Schema.NullOr(Schema.String)

/** What a return says. */
const returnBody = {
  returnCode: optionalText,
  returnReason: optionalText,
  returnSettlementDate: optionalText,
  representmentEligible: Schema.optionalKey(Schema.Boolean),
  representmentDeadline: Schema.optionalKey(nullableText),
  representmentGuidance: optionalText,
  fundsMoved: Schema.optionalKey(Schema.Boolean),
  untimely: Schema.optionalKey(Schema.Boolean)
} as const

const resultFields = {
  paymentId: Schema.String,
  rail: Schema.Literal("ach"),
  direction: Schema.Literals(["credit", "debit"]),
  secCode: Schema.String,
  amount: Schema.Int,
  status: Schema.Literals(paymentStatuses),
  effectiveDate: Schema.String,
  sameDay: Schema.Boolean,
  submissionWindow: Schema.String,
  expectedSettlementAt: Schema.String,
  settledAt: optionalText,
  traceNumber: nullableText,
  reversalId: nullableText,
  reversalOf: optionalText,
  representmentOf: optionalText,
  batchId: optionalText,
  ...returnBody,
  failureCode: optionalText,
  failureReason: optionalText,
  rejectionStage: optionalText,
  rejectionReason: optionalText,
  holdReason: optionalText,
  heldAt: optionalText,
  needsAttention: Schema.optionalKey(Schema.Boolean),
  referenceId: nullableText,
  createdAt: Schema.String
} as const

/** The result of a creation, and an entry of lists. */
export const AchResultBody = Schema.Struct(resultFields)

/** A payment with everything that its owner may see. */
export const AchPaymentBody = Schema.Struct({
  ...resultFields,
  originator: PartyShown,
  receiver: PartyShown,
  companyId: Schema.String,
  companyName: Schema.String,
  companyEntryDescription: Schema.String,
  companyDiscretionaryData: Schema.String,
  identificationNumber: Schema.String,
  webTelPaymentType: Schema.NullOr(Schema.Literals(["S", "R"])),
  addenda: Schema.Array(Schema.Struct({ paymentRelatedInformation: Schema.String })),
  representments: Schema.Array(Schema.String),
  corrections: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      meaning: Schema.String,
      correctedData: Schema.String,
      correctBy: Schema.String,
      receivedAt: Schema.String
    })
  ),
  events: Schema.Array(Schema.Struct({ eventType: Schema.String, sequence: Schema.Int, timestamp: Schema.String }))
})

/** Details of a return. */
export const AchReturnBody = Schema.Struct({
  paymentId: Schema.String,
  rail: Schema.Literal("ach"),
  status: Schema.String,
  ...returnBody,
  returnedAmount: Schema.Int,
  returnedAt: Schema.String,
  referenceId: nullableText
})

const outcomeOf = (payment: Payment, ach: AchDetails) => {
  const { failure, hold, rejection } = payment
  return {
    ...returnFields(payment, ach),
    ...(failure === null ? {} : { failureCode: failure.code, failureReason: failure.message }),
    ...(rejection === null ? {} : { rejectionStage: rejection.stage, rejectionReason: rejection.reason }),
    ...(payment.status === "held" && hold !== null ? { holdReason: hold.reason, heldAt: timestamp(hold.heldAt) } : {}),
    ...(payment.needsAttention ? { needsAttention: true } : {})
  }
}

/** The result. */
export const encodeAchResult = (payment: Payment, ach: AchDetails): typeof AchResultBody.Type => ({
  paymentId: payment.id,
  rail: "ach",
  direction: ach.direction,
  secCode: ach.secCode,
  amount: payment.amountCents,
  status: payment.status,
  effectiveDate: ach.window.effectiveDate,
  sameDay: ach.window.kind === "same_day",
  submissionWindow: timestamp(ach.window.closesAt),
  expectedSettlementAt: timestamp(ach.window.settlesAt),
  ...(payment.settledAt === null ? {} : { settledAt: timestamp(payment.settledAt) }),
  traceNumber: ach.place?.traceNumber ?? null,
  reversalId: ach.reversal?.id ?? null,
  ...(ach.reversalOf === null ? {} : { reversalOf: ach.reversalOf }),
  ...(ach.representmentOf === null ? {} : { representmentOf: ach.representmentOf }),
  ...(ach.batch === null ? {} : { batchId: ach.batch.id }),
  ...outcomeOf(payment, ach),
  referenceId: payment.referenceId,
  createdAt: timestamp(payment.createdAt)
})

/** A payment with its parties, what came back, and the events that were told of it. */
export const encodeAch = (payment: AchPayment): typeof AchPaymentBody.Type => {
  const { ach } = payment
  return {
    ...encodeAchResult(payment, ach),
    originator: encodeParty(payment.originator),
    receiver: encodeParty(payment.beneficiary),
    companyId: ach.companyId,
    companyName: ach.companyName,
    companyEntryDescription: ach.entryDescription,
    companyDiscretionaryData: ach.discretionaryData,
    identificationNumber: ach.identificationNumber,
    webTelPaymentType: ach.webTelPaymentType,
    addenda: ach.addenda.map((text) => ({ paymentRelatedInformation: text })),
    representments: ach.representments,
    corrections: ach.corrections.map(({ receivedAt, ...correction }) => ({
      ...correction,
      receivedAt: timestamp(receivedAt)
    })),
    events: payment.timeline.map(({ at, type }, index) => ({
      eventType: type,
      sequence: index + 1,
      timestamp: timestamp(at)
    }))
  }
}

/** A list entry. */
export const encodeAchEntry = (payment: Payment & { readonly ach?: AchDetails | undefined }) => ({
  ...encodeAchResult(payment, payment.ach!),
  originator: { name: payment.originator.name, accountNumber: masked(payment.originator.accountNumber) },
  receiver: { name: payment.beneficiary.name, accountNumber: masked(payment.beneficiary.accountNumber) }
})

/** Details of a return. */
export const encodeAchReturn = (payment: Payment, ach: AchDetails) => ({
  paymentId: payment.id,
  rail: "ach" as const,
  status: payment.status,
  ...returnFields(payment, ach),
  returnedAmount: payment.returned?.amountCents ?? 0,
  returnedAt: timestamp(payment.returned?.at ?? payment.createdAt),
  referenceId: payment.referenceId
})

/** A reversal, with where the payment stands that takes the money back. */
export const ReversalBody = Schema.Struct({
  reversalId: Schema.String,
  paymentId: Schema.String,
  reversalPaymentId: Schema.String,
  amount: Schema.Int,
  status: Schema.Literals(paymentStatuses),
  reason: Schema.String,
  referenceId: nullableText,
  createdAt: Schema.String
})
