/** Payments on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { CardNumber, type Currency } from "../../../src/domain.ts"
import { Publication, Wire, type Answer } from "../../../src/plugin.ts"
import { declineCodeOf, errorAnswer } from "../errors.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import {
  amountFrom,
  CountryCode,
  CurrencyCode,
  Id,
  IdempotencyKeyField,
  idPath,
  listOf,
  Metadata,
  Minor,
  minAmountMinor,
  EmptyBody,
  PaymentMethodId,
  ReferenceId,
  SentTime,
  text,
  Timestamp
} from "../wire.ts"
import type { CreatePayment, Payment } from "./Payment.ts"
import { PaymentBody, PaymentStatusWord } from "./PaymentBody.ts"
import type { PaymentEntry } from "./repository.ts"

/** The device that pays (decisions C1); it overrides what came with the payment method. */
export const ClientBody = Wire.body("Client", "The device that pays; risk looks at it.", {
  ip: [Schema.optionalKey(text(45)), "IPv4 or IPv6 address."],
  ip_country: [Schema.optionalKey(CountryCode), "Where the address is, as far as you know."],
  device_id: [Schema.optionalKey(text(200)), "Your own id of the device."],
  user_agent: [Schema.optionalKey(text(1000)), "The browser's `User-Agent`."],
  accept_language: [Schema.optionalKey(text(200)), "The browser's `Accept-Language`."]
})

/** Longest address to return to (our choice): what every browser takes. */
const maxUrlLength = 2_048

const isReturnUrl = (value: string): boolean => {
  if (value.length > maxUrlLength || !URL.canParse(value)) return false
  const { password, protocol, username } = new URL(value)
  const isWeb = protocol === "https:" || protocol === "http:"
  return isWeb && username === "" && password === "" && !CardNumber.isInUrl(value)
}

