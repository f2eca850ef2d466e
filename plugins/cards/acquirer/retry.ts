/** How often an acquirer that does not answer is asked again. */
import { RetryPolicy } from "../../../src/domain.ts"

/**
 * Often in the first hour, then hourly for two days (our choice). Afterwards the job is shown to the operator, and what was
 * asked stays open: nobody knows what became of it.
 */
export const acquirerRetry = RetryPolicy.backoff("acquirer", {
  initialMs: 30_000,
  factor: 2,
  capMs: 3_600_000,
  attempts: 56
})
