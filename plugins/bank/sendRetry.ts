/** How often a network or an operator that is away is tried: for about a day (our choice). Until then what waits is queued, and clients see it. */
import { RetryPolicy } from "../../src/domain.ts"

export const sendRetry = RetryPolicy.backoff("bank send", {
  initialMs: 1_000,
  factor: 2,
  capMs: 600_000,
  attempts: 150
})

/** How long a send that certainly sent nothing waits after so many tries; `undefined` when there are no more. */
export const waitAfter = (tries: number): number | undefined => {
  const next = sendRetry.offsetsMs[tries]
  return next === undefined ? undefined : next - sendRetry.offsetsMs[tries - 1]!
}
