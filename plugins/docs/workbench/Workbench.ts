/**
 * The port to where heavy work is done: reading megabytes and writing megabytes must not hold up requests. The default
 * is a small pool of threads; interrupting a run stops it.
 */
import * as Context from "effect/Context"
import type * as Stream from "effect/Stream"
import type { Task, WorkEvent } from "./Task.ts"

/** Runs tasks. What goes wrong is an event, so a run never fails. */
export class Workbench extends Context.Service<Workbench, { readonly run: (task: Task) => Stream.Stream<WorkEvent> }>()(
  "docs/Workbench"
) {}
