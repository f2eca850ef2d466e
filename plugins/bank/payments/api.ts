/** Instant payments on the wire: endpoints and bodies (spec bank §2, §4; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { railIds } from "../rails/rail-ids.ts"
import { railPreferences } from "../routing/RailChoice.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import {
  acceptedOf,
  Amount,
  Currency,
  dataOf,
  isRecord,
  listOf,
  missing,
  networkText,
  oneOf,
  pageQuery,
  PartyBody,
  paymentPath,
  PurposeCode,
  ReferenceId,
  Timestamp,
  otherAccount,
  RulesAcross,
  UnknownFields,
  type BodyRules
} from "../wire.ts"
import { addressParts, travelRuleCents } from "./Admission.ts"
import type { CreateInstant } from "./operations.ts"
import { paymentStatuses } from "./Payment.ts"
import { PaymentBody, PaymentEntryBody, PaymentResultBody, PaymentReturnBody } from "./PaymentBody.ts"

export const CreateInstantBody = Wire.body("CreateInstantPayment", "An instant payment to be made.", {
  amount: [Amount, "In cents."],
  currency: [Schema.optionalKey(Currency), "Always `USD`, the default."],
  railPreference: [
    Schema.optionalKey(oneOf(railPreferences)),
    "The rail that must carry it, or `auto`, the default: the best one that reaches both banks."
  ],
  originator: [PartyBody, "Who pays: one of your accounts. Its address is required."],
  beneficiary: [PartyBody, "Who gets the money: another account than the originator's."],
  remittanceInfo: [Schema.optionalKey(networkText(140)), "What it is for; the beneficiary reads it."],
  purposeCode: [Schema.optionalKey(PurposeCode), "An ISO 20022 external purpose code, such as `SALA`."],
  referenceId: [Schema.optionalKey(ReferenceId), "Your own reference."]
})

/**
 * Below the travel rule's threshold the originator's address is a required field like any other; from there on its
 * absence is a business rule (decisions X5).
 */
const originatorAddress: BodyRules = ({ amount, originator }) => {
  if (!isRecord(originator) || (typeof amount === "number" && amount >= travelRuleCents)) return []
  const { address } = originator
  if (address === undefined) return [missing("originator", "address")]
  return isRecord(address)
    ? addressParts.filter((part) => address[part] === undefined).map((part) => missing("originator", "address", part))
    : []
}

const instantRules: BodyRules = (body, facts) => [
  ...originatorAddress(body, facts),
  ...otherAccount(body, { of: "beneficiary", than: "originator" })
]

const filters = Wire.parameters({
  status: [Schema.optionalKey(oneOf(paymentStatuses)), "Only payments that stand here."],
  rail: [Schema.optionalKey(oneOf(railIds)), "Only payments on this rail."],
  referenceId: [Schema.optionalKey(ReferenceId), "Only payments with this reference of yours."],
  idempotencyKey: [Schema.optionalKey(Schema.String), "Only the payment that was made with this idempotency key."],
  createdFrom: [Schema.optionalKey(Timestamp), "Only payments made then or later, RFC 3339."],
  createdTo: [Schema.optionalKey(Timestamp), "Only payments made then or earlier, RFC 3339."]
})

/** What a list of payments is narrowed by. */
export const listQuery = { ...pageQuery, ...filters }

const read = { scope: "payments:read" } as const

export const PaymentsApi = HttpApiGroup.make("payments")
  .add(
    HttpApiEndpoint.post("initiate", "/v2/payments/instant", {
      payload: CreateInstantBody,
      success: [dataOf(PaymentResultBody), acceptedOf(PaymentResultBody)],
      error: refused(
        "AccountAccessDenied",
        "AmountLimitExceeded",
        "InactiveRoutingNumbers",
        "RailAccessDenied",
        "RailLimitExceeded",
        "RailNotAvailable",
        "SanctionedCountry",
        "TravelRuleFieldsMissing",
        "HeldInOutage",
        "OutsideHours"
      )
    })
      .annotate(RulesAcross, instantRules)
      .annotateMerge(
        operation(
          "Initiate an instant payment",
          "Sends money over RTP or FedNow, and waits up to its time limit for the outcome: 200 `settled`, `returned` or `failed`. 202: it is still on its way, held for a review (`error.code` is `OFAC_MATCH`), or waits for an approval. A settled payment cannot be called back. Amounts above the instant limits go by wire.",
          { scope: "payments:write", key: true }
        )
      ),
    HttpApiEndpoint.get("list", "/v2/payments/instant", {
      query: listQuery,
      success: listOf(PaymentEntryBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      operation(
        "List instant payments",
        "The newest first, wires and money that came in (`direction` `inbound`) among them. Account numbers are masked.",
        read
      )
    ),
    HttpApiEndpoint.get("retrieve", "/v2/payments/instant/:paymentId", {
      params: paymentPath,
      success: dataOf(PaymentBody),
      error: refused("PaymentNotFound")
    }).annotateMerge(operation("Retrieve an instant payment", "The payment as it is now, with its events.", read)),
    HttpApiEndpoint.post("cancel", "/v2/payments/instant/:paymentId/cancel", {
      params: paymentPath,
      success: dataOf(PaymentResultBody),
      error: refused("PaymentNotFound", "PaymentNotCancellable", { AmountLimitExceeded: [] })
    }).annotateMerge(
      operation("Cancel an instant payment", "Only while it is held, waits for an approval, or is queued.", {
        scope: "payments:write"
      })
    ),
    HttpApiEndpoint.get("retrieveInstantReturn", "/v2/payments/instant/:paymentId/return", {
      params: paymentPath,
      success: dataOf(PaymentReturnBody),
      error: refused("PaymentNotFound", "PaymentNotReturned")
    }).annotateMerge(operation("Retrieve the return of an instant payment", "What came back, and why.", read)),
    HttpApiEndpoint.get("retrieveReturn", "/v2/payments/:paymentId/return", {
      params: paymentPath,
      success: dataOf(PaymentReturnBody),
      error: refused("PaymentNotFound", "PaymentNotReturned")
    }).annotateMerge(operation("Retrieve a return", "What came back of a payment of any kind, and why.", read))
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("Instant payments", "Money that arrives within seconds, over RTP and FedNow."))

export const commandOf = (body: typeof CreateInstantBody.Type): CreateInstant => ({
  amountCents: body.amount,
  railPreference: body.railPreference ?? "auto",
  originator: body.originator,
  beneficiary: body.beneficiary,
  remittanceInfo: body.remittanceInfo,
  purposeCode: body.purposeCode,
  referenceId: body.referenceId
})
