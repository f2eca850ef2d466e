/**
 * What each event carries in `data`, as schemas (spec bank §2; decisions B.4). The list of events in the description of the
 * API is made from them, and tests hold what is sent to them (decisions B149).
 */
import * as Schema from "effect/Schema"
import { events, type BankEventType } from "./events.ts"
import { railIds } from "./rails/rail-ids.ts"

const { Boolean: Flag, Int, Literal, Literals, NullOr, String: Text, Struct, optionalKey } = Schema

/** RFC 3339 in UTC with milliseconds (decisions B11). */
const Time = Text.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
const PlainDay = Text.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/))
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
  "payment.validated": Struct({ ...payment, amount: Int, createdAt: Time }),
  "payment.approved": Struct({ ...payment, approvedBy: Text, approvedAt: Time }),
  "payment.submitted": Schema.Union([
    Struct({ ...payment, submittedAt: Time, uetr: Text, networkMessageId: Text }),
    Struct({
      ...ach,
      submittedAt: Time,
      traceNumber: Text,
      effectiveDate: PlainDay,
      networkMessageId: optionalKey(Text)
    })
  ]),
  "payment.settled": Schema.Union([settledInstant, settledWire, settledAch]),
  "payment.returned": Schema.Union([returnedByMessage, returnedAch]),
  "payment.rejected": Struct({
    ...payment,
    rejectionStage: Literals(["validation", "compliance", "approval", "network"]),
    reasonCode: Text,
    reason: Text,
    rejectedAt: Time
  }),
  "compliance.hold": Struct({
    ...payment,
    holdReason: Text,
    matchedField: NullOr(Text),
    matchScore: NullOr(Int),
    heldAt: Time
  }),
  "compliance.released": Struct({ ...payment, releasedBy: Text, releasedAt: Time }),
  "compliance.rejected": Struct({ ...payment, rejectedBy: Text, rejectedAt: Time, reasonCode: Text }),
  "wire.recall.resolved": Struct({
    ...wire,
    recallId: Text,
    resolution: Literals(["accepted", "rejected"]),
    reasonCode: NullOr(Text),
    returnedAmount: Int,
    resolvedAt: Time
  }),
  "rfp.fulfilled": Struct({ ...request, fulfillingPaymentId: Text, fulfilledAt: Time }),
  "rfp.declined": Struct({ ...request, reasonCode: Text, reason: Text, declinedAt: Time }),
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
  })
} as const satisfies Readonly<Record<BankEventType, Schema.Top>>

const envelopeOf = (type: BankEventType) =>
  Struct({ eventId: Text, eventType: Literal(type), timestamp: Time, data: eventData[type] as Schema.Top })

const documentOf = (type: BankEventType) => ({
  post: {
    operationId: type,
    summary: events[type],
    requestBody: {
      required: true,
      content: { "application/json": { schema: Schema.toJsonSchemaDocument(envelopeOf(type)).schema } }
    },
    responses: { "200": { description: "Received. Any other answer is tried again" } }
  }
})

/** The `webhooks` of the description of the API (OpenAPI 3.1): every event with its fields. */
export const eventDocuments = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries((Object.keys(events) as ReadonlyArray<BankEventType>).map((type) => [type, documentOf(type)]))
