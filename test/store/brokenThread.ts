/** Stands in for the writer's thread and ends at the first message. */
import { parentPort } from "node:worker_threads"

parentPort!.on("message", () => {
  throw new Error("told to end")
})
parentPort!.postMessage("ready")
