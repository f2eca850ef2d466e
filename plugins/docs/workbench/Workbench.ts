/**
 * The port to where heavy work is done: reading megabytes and writing megabytes must not hold up requests. The default
 * is a small pool of threads; interrupting a run stops it.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { produce } from "./produce.ts"
import type { Task, WorkEvent } from "./Task.ts"
import { workOnText } from "./textWork.ts"

/** Runs tasks. What goes wrong is an event, so a run never fails. */
export class Workbench extends Context.Service<Workbench, { readonly run: (task: Task) => Stream.Stream<WorkEvent> }>()(
  "docs/Workbench"
) {
  /** On the calling thread, for programs without threads. Limits on time and memory do not hold here. */
  static readonly layerInline = Layer.succeed(Workbench, {
    run: (task) =>
      task.kind === "preview" || task.kind === "diff"
        ? Stream.sync(() => workOnText(task))
        : Stream.fromIterable({ [Symbol.iterator]: () => produce(task) })
  })
}
