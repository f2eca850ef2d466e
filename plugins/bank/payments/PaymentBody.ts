/** A payment as it is shown (spec bank §2; decisions B.5). Account numbers are shown in full to their owner only. */
import * as Schema from "effect/Schema"
import { masked } from "../accounts.ts"
import { returnFields } from "../ach/AchEvents.ts"
import { timestamp } from "../events.ts"
import { railIds } from "../rails/rail-ids.ts"
import { AddressBody } from "../wire.ts"
import {
  accountTypes,
  chargeBearers,
  finalStatuses,
  isForeign,
  paymentStatuses,
  type Address,
  type Beneficiary,
  type Payment
} from "./Payment.ts"
import { processingTimeMs } from "./PaymentEvents.ts"

/** A foreign bank's customer is named by `iban` or `accountNumber`, and `bic`. */
const BeneficiaryShown = Schema.Struct({
  name: Schema.String,
  accountNumber: Schema.optionalKey(Schema.String),
  accountType: Schema.optionalKey(Schema.Literals(accountTypes)),
  routingNumber: Schema.optionalKey(Schema.String),
  iban: Schema.optionalKey(Schema.String),
  bic: Schema.optionalKey(Schema.String),
  bankCountry: Schema.optionalKey(Schema.String),
  address: Schema.optionalKey(AddressBody)
})

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
  currency: Schema.optionalKey(Schema.String),
  valueDate: Schema.optionalKey(Schema.String),
  imad: Schema.optionalKey(Schema.NullOr(Schema.String)),
  chargeBearer: Schema.optionalKey(Schema.Literals(chargeBearers)),
  transferType: Schema.optionalKey(Schema.Literals(["customer", "bank"])),
  intermediary: Schema.optionalKey(Schema.NullOr(Schema.String)),
  referenceId: Schema.NullOr(Schema.String),
  createdAt: Schema.String
} as const

/** The result of a payment. */
export const PaymentResultBody = Schema.Struct(resultFields)

/** A payment with everything that its owner may see. */
export const PaymentBody = Schema.Struct({
  ...resultFields,
  originator: PartyShown,
  beneficiary: BeneficiaryShown,
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

const wireFields = ({ wire }: Payment) =>
  wire === undefined
    ? {}
    : {
        currency: wire.currency.toUpperCase(),
        valueDate: wire.valueDate,
        imad: wire.imad,
        chargeBearer: wire.chargeBearer,
        transferType: wire.transferType,
        intermediary: wire.intermediary
      }

/** The result (spec bank §2). */
export const encodeResult = (payment: Payment): typeof PaymentResultBody.Type => ({
  paymentId: payment.id,
  rail: payment.rail,
  direction: payment.direction,
  status: payment.status,
  amount: payment.amountCents,
  uetr: payment.uetr,
  ...(payment.settledAt === null ? {} : { settlementTimestamp: timestamp(payment.settledAt) }),
  // A wire may have waited for its rail to open: that is not processing.
  ...(payment.kind === "instant" && finalStatuses.has(payment.status)
    ? { processingTimeMs: processingTimeMs(payment) }
    : {}),
  ...(payment.posting === null ? {} : { posting: payment.posting }),
  ...outcomeOf(payment),
  ...(payment.status === "held" && payment.hold !== null
    ? { holdReason: payment.hold.reason, heldAt: timestamp(payment.hold.heldAt) }
    : {}),
  ...(payment.scheduledFor === null ? {} : { scheduledFor: timestamp(payment.scheduledFor) }),
  ...(payment.needsAttention ? { needsAttention: true } : {}),
  ...(payment.rfpId === null ? {} : { fulfilledRfpId: payment.rfpId }),
  ...wireFields(payment),
  referenceId: payment.referenceId,
  createdAt: timestamp(payment.createdAt)
})

/** A party with its account number. */
export const encodeParty = <P extends { readonly address?: Address | undefined }>({ address, ...party }: P) => ({
  ...party,
  ...(address === undefined
    ? {}
    : { address: Object.fromEntries(Object.entries(address).filter(([, part]) => part !== undefined)) })
})

/** A beneficiary with its account number. */
const encodeBeneficiary = (party: Beneficiary) => {
  if (!isForeign(party)) return encodeParty(party)
  const { accountNumber, isIban, ...shown } = party
  return { ...encodeParty(shown), ...(isIban ? { iban: accountNumber } : { accountNumber }) }
}

/** A payment with its parties and the events that were told of it. */
export const encodePayment = (payment: Payment) => ({
  ...encodeResult(payment),
  originator: encodeParty(payment.originator),
  beneficiary: encodeBeneficiary(payment.beneficiary),
  remittanceInfo: payment.remittanceInfo,
  purposeCode: payment.purposeCode,
  events: payment.timeline.map(({ at, type }, index) => ({
    eventType: type,
    sequence: index + 1,
    timestamp: timestamp(at)
  }))
})

export { masked }

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
