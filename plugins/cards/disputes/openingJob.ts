/** The job by which a captured payment is disputed at once: test cards stand for it (decisions B4). */
import type { DecidedJob } from "../../../src/domain.ts"

export const openJobName = "cards.dispute.open"

/** The payload of the job. */
export interface OpenJob {
  readonly paymentId: string
  readonly scope: string
  readonly reason: "fraudulent" | "product_not_received"
}

export const openingJob = (payment: OpenJob, now: number): DecidedJob => ({
  name: openJobName,
  key: payment.paymentId,
  payload: payment,
  dueAt: now
})
