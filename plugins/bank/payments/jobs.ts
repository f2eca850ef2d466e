/** What happens to payments without a request: they are sent, and asked about. */
import * as Effect from "effect/Effect"
import { defineJob } from "../../../src/plugin.ts"
import { sendRetry } from "../sendRetry.ts"
import { SendingTurn } from "../turns.ts"
import { lookAfterRun } from "../waiters.ts"
import { inquireJobName, submitInTurnJobName, submitJobName } from "./Lifecycle.ts"
import { storedPaymentJob as payload } from "./stored.ts"
import { inquire, submit } from "./submission.ts"

/** Longer than a rail may take for an inquiry and a send (`Rail.ts`). */
const timeoutMs = 50_000

export const submitPayment = defineJob({
  name: submitJobName,
  title: "Send a payment to its network",
  payload,
  lane: "parallel",
  retry: sendRetry,
  timeoutMs,
  run: (job, store) => submit(store, job),
  ended: lookAfterRun
})

/**
 * Sends a payment that waited for its rail: jobs of this lane begin in the order of their rows, and one goes on after the
 * other, so that the queue of this process leaves in the order in which it was let go.
 */
export const submitInTurn = defineJob({
  name: submitInTurnJobName,
  title: "Send a payment to its network, in turn",
  payload,
  lane: "parallel",
  retry: sendRetry,
  timeoutMs,
  run: (job, store) => Effect.flatMap(SendingTurn, (turn) => turn.take(submit(store, job))),
  ended: lookAfterRun
})

/** Asks about a payment that was not answered. */
export const inquirePayment = defineJob({
  name: inquireJobName,
  title: "Ask the network about a payment",
  payload,
  lane: "parallel",
  timeoutMs,
  run: (job, store) => inquire(store, job),
  ended: lookAfterRun
})
