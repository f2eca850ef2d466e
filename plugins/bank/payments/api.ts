/** Instant payments on the wire: endpoints and bodies (spec bank §2, §4; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { railIds } from "../rails/rail-ids.ts"
import { railPreferences } from "../routing/RailChoice.ts"
import {
  acceptedOf,
  Amount,
  Currency,
  dataOf,
  ErrorBody,
  KeyRequired,
  listOf,
  oneOf,
  pageQuery,
  PartyBody,
  PurposeCode,
  ReferenceId,
  RequiredScope,
  Timestamp,
  type BodyIssue,
  networkText
} from "../wire.ts"
import { addressParts, travelRuleCents } from "./Admission.ts"
import { paymentStatuses } from "./Payment.ts"
import { PaymentBody, PaymentResultBody } from "./PaymentBody.ts"

/** Body of the initiation of an instant payment. */
export const CreateInstantBody = Schema.Struct({
  amount: Amount,
  currency: Schema.optionalKey(Currency),
  railPreference: Schema.optionalKey(oneOf(railPreferences)),
  originator: PartyBody,
  beneficiary: PartyBody,
  remittanceInfo: Schema.optionalKey(networkText(140)),
  purposeCode: Schema.optionalKey(PurposeCode),
  referenceId: Schema.optionalKey(ReferenceId)
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Below the travel rule's threshold the originator's address is a required field like any other; from there on its
 * absence is a business rule (decisions X5).
 */
export const originatorAddress = (body: Readonly<Record<string, unknown>>): ReadonlyArray<BodyIssue> => {
  const { amount, originator } = body
  if (!isRecord(originator) || (typeof amount === "number" && amount >= travelRuleCents)) return []
  const { address } = originator
  const missing = (path: ReadonlyArray<string>): BodyIssue => ({
    path: ["originator", "address", ...path],
    problem: "missing",
    code: undefined,
    expected: "a value"
  })
  if (address === undefined) return [missing([])]
  return isRecord(address)
    ? addressParts.filter((part) => address[part] === undefined).map((part) => missing([part]))
    : []
}

/** What a list of payments is narrowed by. */
export const listQuery = {
  ...pageQuery,
  status: Schema.optionalKey(oneOf(paymentStatuses)),
  rail: Schema.optionalKey(oneOf(railIds)),
  referenceId: Schema.optionalKey(ReferenceId),
  idempotencyKey: Schema.optionalKey(Schema.String),
  createdFrom: Schema.optionalKey(Timestamp),
  createdTo: Schema.optionalKey(Timestamp)
}

const paymentId = { paymentId: Schema.String }

/** The endpoints of this slice. */
export const PaymentsApi = HttpApiGroup.make("payments").add(
  HttpApiEndpoint.post("initiate", "/v2/payments/instant", {
    payload: CreateInstantBody,
    success: [dataOf(PaymentResultBody), acceptedOf(PaymentResultBody)],
    error: ErrorBody
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.get("list", "/v2/payments/instant", {
    query: listQuery,
    success: listOf(PaymentResultBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.get("retrieve", "/v2/payments/instant/:paymentId", {
    params: paymentId,
    success: dataOf(PaymentBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.post("cancel", "/v2/payments/instant/:paymentId/cancel", {
    params: paymentId,
    success: dataOf(PaymentResultBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:write"),
  HttpApiEndpoint.get("retrieveReturn", "/v2/payments/:paymentId/return", {
    params: paymentId,
    success: dataOf(Schema.Record(Schema.String, Schema.Unknown)),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read")
)
