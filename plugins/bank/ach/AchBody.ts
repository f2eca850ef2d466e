/** An ACH payment as it is shown (decisions B.5, ACH). Account numbers are shown in full to their owner only. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { secCodes } from "../messages/nacha/NachaFile.ts"
import { MaskedParty, PartyShown, PaymentEventShown, PaymentStatusWord, timelineOf } from "../payments/PaymentBody.ts"
import type { AchPayment, Party, Payment } from "../payments/Payment.ts"
import { Cents, Id, PlainDay, SentTime } from "../wire.ts"
import { achDirections, reversalReasons, type AchCorrection, type AchDetails, type AchReversal } from "./AchDetails.ts"

const optionalText = Schema.optionalKey(Schema.String)
const nullableText = Schema.NullOr(Schema.String)
const optionalFlag = Schema.optionalKey(Schema.Boolean)

/** A payment with its ACH part, whose type may not say that it has one. */
export interface Shown {
  readonly payment: Payment
  readonly ach: AchDetails
}

/** What came back; `undefined` for a payment that was not returned. */
const backOf = ({ ach, payment }: Shown) =>
  payment.returned === null || ach.returned === null ? undefined : { ...ach.returned, ...payment.returned }

const returnRows = {
  returnCode: [
    optionalText,
    (of: Shown) => backOf(of)?.code,
    "Nacha's code. Absent for a payment that was not returned."
  ],
  returnReason: [optionalText, (of: Shown) => backOf(of)?.reason, "What the return code says."],
  returnSettlementDate: [
    Schema.optionalKey(PlainDay),
    (of: Shown) => backOf(of)?.settlementDate,
    "The day on which the return settled."
  ],
  representmentEligible: [
    optionalFlag,
    (of: Shown) => backOf(of)?.representmentEligible,
    "Whether it can be presented again."
  ],
  representmentDeadline: [
    Schema.optionalKey(Schema.NullOr(PlainDay)),
    (of: Shown) => backOf(of)?.representmentDeadline,
    "The last day for that; `null` where it cannot be."
  ],
  representmentGuidance: [
    optionalText,
    (of: Shown) => backOf(of)?.representmentGuidance,
    "What to do first, such as `CONTACT_RECEIVING_BANK`."
  ],
  fundsMoved: [optionalFlag, (of: Shown) => backOf(of)?.fundsMoved, "`false`: it came back before it settled."],
  untimely: [
    optionalFlag,
    (of: Shown) => (backOf(of)?.untimely === true ? true : undefined),
    "`true` where it came after its time. Absent otherwise."
  ]
} as const

const heldOf = ({ payment: { hold, status } }: Shown) => (status === "held" ? hold : undefined)

const resultRows = {
  paymentId: [Id, ({ payment }: Shown) => payment.id, "The payment."],
  rail: Wire.is("ach", "Always `ach`."),
  direction: [
    Schema.Literals(achDirections),
    ({ ach }: Shown) => ach.direction,
    "`debit` takes money from the receiver."
  ],
  secCode: [Schema.Literals(secCodes), ({ ach }: Shown) => ach.secCode, "Its standard entry class."],
  amount: [Cents, ({ payment }: Shown) => payment.amountCents, "The amount."],
  status: [PaymentStatusWord, ({ payment }: Shown) => payment.status, "Where it stands."],
  effectiveDate: [PlainDay, ({ ach }: Shown) => ach.window.effectiveDate, "The day on which it is to settle."],
  sameDay: [Schema.Boolean, ({ ach }: Shown) => ach.window.kind === "same_day", "Whether it goes out on the same day."],
  submissionWindow: [
    SentTime,
    ({ ach }: Shown) => ach.window.closesAt,
    "When its window closes: until then it can be cancelled."
  ],
  expectedSettlementAt: [
    SentTime,
    ({ ach }: Shown) => ach.window.settlesAt,
    "When it settles if nothing comes between."
  ],
  settledAt: [
    Schema.optionalKey(SentTime),
    ({ payment }: Shown) => payment.settledAt,
    "When it settled. Absent before."
  ],
  traceNumber: [
    nullableText,
    ({ ach }: Shown) => ach.place?.traceNumber ?? null,
    "Its number in its file; `null` before that."
  ],
  reversalId: [Schema.NullOr(Id), ({ ach }: Shown) => ach.reversal?.id ?? null, "Its reversal, if there is one."],
  reversalOf: [Schema.optionalKey(Id), ({ ach }: Shown) => ach.reversalOf, "The payment that it takes back."],
  representmentOf: [
    Schema.optionalKey(Id),
    ({ ach }: Shown) => ach.representmentOf,
    "The payment that was presented first."
  ],
  attempt: [
    Schema.optionalKey(Schema.Int),
    ({ ach }: Shown) => ach.attempt,
    "Which time it is presented again: 1 or 2. Absent of others."
  ],
  batchId: [Schema.optionalKey(Id), ({ ach }: Shown) => ach.batch?.id, "The batch that it came in."],
  ...returnRows,
  failureCode: [optionalText, ({ payment }: Shown) => payment.failure?.code, "Why it failed. Absent unless it did."],
  failureReason: [optionalText, ({ payment }: Shown) => payment.failure?.message, "The same in words."],
  rejectionStage: [
    optionalText,
    ({ payment }: Shown) => payment.rejection?.stage,
    "Where it was rejected: `validation`, `compliance` or `approval`. Absent unless it was."
  ],
  rejectionReason: [optionalText, ({ payment }: Shown) => payment.rejection?.reason, "Why it was rejected."],
  holdReason: [optionalText, (of: Shown) => heldOf(of)?.reason, "Why it is held for review. Absent unless it is."],
  heldAt: [Schema.optionalKey(SentTime), (of: Shown) => heldOf(of)?.heldAt, "Since when it is held."],
  needsAttention: [
    optionalFlag,
    ({ payment }: Shown) => (payment.needsAttention ? true : undefined),
    "`true`: a person has to find out what became of it. Absent otherwise."
  ],
  referenceId: [nullableText, ({ payment }: Shown) => payment.referenceId, "Your own reference."],
  createdAt: [SentTime, ({ payment }: Shown) => payment.createdAt, "When it was made."]
} as const

