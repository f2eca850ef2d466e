/** Payouts on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import {
  amountFrom,
  asked,
  BankAccountId,
  CurrencyCode,
  EmptyBody,
  IdempotencyKeyField,
  idPath,
  listOf,
  ReferenceId
} from "../wire.ts"
import { PayoutBody, PayoutMethodWord, PayoutStatusWord } from "./PayoutBody.ts"

/** Body of create payout (spec cards §4), in its order. */
export const CreatePayoutBody = Wire.body("CreatePayout", "What to pay out, and to which bank account.", {
  amount: [amountFrom(1), "In the smallest currency unit, from 1 to 999,999,999,999."],
  currency: [CurrencyCode, "The currency of the amount and of the bank account."],
  destination: [BankAccountId, "A verified bank account; the sandbox has ready ones, such as `ba_test_verified_usd`."],
  method: [Schema.optionalKey(PayoutMethodWord), "How fast it travels. Default: `standard`."],
  idempotency_key: IdempotencyKeyField
})

/** What a body asks for. */
export const commandOf = ({ amount, ...body }: typeof CreatePayoutBody.Type) => ({
  ...asked(body),
  amountMinor: amount
})

const id = idPath("The payout.")

export const PayoutsApi = HttpApiGroup.make("payouts")
  .add(
    HttpApiEndpoint.post("create", "/v2/payouts", {
      payload: CreatePayoutBody,
      success: PayoutBody,
      error: refused(
        "BalanceInsufficient",
        "BetaAccessRequired",
        "CountrySanctioned",
        "CustomerBlocked",
        "PayoutRefused",
        "ReferenceMissing"
      )
    }).annotateMerge(
      Publication.words(
        "Create a payout",
        "Sends available money to a verified bank account. The account's holder is screened first, and the customer who owns it must be verified. Payouts are in beta: the account needs access to them."
      )
    ),
    HttpApiEndpoint.get("list", "/v2/payouts", {
      query: {
        ...Wire.parameters({
          status: [Schema.optionalKey(PayoutStatusWord), "Only payouts with this status."],
          destination: [Schema.optionalKey(ReferenceId), "Only payouts to this bank account."]
        }),
        ...listQuery
      },
      success: listOf("PayoutList", PayoutBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List payouts", "The newest first.")),
    HttpApiEndpoint.get("retrieve", "/v2/payouts/:id", {
      params: id,
      success: PayoutBody,
      error: refused("PayoutNotFound")
    }).annotateMerge(Publication.words("Retrieve a payout", "The payout as it is now.")),
    HttpApiEndpoint.post("cancel", "/v2/payouts/:id/cancel", {
      params: id,
      payload: EmptyBody,
      success: PayoutBody,
      error: refused("PayoutNotFound", "PayoutStateRefused")
    }).annotateMerge(
      Publication.words("Cancel a payout", "Takes a standard payout back before its batch leaves at 00:00 UTC.")
    )
  )
  .annotateMerge(Publication.tag("Payouts", "Your available money on its way to bank accounts."))
