/**
 * What each event carries in `data`, as schemas (spec bank §2; decisions B.4). The webhooks in the description of the API
 * are made from them, and tests hold what is sent to them (decisions B149).
 */
import * as Schema from "effect/Schema"
import { Wire } from "../../src/plugin.ts"
import type { BankEventType } from "./events.ts"
import { railIds } from "./rails/rail-ids.ts"

const { Boolean: Flag, Int, Literal, Literals, NullOr, String: Text, optionalKey } = Schema

/** RFC 3339 in UTC with milliseconds (decisions B11). */
const Time = Text.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u))
const PlainDay = Text.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u))

const numbered = {
  referenceId: [NullOr(Text), "Your own reference; `null` where you gave none."],
  sequence: [Int, "1 for the first event of the object. Deliveries may come in another order."]
} as const
const rail = "The network that carries it."
const payment = {
  paymentId: [Text, "The payment."],
  rail: [Literals(railIds), rail],
  status: [Text, "Where the payment stands after the event."],
  direction: [
    optionalKey(Literals(["inbound", "debit"])),
    "`inbound`: the money comes from another bank. `debit`: ACH takes it from the receiver. Absent where money is sent."
  ],
  ...numbered
} as const
const request = {
  rfpId: [Text, "The request for payment."],
  rail: [Literals(["rtp", "fednow"]), rail],
  status: [Text, "Where the request stands after the event."],
  amount: [Int, "The amount that was requested, in cents."],
  ...numbered
} as const

const instant = { ...payment, rail: [Literals(["rtp", "fednow"]), rail] } as const
const wire = { ...payment, rail: [Literals(["fedwire", "swift"]), rail] } as const
const ach = { ...payment, rail: [Literal("ach"), rail] } as const

const cents = [Int, "The amount, in cents."] as const
const uetr = [Text, "The end-to-end reference under which networks know it, a UUID."] as const
const traceNumber = [Text, "The trace number of the entry, 15 digits."] as const
const effectiveDate = [PlainDay, "The day on which it settles."] as const

const SettledInstant = Wire.body("InstantPaymentSettledData", "An instant payment that settled.", {
  ...instant,
  amount: cents,
  uetr,
  settlementTimestamp: [Time, "When the money moved."],
  processingTimeMs: [Int, "How long the payment took, in milliseconds."]
})
const SettledWire = Wire.body("WireSettledData", "A wire that settled.", {
  ...wire,
  amount: [Int, "The amount, in the smallest unit of `currency`."],
  currency: [Text, "The currency of the amount, ISO 4217."],
  uetr,
  imad: [NullOr(Text), "Fedwire's own reference; `null` for SWIFT."],
  settledAt: [Time, "When the money moved."]
})
const SettledAch = Wire.body("AchSettledData", "An ACH entry that settled.", {
  ...ach,
  amount: cents,
  effectiveDate,
  traceNumber,
  settledAt: [Time, "When the money moved."]
})

const returnCode = [Text, "Why it came back, as a code of the network."] as const
const returnReason = [Text, "What the code says."] as const
const fundsMoved = [Flag, "`false`: it was refused before settlement, and no money moved."] as const

const ReturnedByMessage = Wire.body("PaymentReturnedByMessageData", "An instant payment or a wire that came back.", {
  ...payment,
  rail: [Literals(["rtp", "fednow", "fedwire", "swift"]), rail],
  returnCode,
  returnReason,
  returnNarrative: [optionalKey(Text), "The bank's own words, if it sent any."],
  returnedAmount: [Int, "What came back, in the smallest unit of the payment's currency."],
  fundsMoved,
  returnedAt: [Time, "When it came back."],
  uetr
})
const ReturnedAch = Wire.body("AchReturnedData", "An ACH entry that came back.", {
  ...ach,
  returnCode,
  returnReason,
  returnSettlementDate: [PlainDay, "The day on which the return settled."],
  representmentEligible: [Flag, "Whether it can be presented again."],
  representmentDeadline: [NullOr(PlainDay), "The last day for that; `null` where it cannot be."],
  representmentGuidance: [optionalKey(Text), "What to do before it is presented again."],
  fundsMoved,
  untimely: [optionalKey(Literal(true)), "`true`: it came after its time. Absent otherwise."]
})

const SubmittedByMessage = Wire.body("PaymentSubmittedByMessageData", "A payment that was sent in a message.", {
  ...payment,
  submittedAt: [Time, "When it was sent."],
  uetr,
  networkMessageId: [Text, "The id of the message that carried it."]
})
const SubmittedAch = Wire.body("AchSubmittedData", "An ACH entry that was sent in a file.", {
  ...ach,
  submittedAt: [Time, "When its file was sent."],
  traceNumber,
  effectiveDate,
  networkMessageId: [optionalKey(Text), "The name of the file that carried it."]
})

