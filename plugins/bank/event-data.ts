/**
 * What each event carries in `data`, as schemas (spec bank §2; decisions B.4). The webhooks in the description of the API
 * are made from them, and tests hold what is sent to them (decisions B149).
 */
import * as Schema from "effect/Schema"
import type { BankEventType } from "./events.ts"
import { railIds } from "./rails/rail-ids.ts"

const { Boolean: Flag, Int, Literal, Literals, NullOr, String: Text, Struct, optionalKey } = Schema

/** RFC 3339 in UTC with milliseconds (decisions B11). */
const Time = Text.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u))
const PlainDay = Text.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u))
const Cents = Int

const numbered = { referenceId: NullOr(Text), sequence: Int }
const payment = { paymentId: Text, rail: Literals(railIds), status: Text, ...numbered }
const request = { rfpId: Text, rail: Literals(["rtp", "fednow"]), status: Text, amount: Cents, ...numbered }

const instant = { ...payment, rail: Literals(["rtp", "fednow"]) }
const wire = { ...payment, rail: Literals(["fedwire", "swift"]) }
const ach = { ...payment, rail: Literal("ach") }

const settledInstant = Struct({
  ...instant,
  amount: Cents,
  uetr: Text,
  settlementTimestamp: Time,
  processingTimeMs: Int
})
const settledWire = Struct({
  ...wire,
  amount: Int,
  currency: Text,
  uetr: Text,
  imad: NullOr(Text),
  settledAt: Time
})
const settledAch = Struct({
  ...ach,
  amount: Cents,
  effectiveDate: PlainDay,
  traceNumber: Text,
  settledAt: Time
})

const returnedByMessage = Struct({
  ...payment,
  rail: Literals(["rtp", "fednow", "fedwire", "swift"]),
  returnCode: Text,
  returnReason: Text,
  returnNarrative: optionalKey(Text),
  returnedAmount: Int,
  fundsMoved: Flag,
  returnedAt: Time,
  uetr: Text
})
const returnedAch = Struct({
  ...ach,
  returnCode: Text,
  returnReason: Text,
  returnSettlementDate: PlainDay,
  representmentEligible: Flag,
  representmentDeadline: NullOr(PlainDay),
  representmentGuidance: optionalKey(Text),
  fundsMoved: Flag,
  untimely: optionalKey(Literal(true))
})

/** The data of every event. */
export const eventData = {
  "payment.validated": Struct({ ...payment, amount: Int, createdAt: Time }).annotate({
    identifier: "PaymentValidatedData"
  }),
  "payment.approved": Struct({ ...payment, approvedBy: Text, approvedAt: Time }).annotate({
    identifier: "PaymentApprovedData"
  }),
  "payment.submitted": Schema.Union([
    Struct({ ...payment, submittedAt: Time, uetr: Text, networkMessageId: Text }),
    Struct({
      ...ach,
      submittedAt: Time,
      traceNumber: Text,
      effectiveDate: PlainDay,
      networkMessageId: optionalKey(Text)
    })
  ]).annotate({ identifier: "PaymentSubmittedData" }),
  "payment.settled": Schema.Union([settledInstant, settledWire, settledAch]).annotate({
    identifier: "PaymentSettledData"
  }),
  "payment.returned": Schema.Union([returnedByMessage, returnedAch]).annotate({ identifier: "PaymentReturnedData" }),
  "payment.rejected": Struct({
    ...payment,
    rejectionStage: Literals(["validation", "compliance", "approval", "network"]),
    reasonCode: Text,
    reason: Text,
    rejectedAt: Time
  }).annotate({ identifier: "PaymentRejectedData" }),
  "compliance.hold": Struct({
    ...payment,
    holdReason: Text,
    matchedField: NullOr(Text),
    matchScore: NullOr(Int),
    heldAt: Time
  }).annotate({ identifier: "ComplianceHoldData" }),
  "compliance.released": Struct({ ...payment, releasedBy: Text, releasedAt: Time }).annotate({
    identifier: "ComplianceReleasedData"
  }),
  "compliance.rejected": Struct({ ...payment, rejectedBy: Text, rejectedAt: Time, reasonCode: Text }).annotate({
    identifier: "ComplianceRejectedData"
  }),
  "wire.recall.resolved": Struct({
    ...wire,
    recallId: Text,
    resolution: Literals(["accepted", "rejected"]),
    reasonCode: NullOr(Text),
    returnedAmount: Int,
    resolvedAt: Time
  }).annotate({ identifier: "WireRecallResolvedData" }),
  "rfp.fulfilled": Struct({ ...request, fulfillingPaymentId: Text, fulfilledAt: Time }).annotate({
    identifier: "RfpFulfilledData"
  }),
  "rfp.declined": Struct({ ...request, reasonCode: Text, reason: Text, declinedAt: Time }).annotate({
    identifier: "RfpDeclinedData"
  }),
  "batch.completed": Struct({
    batchId: Text,
    referenceId: NullOr(Text),
    totalRecords: Int,
    validRecords: Int,
    invalidRecords: Int,
    submittedRecords: Int,
    returnedRecords: Int,
    totalDebitAmount: Cents,
    totalCreditAmount: Cents,
    completedAt: Time
  }).annotate({ identifier: "BatchCompletedData" })
} as const satisfies Readonly<Record<BankEventType, Schema.Top>>
