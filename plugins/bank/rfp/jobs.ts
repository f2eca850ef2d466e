/** What happens to requests for payment without a request of ours. */
import { defineJob } from "../../../src/plugin.ts"
import { expire, send, sendCancellation } from "./operations.ts"
import { cancelRfpJobName, expireRfpJobName, sendRfpJobName } from "./Rfp.ts"

/** Sends a request to the network. */
export const sendRfp = defineJob({ name: sendRfpJobName, lane: "parallel", run: (job, store) => send(store, job) })

/** Tells the network that a request was taken back. */
export const cancelRfp = defineJob({
  name: cancelRfpJobName,
  lane: "parallel",
  run: (job, store) => sendCancellation(store, job)
})

/** Ends a request past its due date or its 30 days (spec bank §3). */
export const expireRfp = defineJob({ name: expireRfpJobName, run: (job, store) => expire(store, job) })
