/** What happens to payouts when time passes. */
import { defineJob } from "../../../src/plugin.ts"
import { arriveJobName, batchJobName } from "./Payout.ts"
import { takeSteps } from "./steps.ts"

/** The daily batch at 00:00 UTC (spec cards §4): standard payouts leave together. */
export const sendBatch = defineJob({
  name: batchJobName,
  title: "Send the payouts of the day",
  run: (job, store) => takeSteps(job, store, true)
})

/** Payouts reach their banks, or fail there: the sandbox's word. */
export const arrive = defineJob({
  name: arriveJobName,
  title: "Payouts arrive at their banks",
  run: (job, store) => takeSteps(job, store, false)
})
