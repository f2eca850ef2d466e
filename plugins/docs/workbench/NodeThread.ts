/** The thread of the workbench: takes a task, answers with its events in batches. Started from its own address. */
import { isMainThread, parentPort, workerData } from "node:worker_threads"
import { Pieces } from "../../../src/domain.ts"
import { isDocumentTask, workLater } from "./laterWork.ts"
import { produce, rememberingReader } from "./produce.ts"
import { threadMark, type DocumentTask, type Said, type Task, type WorkEvent } from "./Task.ts"

/** Characters of sections sent at a time: the first section goes out at once, the rest in pieces worth a message. */
const batchCharacters = 65_536

const sizeOf = (event: WorkEvent): number =>
  event.type === "section"
    ? event.parts.reduce((sum, part) => sum + (typeof part === "string" ? part : part.draft).length, 0)
    : 0

const reader = rememberingReader()

const work = async (task: Task, send: (events: ReadonlyArray<WorkEvent>) => void): Promise<void> => {
  if (isDocumentTask(task)) return produceAll(task, send)
  send([await workLater(task, reader)])
}

const produceAll = (task: DocumentTask, send: (events: ReadonlyArray<WorkEvent>) => void): void => {
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
  const send = (events: ReadonlyArray<WorkEvent>) => {
    for (const posted of Pieces.inPieces(events)) port.postMessage({ posted } satisfies Said)
  }
  const assembly = new Pieces.Assembly<Task>()
  port.on("message", (posted: Pieces.Posted<Task>) => {
    const task = assembly.read(posted)
    if (task === undefined) return
    void work(task, send)
      .catch((error: unknown) => {
        // A bug of ours: the name of the error is told, its text could hold anything.
        const message = `The document could not be made (${error instanceof Error ? error.name : "unknown"})`
        send([{ type: "failed", failure: { code: "internal", message } }])
      })
      .then(() => port.postMessage({ last: true } satisfies Said))
  })
}
