/** A payment as it is shown (spec bank §2; decisions B.5). Account numbers are shown in full to their owner only. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { masked } from "../accounts.ts"
import { railIds } from "../rails/rail-ids.ts"
import { Cents, Id, PlainDay, SentTime } from "../wire.ts"
import {
  accountTypes,
  chargeBearers,
  finalStatuses,
  isForeign,
  paymentStatuses,
  type Address,
  type Beneficiary,
  type ForeignParty,
  type Party,
  type Payment
} from "./Payment.ts"
import { processingTimeMs } from "./PaymentEvents.ts"

const Text = Schema.String
const optionalText = Schema.optionalKey(Schema.String)
const nullableText = Schema.NullOr(Schema.String)

export const PaymentStatusWord = Schema.Literals(paymentStatuses).annotate({
  identifier: "PaymentStatus",
  description: "Where a payment stands. `settled`, `returned`, `failed`, `rejected` and `cancelled` are ends."
})

export const RailWord = Schema.Literals(railIds).annotate({
  identifier: "Rail",
  description: "The network that carries a payment."
})

const AddressShown = Wire.object<Address>()("ShownAddress", "A postal address, as it was given.", {
  street: [optionalText, "House number and street."],
  city: [optionalText, "The city."],
  state: [optionalText, "The state or region."],
  postalCode: [optionalText, "The postal code."],
  country: [optionalText, "Two letters of ISO 3166."]
})

export const PartyShown = Wire.object<Party>()("ShownParty", "One end of a payment.", {
  name: [Text, "The holder of the account."],
  accountNumber: [Text, "The account, in full."],
  accountType: [Schema.Literals(accountTypes), "What kind of account it is."],
  routingNumber: [Text, "The bank."],
  address: [Schema.optionalKey(AddressShown), "The address, if one was given."]
})

const ForeignPartyShown = Wire.object<ForeignParty>()("ShownForeignParty", "The beneficiary of a SWIFT wire.", {
  name: [Text, "The holder of the account."],
  bic: [Text, "The bank, in eleven characters."],
  bankCountry: [Text, "The country of the account's bank."],
  address: [Schema.optionalKey(AddressShown), "The address, if one was given."],
  iban: [
    optionalText,
    (party) => (party.isIban ? party.accountNumber : undefined),
    "The account, where it is named by an IBAN."
  ],
  accountNumber: [
    optionalText,
    (party) => (party.isIban ? undefined : party.accountNumber),
    "The account, where it is not."
  ]
})

const BeneficiaryShown = Wire.shown<Beneficiary>()(
  Schema.Union([PartyShown, ForeignPartyShown]).annotate({
    identifier: "ShownBeneficiary",
    description: "Who gets the money."
  }),
  (party) => (isForeign(party) ? ForeignPartyShown.write(party) : PartyShown.write(party))
)

/** A party of a list entry. */
export const MaskedParty = Wire.object<Beneficiary>()("MaskedParty", "One end of a payment, in lists.", {
  name: [Text, "The holder of the account."],
  accountNumber: [Text, (party) => masked(party.accountNumber), "The last four characters of the account."]
})

/** An event of a payment, as its owner reads it back. */
export const PaymentEventShown = Wire.object<{
  readonly sequence: number
  readonly type: string
  readonly at: number
}>()("PaymentEvent", "An event of a payment.", {
  eventType: [Text, (event) => event.type, "What happened, such as `payment.settled`."],
  sequence: [Schema.Int, "1 for the first event of the payment."],
  timestamp: [SentTime, (event) => event.at, "When it happened."]
})

/** The events of a payment, in their order. */
export const timelineOf = ({ timeline }: Payment) =>
  timeline.map(({ at, type }, index) => ({ at, type, sequence: index + 1 }))

const returnRows = {
  returnCode: [
    optionalText,
    ({ returned }: Payment) => returned?.code,
    "Why the receiving bank returned it. Absent for a payment that was not returned."
  ],
  returnReason: [optionalText, ({ returned }: Payment) => returned?.reason, "What the return code says."],
  returnNarrative: [
    optionalText,
    ({ returned }: Payment) => returned?.narrative,
    "The bank's own words, if it said any."
  ],
  returnedAmount: [Schema.optionalKey(Cents), ({ returned }: Payment) => returned?.amountCents, "What came back."],
  fundsMoved: [
    Schema.optionalKey(Schema.Boolean),
    ({ returned }: Payment) => returned?.fundsMoved,
    "`false`: it was refused before settlement, and no money moved."
  ],
  failureCode: [optionalText, ({ failure }: Payment) => failure?.code, "Why it failed. Absent unless it did."],
  networkCode: [
    Schema.optionalKey(nullableText),
    ({ failure }: Payment) => failure?.networkCode,
    "The network's own code for the failure; `null` where it gave none."
  ],
  rejectionStage: [
    optionalText,
    ({ rejection }: Payment) => rejection?.stage,
    "Where it was rejected: `validation`, `compliance` or `approval`. Absent unless it was."
  ],
  rejectionReason: [optionalText, ({ rejection }: Payment) => rejection?.reason, "Why it was rejected."]
} as const

