/** The thread of the workbench: takes a task, answers with its events in batches. Started from its own address. */
import { isMainThread, parentPort, workerData } from "node:worker_threads"
import { produce, rememberingReader } from "./produce.ts"
import type { Task, WorkEvent } from "./Task.ts"

/** Where a thread is started from: this very file, as source or built. */
export const threadUrl = new URL(import.meta.url)

/** By this a thread knows that it is one of ours. */
export const threadMark = "bursar/docs/thread"

/** Characters of sections sent at a time: the first section goes out at once, the rest in pieces worth a message. */
const batchCharacters = 65_536

const sizeOf = (event: WorkEvent): number =>
  event.type === "section"
    ? event.parts.reduce((sum, part) => sum + (typeof part === "string" ? part : part.draft).length, 0)
    : 0

const reader = rememberingReader()

const work = (task: Task, send: (events: ReadonlyArray<WorkEvent>) => void): void => {
  let batch: Array<WorkEvent> = []
  let size = 0
  let first = true
  for (const event of produce(task, reader)) {
    batch.push(event)
    size += sizeOf(event)
    if (size < batchCharacters && !(first && event.type === "section")) continue
    if (event.type === "section") first = false
    send(batch)
    batch = []
    size = 0
  }
  send(batch)
}

const port = parentPort
if (!isMainThread && port !== null && workerData === threadMark) {
  port.on("message", (task: Task) => {
    try {
      work(task, (events) => port.postMessage({ events, last: false }))
    } catch (error) {
      // A bug of ours: the name of the error is told, its text could hold anything.
      const message = `The document could not be made (${error instanceof Error ? error.name : "unknown"})`
      port.postMessage({ events: [{ type: "failed", failure: { code: "internal", message } }], last: false })
    }
    port.postMessage({ events: [], last: true })
  })
}
