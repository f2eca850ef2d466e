/** What happens to customers when time passes. */
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { retryScreening } from "./operations.ts"
import { rescreen, rescreenJobName, type Rescreen } from "./rescreening.ts"
import { screeningRetryJobName, type ScreeningRetry } from "./screening-retry.ts"

/** Screens a customer for whom the lists could not be consulted. */
export const screenCustomer = defineJob({
  name: screeningRetryJobName,
  title: "Screen a customer whom no list was compared with",
  payload: storedAs<ScreeningRetry>({
    table: "jobs/cards.customer.screen",
    form: { customer: "text", scope: "text", attempt: "number" }
  }),
  run: (job, store) => carryOutJob(store, retryScreening(store, job.payload), job)
})

/** Compares known customers with lists that have changed. Beside other jobs: it takes long and holds nobody up. */
export const rescreenCustomers = defineJob({
  name: rescreenJobName,
  title: "Compare customers with lists that changed",
  payload: storedAs<Rescreen>({
    table: "jobs/cards.customer.rescreen",
    form: { lists: "text", look: "number", after: { sequence: "number", lists: "text" }, skipped: "boolean" }
  }),
  lane: "parallel",
  run: rescreen
})
