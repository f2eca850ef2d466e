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
import type { Asked, Said, Task, Told, WorkbenchLimits, WorkEvent, WorkFailure } from "./Task.ts"
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

/** The process ended under a task. */
interface Ended {
  /** It aborted, as V8 does when memory runs out and it cannot stop one thread alone. */
  readonly aborted: boolean
}

/** Receives the messages of one task, the end of the process last. */
type Listener = (said: Said | Ended) => void

/** One process and the tasks that it has. */
const startHost = (limits: WorkbenchLimits) => {
  const child = startProcess()
  const listeners = new Map<number, Listener>()
  let over = false
  /** A process that waits keeps no program alive. */
  const hold = () => {
    const method = listeners.size > 0 ? "ref" : "unref"
    child[method]()
    child.channel?.[method]()
  }
  const ended = (signal?: NodeJS.Signals | null) => {
    over = true
    for (const listener of Array.from(listeners.values())) listener({ aborted: signal === "SIGABRT" })
  }
  child.on("message", ({ said, task }: Told) => listeners.get(task)?.(said))
  child.once("exit", (_, signal) => ended(signal))
  child.once("error", () => ended())
  const ask = (asked: Asked) => {
    // That it ended meanwhile is heard from its end.
    if (child.connected) child.send(asked, () => {})
  }
  hold()
  ask({ ask: "start", limits })
  return {
    child,
    ask,
    /** Its end may be heard before that of its channel, and the other way around: neither takes another task. */
    takesTasks: () => !over && child.connected,
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
  const started = () => (current?.takesTasks() === true ? current : (current = startHost(limits)))
  return {
    prepare: () => started().ask({ ask: "prepare" }),
    /** Begins a task; `own`: in a process of its own, which ends with it. */
    begin: (listener: Listener, own: boolean) => {
      const [host, task] = [own ? startHost(limits) : started(), tasks++]
      const forget = host.listen(task, listener)
      const leave = () => {
        forget()
        if (own) host.child.kill("SIGKILL")
      }
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

const failedWith = (code: WorkFailure["code"], message: string): WorkEvent => ({
  type: "failed",
  failure: { code, message }
})

/**
 * Runs a task, its events going into the queue. Drops it if it is interrupted before the task ends. When the process aborts, which
 * task is to blame is not known: each that has told nothing yet runs once more, in a process of its own.
 */
const runOn = (
  process: ReturnType<typeof makeProcess>,
  memoryMb: number,
  task: Task,
  events: Queue.Queue<WorkEvent, Cause.Done>
) =>
  Effect.callback<void>((resume) => {
    let stop = () => {}
    const attempt = (own: boolean) => {
      const assembly = new Pieces.Assembly<ReadonlyArray<WorkEvent>>()
      let [ended, heard] = [false, false]
      const begun = process.begin((said) => {
        if ("aborted" in said) {
          end()
          if (said.aborted && !own && !heard) return attempt(true)
          const tooMuch = `The work aborted its process, as it does when a source needs more than ${memoryMb} MiB of memory`
          const failure =
            said.aborted && own
              ? failedWith("limit_exceeded", tooMuch)
              : failedWith("internal", "The work was broken off")
          Queue.offerUnsafe(events, failure)
          return resume(Effect.void)
        }
        heard = true
        if ("last" in said) {
          end()
          return resume(Effect.void)
        }
        for (const event of assembly.read(said.posted) ?? []) Queue.offerUnsafe(events, event)
      }, own)
      const end = () => {
        ended = true
        begun.leave()
      }
      stop = () => {
        begun.drop()
        end()
      }
      const posts = Pieces.inPieces(task)
      const postNext = () => {
        const next = posts.next()
        if (ended || next.done === true) return
        begun.post(next.value)
        setImmediate(postNext)
      }
      postNext()
    }
    attempt(false)
    return Effect.sync(() => stop())
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
      const ofThreads = () => Semaphore.makeUnsafe(limits.threads).withPermits(1)
      const turn = ofThreads()
      // Documents stand in a line of their own: many of them hold up no request.
      const line = ofThreads()
      return {
        run: (task) =>
          // Events are the size of the document at most, and a thread cannot be told to wait.
          Stream.callback<WorkEvent>(
            (events) => {
              const worked = turn(runOn(process, limits.memoryMb, task, events))
              return Effect.andThen(task.kind === "generate" ? line(worked) : worked, Queue.end(events))
            },
            { bufferSize: Number.POSITIVE_INFINITY }
          )
      }
    })
  )
