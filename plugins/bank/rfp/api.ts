/** Requests for payment on the wire (spec bank §2, §4). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { isPlainDate } from "../calendar/PlainDate.ts"
import { timestamp } from "../events.ts"
import { masked } from "../payments/PaymentBody.ts"
import { instantRails } from "../rails/rail-ids.ts"
import {
  acceptedOf,
  Amount,
  type BodyRules,
  dataOf,
  ErrorBody,
  listOf,
  matching,
  oneOf,
  pageQuery,
  PartyBody,
  ReferenceId,
  refusal,
  RequiredScope,
  networkText
} from "../wire.ts"
import { rfpStatuses, statusAt, type Rfp } from "./Rfp.ts"

const dateForm = "a date, YYYY-MM-DD"
const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** Body of a request for payment. */
export const CreateRfpBody = Schema.Struct({
  rail: oneOf(instantRails),
  amount: Amount,
  dueDate: Schema.optionalKey(
    matching(datePattern, dateForm).check(
      // What has not the form of a date is told so, and not that it does not exist as well.
      Schema.makeFilter(
        (value: string) => !datePattern.test(value) || isPlainDate(value),
        refusal("INVALID_DATE", "a date that exists")
      )
    )
  ),
  payee: PartyBody,
  payer: PartyBody,
  description: Schema.optionalKey(networkText(140)),
  referenceId: Schema.optionalKey(ReferenceId)
})

/** The due date is not before today in New York (decisions B.5); a weekend or a holiday is fine. */
export const dueDateFrom =
  (now: number): BodyRules =>
  ({ dueDate }) =>
    typeof dueDate === "string" && isPlainDate(dueDate) && dueDate < easternDateOf(now)
      ? [{ path: ["dueDate"], problem: "invalid", code: "INVALID_DATE", expected: "today or later" }]
      : []

/** A request as it is shown. */
export const RfpBody = Schema.Struct({
  rfpId: Schema.String,
  rail: Schema.Literals(instantRails),
  status: Schema.Literals(rfpStatuses),
  amount: Schema.Int,
  dueDate: Schema.NullOr(Schema.String),
  referenceId: Schema.NullOr(Schema.String),
  sentAt: Schema.NullOr(Schema.String),
  expiresAt: Schema.String,
  fulfillingPaymentId: Schema.optionalKey(Schema.String),
  latePaymentId: Schema.optionalKey(Schema.String),
  reasonCode: Schema.optionalKey(Schema.String),
  reason: Schema.optionalKey(Schema.String),
  description: Schema.NullOr(Schema.String),
  payer: Schema.Struct({ name: Schema.String, accountNumber: Schema.String, routingNumber: Schema.String })
})

const rfpId = { rfpId: Schema.String }

/** The endpoints of this slice. */
export const RfpApi = HttpApiGroup.make("rfp").add(
  HttpApiEndpoint.post("create", "/v2/payments/rfp", {
    payload: CreateRfpBody,
    success: acceptedOf(RfpBody),
    error: ErrorBody
  }).annotate(RequiredScope, "rfp:write"),
  HttpApiEndpoint.get("list", "/v2/payments/rfp", {
    query: { ...pageQuery, status: Schema.optionalKey(oneOf(rfpStatuses)) },
    success: listOf(RfpBody),
    error: ErrorBody
  }).annotate(RequiredScope, "rfp:read"),
  HttpApiEndpoint.get("retrieve", "/v2/payments/rfp/:rfpId", {
    params: rfpId,
    success: dataOf(RfpBody),
    error: ErrorBody
  }).annotate(RequiredScope, "rfp:read"),
  HttpApiEndpoint.post("cancel", "/v2/payments/rfp/:rfpId/cancel", {
    params: rfpId,
    success: dataOf(RfpBody),
    error: ErrorBody
  }).annotate(RequiredScope, "rfp:write")
)

/** A request as it is shown at a moment: never `sent` after its time (decisions B.5). */
export const encodeRfp = (rfp: Rfp, now: number): typeof RfpBody.Type => ({
  rfpId: rfp.id,
  rail: rfp.rail,
  status: statusAt(rfp, now),
  amount: rfp.amountCents,
  dueDate: rfp.dueDate,
  referenceId: rfp.referenceId,
  sentAt: rfp.sentAt === null ? null : timestamp(rfp.sentAt ?? rfp.createdAt),
  expiresAt: timestamp(rfp.expiresAt),
  ...(rfp.fulfillingPaymentId === null ? {} : { fulfillingPaymentId: rfp.fulfillingPaymentId }),
  ...(rfp.latePaymentId === null ? {} : { latePaymentId: rfp.latePaymentId }),
  ...(rfp.decline === null ? {} : { reasonCode: rfp.decline.code, reason: rfp.decline.reason }),
  description: rfp.description,
  payer: {
    name: rfp.payer.name,
    accountNumber: masked(rfp.payer.accountNumber),
    routingNumber: rfp.payer.routingNumber
  }
})
