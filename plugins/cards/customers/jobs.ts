/** What happens to customers when time passes. */
import { carryOutJob, defineJob } from "../../../src/plugin.ts"
import { retryScreening } from "./operations.ts"
import { rescreen, rescreenJobName } from "./rescreening.ts"
import { screeningRetryJobName, type ScreeningRetry } from "./screening-retry.ts"

/** Screens a customer for whom the lists could not be consulted. */
export const screenCustomer = defineJob({
  name: screeningRetryJobName,
  title: "Screen a customer whom no list was compared with",
  run: (job, store) => carryOutJob(store, retryScreening(store, job.payload as ScreeningRetry), job)
})

/** Compares known customers with lists that have changed. Beside other jobs: it takes long and holds nobody up. */
export const rescreenCustomers = defineJob({
  name: rescreenJobName,
  title: "Compare customers with lists that changed",
  lane: "parallel",
  run: rescreen
})
