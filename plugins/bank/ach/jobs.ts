/** What happens to ACH payments without a request: windows close, files are handed over, time passes, operators tell. */
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { sendRetry } from "../sendRetry.ts"
import {
  advanceJobName,
  deliverJobName,
  inquireJobName,
  settleJobName,
  type AdvanceJob,
  type FileJob
} from "./AchFile.ts"
import { collected, collectJobName, type CollectJob } from "./AchOutcome.ts"
import { windowJobName, type WindowJob } from "./AchPlan.ts"
import { planChange } from "./changes.ts"
import { advance, deliver, inquire, settle } from "./delivery.ts"
import { read, readJobName, type ReadJob } from "./inbound.ts"
import { writeWindow } from "./windows.ts"

/** Longer than an operator may take to be asked and to take a file (`AchOperator.ts`). */
const timeoutMs = 50_000

const payload = storedAs<FileJob>({ table: "jobs/bank.ach.file", form: { fileId: "text" } })

export const achJobs = [
  // Writes the files of a window. One after the other: they share the numbers of traces.
  defineJob({
    name: windowJobName,
    title: "Write the ACH files of a window",
    payload: storedAs<WindowJob>({ table: "jobs/bank.ach.window", form: { closesAt: "number" } }),
    timeoutMs,
    run: (job, store) => writeWindow(store, job)
  }),
  defineJob({
    name: deliverJobName,
    title: "Hand an ACH file to the operator",
    payload,
    lane: "parallel",
    retry: sendRetry,
    timeoutMs,
    run: (job, store) => deliver(store, job)
  }),
  defineJob({
    name: inquireJobName,
    title: "Ask the ACH operator about a file",
    payload,
    lane: "parallel",
    timeoutMs,
    run: (job, store) => inquire(store, job)
  }),
  defineJob({
    name: settleJobName,
    title: "Settle the entries of an ACH file",
    payload,
    run: (job, store) => carryOutJob(store, settle(store, job), job)
  }),
  defineJob({
    name: advanceJobName,
    title: "Move the entries of an ACH file on",
    payload: storedAs<AdvanceJob>({
      table: "jobs/bank.ach.advance",
      form: { fileId: "text", step: "text", after: "number" }
    }),
    lane: "parallel",
    timeoutMs,
    run: (job, store) => advance(store, job)
  }),
  defineJob({
    name: readJobName,
    title: "Read an ACH file that came in",
    payload: storedAs<ReadJob>({ table: "jobs/bank.ach.read", form: { sha256: "text" } }),
    lane: "parallel",
    timeoutMs,
    run: (job, store) => read(store, job)
  }),
  defineJob({
    name: collectJobName,
    title: "End the return time of an ACH payment",
    payload: storedAs<CollectJob>({ table: "jobs/bank.ach.collect", form: { paymentId: "text" } }),
    lane: "parallel",
    run: (job, store) => carryOutJob(store, planChange(store, job.payload.paymentId, collected), job)
  })
] as const