const wireRows = {
  currency: [
    optionalText,
    ({ wire }: Payment) => wire?.currency.toUpperCase(),
    "Wires: the currency in whose smallest unit the amount is."
  ],
  valueDate: [
    Schema.optionalKey(PlainDay),
    ({ wire }: Payment) => wire?.valueDate,
    "Wires: the business day for which it counts."
  ],
  imad: [
    Schema.optionalKey(nullableText),
    ({ wire }: Payment) => wire?.imad,
    "Wires: Fedwire's own reference; `null` until it settles, and for SWIFT."
  ],
  chargeBearer: [
    Schema.optionalKey(Schema.Literals(chargeBearers)),
    ({ wire }: Payment) => wire?.chargeBearer,
    "Wires: who bears the charges: both (`SHAR`), the sender (`DEBT`) or the beneficiary (`CRED`)."
  ],
  transferType: [
    Schema.optionalKey(Schema.Literals(["customer", "bank"])),
    ({ wire }: Payment) => wire?.transferType,
    "Wires: whose money it is, a customer's or that of the banks."
  ],
  intermediary: [
    Schema.optionalKey(nullableText),
    ({ wire }: Payment) => wire?.intermediary,
    "Wires: the bank on the way, by routing number or BIC; `null` where there is none."
  ]
} as const

const heldOf = ({ hold, status }: Payment) => (status === "held" ? hold : undefined)

const resultRows = {
  paymentId: [Id, ({ id }: Payment) => id, "The payment."],
  rail: [RailWord, "The network that carries it."],
  direction: [Schema.Literals(["outbound", "inbound"]), "`inbound`: the money came from another bank."],
  status: [PaymentStatusWord, "Where it stands."],
  amount: [Cents, ({ amountCents }: Payment) => amountCents, "The amount, for wires in the unit of `currency`."],
  uetr: [Text, "The end-to-end reference under which networks know it, a UUID."],
  settlementTimestamp: [
    Schema.optionalKey(SentTime),
    ({ settledAt }: Payment) => settledAt,
    "When the money moved. Absent before that."
  ],
  // A wire may have waited for its rail to open: that is not processing.
  processingTimeMs: [
    Schema.optionalKey(Schema.Int),
    (payment: Payment) =>
      payment.kind === "instant" && finalStatuses.has(payment.status) ? processingTimeMs(payment) : undefined,
    "How long an instant payment took, in milliseconds. Absent before its end, and for wires."
  ],
  posting: [
    Schema.optionalKey(Schema.Literals(["pending", "posted"])),
    "Whether the receiving bank has credited the account, where it accepted without posting."
  ],
  ...returnRows,
  holdReason: [
    optionalText,
    (payment: Payment) => heldOf(payment)?.reason,
    "Why it is held for review. Absent unless it is."
  ],
  heldAt: [Schema.optionalKey(SentTime), (payment: Payment) => heldOf(payment)?.heldAt, "Since when it is held."],
  scheduledFor: [Schema.optionalKey(SentTime), "When it will be sent, where it waits for its rail to open."],
  needsAttention: [
    Schema.optionalKey(Schema.Boolean),
    ({ needsAttention }: Payment) => (needsAttention ? true : undefined),
    "`true`: a person has to find out what became of it. Absent otherwise."
  ],
  fulfilledRfpId: [Schema.optionalKey(Id), ({ rfpId }: Payment) => rfpId, "The request for payment that it pays."],
  ...wireRows,
  referenceId: [nullableText, "Your own reference."],
  createdAt: [SentTime, "When it was made."]
} as const

/** The result of a payment (spec bank §2). */
export const PaymentResultBody = Wire.object<Payment>()("PaymentResult", "A payment and where it stands.", resultRows)

/** A payment with everything that its owner may see. */
export const PaymentBody = Wire.object<Payment>()("Payment", "A payment with its parties and its events.", {
  ...resultRows,
  originator: [PartyShown, "Who pays."],
  beneficiary: [BeneficiaryShown, "Who gets the money."],
  remittanceInfo: [nullableText, "What it is for."],
  purposeCode: [nullableText, "An ISO 20022 purpose code."],
  events: [Schema.Array(PaymentEventShown), timelineOf, "The events of the payment, in their order."]
})

export const PaymentEntryBody = Wire.object<Payment>()("PaymentEntry", "A payment in a list.", {
  ...resultRows,
  originator: [MaskedParty, "Who pays."],
  beneficiary: [MaskedParty, "Who gets the money."]
})

/** Details of a return (decisions B.5). Instant returns are never presented again. */
export const PaymentReturnBody = Wire.object<Payment>()("PaymentReturn", "What came back of a payment, and why.", {
  paymentId: resultRows.paymentId,
  rail: resultRows.rail,
  ...returnRows,
  returnedAt: [Schema.NullOr(SentTime), ({ returned }) => returned?.at ?? null, "When it came back."],
  representmentEligible: [
    Schema.Boolean,
    ({ ach }) => ach?.returned?.representmentEligible ?? false,
    "Whether it can be presented again: a returned ACH debit may."
  ],
  representmentDeadline: [
    Schema.NullOr(PlainDay),
    ({ ach }) => ach?.returned?.representmentDeadline ?? null,
    "The last day for that; `null` where it cannot be."
  ],
  returnSettlementDate: [
    Schema.optionalKey(PlainDay),
    ({ ach }) => ach?.returned?.settlementDate,
    "ACH: the day on which the return settled."
  ],
  representmentGuidance: [optionalText, ({ ach }) => ach?.returned?.representmentGuidance, "ACH: what to do first."],
  untimely: [
    Schema.optionalKey(Schema.Boolean),
    ({ ach }) => (ach?.returned?.untimely === true ? true : undefined),
    "ACH: `true` where it came after its time. Absent otherwise."
  ]
})
