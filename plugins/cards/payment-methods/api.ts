/** Payment methods on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Refusal, Wire } from "../../../src/plugin.ts"
import { AddressBody, addressOf } from "../address.ts"
import { ClientBody } from "../payments/api.ts"
import { refused } from "../refused.ts"
import { formed, IdempotencyKeyField, idPath, ReferenceId, text, Whole } from "../wire.ts"
import type { BillingDetails, TokenizeBankAccount, TokenizeCard, TokenizeToken } from "./PaymentMethod.ts"
import { PaymentMethodBody, PaymentMethodTypeWord } from "./PaymentMethodBody.ts"

/** Numbers and security codes are strings of digits: as JSON numbers they would lose zeros. Redacted once read. */
const digits = (pattern: string) =>
  Schema.String.annotate({ expected: "digits in a string" }).check(formed({ pattern }))

const secretDigits = (pattern: string) => Schema.RedactedFromValue(digits(pattern))

/** Which numbers, expiries and codes are good is the entity's to say. */
const CardBody = Wire.body("CardInput", "A card as it was entered.", {
  number: [
    secretDigits(String.raw`^[ -]*(?:\d[ -]*){12,19}$`),
    "12 to 19 digits; spaces and dashes are left out. The sandbox takes its test numbers only, such as `4242424242424242`."
  ],
  exp_month: [Whole.check(formed({ minimum: 1, maximum: 12 })), "The month at whose end it expires, 1 to 12."],
  exp_year: [Whole.check(formed({ minimum: 1000, maximum: 9999 })), "The year of that month, four digits."],
  cvc: [
    secretDigits(String.raw`^\d{3,4}$`),
    "The security code: 3 digits, or 4 of American Express. It is never stored."
  ]
}).annotate({ expected: "an object with number, exp_month, exp_year and cvc" })

/** Who pays. E-mail and phone are kept as written: nothing is sent there. The lengths are our choice. */
const BillingDetailsBody = Wire.body("BillingDetailsInput", "Who pays.", {
  name: [Schema.optionalKey(text(200)), "The payer's name, up to 200 characters."],
  email: [Schema.optionalKey(text(320)), "The payer's e-mail address. Nothing is sent there."],
  phone: [Schema.optionalKey(text(50)), "The payer's phone number, as you have it."],
  address: [Schema.optionalKey(AddressBody), "The payer's address."]
}).annotate({ expected: "an object" })

/** Who holds it and what kind of holder that is changes nothing here; both are part of the documented body. */
const UsBankAccountEntered = Wire.body("UsBankAccountInput", "A bank account in the US as it was entered.", {
  routing_number: [digits(String.raw`^\d{9}$`), "The bank's ABA routing number, 9 digits."],
  account_number: [secretDigits(String.raw`^\d{4,17}$`), "4 to 17 digits. The sandbox takes its test accounts only."],
  account_holder_name: [
    Schema.optionalKey(text(200)),
    "Who holds it, up to 200 characters. It is the payer's name where `billing_details` has none."
  ],
  account_holder_type: [
    Schema.optionalKey(Schema.Literals(["individual", "company"]).annotate({ expected: "individual or company" })),
    "What kind of holder that is."
  ]
}).annotate({ expected: "an object with routing_number and account_number" })

/** Body of create payment method (decisions B3), in its order. What was entered stands under the name of its type. */
export const CreatePaymentMethodBody = Wire.body(
  "CreatePaymentMethod",
  "A card or bank account as it was entered: the field that `type` names is required, or `processor_token` in its place.",
  {
    // Not `Literal`: that would make it the discriminator of the body, and a wrong one be refused without its name.
    type: [PaymentMethodTypeWord, "Which of the two was entered."],
    card: [Schema.optionalKey(CardBody), "The card, where the type is `card`."],
    us_bank_account: [Schema.optionalKey(UsBankAccountEntered), "The account, where the type is `us_bank_account`."],
    processor_token: [
      Schema.optionalKey(text(255)),
      "In place of the field that `type` names: a token that the form of the connected processor made of it in the browser. The sandbox has no such processor."
    ],
    billing_details: [Schema.optionalKey(BillingDetailsBody), "Who pays."],
    client: [Schema.optionalKey(ClientBody), "The device it was entered on; risk looks at it."],
    customer: [Schema.optionalKey(ReferenceId), "The customer to attach it to."],
    idempotency_key: IdempotencyKeyField
  }
)

/** The name of the tag of payment methods, and what they are. */
export const tag = Publication.tag(
  "Payment methods",
  "Cards and bank accounts that pay. Their numbers are exchanged for ids, and customers keep them for the next time."
)

export const PaymentMethodsApi = HttpApiGroup.make("paymentMethods")
  .add(
    HttpApiEndpoint.post("create", "/v2/payment_methods", {
      payload: CreatePaymentMethodBody,
      success: PaymentMethodBody,
      error: refused("AcquirerUnknown", "PaymentMethodRefused", "ReferenceMissing")
    }).annotateMerge(
      Publication.words(
        "Create a payment method",
        "Exchanges a card or bank account for an id that can pay. A test card that will be declined is taken like any other: declines happen when it pays."
      )
    ),
    HttpApiEndpoint.get("retrieve", "/v2/payment_methods/:id", {
      params: idPath("The payment method, or a ready one of the sandbox such as `pm_card_visa`."),
      success: PaymentMethodBody,
      error: refused("PaymentMethodNotFound")
    }).annotateMerge(Publication.words("Retrieve a payment method", "What is kept of it. Never its number."))
  )
  .annotateMerge(tag)

type Body = typeof CreatePaymentMethodBody.Type

const billingDetailsOf = ({ address, ...contact }: NonNullable<Body["billing_details"]>): BillingDetails => {
  return address === undefined ? contact : { ...contact, address: addressOf(address) }
}

/** What was entered must be under the name of its type. */
const missing = (param: string) =>
  Effect.fail(
    new Refusal.InvalidParameters({
      part: "body",
      issues: [{ path: [param], problem: "missing", code: undefined, expected: "a value" }]
    })
  )

const unexpected = (param: string, beside = "this type") =>
  Effect.fail(
    new Refusal.InvalidParameters({
      part: "body",
      issues: [{ path: [param], problem: "invalid", code: undefined, expected: `left out with ${beside}` }]
    })
  )

/** The card, account or token that a body gives. */
export const commandOf = (
  body: Body
): Effect.Effect<TokenizeCard | TokenizeBankAccount | TokenizeToken, Refusal.InvalidParameters> => {
  const { billing_details = {}, card, client, processor_token: processorToken, type, us_bank_account: account } = body
  const billingDetails = billingDetailsOf(billing_details)
  const device = client && Wire.renamed(client)
  if (processorToken !== undefined) {
    if (card !== undefined) return unexpected("card", "processor_token")
    if (account !== undefined) return unexpected("us_bank_account", "processor_token")
    return Effect.succeed({ type, processorToken, billingDetails, client: device })
  }
  if (type === "card") {
    if (account !== undefined) return unexpected("us_bank_account")
    return card === undefined
      ? missing("card")
      : Effect.succeed({ ...Wire.renamed(card), billingDetails, client: device })
  }
  if (card !== undefined) return unexpected("card")
  if (account === undefined) return missing("us_bank_account")
  const { account_holder_name: name, account_number, routing_number } = account
  return Effect.succeed({
    routingNumber: routing_number,
    accountNumber: account_number,
    billingDetails: name === undefined ? billingDetails : { name, ...billingDetails },
    client: device
  })
}
