/**
 * A small pool of threads, each with a limit on memory, each task with limits on time. A task that is dropped or breaks a limit
 * takes its thread with it, and nothing else. Plain Node without the engine: it is what the process of the workbench runs.
 */
import { Worker } from "node:worker_threads"
import type { Pieces } from "../../../src/domain.ts"
import { threadMark, type Said, type Task, type WorkbenchLimits, type WorkFailure } from "./Task.ts"

/** How often the processor time of a task is looked at, in milliseconds. */
const lookMs = 250

const failedWith = (code: WorkFailure["code"], message: string): Said => ({
  posted: [{ type: "failed", failure: { code, message } }]
})

const outOfMemory = (error: Error): boolean => (error as { readonly code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY"

/** Calls `exceeded` when a thread has taken this much processor time from now on. The answer ends the watch. */
const watchCpu = (thread: Worker, cpuMs: number, exceeded: () => void): (() => void) => {
  // Older versions of Node do not tell it: there the real time alone is bounded.
  if (typeof thread.cpuUsage !== "function") return () => {}
  const used = () => thread.cpuUsage().then(({ system, user }) => (system + user) / 1_000)
  let begun: number | undefined
  const look = () =>
    void used().then(
      (now) => {
        begun ??= now
        if (now - begun > cpuMs) exceeded()
      },
      // The thread ended meanwhile.
      () => {}
    )
  look()
  const timer = setInterval(look, lookMs)
  return () => clearInterval(timer)
}

export interface Run {
  /** Gives the thread its task, whole or in pieces. */
  readonly post: (posted: Pieces.Posted<Task>) => void
  /** Ends the thread; `say` is not called again. */
  readonly drop: () => void
}

/** Threads that wait, and how one is started. One that works belongs to its task, which ends it. */
const makeStock = (memoryMb: number) => {
  const idle: Array<Worker> = []
  let started = 0
  const start = () => {
    started += 1
    // It alone loads what documents are made with.
    return new Worker(new URL("./NodeThread.ts", import.meta.url), {
      name: "docs",
      workerData: threadMark,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb }
    })
  }
  return {
    take: () => {
      // A thread that died while it waited has no id any more.
      for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) if (thread.threadId > 0) return thread
      return start()
    },
    giveBack: (thread: Worker) => void idle.push(thread),
    /** Starts the first thread before there is work for it: its modules take longer to load than a request to read. */
    prepare: () => {
      if (started === 0) idle.push(start())
    }
  }
}

/** Threads for any number of tasks at a time: the caller bounds them. */
export const makeThreads = (limits: WorkbenchLimits) => {
  const { giveBack, prepare, take } = makeStock(limits.memoryMb)

  /** Begins a task; `say` hears what comes of it, the end last. */
  const begin = (say: (said: Said) => void): Run => {
    const thread = take()
    const listeners = {
      message: (said: Said) => {
        if ("last" in said) {
          release()
          giveBack(thread)
        }
        say(said)
      },
      error: (error: Error) =>
        giveUp(
          outOfMemory(error)
            ? failedWith("limit_exceeded", `The source needs more than ${limits.memoryMb} MiB of memory`)
            : failedWith("internal", "The work was broken off by an error of ours")
        ),
      exit: () => giveUp(failedWith("internal", "The work was broken off"))
    }
    let ended = false
    const release = () => {
      ended = true
      clearTimeout(timer)
      unwatch()
      for (const [name, listener] of Object.entries(listeners)) thread.off(name, listener)
    }
    const drop = () => {
      if (ended) return
      release()
      // What a dying thread still says is nobody's concern.
      thread.on("error", () => {})
      void thread.terminate()
    }
    const giveUp = (failure: Said) => {
      if (ended) return
      drop()
      say(failure)
      say({ last: true })
    }
    const timer = setTimeout(
      () => giveUp(failedWith("timeout", `The work took longer than ${limits.taskMs / 1_000} s and was stopped`)),
      limits.taskMs
    )
    // A look may come back after the end of the task.
    const unwatch = watchCpu(thread, limits.cpuMs, () =>
      giveUp(failedWith("limit_exceeded", `The work takes more than ${limits.cpuMs / 1_000} s of processor time`))
    )
    for (const [name, listener] of Object.entries(listeners)) thread.on(name, listener)
    return { post: (posted) => void (ended || thread.postMessage(posted)), drop }
  }

  return { begin, prepare }
}
