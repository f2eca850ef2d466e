/** Sends a task to the workbench for its one answer. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { DocsRefused } from "../errors.ts"
import type { Task, WorkEvent, WorkFailure } from "./Task.ts"
import { Workbench } from "./Workbench.ts"

const refusedBy = ({ code, message, source }: WorkFailure): DocsRefused =>
  new DocsRefused({ code, message: source === undefined ? message : `${source}: ${message}` })

/** The answer of this type. Fails with `DocsRefused` where the task breaks a limit or cannot read what it was given. */
export const work = Effect.fnUntraced(function* <Type extends WorkEvent["type"]>(
  task: Task,
  wanted: Type,
  refuse: (failure: WorkFailure) => DocsRefused = refusedBy
) {
  const workbench = yield* Workbench
  const events = yield* Stream.runCollect(workbench.run(task))
  for (const event of events) {
    if (event.type === wanted) return event as Extract<WorkEvent, { readonly type: Type }>
    if (event.type === "failed") return yield* refuse(event.failure)
  }
  return yield* Effect.die(new Error("The workbench ended without an answer"))
})
