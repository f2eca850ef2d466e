/** A payment method as it is shown, in answers and in events alike (decisions B3). */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { ShownAddress } from "../address.ts"
import { CountryCode, Id, SentTime } from "../wire.ts"
import { brands, type BillingDetails, type Card, type PaymentMethod, type UsBankAccount } from "./PaymentMethod.ts"

const maybeText = Schema.NullOr(Schema.String)

const LastFour = Schema.String.check(Schema.isPattern(/^\d{4}$/u))

const ShownCard = Wire.object<Card>()("Card", "What is kept of a card. Its number and security code are not.", {
  brand: [Schema.Literals(brands), "The card network."],
  last4: [LastFour, "The last four digits of its number."],
  exp_month: [
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
    "The month at whose end it expires, 1 to 12."
  ],
  exp_year: [Schema.Int, "The year of that month, four digits."],
  country: [CountryCode, "Where it was issued."],
  funding: [Schema.Literals(["credit", "debit", "prepaid", "unknown"]), "Where its money comes from."],
  category: [Schema.Literals(["consumer", "corporate"]), "Whom it was issued to."],
  fingerprint: [Schema.String, "Stands for the number: equal numbers have equal fingerprints."],
  three_d_secure: [
    Schema.Literals(["required", "optional", "not_supported"]),
    "Whether the issuer can authenticate the cardholder by 3D Secure, or insists on it."
  ]
})

const ShownUsBankAccount = Wire.object<UsBankAccount>()(
  "UsBankAccount",
  "What is kept of a bank account in the US. Its number is not.",
  {
    bank_name: [Schema.String, "The bank."],
    routing_number: [Schema.String, "The bank's ABA routing number, 9 digits."],
    last4: [LastFour, "The last four digits of the account number."],
    fingerprint: [Schema.String, "Stands for the account: equal accounts have equal fingerprints."]
  }
)

const ShownBillingDetails = Wire.object<BillingDetails>()("BillingDetails", "Who pays. What was not given is `null`.", {
  name: [maybeText, (details) => details.name ?? null, "The payer's name."],
  email: [maybeText, (details) => details.email ?? null, "The payer's e-mail address. Nothing is sent there."],
  phone: [maybeText, (details) => details.phone ?? null, "The payer's phone number, as it was written."],
  address: [ShownAddress, (details) => details.address ?? null, "The payer's address."]
})

/** What a payment method can be. */
export const PaymentMethodTypeWord = Schema.Literals(["card", "us_bank_account"]).annotate({
  identifier: "PaymentMethodType",
  expected: "card or us_bank_account",
  description: "`card`, or `us_bank_account`: an account in the US that pays by ACH debit."
})

/**
 * A payment method as it is shown (decisions B3). What was not told is null. The behaviour of a test card and the device
 * are not shown.
 */
export const PaymentMethodBody = Wire.object<PaymentMethod>()(
  "PaymentMethod",
  "A card or a bank account that pays. Its details are in the field that `type` names.",
  {
    id: [Id, "Begins with `pm_`."],
    object: Wire.is("payment_method", "Always `payment_method`."),
    type: [PaymentMethodTypeWord, "What it is."],
    card: [
      Schema.optionalKey(ShownCard),
      (method) => (method.type === "card" ? method.card : undefined),
      "Only where the type is `card`."
    ],
    us_bank_account: [
      Schema.optionalKey(ShownUsBankAccount),
      (method) => (method.type === "card" ? undefined : method.usBankAccount),
      "Only where the type is `us_bank_account`."
    ],
    billing_details: [ShownBillingDetails, "Who pays."],
    customer: [Schema.NullOr(Id), "The customer it is attached to; `null` for none."],
    created_at: [SentTime, "When it was made."],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)
