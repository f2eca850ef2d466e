/**
 * Builds an index from a folder outside the main thread, which only starts a thread and takes over the result. The thread
 * has a process do the work, where one can be started.
 */
import { Worker } from "node:worker_threads"
import type { BuildAnswer, BuildRequest } from "./NodeListBuilder.ts"

/** Longest time for reading and building (our choice: a hundred times what the public lists take). */
const maxBuildMs = 120_000

/** Reads the folder and builds the index. Never rejects: a thread that dies is a failure like any other. */
export const buildInThread = (request: BuildRequest): Promise<BuildAnswer> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL("./NodeListWorker.ts", import.meta.url), {
      workerData: { bursar: "lists", request },
      // Options of the host's program, such as how its own source is read, are nothing to this one.
      execArgv: []
    })
    const fail = (reason: string) => resolve({ kind: "failed", reason })
    const limit = setTimeout(() => {
      fail(`reading the lists took longer than ${maxBuildMs / 1000} s`)
      void worker.terminate()
    }, maxBuildMs)
    worker.once("message", (answer: BuildAnswer) => resolve(answer))
    worker.once("error", (error) => fail(error.message))
    worker.once("exit", () => {
      clearTimeout(limit)
      fail("the thread that reads the lists ended without an answer")
    })
  })
