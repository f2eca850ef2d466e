/** What happens to holds when time passes. */
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { agingJobName, rescreenJobName, type HoldJob } from "../compliance/Hold.ts"
import { age, rescreen } from "./operations.ts"

const payload = storedAs<HoldJob>({ table: "jobs/bank.hold", form: { holdId: "text" } })

/** Screens again after an outage (spec bank §7, OFAC_SCREENING_ERROR). */
export const rescreenHold = defineJob({
  name: rescreenJobName,
  title: "Screen a held payment again",
  lane: "parallel",
  payload,
  run: (job, store) => carryOutJob(store, rescreen(store, job.payload), job)
})

/** Alerts after 24 hours. */
export const ageHold = defineJob({
  name: agingJobName,
  title: "Raise an alert about a hold that nobody decided",
  payload,
  run: (job, store) => age(store, job)
})
