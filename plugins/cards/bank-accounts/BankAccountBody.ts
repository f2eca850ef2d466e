/** A bank account as it is shown, in answers and in events alike (decisions B9). */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { CountryCode, CurrencyCode, deletedOf, Id, SentTime } from "../wire.ts"
import type { BankAccount } from "./BankAccount.ts"

/** Every status that a bank account is shown with. */
export const bankAccountStatuses = [
  "new",
  "pending_verification",
  "verified",
  "verification_failed",
  "errored"
] as const satisfies ReadonlyArray<BankAccount["status"]>

const BankAccountStatusWord = Schema.Literals(bankAccountStatuses).annotate({
  identifier: "BankAccountStatus",
  description:
    "How far verification has come: `new` (no deposits were sent), `pending_verification` (two small deposits are on their way), `verified` (payouts can go there), `verification_failed` (wrong amounts, three times), `errored` (the bank refuses the account)."
})

/**
 * A bank account as it is shown. Either the routing number or the IBAN's country is there. What its test number stands
 * for is not shown.
 */
export const BankAccountBody = Wire.object<BankAccount>()(
  "BankAccount",
  "A customer's bank account, to which payouts go. Its number is not kept.",
  {
    id: [Id, "Begins with `ba_`."],
    object: Wire.is("bank_account", "Always `bank_account`."),
    customer: [Schema.NullOr(Id), "Whose it is; `null` for the ready ones of the sandbox."],
    currency: [CurrencyCode, "The currency in which it is paid."],
    country: [CountryCode, "Where the bank is."],
    account_holder_name: [Schema.String, "Who holds it."],
    bank_name: [Schema.NullOr(Schema.String), "The bank; `null` if it is not known."],
    last4: [Schema.String, "The last four characters of its number."],
    routing_number: [
      Schema.optionalKey(Schema.String),
      "Only of an account that is named by routing and account number."
    ],
    iban_country: [Schema.optionalKey(Schema.String), "Only of an account that is named by an IBAN: its country."],
    fingerprint: [Schema.String, "Stands for the number: equal numbers have equal fingerprints."],
    status: [BankAccountStatusWord, "How far verification has come."],
    instant_eligible: [Schema.Boolean, "Whether instant payouts can go there."],
    created_at: [SentTime, "When it was made."],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)

/** A bank account that was deleted. */
export const DeletedBankAccountBody = deletedOf("DeletedBankAccount", "bank_account")
