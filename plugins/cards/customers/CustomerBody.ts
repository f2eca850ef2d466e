/** A customer as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { encodeAddress, ShownAddress } from "../address.ts"
import { timestamp } from "../events.ts"
import { customerFlags, type Customer } from "./Customer.ts"

const maybeText = Schema.NullOr(Schema.String)

/** A customer as it is shown (spec cards §2; from `kyc_status` on decisions B8). What was not told is null. */
export const CustomerBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("customer"),
  email: Schema.String,
  name: maybeText,
  phone: maybeText,
  address: ShownAddress,
  metadata: Schema.Record(Schema.String, Schema.String),
  created_at: Schema.String,
  livemode: Schema.Boolean,
  kyc_status: Schema.Literals(["not_started", "pending", "verified", "failed"]),
  screening: Schema.NullOr(
    Schema.Struct({ screening_id: Schema.String, result: Schema.Literals(["clear", "match", "pending"]) })
  ),
  flags: Schema.Array(Schema.Literals(customerFlags)),
  default_payment_method: maybeText
})

/** A customer as it is shown. */
export const encodeCustomer = (customer: Customer): typeof CustomerBody.Type => ({
  id: customer.id,
  object: "customer",
  email: customer.email,
  name: customer.name,
  phone: customer.phone,
  address: encodeAddress(customer.address),
  metadata: customer.metadata,
  created_at: timestamp(customer.createdAt),
  livemode: customer.livemode,
  kyc_status: customer.kycStatus,
  screening:
    customer.screening === null
      ? null
      : { screening_id: customer.screening.screeningId, result: customer.screening.result },
  flags: customer.flags,
  default_payment_method: customer.defaultPaymentMethod
})
