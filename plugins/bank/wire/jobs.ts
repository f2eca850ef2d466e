/** What happens to wires and recalls without a request: they are let go, asked back, and remembered. */
import { defineJob, storedAs } from "../../../src/plugin.ts"
import { sendRetry } from "../sendRetry.ts"
import { openJobName } from "../payments/Lifecycle.ts"
import { storedPaymentJob } from "../payments/stored.ts"
import { open } from "./operations.ts"
import { remindRecallJobName, sendRecallJobName, type RecallJob } from "./Recall.ts"
import { remind, send } from "./recalls.ts"

/** Letting go costs a commit each; some ten thousand wires fit, and what is left is let go by the next job. */
const openTimeoutMs = 50_000

/** Lets the wires go that wait for a rail which opens now. */
export const openRail = defineJob({
  name: openJobName,
  title: "Send the wires that waited for the rail to open",
  payload: storedPaymentJob,
  timeoutMs: openTimeoutMs,
  run: (job, store) => open(store, job)
})

const payload = storedAs<RecallJob>({ table: "jobs/bank.recall", form: { recallId: "text" } })

export const sendRecall = defineJob({
  name: sendRecallJobName,
  title: "Send a recall to the network",
  payload,
  lane: "parallel",
  retry: sendRetry,
  run: (job, store) => send(store, job)
})

/** Tells of a recall that nobody answered. */
export const remindRecall = defineJob({
  name: remindRecallJobName,
  title: "Raise an alert about a recall that nobody answered",
  payload,
  run: (job, store) => remind(store, job)
})
