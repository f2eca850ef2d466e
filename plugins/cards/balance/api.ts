/** Balance and ledger entries on the wire (decisions B2). Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import type { PostedEntry } from "../../../src/plugin.ts"
import { timestamp } from "../events.ts"
import { listQuery } from "../lists.ts"
import { CurrencyCode, ErrorBody, listOf, ReferenceId } from "../wire.ts"
import type { CurrencyAmount, MerchantBalance } from "./Funding.ts"

const Amounts = Schema.Array(Schema.Struct({ currency: CurrencyCode, amount: Schema.Int }))

/** The balance as it is shown. */
export const BalanceBody = Schema.Struct({
  object: Schema.Literal("balance"),
  livemode: Schema.Boolean,
  available: Amounts,
  pending: Amounts,
  disputed: Amounts
})

/** A journal as it is shown. */
export const LedgerEntryBody = Schema.Struct({
  entry_id: Schema.String,
  source: Schema.String,
  step: Schema.String,
  currency: CurrencyCode,
  postings: Schema.Array(
    Schema.Struct({
      account: Schema.String,
      direction: Schema.Literals(["debit", "credit"]),
      amount: Schema.Int
    })
  ),
  created_at: Schema.String
})

/** The endpoints of this slice. */
export const BalanceApi = HttpApiGroup.make("balance").add(
  HttpApiEndpoint.get("retrieve", "/v2/balance", { success: BalanceBody, error: ErrorBody }),
  HttpApiEndpoint.get("listEntries", "/v2/ledger/entries", {
    // Journals are kept by what caused them: a payment, a refund, a dispute, a payout.
    query: { source: ReferenceId, ...listQuery },
    success: listOf("LedgerEntryList", LedgerEntryBody),
    error: ErrorBody
  })
)

const encodeAmounts = (amounts: ReadonlyArray<CurrencyAmount>) =>
  amounts.map(({ amountMinor, currency }) => ({ currency, amount: Number(amountMinor) }))

/** The balance as it is shown. */
export const encodeBalance = (balance: MerchantBalance, livemode: boolean): typeof BalanceBody.Type => ({
  object: "balance",
  livemode,
  available: encodeAmounts(balance.available),
  pending: encodeAmounts(balance.pending),
  disputed: encodeAmounts(balance.disputed)
})

/** A journal as it is shown. */
export const encodeEntry = (entry: PostedEntry): typeof LedgerEntryBody.Type => ({
  entry_id: entry.id,
  source: entry.source,
  step: entry.step,
  currency: entry.currency,
  postings: entry.postings.map(({ account, amountMinor, direction }) => ({ account, direction, amount: amountMinor })),
  created_at: timestamp(entry.createdAt)
})
