/** Messages of the simulated network fall due. */
import * as Effect from "effect/Effect"
import { carryOutJob, defineJob, storedAs, type JobOutcome } from "../../../src/plugin.ts"
import { enclosing } from "../enclosed.ts"
import { planned } from "../plans.ts"
import { lookAfterRun } from "../waiters.ts"
import type { NamedFile } from "./ach-desk.ts"
import { acknowledgeJobName, answerJobName, deliverJobName, networkScope, sendJobName } from "./names.ts"
import type { Envelope } from "./network.ts"
import { SimulatedAch, SimulatedNetwork } from "./services.ts"

/** Sends one message. After a crash it is sent again: the engine counts it once. */
export const deliverLetter = defineJob({
  name: deliverJobName,
  title: "The simulated network sends a message",
  payload: storedAs<Envelope>({ table: "jobs/bank.simulator.envelope", form: {} }),
  lane: "parallel",
  run: Effect.fnUntraced(function* (job, store) {
    const { desk, isTakenBack, letterIn } = yield* SimulatedNetwork
    const letter = letterIn(job.payload)
    if (yield* isTakenBack(store, letter)) return "done" as JobOutcome
    const writes = [desk.lineOf(letter)]
    const isDone = yield* enclosing({ writes, completes: job }, desk.send(letter))
    if (isDone) return "committed" as JobOutcome
    return yield* carryOutJob(store, planned(undefined, { scope: networkScope, writes }), job)
  }),
  ended: lookAfterRun
})

const payload = storedAs<NamedFile>({ table: "jobs/bank.simulator.file", form: { name: "text" } })

/** What the ACH operator does with a file. */
const fileJob = (name: string, title: string, act: "acknowledge" | "send") =>
  defineJob({
    name,
    title,
    lane: "parallel",
    payload,
    run: Effect.fnUntraced(function* (job, store) {
      yield* (yield* SimulatedAch)[act](store, job.payload)
      return "done" as const
    })
  })

/** Tells what the ACH operator thinks of a file. */
const acknowledgeFile = fileJob(acknowledgeJobName, "The simulated ACH operator answers to a file", "acknowledge")

/** Writes returns and changes that fall due into a file. One after the other, so that each stands in one. */
const writeAnswers = defineJob({
  name: answerJobName,
  title: "The simulated ACH operator writes returns and corrections",
  run: Effect.fnUntraced(function* (_, store) {
    yield* (yield* SimulatedAch).writeAnswers(store)
    return "done" as const
  })
})

/** Sends such a file. After a crash it is sent again: the engine counts its answers once. */
const sendFile = fileJob(sendJobName, "The simulated ACH operator sends a file", "send")

export const simulatorJobs = [deliverLetter, acknowledgeFile, writeAnswers, sendFile] as const
