/** Customers on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { AddressBody, addressOf } from "../address.ts"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf, Metadata, MetadataChange, ReferenceId, refusal, text } from "../wire.ts"
import type { CreateCustomer, UpdateCustomer } from "./Customer.ts"
import { CustomerBody } from "./CustomerBody.ts"

/** One `@` with something on both sides; whether it can be delivered to is not ours to find out. RFC 5321: 254 long. */
const Email = text(254).check(
  Schema.makeFilter((value: string) => /^[^\s@]+@[^\s@]+$/.test(value.trim()), {
    expected: "an e-mail address"
  })
)

/** Spec cards §2: E.164, a plus sign and at most 15 digits. */
const Phone = Schema.String.annotate({ expected: "a string" }).check(
  Schema.isPattern(/^\+[1-9]\d{1,14}$/, refusal("invalid_phone", "in E.164 form, such as +14155550100"))
)

/** A name that can be screened: not blank. The length is our choice. */
const Name = text(200).check(
  Schema.makeFilter((value: string) => value.trim() !== "", { expected: "a name with at least one visible character" })
)

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** Body of create customer (spec cards §4), in its order. */
export const CreateCustomerBody = Schema.Struct({
  email: Email,
  name: Schema.optionalKey(Name),
  phone: Schema.optionalKey(Phone),
  address: Schema.optionalKey(AddressBody),
  metadata: Schema.optionalKey(Metadata),
  idempotency_key: idempotencyKey
})

/** Body of update customer: what is left out stays, `null` clears (decisions B8). */
export const UpdateCustomerBody = Schema.Struct({
  email: Schema.optionalKey(Email),
  name: Schema.optionalKey(Schema.NullOr(Name)),
  phone: Schema.optionalKey(Schema.NullOr(Phone)),
  address: Schema.optionalKey(Schema.NullOr(AddressBody)),
  metadata: Schema.optionalKey(MetadataChange),
  default_payment_method: Schema.optionalKey(Schema.NullOr(ReferenceId)),
  idempotency_key: idempotencyKey
})

const DeletedBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("customer"),
  deleted: Schema.Literal(true)
})

const id = { id: Schema.String }

const changing = { params: id, payload: UpdateCustomerBody, success: CustomerBody, error: ErrorBody }

/** The endpoints of this slice. */
export const CustomersApi = HttpApiGroup.make("customers").add(
  HttpApiEndpoint.post("create", "/v2/customers", {
    payload: CreateCustomerBody,
    success: CustomerBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("list", "/v2/customers", {
    query: { ...listQuery, email: Schema.optionalKey(Email) },
    success: listOf("CustomerList", CustomerBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/customers/:id", { params: id, success: CustomerBody, error: ErrorBody }),
  HttpApiEndpoint.post("update", "/v2/customers/:id", changing),
  // Decisions B2: PATCH is taken as another name for an update.
  HttpApiEndpoint.patch("patch", "/v2/customers/:id", changing),
  HttpApiEndpoint.delete("remove", "/v2/customers/:id", { params: id, success: DeletedBody, error: ErrorBody })
)

/** The command that a body asks for. */
export const createOf = (body: typeof CreateCustomerBody.Type): CreateCustomer => ({
  email: body.email,
  ...(body.name === undefined ? {} : { name: body.name }),
  ...(body.phone === undefined ? {} : { phone: body.phone }),
  ...(body.address === undefined ? {} : { address: addressOf(body.address) }),
  ...(body.metadata === undefined ? {} : { metadata: body.metadata })
})

/** The change that a body asks for. */
export const updateOf = (body: typeof UpdateCustomerBody.Type): UpdateCustomer => ({
  ...(body.email === undefined ? {} : { email: body.email }),
  ...(body.name === undefined ? {} : { name: body.name }),
  ...(body.phone === undefined ? {} : { phone: body.phone }),
  ...(body.address === undefined ? {} : { address: body.address === null ? null : addressOf(body.address) }),
  ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
  ...(body.default_payment_method === undefined ? {} : { defaultPaymentMethod: body.default_payment_method })
})

/** What is left to say of a customer that was deleted (decisions B2). */
export const encodeDeleted = ({ id }: { readonly id: string }): typeof DeletedBody.Type => ({
  id,
  object: "customer",
  deleted: true
})
