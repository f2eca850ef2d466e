/** Customers on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { AddressBody, addressOf } from "../address.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import {
  asked,
  IdempotencyKeyField,
  idPath,
  listOf,
  Metadata,
  MetadataChange,
  PaymentMethodId,
  refusal,
  text,
  visibleText
} from "../wire.ts"
import type { CreateCustomer, UpdateCustomer } from "./Customer.ts"
import { CustomerBody, DeletedCustomerBody } from "./CustomerBody.ts"

/** One `@` with something on both sides; whether it can be delivered to is not ours to find out. RFC 5321: 254 long. */
const Email = text(254, "string_too_long", { pattern: String.raw`^\s*[^\s@]+@[^\s@]+\s*$` }).check(
  Schema.makeFilter((value: string) => /^[^\s@]+@[^\s@]+$/.test(value.trim()), {
    expected: "an e-mail address"
  })
)

/** Spec cards §2: E.164, a plus sign and at most 15 digits. */
const Phone = Schema.String.annotate({ expected: "a string" }).check(
  Schema.isPattern(/^\+[1-9]\d{1,14}$/u, refusal("invalid_phone", "in E.164 form, such as +14155550100"))
)

/** A name that can be screened: not blank. The length is our choice. */
const Name = visibleText(200, "a name")

/** Body of create customer (spec cards §4), in its order. */
export const CreateCustomerBody = Wire.body("CreateCustomer", "Who the customer is.", {
  email: [Email, "An e-mail address, up to 254 characters. No other customer of the account may have it."],
  name: [Schema.optionalKey(Name), "The name, up to 200 characters. It is screened against watch lists."],
  phone: [Schema.optionalKey(Phone), "The phone number in E.164 form, such as `+14155550100`."],
  address: [Schema.optionalKey(AddressBody), "The postal address."],
  metadata: [Schema.optionalKey(Metadata), "Up to 20 pairs of your own: keys to 40, values to 500 characters."],
  idempotency_key: IdempotencyKeyField
})

/** Body of update customer: what is left out stays, `null` clears (decisions B8). */
export const UpdateCustomerBody = Wire.body("UpdateCustomer", "What is left out stays as it is; `null` clears it.", {
  email: [Schema.optionalKey(Email), "An e-mail address, up to 254 characters."],
  name: [Schema.optionalKey(Schema.NullOr(Name)), "The name, up to 200 characters. A new one is screened."],
  phone: [Schema.optionalKey(Schema.NullOr(Phone)), "The phone number in E.164 form."],
  address: [
    Schema.optionalKey(Schema.NullOr(AddressBody)),
    "The postal address; it replaces the earlier one. In another country the name is screened again."
  ],
  metadata: [
    Schema.optionalKey(MetadataChange),
    "Pairs to add or change; `null` removes one. At most 20 pairs may be left."
  ],
  default_payment_method: [
    Schema.optionalKey(Schema.NullOr(PaymentMethodId)),
    "A payment method that is attached to the customer. It pays where a payment names none."
  ],
  idempotency_key: IdempotencyKeyField
})

const id = idPath("The customer.")

const changing = {
  params: id,
  payload: UpdateCustomerBody,
  success: CustomerBody,
  error: refused("CustomerNotFound", "DefaultPaymentMethodRefused", "EmailTaken", "TooManyPairs")
}

export const CustomersApi = HttpApiGroup.make("customers")
  .add(
    HttpApiEndpoint.post("create", "/v2/customers", {
      payload: CreateCustomerBody,
      success: CustomerBody,
      error: refused("EmailTaken")
    }).annotateMerge(
      Publication.words(
        "Create a customer",
        "Keeps somebody's contact details, and screens the name if there is one. Somebody on a watch list becomes a customer for whom nothing is processed."
      )
    ),
    HttpApiEndpoint.get("list", "/v2/customers", {
      query: {
        ...listQuery,
        ...Wire.parameters({ email: [Schema.optionalKey(Email), "Only the customer with this e-mail address."] })
      },
      success: listOf("CustomerList", CustomerBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List customers", "The newest first.")),
    HttpApiEndpoint.get("retrieve", "/v2/customers/:id", {
      params: id,
      success: CustomerBody,
      error: refused("CustomerNotFound")
    }).annotateMerge(Publication.words("Retrieve a customer", "The customer as it is now.")),
    HttpApiEndpoint.post("update", "/v2/customers/:id", changing).annotateMerge(
      Publication.words("Update a customer", "Changes what is sent and leaves the rest. A new name is screened.")
    ),
    // Decisions B2: PATCH is taken as another name for an update.
    HttpApiEndpoint.patch("patch", "/v2/customers/:id", changing).annotateMerge(
      Publication.words("Update a customer (PATCH)", "The same as `POST`.")
    ),
    HttpApiEndpoint.delete("remove", "/v2/customers/:id", {
      params: id,
      success: DeletedCustomerBody,
      error: refused("ActiveSubscriptions", "CustomerNotFound")
    }).annotateMerge(
      Publication.words(
        "Delete a customer",
        "For good: its bank accounts are deleted, its payment methods are detached and lose their billing details, its e-mail address is free again, and payments keep its id."
      )
    )
  )
  .annotateMerge(Publication.tag("Customers", "Who pays, and who is paid: contact details, screening, verification."))

/** The command that a body asks for. */
export const createOf = ({ address, ...body }: typeof CreateCustomerBody.Type): CreateCustomer => ({
  ...asked(body),
  address: address && addressOf(address)
})

/** The change that a body asks for. */
export const updateOf = ({ address, ...body }: typeof UpdateCustomerBody.Type): UpdateCustomer => ({
  ...asked(body),
  address: address && addressOf(address)
})
