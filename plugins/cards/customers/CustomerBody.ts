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
    screening_id: [Id, "The screening."],
    result: [
      Schema.Literals(["clear", "match", "pending"]),
      "`match`: the name is on a watch list. `pending`: no list could be consulted yet; it is tried again."
    ]
  }
)

/** A customer as it is shown (spec cards §2; from `kyc_status` on decisions B8). What was not told is null. */
export const CustomerBody = Wire.object<Customer>()(
  "Customer",
  "Somebody who pays or is paid, with what screening and identity verification found. What was not given is `null`.",
  {
    id: [Id, "Begins with `cus_`."],
    object: Wire.is("customer", "Always `customer`."),
    email: [Schema.String, "The e-mail address; one customer of an account has it."],
    name: [maybeText, "The name, which is screened."],
    phone: [maybeText, "The phone number in E.164 form."],
    address: [ShownAddress, "The postal address."],
    metadata: [Schema.Record(Schema.String, Schema.String), "Your own keys and values; card numbers are masked."],
    created_at: [SentTime, "When it was made."],
    livemode: [Schema.Boolean, "`false` in the sandbox."],
    kyc_status: [
      Schema.Literals(["not_started", "pending", "verified", "failed"]),
      "How far identity verification has come."
    ],
    screening: [Schema.NullOr(Screening), "`null` while there is no name to look for."],
    flags: [
      Schema.Array(Schema.Literals(customerFlags)),
      "Why the customer must be verified before money moves: `pep` (a politically exposed person), `high_risk`."
    ],
    default_payment_method: [Schema.NullOr(Id), "What pays where a payment names none."]
  }
)

/** A customer that was deleted (decisions B2). */
export const DeletedCustomerBody = deletedOf("DeletedCustomer", "customer")
