/** What happens to disputes when time passes. */
import * as Effect from "effect/Effect"
import { defineJob, type ClaimedJob } from "../../../src/plugin.ts"
import { jobActor } from "../commitResource.ts"
import { decideJobName, expireJobName, type DisputeJob } from "./Dispute.ts"
import { openJobName, type OpenJob } from "./openingJob.ts"
import { close, open } from "./operations.ts"

const payloadOf = (job: ClaimedJob) => job.payload as DisputeJob

/** Disputes a payment whose test card stands for that. One that can no longer be disputed is left alone. */
export const openDispute = defineJob({
  name: openJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const { paymentId, reason, scope } = job.payload as OpenJob
    return yield* open(jobActor(store, scope), { paymentId, reason }, { completes: job }).pipe(
      Effect.as("committed" as const),
      Effect.catchTag(["PaymentNotDisputable", "PaymentStateRefused"], () => Effect.succeed("done" as const))
    )
  })
})

/** Loses a dispute that nobody answered by its deadline. A draft is not submitted by itself. */
export const expireDispute = defineJob({
  name: expireJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const { disputeId, scope } = payloadOf(job)
    return yield* close(jobActor(store, scope), disputeId, { trigger: "expire", completes: job }).pipe(
      Effect.as("committed" as const),
      Effect.catchTag("DisputeRefused", () => Effect.succeed("done" as const))
    )
  })
})

/** The decision of the sandbox's issuer. */
export const decideDispute = defineJob({
  name: decideJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const { disputeId, outcome, scope } = payloadOf(job)
    const trigger = outcome === "won" ? "win" : "lose"
    return yield* close(jobActor(store, scope), disputeId, { trigger, completes: job }).pipe(
      Effect.as("committed" as const),
      Effect.catchTag("DisputeRefused", () => Effect.succeed("done" as const))
    )
  })
})
