/**
 * The workbench in a process of its own, which `NodeProcess` is: what is read there may be hostile, and what the platform does
 * about its memory would hold up requests here (decision 0059). The process starts with the first task; one that died is
 * replaced when the next task comes.
 */
import { fork, type ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { Pieces } from "../../../src/domain.ts"
import type { Doorbell } from "./Doorbell.ts"
import type { Asked, Said, Task, Told, WorkbenchLimits, WorkEvent } from "./Task.ts"
import { Workbench } from "./Workbench.ts"

export type { WorkbenchLimits }

/** What holds unless a host says otherwise. */
export const defaultLimits: WorkbenchLimits = { threads: 2, cpuMs: 5_000, taskMs: 60_000, memoryMb: 512 }

/** Starts the process with nothing of this one's: no settings that may be secret, and no options but how sources are found. */
const startProcess = (): ChildProcess =>
  fork(fileURLToPath(new URL("./NodeProcess.ts", import.meta.url)), [], {
    serialization: "advanced",
    env: {},
    execArgv: process.execArgv.filter((option) => option.startsWith("--conditions=")),
    stdio: "ignore"
  })

/** Receives the messages of one task; `undefined` when the process ended. */
type Listener = (said: Said | undefined) => void

/** One process and the tasks that it has. */
const startHost = (limits: WorkbenchLimits) => {
  const child = startProcess()
  const listeners = new Map<number, Listener>()
  /** A process that waits keeps no program alive. */
  const hold = () => {
    const method = listeners.size > 0 ? "ref" : "unref"
    child[method]()
    child.channel?.[method]()
  }
  const ended = () => {
    for (const listener of Array.from(listeners.values())) listener(undefined)
  }
  child.on("message", ({ said, task }: Told) => listeners.get(task)?.(said))
  child.once("exit", ended)
  child.once("error", ended)
  const ask = (asked: Asked) => {
    // That it ended meanwhile is heard from its end.
    if (child.connected) child.send(asked, () => {})
  }
  hold()
  ask({ ask: "start", limits })
  return {
    child,
    ask,
    listen: (task: number, listener: Listener) => {
      listeners.set(task, listener)
      hold()
      return () => {
        listeners.delete(task)
        hold()
      }
    }
  }
}

/** The process as tasks see it: started when it is needed, and anew when it has ended. */
const makeProcess = (limits: WorkbenchLimits) => {
  let current: ReturnType<typeof startHost> | undefined
  let tasks = 0
  const started = () => (current?.child.connected === true ? current : (current = startHost(limits)))
  return {
    prepare: () => started().ask({ ask: "prepare" }),
    begin: (listener: Listener) => {
      const [host, task] = [started(), tasks++]
      const leave = host.listen(task, listener)
      host.ask({ ask: "begin", task })
      return {
        post: (posted: Pieces.Posted<Task>) => host.ask({ ask: "post", task, posted }),
        drop: () => host.ask({ ask: "drop", task }),
        leave
      }
    },
    close: () => void current?.child.kill("SIGKILL")
  }
}

const brokenOff: WorkEvent = { type: "failed", failure: { code: "internal", message: "The work was broken off" } }

/** Runs a task, its events going into the queue. Drops it if it is interrupted before the task ends. */
const runOn = (process: ReturnType<typeof makeProcess>, task: Task, events: Queue.Queue<WorkEvent, Cause.Done>) =>
  Effect.callback<void>((resume) => {
    const assembly = new Pieces.Assembly<ReadonlyArray<WorkEvent>>()
    let ended = false
    const end = () => {
      ended = true
      begun.leave()
      resume(Effect.void)
    }
    const begun = process.begin((said) => {
      if (said === undefined) {
        Queue.offerUnsafe(events, brokenOff)
        return end()
      }
      if ("last" in said) return end()
      for (const event of assembly.read(said.posted) ?? []) Queue.offerUnsafe(events, event)
    })
    const posts = Pieces.inPieces(task)
    const postNext = () => {
      const next = posts.next()
      if (ended || next.done === true) return
      begun.post(next.value)
      setImmediate(postNext)
    }
    postNext()
    return Effect.sync(() => {
      ended = true
      begun.drop()
      begun.leave()
    })
  })

/** A workbench with these limits; with a doorbell it is ready sooner. */
export const layerWith = (limits: WorkbenchLimits, doorbell?: Doorbell): Layer.Layer<Workbench> =>
  Layer.effect(
    Workbench,
    Effect.gen(function* () {
      const process = yield* Effect.acquireRelease(
        Effect.sync(() => makeProcess(limits)),
        ({ close }) => Effect.sync(close)
      )
      if (doorbell !== undefined) {
        yield* Effect.acquireRelease(
          Effect.sync(() => doorbell.listen(process.prepare)),
          (leave) => Effect.sync(leave)
        )
      }
      const turn = Semaphore.makeUnsafe(limits.threads).withPermits(1)
      return {
        run: (task) =>
          // Events are the size of the document at most, and a thread cannot be told to wait.
          Stream.callback<WorkEvent>(
            (events) => Effect.andThen(turn(runOn(process, task, events)), Queue.end(events)),
            { bufferSize: Number.POSITIVE_INFINITY }
          )
      }
    })
  )

/** The workbench with the default limits. */
export const layer: Layer.Layer<Workbench> = layerWith(defaultLimits)
