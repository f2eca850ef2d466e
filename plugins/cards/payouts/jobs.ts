/** What happens to payouts when time passes. */
import * as Effect from "effect/Effect"
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { acquirerRetry } from "../acquirer/retry.ts"
import { jobActor } from "../plans.ts"
import { send } from "./operations.ts"
import { arriveJobName, batchJobName, sendJobName, type SendJob, type StepsJob } from "./Payout.ts"
import { takeSteps } from "./steps.ts"

const payload = storedAs<StepsJob>({ table: "jobs/cards.payouts", form: { dueBy: "number", run: "number" } })

/** The daily batch at 00:00 UTC (spec cards §4): standard payouts leave together. */
export const sendBatch = defineJob({
  name: batchJobName,
  title: "Send the payouts of the day",
  payload,
  run: (job, store) => takeSteps(job, store, true)
})

/** Payouts reach their banks, or fail there: the sandbox's word. */
export const arrive = defineJob({
  name: arriveJobName,
  title: "Payouts arrive at their banks",
  payload,
  run: (job, store) => takeSteps(job, store, false)
})

/** Has an acquirer send a payout that has left, and asks daily what has become of it. A word that came before stands. */
export const sendPayout = defineJob({
  name: sendJobName,
  title: "Have the acquirer send a payout",
  lane: "parallel",
  payload: storedAs<SendJob>({
    table: "jobs/cards.payout.send",
    form: { payoutId: "text", scope: "text", asked: "number" }
  }),
  run: (job, store) =>
    Effect.flatMap(send(jobActor(store, job.payload.scope), job.payload), (taking) =>
      taking === undefined ? Effect.succeed("done" as const) : carryOutJob(store, taking, job)
    ).pipe(Effect.catchTag("PayoutStateRefused", () => Effect.succeed("done" as const))),
  retry: acquirerRetry
})
