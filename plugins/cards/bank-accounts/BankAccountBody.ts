/** A bank account as it is shown, in answers and in events alike (decisions B9). */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { CurrencyCode } from "../wire.ts"
import type { BankAccount } from "./BankAccount.ts"

/** Every status that a bank account is shown with. */
export const bankAccountStatuses = [
  "new",
  "pending_verification",
  "verified",
  "verification_failed",
  "errored"
] as const satisfies ReadonlyArray<BankAccount["status"]>

/** A bank account as it is shown. Either the routing number or the IBAN's country is there. */
export const BankAccountBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("bank_account"),
  customer: Schema.NullOr(Schema.String),
  currency: CurrencyCode,
  country: Schema.String,
  account_holder_name: Schema.String,
  bank_name: Schema.NullOr(Schema.String),
  last4: Schema.String,
  routing_number: Schema.optionalKey(Schema.String),
  iban_country: Schema.optionalKey(Schema.String),
  fingerprint: Schema.String,
  status: Schema.Literals(bankAccountStatuses),
  instant_eligible: Schema.Boolean,
  created_at: Schema.String,
  livemode: Schema.Boolean
})

/** A bank account as it is shown. What its test number stands for is not. */
export const encodeBankAccount = (account: BankAccount): typeof BankAccountBody.Type => ({
  id: account.id,
  object: "bank_account",
  customer: account.customer,
  currency: account.currency,
  country: account.country,
  account_holder_name: account.accountHolderName,
  bank_name: account.bankName,
  last4: account.last4,
  ...(account.routingNumber === null ? {} : { routing_number: account.routingNumber }),
  ...(account.ibanCountry === null ? {} : { iban_country: account.ibanCountry }),
  fingerprint: account.fingerprint,
  status: account.status,
  instant_eligible: account.instantEligible,
  created_at: timestamp(account.createdAt),
  livemode: account.livemode
})
