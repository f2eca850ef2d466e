/** What happens to requests for money back when time passes. */
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { expire, send } from "./operations.ts"
import { expireReturnRequestJobName, sendReturnRequestJobName, type ReturnRequestJob } from "./ReturnRequest.ts"

const payload = storedAs<ReturnRequestJob>({ table: "jobs/bank.return_request", form: { requestId: "text" } })

export const sendReturnRequest = defineJob({
  name: sendReturnRequestJobName,
  title: "Ask the network for money back",
  lane: "parallel",
  payload,
  run: (job, store) => send(store, job)
})

/** Ends a request that nobody answered within 10 business days, and tells of one that was granted and not paid. */
export const expireReturnRequest = defineJob({
  name: expireReturnRequestJobName,
  title: "See what became of a request for money back",
  payload,
  run: (job, store) => carryOutJob(store, expire(store, job.payload), job)
})
