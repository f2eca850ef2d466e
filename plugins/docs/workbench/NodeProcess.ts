/**
 * The process of the workbench: runs tasks on its threads and passes on what they say. It keeps what documents take (memory, the
 * collections of it, a fault of the platform) out of the process that takes requests. Started from its own address.
 */
import { readdirSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { makeThreads, type Run } from "./NodeThreads.ts"
import type { Asked, Told, WorkbenchLimits } from "./Task.ts"

/** Where cores are few, requests go before documents. On Linux each thread has a priority of its own, those of V8 as well. */
const giveWay = (): void => {
  const lowest = constants.priority.PRIORITY_LOW
  if (process.platform !== "linux") return setPriority(lowest)
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), lowest)
}

const running = new Map<number, Run>()

const start = (limits: WorkbenchLimits) => {
  giveWay()
  // The terminal interrupts all processes in it; the one that takes requests says when this one ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("disconnect", () => process.exit())
  return makeThreads(limits)
}

let threads: ReturnType<typeof start> | undefined

process.on("message", (asked: Asked) => {
  if (asked.ask === "start") return (threads = start(asked.limits))
  if (asked.ask === "prepare") return threads?.prepare()
  const { task } = asked
  const run = running.get(task)
  if (asked.ask === "post") return run?.post(asked.posted)
  run?.drop()
  running.delete(task)
  if (asked.ask === "drop" || threads === undefined) return
  const begun = threads.begin((said) => {
    if ("last" in said) running.delete(task)
    process.send?.({ task, said } satisfies Told)
  })
  running.set(task, begun)
})
