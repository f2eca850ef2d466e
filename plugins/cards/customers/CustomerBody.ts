/** A customer as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { ShownAddress } from "../address.ts"
import { deletedOf, Id, SentTime } from "../wire.ts"
import { customerFlags, type Customer, type CustomerScreening } from "./Customer.ts"

const maybeText = Schema.NullOr(Schema.String)

const Screening = Wire.object<CustomerScreening>()(
  "CustomerScreening",
  "What the newest screening of the customer's name came to.",
  {
    screening_id: [Id, (screening) => screening.screeningId, "The screening."],
    result: [
      Schema.Literals(["clear", "match", "pending"]),
      (screening) => screening.result,
      "`match`: the name is on a watch list. `pending`: no list could be consulted yet; it is tried again."
    ]
  }
)

/** A customer as it is shown (spec cards §2; from `kyc_status` on decisions B8). What was not told is null. */
export const CustomerBody = Wire.object<Customer>()(
  "Customer",
  "Somebody who pays or is paid, with what screening and identity verification found. What was not given is `null`.",
  {
    id: [Id, (customer) => customer.id, "Begins with `cus_`."],
    object: Wire.is("customer", "Always `customer`."),
    email: [Schema.String, (customer) => customer.email, "The e-mail address; one customer of an account has it."],
    name: [maybeText, (customer) => customer.name, "The name, which is screened."],
    phone: [maybeText, (customer) => customer.phone, "The phone number in E.164 form."],
    address: [ShownAddress, (customer) => customer.address, "The postal address."],
    metadata: [
      Schema.Record(Schema.String, Schema.String),
      (customer) => customer.metadata,
      "Your own keys and values; card numbers are masked."
    ],
    created_at: [SentTime, (customer) => customer.createdAt, "When it was made."],
    livemode: [Schema.Boolean, (customer) => customer.livemode, "`false` in the sandbox."],
    kyc_status: [
      Schema.Literals(["not_started", "pending", "verified", "failed"]),
      (customer) => customer.kycStatus,
      "How far identity verification has come."
    ],
    screening: [
      Schema.NullOr(Screening),
      (customer) => customer.screening,
      "`null` while there is no name to look for."
    ],
    flags: [
      Schema.Array(Schema.Literals(customerFlags)),
      (customer) => customer.flags,
      "Why the customer must be verified before money moves: `pep` (a politically exposed person), `high_risk`."
    ],
    default_payment_method: [
      Schema.NullOr(Id),
      (customer) => customer.defaultPaymentMethod,
      "What pays where a payment names none."
    ]
  }
)

/** A customer as it is shown. */
export const encodeCustomer = Wire.writer(CustomerBody)

/** A customer that was deleted (decisions B2). */
export const DeletedCustomerBody = deletedOf("DeletedCustomer", "customer")

/** A customer that was deleted, as it is shown. */
export const encodeDeleted = Wire.writer(DeletedCustomerBody)
