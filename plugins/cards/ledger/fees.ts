/** What the platform keeps of the merchants' money (decisions C3). */
import * as Result from "effect/Result"
import { Money } from "../../../src/domain.ts"
import type { FeeSchedule } from "../accounts.ts"

/** The fee on a capture, rounded half up; never more than the capture. */
export const processingFeeOf = (schedule: FeeSchedule | undefined, captured: Money.Money): number => {
  if (schedule === undefined) return 0
  const { processingBasisPoints = 0, processingMinor = 0 } = schedule
  const share = Result.getOrThrow(Money.multiplyRatio(captured, processingBasisPoints, 10_000, "half_up"))
  return Math.min(captured.amountMinor, share.amountMinor + processingMinor)
}

/** Spec cards §8: what an instant payout costs, 1.5 percent, rounded half up (decisions B9). */
export const instantPayoutFeeOf = (payout: Money.Money): number =>
  Result.getOrThrow(Money.multiplyRatio(payout, 15, 1_000, "half_up")).amountMinor
