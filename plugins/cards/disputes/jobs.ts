/** What happens to disputes when time passes. */
import * as Effect from "effect/Effect"
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { jobActor } from "../plans.ts"
import { acquirerRetry } from "../acquirer/retry.ts"
import { decideJobName, expireJobName, sendEvidenceJobName, type ClosingTrigger, type DisputeJob } from "./Dispute.ts"
import { openJobName, type OpenJob } from "./openingJob.ts"
import { close, open, sendEvidence as send } from "./operations.ts"

const done = () => Effect.succeed("done" as const)

/** Disputes a payment whose test card stands for that. One that can no longer be disputed is left alone. */
export const openDispute = defineJob({
  name: openJobName,
  title: "A cardholder disputes a payment",
  payload: storedAs<OpenJob>({
    table: "jobs/cards.dispute.open",
    form: { paymentId: "text", scope: "text", reason: "text" }
  }),
  run: (job, store) => {
    const { paymentId, reason, scope } = job.payload
    return carryOutJob(store, open(jobActor(store, scope), { paymentId, reason }), job).pipe(
      Effect.catchTag(["PaymentNotDisputable", "PaymentStateRefused"], done)
    )
  }
})

const payload = storedAs<DisputeJob>({ table: "jobs/cards.dispute", form: { disputeId: "text", scope: "text" } })

/** A job that ends a dispute, unless it has ended. */
const closingJob = (name: string, title: string, triggerOf: (job: DisputeJob) => ClosingTrigger) =>
  defineJob({
    name,
    title,
    payload,
    run: (job, store) => {
      const { disputeId, scope } = job.payload
      return carryOutJob(store, close(jobActor(store, scope), disputeId, triggerOf(job.payload)), job).pipe(
        Effect.catchTag("DisputeRefused", done)
      )
    }
  })

/** Ends the time to answer a dispute, and loses it in test mode. A draft is not submitted by itself. */
export const expireDispute = closingJob(expireJobName, "End the time to answer a dispute", () => "expire")

/** The decision of the sandbox's issuer. */
export const decideDispute = closingJob(decideJobName, "The card's bank decides a dispute", ({ outcome }) =>
  outcome === "won" ? "win" : "lose"
)

/** Sends evidence to an acquirer outside; one that does not answer is asked again. */
export const sendEvidence = defineJob({
  name: sendEvidenceJobName,
  title: "Send evidence about a dispute to the card's bank",
  payload,
  lane: "parallel",
  run: (job, store) => {
    const { disputeId, scope } = job.payload
    return Effect.as(send(jobActor(store, scope), disputeId), "done" as const)
  },
  retry: acquirerRetry
})
