/** The job that carries out a publication. */
import * as Effect from "effect/Effect"
import { defineJob, storedAs } from "../../../src/plugin.ts"
import { run } from "./operations.ts"
import { publishJobName } from "./Publication.ts"

/** Longest run, in milliseconds: the client's own limit on one request, and as much again for its place in the queue. */
const timeoutMs = 130_000

/** Commits a version to its repository. */
export const runPublication = defineJob({
  name: publishJobName,
  title: "Publish documentation",
  lane: "parallel",
  timeoutMs,
  payload: storedAs<{ readonly publicationId: string; readonly scope: string }>({
    table: "jobs/docs.publication",
    form: { publicationId: "text", scope: "text" }
  }),
  run: Effect.fnUntraced(function* (job, store) {
    const { publicationId, scope } = job.payload
    const ended = yield* run({ store, scope }, publicationId, job)
    return ended ? ("committed" as const) : ("done" as const)
  })
})
