/** What tests do with the simulated networks, in process: loaded at the first call, as a sandbox loads it. */
import { callsLater } from "../../src/plugin.ts"

/** The simulated networks of a sandbox; with production all fail with `ObjectNotFound`. Engine time is `engine.clock`. */
export const simulator = callsLater(
  () => import("./simulator/sandbox.ts").then(({ simulator }) => simulator),
  [
    "respondToPayment",
    "returnPayment",
    "settlePayment",
    "respondToRequest",
    "planFault",
    "listMessages",
    "setScreening",
    "receive",
    "crash"
  ]
)
