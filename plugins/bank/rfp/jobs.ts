/** What happens to requests for payment without a request of ours. */
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { sendRetry } from "../sendRetry.ts"
import { lookAfterRun } from "../waiters.ts"
import { expire, send, sendCancellation } from "./operations.ts"
import { cancelRfpJobName, expireRfpJobName, sendRfpJobName, type RfpJob } from "./Rfp.ts"

const payload = storedAs<RfpJob>({ table: "jobs/bank.rfp", form: { rfpId: "text" } })

/** Sends a request to the network. */
export const sendRfp = defineJob({
  name: sendRfpJobName,
  title: "Send a request for payment",
  payload,
  lane: "parallel",
  retry: sendRetry,
  run: (job, store) => send(store, job),
  ended: lookAfterRun
})

/** Tells the network that a request was taken back. */
export const cancelRfp = defineJob({
  name: cancelRfpJobName,
  title: "Take a request for payment back from the network",
  payload,
  lane: "parallel",
  run: (job, store) => sendCancellation(store, job)
})

/** Ends a request past its due date or its 30 days (spec bank §3). */
export const expireRfp = defineJob({
  name: expireRfpJobName,
  title: "End a request for payment that was not paid",
  payload,
  run: (job, store) => carryOutJob(store, expire(store, job.payload), job)
})
