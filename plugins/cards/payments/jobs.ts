/** The jobs of payments: what happens when time passes, and what a crash left open. */
import * as Effect from "effect/Effect"
import { RetryPolicy } from "../../../src/domain.ts"
import { defineJob, type ClaimedJob, type JobOutcome, type RegionStore } from "../../../src/plugin.ts"
import { resume } from "./asking.ts"
import { authenticationJobName, debitJobName, expireJobName, releaseJobName, resumeJobName } from "./Payment.ts"
import * as waiting from "./waiting.ts"

interface PaymentJob {
  readonly paymentId: string
  readonly scope: string
}

/** A job about one payment; `run` answers whether it committed. */
const paymentJob = <E, R>(
  name: string,
  run: (of: waiting.JobPayment, job: ClaimedJob) => Effect.Effect<boolean, E, R>,
  retry?: RetryPolicy.RetryPolicy
) =>
  defineJob({
    name,
    run: (job: ClaimedJob, store: RegionStore) => {
      const { paymentId, scope } = job.payload as PaymentJob
      return Effect.map(run({ store, scope, id: paymentId }, job), (done): JobOutcome => (done ? "committed" : "done"))
    },
    ...(retry === undefined ? {} : { retry })
  })

/**
 * How often an acquirer that does not answer is asked again (our choice): often in the first hour, then hourly for two
 * days. Afterwards the job is shown to the operator, and the payment stays pending: nobody knows what became of it.
 */
const acquirerRetry = RetryPolicy.backoff("acquirer", {
  initialMs: 30_000,
  factor: 2,
  capMs: 3_600_000,
  attempts: 56
})

/** The jobs of this slice. */
export const paymentJobs = [
  // Spec cards §3: 7 days without a capture.
  paymentJob(expireJobName, waiting.expire),
  paymentJob(releaseJobName, waiting.release),
  // Decisions B1: 24 hours without an authentication and a confirmation.
  paymentJob(authenticationJobName, waiting.timeOut),
  // Decisions B4: bank debits.
  paymentJob(debitJobName, waiting.settleDebit, acquirerRetry),
  paymentJob(resumeJobName, ({ id, scope, store }, job) => resume(store, scope, id, job), acquirerRetry)
]
