/** Messages of the simulated network fall due. */
import * as Effect from "effect/Effect"
import { defineJob } from "../../../src/plugin.ts"
import type { Letter } from "./Letter.ts"
import { deliverJobName, SimulatedNetwork } from "./network.ts"

/** Sends one message. After a crash it is sent again: the engine counts it once. */
export const deliverLetter = defineJob({
  name: deliverJobName,
  lane: "parallel",
  run: Effect.fnUntraced(function* (job, store) {
    const { desk } = yield* SimulatedNetwork
    yield* desk.deliver(store, job.payload as Letter)
    return "done" as const
  })
})
