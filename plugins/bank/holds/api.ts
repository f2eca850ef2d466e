/** The officer's queue on the wire (decisions B.5, compliance queue). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import type { Hold, ScreeningException } from "../compliance/Hold.ts"
import { timestamp } from "../events.ts"
import { railIds } from "../rails/rail-ids.ts"
import { createdOf, dataOf, ErrorBody, listOf, oneOf, pageQuery, RequiredScope, text, Timestamp } from "../wire.ts"

const nullable = Schema.NullOr(Schema.String)

/** A hold as an officer sees it. */
export const HoldBody = Schema.Struct({
  holdId: Schema.String,
  paymentId: Schema.String,
  clientId: Schema.String,
  rail: Schema.Literals(railIds),
  amount: Schema.Int,
  holdReason: Schema.String,
  matchedField: nullable,
  matchScore: Schema.NullOr(Schema.Int),
  listName: nullable,
  listEntryId: nullable,
  matchedName: nullable,
  screenedValue: nullable,
  heldAt: Schema.String,
  attempts: Schema.Int,
  status: Schema.Literals(["open", "released", "rejected", "cancelled"]),
  decidedBy: nullable,
  decidedAt: nullable,
  note: nullable
})

/** Body of a decision: why it was taken is part of it. */
export const DecideHoldBody = Schema.Struct({
  note: text(1000),
  addException: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" }))
})

/** Body of an exception. */
export const CreateExceptionBody = Schema.Struct({
  screenedValue: text(500),
  listEntryId: text(200),
  reason: text(1000),
  expiresAt: Schema.optionalKey(Timestamp)
})

const ExceptionBody = Schema.Struct({
  exceptionId: Schema.String,
  screenedValue: Schema.String,
  listEntryId: Schema.String,
  reason: Schema.String,
  createdBy: Schema.String,
  createdAt: Schema.String,
  expiresAt: nullable
})

const holdId = { holdId: Schema.String }

const decision = { params: holdId, payload: DecideHoldBody, success: dataOf(HoldBody), error: ErrorBody }

/** The endpoints of this slice. */
export const HoldsApi = HttpApiGroup.make("holds").add(
  HttpApiEndpoint.get("list", "/v2/compliance/holds", {
    query: { ...pageQuery, status: Schema.optionalKey(oneOf(["open", "released", "rejected", "cancelled"])) },
    success: listOf(HoldBody),
    error: ErrorBody
  }).annotate(RequiredScope, "compliance:read"),
  HttpApiEndpoint.get("retrieve", "/v2/compliance/holds/:holdId", {
    params: holdId,
    success: dataOf(HoldBody),
    error: ErrorBody
  }).annotate(RequiredScope, "compliance:read"),
  HttpApiEndpoint.post("release", "/v2/compliance/holds/:holdId/release", decision).annotate(
    RequiredScope,
    "compliance:write"
  ),
  HttpApiEndpoint.post("reject", "/v2/compliance/holds/:holdId/reject", decision).annotate(
    RequiredScope,
    "compliance:write"
  ),
  HttpApiEndpoint.post("addException", "/v2/compliance/exceptions", {
    payload: CreateExceptionBody,
    success: createdOf(ExceptionBody),
    error: ErrorBody
  }).annotate(RequiredScope, "compliance:write")
)

/** A hold as it is shown. */
export const encodeHold = (hold: Hold): typeof HoldBody.Type => ({
  holdId: hold.id,
  paymentId: hold.paymentId,
  clientId: hold.clientId,
  rail: hold.rail,
  amount: hold.amountCents,
  holdReason: hold.reason,
  matchedField: hold.matchedField,
  matchScore: hold.matchScore,
  listName: hold.listName,
  listEntryId: hold.listEntryId,
  matchedName: hold.matchedName,
  screenedValue: hold.screenedValue,
  heldAt: timestamp(hold.createdAt),
  attempts: hold.attempts,
  status: hold.status,
  decidedBy: hold.decidedBy,
  decidedAt: hold.decidedAt === null ? null : timestamp(hold.decidedAt),
  note: hold.note
})

/** An exception as it is shown. */
export const encodeException = (exception: ScreeningException): typeof ExceptionBody.Type => ({
  exceptionId: exception.id,
  screenedValue: exception.screenedValue,
  listEntryId: exception.listEntryId,
  reason: exception.reason,
  createdBy: exception.createdBy,
  createdAt: timestamp(exception.createdAt),
  expiresAt: exception.expiresAt === null ? null : timestamp(exception.expiresAt)
})
