/** The jobs of payments: what happens when time passes, and what a crash left open. */
import { RetryPolicy } from "../../../src/domain.ts"
import { carryOutJob, defineJob, type ClaimedJob, type RegionStore, type Step } from "../../../src/plugin.ts"
import { resume, type JobPayment } from "./acquirer.ts"
import { authenticationJobName, debitJobName, expireJobName, releaseJobName, resumeJobName } from "./Payment.ts"
import * as waiting from "./waiting.ts"

interface PaymentJob {
  readonly paymentId: string
  readonly scope: string
}

const paymentOf = (job: ClaimedJob, store: RegionStore): JobPayment => {
  const { paymentId, scope } = job.payload as PaymentJob
  return { store, scope, id: paymentId }
}

/** A job that makes a plan about one payment. */
const paymentJob = <A, E, R, E2, R2>(
  name: string,
  plan: (of: JobPayment) => Step<A, E, R, E2, R2>,
  retry?: RetryPolicy.RetryPolicy
) =>
  defineJob({
    name,
    run: (job: ClaimedJob, store: RegionStore) => carryOutJob(store, plan(paymentOf(job, store)), job),
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
  defineJob({ name: resumeJobName, run: (job, store) => resume(paymentOf(job, store), job), retry: acquirerRetry })
]