/** Where the browser goes after an authentication: the merchant's own page. */
const ReturnUrl = Schema.String.annotate({ expected: "an absolute http or https URL" }).check(
  Schema.makeFilter(isReturnUrl, {
    expected: "an absolute http or https URL of at most 2048 characters, without a card number in it",
    toJsonSchema: () => ({ format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?:", maxLength: maxUrlLength })
  })
)

/** Body of create payment (spec cards §4), in its order; the last three are decisions C1. */
export const CreatePaymentBody = Wire.body("CreatePayment", "What to take, and from whom.", {
  amount: [amountFrom(minAmountMinor), "In the smallest currency unit, from 50 to 999,999,999,999."],
  currency: [CurrencyCode, "The currency of the amount."],
  payment_method: [
    Schema.optionalKey(PaymentMethodId),
    "The card or bank account that pays; the sandbox has ready ones, such as `pm_card_visa`. Required, unless `customer` has a `default_payment_method`, which then pays."
  ],
  customer: [Schema.optionalKey(ReferenceId), "Who pays. Needed where the payment method belongs to a customer."],
  capture_method: [
    Schema.optionalKey(Schema.Literals(["automatic", "manual"]).annotate({ expected: "automatic or manual" })),
    "`manual`: authorize now and capture within 7 days. Default: `automatic`."
  ],
  description: [Schema.optionalKey(text(500)), "Your own words, up to 500 characters. Card numbers are masked."],
  metadata: [Schema.optionalKey(Metadata), "Up to 20 pairs of your own: keys to 40, values to 500 characters."],
  idempotency_key: IdempotencyKeyField,
  client: [Schema.optionalKey(ClientBody), "The device that pays."],
  off_session: [
    Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
    "`true`: the cardholder is not there, so nobody can authenticate."
  ],
  return_url: [Schema.optionalKey(ReturnUrl), "Where the browser goes after an authentication."]
})

/** Body of capture; without an amount all of the authorization is captured. */
export const CapturePaymentBody = Wire.body("CapturePayment", "How much to capture.", {
  amount: [
    Schema.optionalKey(amountFrom(1)),
    "In the smallest currency unit. Default: all that is authorized; the rest is given back."
  ],
  idempotency_key: IdempotencyKeyField
})

type ShownEntry = Omit<PaymentEntry, "payment">

const PaymentEntryBody = Wire.object<ShownEntry>()("PaymentEntry", "A payment in a list.", {
  id: [Id, "Begins with `pay_`."],
  amount: [Minor, (entry) => entry.amountMinor, "In the smallest currency unit."],
  currency: [CurrencyCode, (entry) => entry.currency as Currency, "The currency of the amount."],
  status: [PaymentStatusWord, "How far the payment has come."],
  created_at: [SentTime, "When it was made."]
})

/** `requires_action` is no filter value (spec cards §4). */
const ListPaymentsQuery = {
  ...listQuery,
  ...Wire.parameters({
    status: [
      Schema.optionalKey(
        Schema.Literals(["succeeded", "pending", "failed", "canceled"]).annotate({
          expected: "succeeded, pending, failed or canceled"
        })
      ),
      "Only payments with this status."
    ],
    "created[gte]": [Schema.optionalKey(Timestamp), "Only payments made at this time or later."],
    "created[lte]": [Schema.optionalKey(Timestamp), "Only payments made at this time or earlier."],
    customer: [Schema.optionalKey(ReferenceId), "Only payments of this customer."],
    // Whole payments instead of entries (decisions B1).
    expand: [Schema.optionalKey(Schema.Literal("full").annotate({ expected: "full" })), "`full`: whole payments."]
  })
}

const id = idPath("The payment.")

export const PaymentsApi = HttpApiGroup.make("payments")
  .add(
    HttpApiEndpoint.post("create", "/v2/payments", {
      payload: CreatePaymentBody,
      success: PaymentBody,
      error: refused(
        "AcquirerUnknown",
        "AttachmentRefused",
        "CountrySanctioned",
        "CustomerBlocked",
        "PaymentDeclined",
        "PaymentMethodMissing",
        "PaymentMethodUnsuitable",
        "ReferenceMissing"
      )
    }).annotateMerge(
      Publication.words(
        "Create a payment",
        "Asks risk, decides whether the cardholder must authenticate, and asks the issuer. A declined payment is an error that names it in `payment_id`; one that needs 3D Secure answers `requires_action` with a `redirect_url`."
      )
    ),
    HttpApiEndpoint.get("list", "/v2/payments", {
      query: ListPaymentsQuery,
      success: listOf("PaymentList", Schema.Union([PaymentEntryBody, PaymentBody])),
      error: refused("InvalidCursor")
    }).annotateMerge(
      Publication.words("List payments", "The newest first, as short entries; with `expand=full` as whole payments.")
    ),
    HttpApiEndpoint.get("retrieve", "/v2/payments/:id", {
      params: id,
      success: PaymentBody,
      error: refused("PaymentNotFound")
    }).annotateMerge(Publication.words("Retrieve a payment", "The payment as it is now.")),
    HttpApiEndpoint.post("confirm", "/v2/payments/:id/confirm", {
      params: id,
      payload: EmptyBody,
      success: PaymentBody,
      error: refused("AcquirerUnknown", "CountrySanctioned", "CustomerBlocked", "PaymentDeclined", "PaymentNotFound", {
        AttachmentRefused: ["payment_method_detached"],
        PaymentStateRefused: ["authentication_pending", "payment_unexpected_state"]
      })
    }).annotateMerge(
      Publication.words("Confirm a payment", "Goes on after the cardholder has authenticated, and asks the issuer.")
    ),
    HttpApiEndpoint.post("capture", "/v2/payments/:id/capture", {
      params: id,
      payload: CapturePaymentBody,
      success: PaymentBody,
      error: refused(
        "AcquirerUnknown",
        "CaptureAmountTooLarge",
        "CountrySanctioned",
        "CustomerBlocked",
        "PaymentDeclined",
        "PaymentNotFound",
        {
          PaymentStateRefused: [
            "payment_already_captured",
            "payment_expired",
            "payment_not_capturable",
            "payment_unexpected_state"
          ]
        }
      )
    }).annotateMerge(
      Publication.words(
        "Capture a payment",
        "Takes the authorized amount, or a part of it. The cardholder gets the rest back."
      )
    ),
    HttpApiEndpoint.post("cancel", "/v2/payments/:id/cancel", {
      params: id,
      payload: EmptyBody,
      success: PaymentBody,
      error: refused("PaymentDeclined", "PaymentNotFound", {
        PaymentStateRefused: ["payment_expired", "payment_not_cancelable", "payment_unexpected_state"]
      })
    }).annotateMerge(
      Publication.words("Cancel a payment", "Gives an authorization back. A captured payment is refunded instead.")
    )
  )
  .annotateMerge(Publication.tag("Payments", "Card payments and bank debits: authorized, captured, canceled."))

export const commandOf = (body: typeof CreatePaymentBody.Type): CreatePayment => ({
  amountMinor: body.amount,
  currency: body.currency,
  paymentMethod: body.payment_method,
  customer: body.customer,
  captureMethod: body.capture_method,
  description: body.description,
  metadata: body.metadata
})

/** What a body says besides. */
export const contextOf = ({ client, off_session, return_url }: typeof CreatePaymentBody.Type) => ({
  offSession: off_session,
  returnUrl: return_url,
  client: client === undefined ? undefined : Wire.renamed(client)
})

/** What a query narrows a list by. */
export const filterOf = (query: Schema.Struct.Type<typeof ListPaymentsQuery>) => ({
  status: query.status,
  customer: query.customer,
  createdFrom: query["created[gte]"],
  createdTo: query["created[lte]"],
  full: query.expand === "full"
})

/** A list entry, or the whole payment where that was read. */
export const encodeEntry = (entry: PaymentEntry) =>
  entry.payment === undefined ? PaymentEntryBody.write(entry) : PaymentBody.write(entry.payment)

/** The answer to a payment that was made or changed; a declined one is an error that names it (decisions B5). */
export const answerPayment = ({ decline, id }: Payment, paymentJson: string, requestId: string): Answer =>
  decline === null
    ? { status: 200, body: paymentJson }
    : errorAnswer({ code: declineCodeOf(decline.code), message: decline.message, paymentId: id }, requestId)
