/** When a screening that could not take place is tried again. Until it did, nothing is processed for the customer. */
import type { DecidedJob } from "../../../src/domain.ts"

export const screeningRetryJobName = "cards.customer.screen"

/** The payload of the job. */
export interface ScreeningRetry {
  readonly customer: string
  readonly scope: string
  /** The screening that waits. Each has a job of its own: one that ends as another begins takes nothing along. */
  readonly screening?: string
  /** Which try it will be: 2 for the first repetition. */
  readonly attempt: number
}

const minuteMs = 60_000

/** Waits before the second, third … try; the last one repeats without end, since nobody else would ask. Our choice. */
const waitsMs = [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * minuteMs)

/** The wait before a try, counted from 1: the second comes after a minute. */
export const waitBefore = (attempt: number): number => waitsMs[Math.min(attempt - 2, waitsMs.length - 1)]!

/** The job of the next try. */
export const screeningRetryJob = (retry: ScreeningRetry, now: number): DecidedJob => ({
  name: screeningRetryJobName,
  key: retry.screening ?? retry.customer,
  payload: retry,
  dueAt: now + waitBefore(retry.attempt)
})
