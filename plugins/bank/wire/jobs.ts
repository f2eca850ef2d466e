/** What happens to wires and recalls without a request: they are let go, sent in turn, asked back, and remembered. */
import * as Effect from "effect/Effect"
import { RetryPolicy } from "../../../src/domain.ts"
import { defineJob } from "../../../src/plugin.ts"
import { submitPayment } from "../payments/jobs.ts"
import { openJobName, submitInTurnJobName } from "../payments/Lifecycle.ts"
import { open } from "./operations.ts"
import { remindRecallJobName, sendRecallJobName } from "./Recall.ts"
import { remind, send } from "./recalls.ts"
import { SendingTurn } from "./SendingTurn.ts"

/** Letting go costs a commit each; some ten thousand wires fit, and what is left is let go by the next job. */
const openTimeoutMs = 50_000

/** Lets the wires go that wait for a rail which opens now. */
export const openRail = defineJob({
  name: openJobName,
  timeoutMs: openTimeoutMs,
  run: (job, store) => open(store, job)
})

/**
 * Sends a wire that waited: jobs of this lane begin in the order of their rows, and one goes on after the other, so that the
 * queue of this process leaves in the order in which its wires were made.
 */
export const submitInTurn = defineJob({
  ...submitPayment,
  name: submitInTurnJobName,
  run: (job, store) => Effect.flatMap(SendingTurn, (turn) => turn.take(submitPayment.run(job, store)))
})

/** A network that is down is tried for about a day (our choice). */
const sendRetry = RetryPolicy.backoff("bank recall", { initialMs: 1_000, factor: 2, capMs: 600_000, attempts: 150 })

/** Sends a recall to the network. */
export const sendRecall = defineJob({
  name: sendRecallJobName,
  lane: "parallel",
  retry: sendRetry,
  run: (job, store) => send(store, job)
})

/** Tells of a recall that nobody answered. */
export const remindRecall = defineJob({ name: remindRecallJobName, run: (job, store) => remind(store, job) })
