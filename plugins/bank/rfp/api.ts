/** Requests for payment on the wire (spec bank §2, §4). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { isPlainDate } from "../calendar/PlainDate.ts"
import { operation } from "../operation.ts"
import type { Party } from "../payments/Payment.ts"
import { masked } from "../accounts.ts"
import { instantRails } from "../rails/rail-ids.ts"
import { refused } from "../refused.ts"
import {
  acceptedOf,
  Amount,
  dataOf,
  Id,
  invalid,
  listOf,
  matching,
  oneOf,
  pageQuery,
  PartyBody,
  ReferenceId,
  refusal,
  SentTime,
  pathId,
  PlainDay,
  Cents,
  networkText,
  otherAccount,
  UnknownFields,
  RulesAcross,
  type BodyRules
} from "../wire.ts"
import { rfpStatuses, statusAt, type Rfp } from "./Rfp.ts"

const dateForm = "a date, YYYY-MM-DD"
const datePattern = /^\d{4}-\d{2}-\d{2}$/u

export const CreateRfpBody = Wire.body("CreateRequestForPayment", "A request that another bank's customer pays.", {
  rail: [oneOf(instantRails), "The network that carries it; both banks must take requests over it."],
  amount: [Amount, "In cents."],
  dueDate: [
    Schema.optionalKey(
      matching(datePattern, dateForm)
        .annotate({ format: "date" })
        .check(
          // A text without the form of a date gets that error only, and not that the date does not exist as well.
          Schema.makeFilter(
            (value: string) => !datePattern.test(value) || isPlainDate(value),
            refusal("INVALID_DATE", "a date that exists")
          )
        )
    ),
    "By when it is to be paid, today in New York or later."
  ],
  payee: [PartyBody, "Who gets the money: one of your accounts."],
  payer: [PartyBody, "Who is asked: another account than the payee's."],
  description: [Schema.optionalKey(networkText(140)), "What it is for; the payer reads it."],
  referenceId: [Schema.optionalKey(ReferenceId), "Your own reference."]
})

/** The due date is not before today in New York (decisions B.5); a weekend or a holiday is fine. */
const dueDateAhead: BodyRules = ({ dueDate }, { now }) =>
  typeof dueDate === "string" && isPlainDate(dueDate) && dueDate < easternDateOf(now)
    ? [invalid(["dueDate"], "today or later", "INVALID_DATE")]
    : []

const rfpRules: BodyRules = (body, facts) => [
  ...dueDateAhead(body, facts),
  ...otherAccount(body, { of: "payer", than: "payee" })
]

const PayerShown = Wire.object<Party>()("RequestedPayer", "Who is asked.", {
  name: [Schema.String, "The holder of the account."],
  accountNumber: [Schema.String, (payer) => masked(payer.accountNumber), "The last four characters of the account."],
  routingNumber: [Schema.String, "The bank."]
})

/** A request at the moment at which it is shown: never `sent` after its time (decisions B.5). */
export interface ShownRfp {
  readonly rfp: Rfp
  readonly now: number
}

const nullableText = Schema.NullOr(Schema.String)

export const RfpBody = Wire.object<ShownRfp>()("RequestForPayment", "A request for payment and where it stands.", {
  rfpId: [Id, ({ rfp }) => rfp.id, "The request."],
  rail: [Schema.Literals(instantRails), ({ rfp }) => rfp.rail, "The network that carries it."],
  status: [
    Schema.Literals(rfpStatuses),
    ({ now, rfp }) => statusAt(rfp, now),
    "Where it stands. `pending`: it has not left, because its rail cannot be reached."
  ],
  amount: [Cents, ({ rfp }) => rfp.amountCents, "What is requested."],
  dueDate: [Schema.NullOr(PlainDay), ({ rfp }) => rfp.dueDate, "By when it is to be paid."],
  referenceId: [nullableText, ({ rfp }) => rfp.referenceId, "Your own reference."],
  sentAt: [
    Schema.NullOr(SentTime),
    ({ rfp }) => (rfp.sentAt === null ? null : (rfp.sentAt ?? rfp.createdAt)),
    "When it left; `null` before that."
  ],
  expiresAt: [SentTime, ({ rfp }) => rfp.expiresAt, "When it ends unanswered."],
  fulfillingPaymentId: [Schema.optionalKey(Id), ({ rfp }) => rfp.fulfillingPaymentId, "The payment that paid it."],
  latePaymentId: [
    Schema.optionalKey(Id),
    ({ rfp }) => rfp.latePaymentId,
    "A payment that came when nothing was to be paid any more."
  ],
  reasonCode: [Schema.optionalKey(Schema.String), ({ rfp }) => rfp.decline?.code, "Why the payer declined it."],
  reason: [Schema.optionalKey(Schema.String), ({ rfp }) => rfp.decline?.reason, "The same in words."],
  description: [nullableText, ({ rfp }) => rfp.description, "What it is for."],
  payer: [PayerShown, ({ rfp }) => rfp.payer, "Who is asked."]
})

const rfpPath = pathId("rfpId", "The request.")
const read = { scope: "rfp:read" } as const
const write = { scope: "rfp:write" } as const

export const RfpApi = HttpApiGroup.make("rfp")
  .add(
    HttpApiEndpoint.post("create", "/v2/payments/rfp", {
      payload: CreateRfpBody,
      success: acceptedOf(RfpBody),
      error: refused(
        "AccountAccessDenied",
        "InactiveRoutingNumbers",
        "RailAccessDenied",
        "RailLimitExceeded",
        "RequestListed",
        "RequestScreeningUnavailable",
        "RfpNotReachable",
        "SanctionedCountry"
      )
    })
      .annotate(RulesAcross, rfpRules)
      .annotateMerge(
        operation(
          "Create a request for payment",
          "Asks a customer of another bank to pay. `rfp.fulfilled` and `rfp.declined` tell what became of it.",
          write
        )
      ),
    HttpApiEndpoint.get("list", "/v2/payments/rfp", {
      query: {
        ...pageQuery,
        ...Wire.parameters({ status: [Schema.optionalKey(oneOf(rfpStatuses)), "Only requests that stand here."] })
      },
      success: listOf(RfpBody),
      error: refused("InvalidCursor")
    }).annotateMerge(operation("List requests for payment", "The newest first.", read)),
    HttpApiEndpoint.get("retrieve", "/v2/payments/rfp/:rfpId", {
      params: rfpPath,
      success: dataOf(RfpBody),
      error: refused("RfpNotFound")
    }).annotateMerge(operation("Retrieve a request for payment", "The request as it is now.", read)),
    HttpApiEndpoint.post("cancel", "/v2/payments/rfp/:rfpId/cancel", {
      params: rfpPath,
      success: dataOf(RfpBody),
      error: refused("RfpNotFound", "StateConflict")
    }).annotateMerge(operation("Cancel a request for payment", "Only while it is open.", write))
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("Requests for payment", "Requests to another bank's customer to pay."))

/** A request as it is shown at a moment. */
export const encodeRfp = (rfp: Rfp, now: number) => RfpBody.write({ rfp, now })
