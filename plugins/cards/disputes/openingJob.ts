/** The job by which a captured payment is disputed at once: test cards stand for it (decisions B4). */
import type { DecidedJob } from "../../../src/domain.ts"

/** Name of the job. */
export const openJobName = "cards.dispute.open"

/** The payload of the job. */
export interface OpenJob {
  readonly paymentId: string
  readonly scope: string
  readonly reason: "fraudulent" | "product_not_received"
}

/** The job for one payment. */
export const openingJob = (payment: OpenJob, now: number): DecidedJob => ({
  name: openJobName,
  key: payment.paymentId,
  payload: payment,
  dueAt: now
})
