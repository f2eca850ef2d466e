/** The job that runs a generation. */
import * as Effect from "effect/Effect"
import { defineJob, storedAs } from "../../../src/plugin.ts"
import { runJobName } from "./Generation.ts"
import { run } from "./running.ts"

/** Longest run, in milliseconds. The workbench's own limit on a document is far below; the rest is for slow writers. */
const timeoutMs = 120_000

/** Makes the document of a generation. */
export const runGeneration = defineJob({
  name: runJobName,
  title: "Generate documentation",
  lane: "parallel",
  timeoutMs,
  payload: storedAs<{ readonly generationId: string; readonly scope: string }>({
    table: "jobs/docs.generation",
    form: { generationId: "text", scope: "text" }
  }),
  run: Effect.fnUntraced(function* (job, store) {
    const { generationId, scope } = job.payload
    const ended = yield* run({ store, scope }, generationId, job)
    return ended ? ("committed" as const) : ("done" as const)
  })
})
