/** A payment method as it is shown, in answers and in events alike (decisions B3). */
import * as Schema from "effect/Schema"
import { encodeAddress, ShownAddress } from "../address.ts"
import type { ResourceEvent } from "../commitResource.ts"
import { timestamp } from "../events.ts"
import type { BillingDetails, PaymentMethod } from "./PaymentMethod.ts"

const brands = ["visa", "mastercard", "amex", "discover"] as const
const fundings = ["credit", "debit", "prepaid", "unknown"] as const

const maybeText = Schema.NullOr(Schema.String)

/** A payment method as it is shown (decisions B3). What was not told is null. */
export const PaymentMethodBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("payment_method"),
  type: Schema.Literals(["card", "us_bank_account"]),
  card: Schema.optionalKey(
    Schema.Struct({
      brand: Schema.Literals(brands),
      last4: Schema.String,
      exp_month: Schema.Int,
      exp_year: Schema.Int,
      country: Schema.String,
      funding: Schema.Literals(fundings),
      category: Schema.Literals(["consumer", "corporate"]),
      fingerprint: Schema.String,
      three_d_secure: Schema.Literals(["required", "optional", "not_supported"])
    })
  ),
  us_bank_account: Schema.optionalKey(
    Schema.Struct({
      bank_name: Schema.String,
      routing_number: Schema.String,
      last4: Schema.String,
      fingerprint: Schema.String
    })
  ),
  billing_details: Schema.Struct({
    name: maybeText,
    email: maybeText,
    phone: maybeText,
    address: ShownAddress
  }),
  customer: maybeText,
  created_at: Schema.String,
  livemode: Schema.Boolean
})

const encodeBillingDetails = (details: BillingDetails): (typeof PaymentMethodBody.Type)["billing_details"] => ({
  name: details.name ?? null,
  email: details.email ?? null,
  phone: details.phone ?? null,
  address: encodeAddress(details.address)
})

const encodeInstrument = (
  method: PaymentMethod
): Pick<typeof PaymentMethodBody.Type, "card"> | Pick<typeof PaymentMethodBody.Type, "us_bank_account"> =>
  method.type === "card"
    ? {
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
        }
      }
    : {
        us_bank_account: {
          bank_name: method.usBankAccount.bankName,
          routing_number: method.usBankAccount.routingNumber,
          last4: method.usBankAccount.last4,
          fingerprint: method.usBankAccount.fingerprint
        }
      }

/** A payment method as it is shown. The behaviour of a test card and the device are not. */
export const encodePaymentMethod = (method: PaymentMethod): typeof PaymentMethodBody.Type => ({
  id: method.id,
  object: "payment_method",
  type: method.type,
  ...encodeInstrument(method),
  billing_details: encodeBillingDetails(method.billingDetails),
  customer: method.customer,
  created_at: timestamp(method.createdAt),
  livemode: method.livemode
})

/** What is told when a payment method gets a customer, or loses one. */
export const eventOf = (
  type: "payment_method.attached" | "payment_method.detached",
  method: PaymentMethod
): ResourceEvent => ({ type, resource: method.id, resourceJson: JSON.stringify(encodePaymentMethod(method)) })
