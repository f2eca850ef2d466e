/**
 * The workbench on threads of Node: a small pool, each thread with a limit on memory, each task with a limit on time. A
 * task that is interrupted or breaks a limit takes its thread with it, and nothing else.
 */
import { Worker } from "node:worker_threads"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { Pieces } from "../../../src/domain.ts"
import type { Doorbell } from "./Doorbell.ts"
import { threadMark, type Task, type WorkEvent, type WorkFailure } from "./Task.ts"
import { Workbench } from "./Workbench.ts"

/** Limits of the pool; all our choice. */
export interface WorkbenchLimits {
  /** Threads at a time: requests must keep a core of a small machine to themselves. */
  readonly threads: number
  /** Processor time of one task in milliseconds, where Node tells that of a thread. A 4 MB description takes about 2 s. */
  readonly cpuMs: number
  /** Longest task, in milliseconds of real time: the machine may be busy. */
  readonly taskMs: number
  /** Memory of one thread in MiB. A 4 MB description takes about 150. */
  readonly memoryMb: number
}

/** What holds unless a host says otherwise. */
export const defaultLimits: WorkbenchLimits = { threads: 2, cpuMs: 5_000, taskMs: 60_000, memoryMb: 512 }

/** How often the processor time of a task is looked at, in milliseconds. */
const lookMs = 250

interface Message {
  readonly events: ReadonlyArray<WorkEvent>
  readonly last: boolean
}

const failedWith = (code: WorkFailure["code"], message: string): WorkEvent => ({
  type: "failed",
  failure: { code, message }
})

const outOfMemory = (error: Error): boolean => (error as { readonly code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY"

const makePool = (limits: WorkbenchLimits) => {
  const idle: Array<Worker> = []
  let started = 0
  const start = () => {
    started += 1
    // It alone loads what documents are made with.
    const thread = new Worker(new URL("./NodeThread.ts", import.meta.url), {
      name: "docs",
      workerData: threadMark,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb }
    })
    // A thread that waits keeps no program alive.
    thread.unref()
    return thread
  }
  return {
    /** Starts the first thread before there is work for it: its modules take longer to load than a request to read. */
    prepare: () => {
      if (started === 0) idle.push(start())
    },
    take: () => {
      // A thread that died while it waited has no id any more.
      for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) if (thread.threadId > 0) return thread
      return start()
    },
    giveBack: (thread: Worker) => void idle.push(thread),
    /** Threads that wait. One that works belongs to its task, which ends it. */
    close: () => Promise.all(idle.splice(0).map((thread) => thread.terminate()))
  }
}

type Pool = ReturnType<typeof makePool>

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

/** Runs a task on a thread, its events going into the queue. Ends the thread if it is interrupted before the task ends. */
const runOn = (pool: Pool, limits: WorkbenchLimits, task: Task, events: Queue.Queue<WorkEvent, Cause.Done>) =>
  Effect.callback<void>((resume) => {
    const thread = pool.take()
    const listeners = {
      message: (message: Message) => {
        for (const event of message.events) Queue.offerUnsafe(events, event)
        if (!message.last) return
        release()
        pool.giveBack(thread)
        resume(Effect.void)
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
      thread.unref()
    }
    const drop = () => {
      release()
      // What a dying thread still says is nobody's concern.
      thread.on("error", () => {})
      void thread.terminate()
    }
    const giveUp = (event: WorkEvent) => {
      drop()
      Queue.offerUnsafe(events, event)
      resume(Effect.void)
    }
    const timer = setTimeout(
      () => giveUp(failedWith("timeout", `The work took longer than ${limits.taskMs / 1_000} s and was stopped`)),
      limits.taskMs
    )
    const unwatch = watchCpu(thread, limits.cpuMs, () => {
      // A look may come back after the end of the task.
      if (ended) return
      giveUp(failedWith("limit_exceeded", `The work takes more than ${limits.cpuMs / 1_000} s of processor time`))
    })
    for (const [name, listener] of Object.entries(listeners)) thread.on(name, listener)
    const posts = Pieces.inPieces(task)
    const postNext = () => {
      const next = posts.next()
      if (ended || next.done === true) return
      thread.postMessage(next.value, Pieces.handedOver(next.value))
      setImmediate(postNext)
    }
    thread.ref()
    postNext()
    return Effect.sync(drop)
  })

/** A workbench with these limits; with a doorbell it is ready sooner. */
export const layerWith = (limits: WorkbenchLimits, doorbell?: Doorbell): Layer.Layer<Workbench> =>
  Layer.effect(
    Workbench,
    Effect.gen(function* () {
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => makePool(limits)),
        (pool) => Effect.promise(() => pool.close())
      )
      if (doorbell !== undefined) {
        yield* Effect.acquireRelease(
          Effect.sync(() => doorbell.listen(pool.prepare)),
          (leave) => Effect.sync(leave)
        )
      }
      const turn = Semaphore.makeUnsafe(limits.threads).withPermits(1)
      return {
        run: (task) =>
          // Events are the size of the document at most, and a thread cannot be told to wait.
          Stream.callback<WorkEvent>(
            (events) => Effect.andThen(turn(runOn(pool, limits, task, events)), Queue.end(events)),
            { bufferSize: Number.POSITIVE_INFINITY }
          )
      }
    })
  )

/** The workbench with the default limits. */
export const layer: Layer.Layer<Workbench> = layerWith(defaultLimits)
