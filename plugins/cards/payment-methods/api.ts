/** Payment methods on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { ClientBody } from "../payments/api.ts"
import { ErrorBody, text } from "../wire.ts"
import type { BillingDetails, PaymentMethod } from "./PaymentMethod.ts"

/** Numbers and security codes are strings of digits: as JSON numbers they would lose zeros. Redacted once read. */
const secretDigits = Schema.RedactedFromValue(Schema.String.annotate({ expected: "digits in a string" }))

const whole = Schema.Finite.annotate({ expected: "an integer" }).check(Schema.isInt({ expected: "an integer" }))

/** Which numbers, expiries and codes are good is the entity's to say. */
const CardBody = Schema.Struct({
  number: secretDigits,
  exp_month: whole,
  exp_year: whole,
  cvc: secretDigits
}).annotate({ expected: "an object with number, exp_month, exp_year and cvc" })

const CountryCode = Schema.String.annotate({ expected: "a string" }).check(
  Schema.isPattern(/^[A-Z]{2}$/, { expected: "an ISO 3166-1 alpha-2 code in upper case, such as US" })
)

/** Any postal code is taken (spec cards §5.7). The lengths are our choice. */
const AddressBody = Schema.Struct({
  line1: Schema.optionalKey(text(200)),
  line2: Schema.optionalKey(text(200)),
  city: Schema.optionalKey(text(100)),
  state: Schema.optionalKey(text(100)),
  postal_code: Schema.optionalKey(text(20)),
  country: Schema.optionalKey(CountryCode)
}).annotate({ expected: "an object" })

/** Who pays. E-mail and phone are kept as written: nothing is sent there. The lengths are our choice. */
const BillingDetailsBody = Schema.Struct({
  name: Schema.optionalKey(text(200)),
  email: Schema.optionalKey(text(320)),
  phone: Schema.optionalKey(text(50)),
  address: Schema.optionalKey(AddressBody)
}).annotate({ expected: "an object" })

/** Body of create payment method (decisions B3), in its order. */
export const CreatePaymentMethodBody = Schema.Struct({
  // Not `Literal`: that would make it the discriminator of the body, and a wrong one be refused without its name.
  type: Schema.Literals(["card"]).annotate({ expected: "card" }),
  card: CardBody,
  billing_details: Schema.optionalKey(BillingDetailsBody),
  client: Schema.optionalKey(ClientBody),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

const brands = ["visa", "mastercard", "amex", "discover"] as const
const fundings = ["credit", "debit", "prepaid", "unknown"] as const

const maybeText = Schema.NullOr(Schema.String)

/** A payment method as it is shown (decisions B3). What was not told is null. */
export const PaymentMethodBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("payment_method"),
  type: Schema.Literal("card"),
  card: Schema.Struct({
    brand: Schema.Literals(brands),
    last4: Schema.String,
    exp_month: Schema.Int,
    exp_year: Schema.Int,
    country: Schema.String,
    funding: Schema.Literals(fundings),
    category: Schema.Literals(["consumer", "corporate"]),
    fingerprint: Schema.String,
    three_d_secure: Schema.Literals(["required", "optional", "not_supported"])
  }),
  billing_details: Schema.Struct({
    name: maybeText,
    email: maybeText,
    phone: maybeText,
    address: Schema.NullOr(
      Schema.Struct({
        line1: maybeText,
        line2: maybeText,
        city: maybeText,
        state: maybeText,
        postal_code: maybeText,
        country: maybeText
      })
    )
  }),
  customer: maybeText,
  created_at: Schema.String,
  livemode: Schema.Boolean
})

/** The endpoints of this slice. */
export const PaymentMethodsApi = HttpApiGroup.make("paymentMethods").add(
  HttpApiEndpoint.post("create", "/v2/payment_methods", {
    payload: CreatePaymentMethodBody,
    success: PaymentMethodBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/payment_methods/:id", {
    params: { id: Schema.String },
    success: PaymentMethodBody,
    error: ErrorBody
  })
)

const encodeBillingDetails = (details: BillingDetails): (typeof PaymentMethodBody.Type)["billing_details"] => ({
  name: details.name ?? null,
  email: details.email ?? null,
  phone: details.phone ?? null,
  address:
    details.address === undefined
      ? null
      : {
          line1: details.address.line1 ?? null,
          line2: details.address.line2 ?? null,
          city: details.address.city ?? null,
          state: details.address.state ?? null,
          postal_code: details.address.postalCode ?? null,
          country: details.address.country ?? null
        }
})

/** A payment method as it is shown. The behaviour of a test card and the device are not. */
export const encodePaymentMethod = (method: PaymentMethod): typeof PaymentMethodBody.Type => ({
  id: method.id,
  object: "payment_method",
  type: method.type,
  card: {
    brand: method.card.brand,
    last4: method.card.last4,
    exp_month: method.card.expMonth,
    exp_year: method.card.expYear,
    country: method.card.country,
    funding: method.card.funding,
    category: method.card.category,
    fingerprint: method.card.fingerprint,
    three_d_secure: method.card.threeDSecure
  },
  billing_details: encodeBillingDetails(method.billingDetails),
  customer: method.customer,
  created_at: timestamp(method.createdAt),
  livemode: method.livemode
})
