/** Clearing a payment that is flagged or in review: somebody looked at it and found it good. Pure; read it beside decisions C1. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide } from "../../../src/domain.ts"
import type { Payment, PaymentDecision } from "../payments/Payment.ts"

/** The payment was neither flagged nor in review, was blocked, or is cleared already. */
export class ClearingRefused extends Data.TaggedError("ClearingRefused")<{
  readonly reason: "not_flagged" | "blocked" | "already_cleared"
}> {}

/**
 * Approves a payment after the fact. Its score stays what it was. A payment that was blocked has failed for it, and cannot be
 * approved any more. The event is about payments that an event has flagged.
 */
export const clear = (
  payment: Payment,
  facts: { readonly now: number; readonly flagged: boolean }
): Result.Result<PaymentDecision, ClearingRefused> => {
  const { risk } = payment
  if (risk.outcome === "blocked") return Result.fail(new ClearingRefused({ reason: "blocked" }))
  if (risk.clearedAt !== undefined) return Result.fail(new ClearingRefused({ reason: "already_cleared" }))
  if (risk.outcome !== "review" && !facts.flagged) return Result.fail(new ClearingRefused({ reason: "not_flagged" }))
  return Result.succeed(
    decide({
      state: { ...payment, risk: { ...risk, outcome: "approved", clearedAt: facts.now } },
      events: facts.flagged ? [{ type: "risk.cleared" }] : []
    })
  )
}
