/** What happens to refunds after they were made. */
import * as Effect from "effect/Effect"
import { defineJob, type ClaimedJob } from "../../../src/plugin.ts"
import { jobActor } from "../commitResource.ts"
import { send, settle } from "./operations.ts"
import { sendJobName, settleJobName, type RefundJob } from "./Refund.ts"

const payloadOf = (job: ClaimedJob) => job.payload as RefundJob

const outcomeOf = ({ changed }: { readonly changed: boolean }) => (changed ? ("committed" as const) : ("done" as const))

/** Asks a processor that is not our own memory; after a crash or without an answer it is asked again. */
export const sendRefund = defineJob({
  name: sendJobName,
  lane: "parallel",
  run: Effect.fnUntraced(function* (job, store) {
    const { refundId, scope } = payloadOf(job)
    return outcomeOf(yield* send(jobActor(store, scope), refundId, job))
  })
})

/** The sandbox's later word: a refund came through late, or came back. */
export const settleRefund = defineJob({
  name: settleJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const { refundId, scope, word } = payloadOf(job)
    if (word === undefined) return "done" as const
    return outcomeOf(yield* settle(jobActor(store, scope), refundId, word, { completes: job }))
  })
})
