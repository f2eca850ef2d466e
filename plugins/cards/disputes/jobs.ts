/** What happens to disputes when time passes. */
import * as Effect from "effect/Effect"
import { carryOutJob, defineJob, type ClaimedJob, type RegionStore } from "../../../src/plugin.ts"
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
  run: (job, store) => {
    const { paymentId, reason, scope } = job.payload as OpenJob
    return carryOutJob(store, open(jobActor(store, scope), { paymentId, reason }), job).pipe(
      Effect.catchTag(["PaymentNotDisputable", "PaymentStateRefused"], done)
    )
  }
})

/** A job that ends a dispute, unless it has ended. */
const closingJob = (name: string, title: string, triggerOf: (job: DisputeJob) => ClosingTrigger) =>
  defineJob({
    name,
    title,
    run: (job: ClaimedJob, store: RegionStore) => {
      const payload = job.payload as DisputeJob
      return carryOutJob(store, close(jobActor(store, payload.scope), payload.disputeId, triggerOf(payload)), job).pipe(
        Effect.catchTag("DisputeRefused", done)
      )
    }
  })

/** Loses a dispute that nobody answered by its deadline. A draft is not submitted by itself. */
export const expireDispute = closingJob(expireJobName, "Lose a dispute that nobody answered", () => "expire")

/** The decision of the sandbox's issuer. */
export const decideDispute = closingJob(decideJobName, "The card's bank decides a dispute", ({ outcome }) =>
  outcome === "won" ? "win" : "lose"
)

/** Sends evidence to an acquirer outside; one that does not answer is asked again. */
export const sendEvidence = defineJob({
  name: sendEvidenceJobName,
  title: "Send evidence about a dispute to the card's bank",
  lane: "parallel",
  run: (job, store) => {
    const { disputeId, scope } = job.payload as DisputeJob
    return Effect.as(send(jobActor(store, scope), disputeId), "done" as const)
  },
  retry: acquirerRetry
})
