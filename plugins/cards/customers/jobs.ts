/** What happens to customers when time passes. */
import * as Effect from "effect/Effect"
import { defineJob } from "../../../src/plugin.ts"
import { retryScreening } from "./operations.ts"
import { rescreen, rescreenJobName } from "./rescreening.ts"
import { screeningRetryJobName, type ScreeningRetry } from "./screening-retry.ts"

/** Screens a customer for whom the lists could not be consulted. */
export const screenCustomer = defineJob({
  name: screeningRetryJobName,
  run: Effect.fnUntraced(function* (job, store) {
    const committed = yield* retryScreening(store, job.payload as ScreeningRetry, job)
    return committed ? ("committed" as const) : ("done" as const)
  })
})

/** Compares known customers with lists that have changed. Beside other jobs: it takes long and holds nobody up. */
export const rescreenCustomers = defineJob({ name: rescreenJobName, lane: "parallel", run: rescreen })
