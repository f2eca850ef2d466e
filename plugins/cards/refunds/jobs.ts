/** What happens to refunds after they were made. */
import * as Effect from "effect/Effect"
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { acquirerRetry } from "../acquirer/retry.ts"
import { jobActor } from "../plans.ts"
import { send, settle } from "./operations.ts"
import { sendJobName, settleJobName, type RefundJob } from "./Refund.ts"

const payload = storedAs<RefundJob>({
  table: "jobs/cards.refund",
  form: {
    refundId: "text",
    scope: "text",
    word: ["if there", { outcome: "text", decline: ["if there", { code: "text", message: "text" }] }]
  }
})

/** Asks a processor that is not our own memory; after a crash or without an answer it asks again. */
export const sendRefund = defineJob({
  name: sendJobName,
  title: "Ask the processor for a refund",
  payload,
  lane: "parallel",
  run: (job, store) => {
    const { refundId, scope } = job.payload
    // Asked once: what is made again on a conflict is the taking of the answer.
    return Effect.flatMap(send(jobActor(store, scope), refundId), (taking) =>
      taking === undefined ? Effect.succeed("done" as const) : carryOutJob(store, taking, job)
    )
  },
  retry: acquirerRetry
})

/** The sandbox's later word: a refund came through late, or came back. */
export const settleRefund = defineJob({
  name: settleJobName,
  title: "The bank says what became of a refund",
  payload,
  run: (job, store) => {
    const { refundId, scope, word } = job.payload
    return word === undefined
      ? Effect.succeed("done" as const)
      : carryOutJob(store, settle(jobActor(store, scope), refundId, word), job)
  }
})
