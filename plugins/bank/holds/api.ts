/** The officer's queue on the wire (decisions B.5, compliance queue). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import type { Hold, ScreeningException } from "../compliance/Hold.ts"
import { railIds } from "../rails/rail-ids.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import type { OfficerNote } from "./operations.ts"
import { Cents, createdOf, dataOf, Id, listOf, oneOf, pageQuery, pathId, SentTime, text, Timestamp } from "../wire.ts"

const nullable = Schema.NullOr(Schema.String)
const holdStatuses = ["open", "released", "rejected", "cancelled"] as const

/** A hold as an officer sees it. */
export const HoldBody = Wire.object<Hold>()("Hold", "A payment that compliance stopped until an officer decides.", {
  holdId: [Id, (hold) => hold.id, "Begins with `hold_`."],
  paymentId: [Id, "The payment that is held."],
  clientId: [Id, "The client that made it."],
  rail: [Schema.Literals(railIds), "The rail that will carry the payment."],
  amount: [Cents, (hold) => hold.amountCents, "The amount of the payment."],
  currency: [
    Schema.optionalKey(Schema.String),
    (hold) => hold.currency?.toUpperCase(),
    "Wires: the currency in whose smallest unit the amount is."
  ],
  holdReason: [
    Schema.Literals(["OFAC_POSSIBLE_MATCH", "OFAC_SCREENING_UNAVAILABLE"]),
    (hold) => hold.reason,
    "`OFAC_POSSIBLE_MATCH`: a name resembles an entry of a watch list. `OFAC_SCREENING_UNAVAILABLE`: screening did not answer; it is tried again by itself."
  ],
  matchedField: [
    nullable,
    "The field of the payment that matched, such as `beneficiary.name`; `null` where nothing matched."
  ],
  matchScore: [Schema.NullOr(Schema.Int), "How alike both are, up to 100 for the same; `null` where nothing matched."],
  listName: [nullable, "The watch list, such as `ofac_sdn`; `null` where nothing matched."],
  listEntryId: [nullable, "The entry of the list; `null` where nothing matched."],
  matchedName: [nullable, "The name in the list; `null` where nothing matched."],
  screenedValue: [nullable, "What the payment says; `null` where nothing matched."],
  heldAt: [SentTime, (hold) => hold.createdAt, "Since when it is held."],
  attempts: [Schema.Int, "How often it was screened."],
  status: [
    Schema.Literals(holdStatuses),
    "`open` (waits for a decision), `released` (the payment goes on), `rejected` (the payment ended), `cancelled` (its client cancelled the payment)."
  ],
  decidedBy: [
    nullable,
    "Who decided: a client's id, `admin`, or `system` where a later screening was clean; `null` while it is open."
  ],
  decidedAt: [Schema.NullOr(SentTime), "When it was decided; `null` while it is open."],
  note: [nullable, "The officer's reason; `null` where there is none."]
})

/** Body of a decision: why it was taken is part of it. */
export const DecideHoldBody = Wire.body("DecideHold", "Why the hold is decided so.", {
  note: [text(1000), "The reason, for the record."],
  addException: [
    Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
    "With a release: `true` also adds an exception, so that this value and this list entry no longer match. Default: `false`."
  ]
})

/** What it says, with the default. */
export const noteOf = ({ addException = false, note }: typeof DecideHoldBody.Type): OfficerNote => ({
  note,
  addException
})

export const CreateExceptionBody = Wire.body(
  "CreateScreeningException",
  "A value and a list entry that are not the same.",
  {
    screenedValue: [text(500), "The value as payments name it."],
    listName: [
      Schema.optionalKey(text(200)),
      "The watch list of the entry, such as `ofac_sdn`. Default: any list that has an entry of this id."
    ],
    listEntryId: [text(200), "The entry of a watch list that it resembles."],
    reason: [text(1000), "Why they are not the same, for the record."],
    expiresAt: [Schema.optionalKey(Timestamp), "Until when the exception counts. Default: it never ends."]
  }
)

export const ExceptionBody = Wire.object<ScreeningException>()(
  "ScreeningException",
  "A value and a list entry that resemble each other and are not the same: payments are not held for them.",
  {
    exceptionId: [Id, (exception) => exception.id, "Begins with `exc_`."],
    screenedValue: [Schema.String, "The value as payments name it."],
    listName: [Schema.optionalKey(Schema.String), "The watch list of the entry. Absent: any list that has it."],
    listEntryId: [Schema.String, "The entry of a watch list."],
    reason: [Schema.String, "Why they are not the same."],
    createdBy: [Schema.String, "Who added it."],
    createdAt: [SentTime, "When it was added."],
    expiresAt: [Schema.NullOr(SentTime), "Until when it counts; `null`: it never ends."]
  }
)

const params = pathId("holdId", "The hold.")

const decision = {
  params,
  payload: DecideHoldBody,
  success: dataOf(HoldBody),
  error: refused("HoldNotFound", "SelfApprovalForbidden", "StateConflict")
}
const releasing = {
  ...decision,
  error: refused("HoldNotFound", "SanctionedCountry", "SelfApprovalForbidden", "StateConflict")
}

export const HoldsApi = HttpApiGroup.make("holds")
  .add(
    HttpApiEndpoint.get("list", "/v2/compliance/holds", {
      query: {
        ...pageQuery,
        ...Wire.parameters({ status: [Schema.optionalKey(oneOf(holdStatuses)), "Only holds with this status."] })
      },
      success: listOf(HoldBody),
      error: refused("InvalidCursor")
    }).annotateMerge(operation("List holds", "The officer's queue, the newest first.", { scope: "compliance:read" })),
    HttpApiEndpoint.get("retrieve", "/v2/compliance/holds/:holdId", {
      params,
      success: dataOf(HoldBody),
      error: refused("HoldNotFound")
    }).annotateMerge(operation("Retrieve a hold", "The hold with what matched.", { scope: "compliance:read" })),
    HttpApiEndpoint.post("release", "/v2/compliance/holds/:holdId/release", releasing).annotateMerge(
      operation(
        "Release a hold",
        "The payment goes on by itself; it is not sent in again. Where another name of it is on a list, the hold stays `open`, with that name. Whoever made the payment cannot decide its hold.",
        { scope: "compliance:write" }
      )
    ),
    HttpApiEndpoint.post("reject", "/v2/compliance/holds/:holdId/reject", decision).annotateMerge(
      operation("Reject a hold", "The payment ends as `rejected`. Whoever made the payment cannot decide its hold.", {
        scope: "compliance:write"
      })
    ),
    HttpApiEndpoint.post("addException", "/v2/compliance/exceptions", {
      payload: CreateExceptionBody,
      success: createdOf(ExceptionBody),
      error: refused()
    }).annotateMerge(
      operation(
        "Add a screening exception",
        "Payments are no longer held because this value resembles this list entry.",
        { scope: "compliance:write" }
      )
    )
  )
  .annotateMerge(Publication.tag("Holds", "Payments that compliance stopped: officers release or reject them."))
