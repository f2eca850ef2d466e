/** A payout as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { CurrencyCode, Id, Minor, SentTime } from "../wire.ts"
import { payoutStatuses, totalMinor, type Payout, type PayoutFault } from "./Payout.ts"

/** Every status a payout is shown with, and that lists are filtered by. */
export const PayoutStatusWord = Schema.Literals(payoutStatuses).annotate({
  identifier: "PayoutStatus",
  expected: payoutStatuses.join(", "),
  description:
    "How far the payout has come: `pending` (it waits for its batch and can be canceled), `in_transit`, `paid`, `failed` (the money is back in your balance), `canceled`. A paid payout can still fail: in test mode for 5 business days."
})

/** Speeds as they are written. */
export const PayoutMethodWord = Schema.Literals(["standard", "instant"]).annotate({
  identifier: "PayoutMethod",
  expected: "standard or instant",
  description:
    "`standard`: leaves with the batch at 00:00 UTC and takes 2 business days, for some banks 3. `instant`: leaves at once, arrives within 30 minutes and costs a fee."
})

const Failure = Wire.object<PayoutFault>()("PayoutFailure", "Why the payout failed.", {
  code: [Schema.String, "A code, such as `account_closed`."],
  message: [Schema.String, "The same for people."]
})

/** A payout as it is shown (decisions B9). */
export const PayoutBody = Wire.object<Payout>()("Payout", "Your available money on its way to a bank account.", {
  id: [Id, "Begins with `po_`."],
  object: Wire.is("payout", "Always `payout`."),
  amount: [Minor, (payout) => payout.amountMinor, "What arrives, in the smallest currency unit."],
  currency: [CurrencyCode, "The currency of all amounts of the payout."],
  destination: [Id, "The bank account."],
  method: [PayoutMethodWord, "How fast it travels."],
  status: [PayoutStatusWord, "How far the payout has come."],
  fee: [Minor, (payout) => payout.feeMinor, "What the payout costs on top of the amount; 0 for a standard one."],
  total_debit: [Minor, totalMinor, "What leaves your balance: the amount and the fee."],
  batch_at: [Schema.NullOr(SentTime), "When it leaves; `null` for an instant one."],
  arrival_date: [SentTime, (payout) => payout.arrivalAt, "When it should arrive."],
  failure: [Schema.NullOr(Failure), (payout) => payout.fault, "Only on a payout that failed; otherwise `null`."],
  screening_id: [Id, "The screening of the account's holder for this payout."],
  created_at: [SentTime, "When it was made."],
  livemode: [Schema.Boolean, "`false` in the sandbox."]
})
