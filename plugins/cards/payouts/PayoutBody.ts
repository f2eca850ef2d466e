/** A payout as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { CurrencyCode } from "../wire.ts"
import { payoutStatuses, totalMinor, type Payout } from "./Payout.ts"

/** Every status a payout is shown with, and that lists are filtered by. */
export const PayoutStatusWord = Schema.Literals(payoutStatuses).annotate({ expected: payoutStatuses.join(", ") })

/** Speeds as they are written. */
export const PayoutMethodWord = Schema.Literals(["standard", "instant"]).annotate({ expected: "standard or instant" })

/** A payout as it is shown (decisions B9). */
export const PayoutBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("payout"),
  amount: Schema.Int,
  currency: CurrencyCode,
  destination: Schema.String,
  method: PayoutMethodWord,
  status: PayoutStatusWord,
  fee: Schema.Int,
  total_debit: Schema.Int,
  batch_at: Schema.NullOr(Schema.String),
  arrival_date: Schema.String,
  failure: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  screening_id: Schema.String,
  created_at: Schema.String,
  livemode: Schema.Boolean
})

/** A payout as it is shown. */
export const encodePayout = (payout: Payout): typeof PayoutBody.Type => ({
  id: payout.id,
  object: "payout",
  amount: payout.amountMinor,
  currency: payout.currency,
  destination: payout.destination,
  method: payout.method,
  status: payout.status,
  fee: payout.feeMinor,
  total_debit: totalMinor(payout),
  batch_at: payout.batchAt === null ? null : timestamp(payout.batchAt),
  arrival_date: timestamp(payout.arrivalAt),
  failure: payout.fault,
  screening_id: payout.screeningId,
  created_at: timestamp(payout.createdAt),
  livemode: payout.livemode
})
