/** Clearing a flagged payment: somebody looked at it and found it good. Pure; read it beside decisions C1. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide } from "../../../src/domain.ts"
import type { Payment, PaymentDecision } from "../payments/Payment.ts"

/** The payment was never flagged, was blocked, or is cleared already. */
export class ClearingRefused extends Data.TaggedError("ClearingRefused")<{
  readonly reason: "not_flagged" | "blocked" | "already_cleared"
}> {}

/**
 * Approves a flagged payment after the fact. Its score stays what it was. A payment that was blocked has failed for it, and
 * cannot be approved any more.
 */
export const clear = (
  payment: Payment,
  facts: { readonly now: number; readonly flagged: boolean }
): Result.Result<PaymentDecision, ClearingRefused> => {
  if (!facts.flagged) return Result.fail(new ClearingRefused({ reason: "not_flagged" }))
  if (payment.risk.outcome === "blocked") return Result.fail(new ClearingRefused({ reason: "blocked" }))
  if (payment.risk.clearedAt !== undefined) {
    return Result.fail(new ClearingRefused({ reason: "already_cleared" }))
  }
  return Result.succeed(
    decide({
      state: { ...payment, risk: { ...payment.risk, outcome: "approved", clearedAt: facts.now } },
      events: [{ type: "risk.cleared" }]
    })
  )
}
