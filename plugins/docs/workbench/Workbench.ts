/**
 * The port to where heavy work is done: reading megabytes and writing megabytes must not hold up requests. The default
 * is a small pool of threads; interrupting a run stops it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { isDocumentTask, workLater } from "./laterWork.ts"
import type { Task, WorkEvent } from "./Task.ts"

/** What a task takes is loaded with the first one: threads have loaded it for themselves. */
const eventsOf = (task: Task): Effect.Effect<Stream.Stream<WorkEvent>> =>
  isDocumentTask(task)
    ? Effect.map(
        Effect.promise(() => import("./produce.ts")),
        ({ produce }) => Stream.fromIterable({ [Symbol.iterator]: () => produce(task) })
      )
    : Effect.succeed(Stream.fromEffect(Effect.promise(() => workLater(task))))

/** Runs tasks. What goes wrong is an event, so a run never fails. */
export class Workbench extends Context.Service<Workbench, { readonly run: (task: Task) => Stream.Stream<WorkEvent> }>()(
  "docs/Workbench"
) {
  /** On the calling thread, for programs without threads. Limits on time and memory do not hold here. */
  static readonly layerInline = Layer.succeed(Workbench, {
    run: (task) => Stream.unwrap(eventsOf(task))
  })
}
