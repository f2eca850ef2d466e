/** A payment as it is shown (spec bank §2; decisions B.5). Account numbers are shown in full to their owner only. */
import * as Schema from "effect/Schema"
import { returnFields } from "../ach/AchEvents.ts"
import { timestamp } from "../events.ts"
import { railIds } from "../rails/rail-ids.ts"
import { AddressBody } from "../wire.ts"
import { accountTypes, finalStatuses, paymentStatuses, type Party, type Payment } from "./Payment.ts"
import { processingTimeMs } from "./PaymentEvents.ts"

/** A party as it is shown. */
export const PartyShown = Schema.Struct({
  name: Schema.String,
  accountNumber: Schema.String,
  accountType: Schema.Literals(accountTypes),
  routingNumber: Schema.String,
  address: Schema.optionalKey(AddressBody)
})

const resultFields = {
  paymentId: Schema.String,
  rail: Schema.Literals(railIds),
  direction: Schema.Literals(["outbound", "inbound"]),
  status: Schema.Literals(paymentStatuses),
  amount: Schema.Int,
  uetr: Schema.String,
  settlementTimestamp: Schema.optionalKey(Schema.String),
  processingTimeMs: Schema.optionalKey(Schema.Int),
  posting: Schema.optionalKey(Schema.Literals(["pending", "posted"])),
  returnCode: Schema.optionalKey(Schema.String),
  returnReason: Schema.optionalKey(Schema.String),
  returnNarrative: Schema.optionalKey(Schema.String),
  returnedAmount: Schema.optionalKey(Schema.Int),
  fundsMoved: Schema.optionalKey(Schema.Boolean),
  failureCode: Schema.optionalKey(Schema.String),
  networkCode: Schema.optionalKey(Schema.NullOr(Schema.String)),
  rejectionStage: Schema.optionalKey(Schema.String),
  rejectionReason: Schema.optionalKey(Schema.String),
  holdReason: Schema.optionalKey(Schema.String),
  heldAt: Schema.optionalKey(Schema.String),
  scheduledFor: Schema.optionalKey(Schema.String),
  needsAttention: Schema.optionalKey(Schema.Boolean),
  fulfilledRfpId: Schema.optionalKey(Schema.String),
  referenceId: Schema.NullOr(Schema.String),
  createdAt: Schema.String
} as const

/** The result of a payment. */
export const PaymentResultBody = Schema.Struct(resultFields)

/** A payment with everything that its owner may see. */
export const PaymentBody = Schema.Struct({
  ...resultFields,
  originator: PartyShown,
  beneficiary: PartyShown,
  remittanceInfo: Schema.NullOr(Schema.String),
  purposeCode: Schema.NullOr(Schema.String),
  events: Schema.Array(Schema.Struct({ eventType: Schema.String, sequence: Schema.Int, timestamp: Schema.String }))
})

const outcomeOf = ({ failure, rejection, returned }: Payment) => ({
  ...(returned === null
    ? {}
    : {
        returnCode: returned.code,
        returnReason: returned.reason,
        ...(returned.narrative === null ? {} : { returnNarrative: returned.narrative }),
        returnedAmount: returned.amountCents,
        fundsMoved: returned.fundsMoved
      }),
  ...(failure === null ? {} : { failureCode: failure.code, networkCode: failure.networkCode }),
  ...(rejection === null ? {} : { rejectionStage: rejection.stage, rejectionReason: rejection.reason })
})

/** The result (spec bank §2). */
export const encodeResult = (payment: Payment): typeof PaymentResultBody.Type => ({
  paymentId: payment.id,
  rail: payment.rail,
  direction: payment.direction,
  status: payment.status,
  amount: payment.amountCents,
  uetr: payment.uetr,
  ...(payment.settledAt === null ? {} : { settlementTimestamp: timestamp(payment.settledAt) }),
  ...(finalStatuses.has(payment.status) ? { processingTimeMs: processingTimeMs(payment) } : {}),
  ...(payment.posting === null ? {} : { posting: payment.posting }),
  ...outcomeOf(payment),
  ...(payment.status === "held" && payment.hold !== null
    ? { holdReason: payment.hold.reason, heldAt: timestamp(payment.hold.heldAt) }
    : {}),
  ...(payment.scheduledFor === null ? {} : { scheduledFor: timestamp(payment.scheduledFor) }),
  ...(payment.needsAttention ? { needsAttention: true } : {}),
  ...(payment.rfpId === null ? {} : { fulfilledRfpId: payment.rfpId }),
  referenceId: payment.referenceId,
  createdAt: timestamp(payment.createdAt)
})

/** A party with its account number. */
export const encodeParty = ({ address, ...party }: Party) => ({
  ...party,
  ...(address === undefined
    ? {}
    : { address: Object.fromEntries(Object.entries(address).filter(([, part]) => part !== undefined)) })
})

/** A payment with its parties and the events that were told of it. */
export const encodePayment = (payment: Payment) => ({
  ...encodeResult(payment),
  originator: encodeParty(payment.originator),
  beneficiary: encodeParty(payment.beneficiary),
  remittanceInfo: payment.remittanceInfo,
  purposeCode: payment.purposeCode,
  events: payment.timeline.map(({ at, type }, index) => ({
    eventType: type,
    sequence: index + 1,
    timestamp: timestamp(at)
  }))
})

/** The last four characters of an account number: what lists show (decisions B.1). */
export const masked = (accountNumber: string): string => `****${accountNumber.slice(-4)}`

/** A list entry. */
export const encodeEntry = (payment: Payment) => ({
  ...encodeResult(payment),
  originator: { name: payment.originator.name, accountNumber: masked(payment.originator.accountNumber) },
  beneficiary: { name: payment.beneficiary.name, accountNumber: masked(payment.beneficiary.accountNumber) }
})

/** Details of a return (decisions B.5). Instant returns are never presented again. */
export const encodeReturn = (payment: Payment) => ({
  paymentId: payment.id,
  rail: payment.rail,
  ...outcomeOf(payment),
  returnedAt: payment.returned === null ? null : timestamp(payment.returned.at),
  representmentEligible: false,
  representmentDeadline: null,
  ...(payment.ach === undefined ? {} : returnFields(payment, payment.ach))
})
