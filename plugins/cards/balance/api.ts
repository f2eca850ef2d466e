/** Balance and ledger entries on the wire (decisions B2). Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire, type PostedEntry } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { CurrencyCode, Id, listOf, Minor, ReferenceId, SentTime } from "../wire.ts"
import type { CurrencyAmount, MerchantBalance } from "./Funding.ts"

const AmountBody = Wire.object<CurrencyAmount>()("CurrencyAmount", "An amount in one currency.", {
  currency: [CurrencyCode, "The currency of the amount."],
  amount: [Minor, ({ amountMinor }) => Number(amountMinor), "In the smallest currency unit; negative: you owe it."]
})

export const BalanceBody = Wire.object<MerchantBalance & { readonly livemode: boolean }>()(
  "Balance",
  "Your money, by currency.",
  {
    object: Wire.is("balance", "Always `balance`."),
    livemode: [Schema.Boolean, "`false` in the sandbox."],
    available: [
      Schema.Array(AmountBody),
      "What can be paid out and refunded: one amount for each currency that was ever used."
    ],
    pending: [Schema.Array(AmountBody), "What was captured and has not settled; currencies without any are left out."],
    disputed: [Schema.Array(AmountBody), "What open disputes hold; currencies without any are left out."]
  }
)

const PostingBody = Wire.object<PostedEntry["postings"][number]>()("Posting", "One line of a journal.", {
  account: [Schema.String, "The ledger account, such as `merchant.available`."],
  direction: [Schema.Literals(["debit", "credit"]), "The side of the account."],
  amount: [Minor, ({ amountMinor }) => amountMinor, "In the smallest currency unit, never negative."]
})

export const LedgerEntryBody = Wire.object<PostedEntry>()(
  "LedgerEntry",
  "A journal of the double-entry ledger: its debits equal its credits.",
  {
    entry_id: [Id, (entry) => entry.id, "The id of the journal."],
    source: [Id, "The object that caused it."],
    step: [Schema.String, "Which step of the object it books, such as `capture`."],
    currency: [CurrencyCode, "The currency of all its amounts."],
    postings: [Schema.Array(PostingBody), "Its lines."],
    created_at: [SentTime, "When it was booked."]
  }
)

export const BalanceApi = HttpApiGroup.make("balance")
  .add(
    HttpApiEndpoint.get("retrieve", "/v2/balance", { success: BalanceBody, error: refused() }).annotateMerge(
      Publication.words("Retrieve the balance", "What is available, pending and disputed now, by currency.")
    ),
    HttpApiEndpoint.get("listEntries", "/v2/ledger/entries", {
      query: {
        // Journals are kept by what caused them (decision 0040).
        ...Wire.parameters({
          source: [ReferenceId, "The payment, refund, dispute, payout or funding whose journals are listed."]
        }),
        ...listQuery
      },
      success: listOf("LedgerEntryList", LedgerEntryBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      Publication.words(
        "List ledger entries",
        "The journals that one object caused, the newest first; `source` names it, because journals are kept by what caused them. An object that caused none, or is not yours, has an empty list."
      )
    )
  )
  .annotateMerge(Publication.tag("Balance", "Your money, and the journals behind it."))
