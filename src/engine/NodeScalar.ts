/** Scalar's script, from a thread that ends with it: loading 3 MB of it holds up whoever does it. */
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type { Script } from "./reference.ts"

/** Loads the script. A thread that fails is a defect. */
export const loadScalar: Effect.Effect<Script> = Effect.callback<Script>((resume) => {
  // Options of the host's program are nothing to this thread.
  const thread = new Worker(new URL("./NodeScalarThread.ts", import.meta.url), {
    name: "reference",
    workerData: { bursar: "reference" },
    execArgv: []
  })
  thread.once("message", (script: Script) => resume(Effect.succeed(script)))
  thread.once("error", (error) => resume(Effect.die(error)))
  thread.once("exit", (code) => resume(Effect.die(new Error(`The thread that loads Scalar ended with ${code}`))))
})