/** The data of every event. */
export const eventData = {
  "payment.validated": Wire.body("PaymentValidatedData", "A payment that passed every check of its request.", {
    ...payment,
    amount: [Int, "The amount, in the smallest unit of its currency."],
    createdAt: [Time, "When the payment was made."]
  }),
  "payment.approved": Wire.body("PaymentApprovedData", "A payment that may be sent.", {
    ...payment,
    approvedBy: [Text, "Who approved it."],
    approvedAt: [Time, "When it was approved."]
  }),
  "payment.submitted": Schema.Union([SubmittedByMessage, SubmittedAch]).annotate({
    identifier: "PaymentSubmittedData",
    description: "A payment that was sent to its network."
  }),
  "payment.settled": Schema.Union([SettledInstant, SettledWire, SettledAch]).annotate({
    identifier: "PaymentSettledData",
    description: "A payment whose money moved."
  }),
  "payment.returned": Schema.Union([ReturnedByMessage, ReturnedAch]).annotate({
    identifier: "PaymentReturnedData",
    description: "A payment that came back."
  }),
  "payment.rejected": Wire.body(
    "PaymentRejectedData",
    "A payment that will not be sent, or that its network refused.",
    {
      ...payment,
      rejectionStage: [Literals(["validation", "compliance", "approval", "network"]), "Where it was rejected."],
      reasonCode: [Text, "Why, for programs."],
      reason: [Text, "The same for people."],
      rejectedAt: [Time, "When it was rejected."]
    }
  ),
  "compliance.hold": Wire.body("ComplianceHoldData", "A payment that is held for a review.", {
    ...payment,
    holdReason: [Text, "Why it is held."],
    matchedField: [NullOr(Text), "The field that matched a list; `null` where none did."],
    matchScore: [NullOr(Int), "How well it matched, up to 100; `null` where nothing did."],
    heldAt: [Time, "Since when it is held."]
  }),
  "compliance.released": Wire.body("ComplianceReleasedData", "A payment that an officer released.", {
    ...payment,
    releasedBy: [Text, "Who released it."],
    releasedAt: [Time, "When it was released."]
  }),
  "compliance.rejected": Wire.body("ComplianceRejectedData", "A payment that an officer rejected.", {
    ...payment,
    rejectedBy: [Text, "Who rejected it."],
    rejectedAt: [Time, "When it was rejected."],
    reasonCode: [Text, "Why, for programs."]
  }),
  "wire.recall.resolved": Wire.body("WireRecallResolvedData", "A recall that was answered.", {
    ...wire,
    recallId: [Text, "The recall."],
    resolution: [Literals(["accepted", "rejected"]), "What the receiving bank decided."],
    reasonCode: [
      NullOr(Text),
      "Why it was refused, or for one that was accepted why it was asked for, as a code of ISO 20022; `null` where none was given."
    ],
    returnedAmount: [Int, "What came back, in the smallest unit of the wire's currency; 0 for a refusal."],
    resolvedAt: [Time, "When it was answered."]
  }),
  "rfp.fulfilled": Wire.body("RfpFulfilledData", "A request for payment that was paid.", {
    ...request,
    fulfillingPaymentId: [Text, "The payment that came."],
    fulfilledAt: [Time, "When it came."]
  }),
  "rfp.declined": Wire.body("RfpDeclinedData", "A request for payment that will not be paid.", {
    ...request,
    reasonCode: [Text, "Why, for programs."],
    reason: [Text, "The same for people."],
    declinedAt: [Time, "When it was declined."]
  }),
  "batch.completed": Wire.body("BatchCompletedData", "A batch whose payments have all come to their end.", {
    batchId: [Text, "The batch."],
    rail: ach.rail,
    status: [Literal("completed"), "Where the batch stands after the event."],
    ...numbered,
    totalRecords: [Int, "How many entries it has."],
    validRecords: [Int, "How many became payments."],
    invalidRecords: [Int, "How many are wrong."],
    submittedRecords: [Int, "How many were sent."],
    returnedRecords: [Int, "How many came back."],
    totalDebitAmount: [Int, "All debits together, in cents."],
    totalCreditAmount: [Int, "All credits together, in cents."],
    completedAt: [Time, "When it was completed."]
  })
} as const satisfies Readonly<Record<BankEventType, Schema.Top>>
