/** What happens to batches without a request: payments are made, and the last one's end completes the batch. */
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { checkJobName, createJobName, type BatchJob } from "./Batch.ts"
import { complete, createPayments, type CreateJob } from "./operations.ts"

/** Some hundred screenings (our choice: the longest that any job of the plugin takes). */
const timeoutMs = 50_000

export const batchJobs = [
  defineJob({
    name: createJobName,
    title: "Make the payments of a batch",
    payload: storedAs<CreateJob>({ table: "jobs/bank.batch.create", form: { batchId: "text", after: "number" } }),
    lane: "parallel",
    timeoutMs,
    run: (job, store) => createPayments(store, job)
  }),
  defineJob({
    name: checkJobName,
    title: "See whether a batch is complete",
    payload: storedAs<BatchJob>({ table: "jobs/bank.batch", form: { batchId: "text" } }),
    run: (job, store) => carryOutJob(store, complete(store, job.payload), job)
  })
] as const
