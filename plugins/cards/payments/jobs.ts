/** What happens to payments when time passes. */
import * as Effect from "effect/Effect"
import { defineJob, type ClaimedJob } from "../../../src/plugin.ts"
import { expire, release } from "./operations.ts"
import { expireJobName, releaseJobName } from "./Payment.ts"

interface PaymentJob {
  readonly paymentId: string
  readonly scope: string
}

const payloadOf = (job: ClaimedJob) => job.payload as PaymentJob

/** Ends authorizations after 7 days (spec cards §3). */
export const expirePayment = defineJob({
  name: expireJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const { paymentId, scope } = payloadOf(job)
    const expired = yield* expire(store, scope, paymentId, job)
    return expired ? ("committed" as const) : ("done" as const)
  })
})

/** Gives the rest of a partly captured authorization back to the card. */
export const releaseRemainder = defineJob({
  name: releaseJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const { paymentId, scope } = payloadOf(job)
    yield* release(store, scope, paymentId, job)
    return "committed" as const
  })
})
