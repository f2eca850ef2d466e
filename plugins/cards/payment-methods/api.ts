/** Payment methods on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { AddressBody } from "../address.ts"
import { ClientBody } from "../payments/api.ts"
import { ErrorBody, ReferenceId, text } from "../wire.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"

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

/** Who pays. E-mail and phone are kept as written: nothing is sent there. The lengths are our choice. */
const BillingDetailsBody = Schema.Struct({
  name: Schema.optionalKey(text(200)),
  email: Schema.optionalKey(text(320)),
  phone: Schema.optionalKey(text(50)),
  address: Schema.optionalKey(AddressBody)
}).annotate({ expected: "an object" })

/** Who holds it and what kind of holder that is changes nothing here; both are part of the documented body. */
const UsBankAccountEntered = Schema.Struct({
  routing_number: Schema.String.annotate({ expected: "digits in a string" }),
  account_number: secretDigits,
  account_holder_name: Schema.optionalKey(text(200)),
  account_holder_type: Schema.optionalKey(
    Schema.Literals(["individual", "company"]).annotate({ expected: "individual or company" })
  )
}).annotate({ expected: "an object with routing_number and account_number" })

/** Body of create payment method (decisions B3), in its order. What was entered stands under the name of its type. */
export const CreatePaymentMethodBody = Schema.Struct({
  // Not `Literal`: that would make it the discriminator of the body, and a wrong one be refused without its name.
  type: Schema.Literals(["card", "us_bank_account"]).annotate({ expected: "card or us_bank_account" }),
  card: Schema.optionalKey(CardBody),
  us_bank_account: Schema.optionalKey(UsBankAccountEntered),
  billing_details: Schema.optionalKey(BillingDetailsBody),
  client: Schema.optionalKey(ClientBody),
  customer: Schema.optionalKey(ReferenceId),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
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