/** The result of a creation. */
export const AchResultBody = Wire.object<Shown>()("AchPaymentResult", "An ACH payment and where it stands.", resultRows)

export const AchEntryBody = Wire.object<Shown>()("AchPaymentEntry", "An ACH payment in a list.", {
  ...resultRows,
  originator: [MaskedParty, ({ payment }) => payment.originator, "Who sends the entry."],
  receiver: [MaskedParty, ({ payment }) => payment.beneficiary, "The other end."]
})

const AddendaShown = Wire.object<string>()("ShownAddenda", "Payment information of an entry.", {
  paymentRelatedInformation: [Schema.String, (text) => text, "The text."]
})

const CorrectionShown = Wire.object<AchCorrection>()("AchCorrection", "Data that the receiving bank wants corrected.", {
  code: [Schema.String, "Nacha's code, such as `C01`."],
  meaning: [Schema.String, "What the code says."],
  correctedData: [Schema.String, "The right data, as Nacha lays them out."],
  correctBy: [PlainDay, "By when to correct them."],
  receivedAt: [SentTime, "When it came."]
})

/** A payment with everything that its owner may see: its parties, what came back, and its events. */
export const AchPaymentBody = Wire.object<Shown>()("AchPayment", "An ACH payment with its parties and its events.", {
  ...resultRows,
  originator: [PartyShown, ({ payment }) => payment.originator, "Who sends the entry."],
  // The banks of ACH are named by routing numbers.
  receiver: [PartyShown, ({ payment }) => payment.beneficiary as Party, "The other end."],
  companyId: [Schema.String, ({ ach }) => ach.companyId, "How files identify the originator."],
  companyName: [Schema.String, ({ ach }) => ach.companyName, "How files name the originator."],
  companyEntryDescription: [Schema.String, ({ ach }) => ach.entryDescription, "What it is for, in ten characters."],
  companyDiscretionaryData: [
    Schema.String,
    ({ ach }) => ach.discretionaryData,
    "The originator's own data; may be empty."
  ],
  identificationNumber: [
    Schema.String,
    ({ ach }) => ach.identificationNumber,
    "The receiver's number at the originator; may be empty."
  ],
  webTelPaymentType: [
    Schema.NullOr(Schema.Literals(["S", "R"])),
    ({ ach }) => ach.webTelPaymentType,
    "WEB and TEL: single or recurring; `null` where it was not said."
  ],
  addenda: [Schema.Array(AddendaShown), ({ ach }) => ach.addenda, "Payment information."],
  representments: [Schema.Array(Id), ({ ach }) => ach.representments, "The payments by which it was presented again."],
  corrections: [
    Schema.Array(CorrectionShown),
    ({ ach }) => ach.corrections,
    "What the receiving bank wants corrected."
  ],
  events: [Schema.Array(PaymentEventShown), ({ payment }) => timelineOf(payment), "The events of the payment."]
})

/** Details of a return. */
export const AchReturnBody = Wire.object<Shown>()("AchReturn", "What came back of an ACH payment, and why.", {
  paymentId: resultRows.paymentId,
  rail: resultRows.rail,
  status: resultRows.status,
  ...returnRows,
  returnedAmount: [Cents, ({ payment }) => payment.returned?.amountCents ?? 0, "What came back."],
  returnedAt: [SentTime, ({ payment }) => payment.returned?.at ?? payment.createdAt, "When it came back."],
  referenceId: resultRows.referenceId
})

/** A reversal, with where the payment stands that takes the money back. */
export const ReversalBody = Wire.object<{
  readonly original: Pick<Payment, "id" | "amountCents">
  readonly reversal: AchReversal
  readonly taking: Pick<Payment, "status">
}>()("AchReversal", "The taking back of a settled credit.", {
  reversalId: [Id, ({ reversal }) => reversal.id, "The reversal."],
  paymentId: [Id, ({ original }) => original.id, "The credit that is taken back."],
  reversalPaymentId: [Id, ({ reversal }) => reversal.paymentId, "The payment that takes it back."],
  amount: [Cents, ({ original }) => original.amountCents, "The amount."],
  status: [PaymentStatusWord, ({ taking }) => taking.status, "Where the payment stands that takes it back."],
  reason: [Schema.Literals(reversalReasons), ({ reversal }) => reversal.reason, "Why."],
  referenceId: [nullableText, ({ reversal }) => reversal.referenceId, "Your own reference."],
  createdAt: [SentTime, ({ reversal }) => reversal.createdAt, "When it was made."]
})

/** Payments as they are shown. */
export const encodeAchResult = (payment: Payment, ach: AchDetails) => AchResultBody.write({ payment, ach })
export const encodeAchEntry = (payment: Payment) => AchEntryBody.write({ payment, ach: payment.ach! })
export const encodeAch = (payment: AchPayment) => AchPaymentBody.write({ payment, ach: payment.ach })
export const encodeAchReturn = (payment: Payment, ach: AchDetails) => AchReturnBody.write({ payment, ach })
