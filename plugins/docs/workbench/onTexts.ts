/** Work on finished texts for a request: short ones at once, long ones on the workbench, so that nobody else waits. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { DocsRefused } from "../errors.ts"
import type { TextTask, WorkEvent } from "./Task.ts"
import { workLater } from "./laterWork.ts"
import { Workbench } from "./Workbench.ts"

/** Bytes up to which a text is worked on at once: a few milliseconds, whatever it holds. Our choice. */
const shortBytes = 5_000

const lengthOf = (task: TextTask): number =>
  task.kind === "preview" ? task.markdown.length : task.from.length + task.to.length

const eventOf = Effect.fnUntraced(function* (task: TextTask): Effect.fn.Return<WorkEvent, DocsRefused, Workbench> {
  if (lengthOf(task) <= shortBytes) {
    // Loaded with the first text, not with the program.
    return yield* Effect.promise(() => workLater(task))
  }
  const [event] = yield* Stream.runCollect((yield* Workbench).run(task))
  if (event === undefined) return yield* Effect.die(new Error("The workbench said nothing of a text"))
  if (event.type !== "failed") return event
  return yield* new DocsRefused({ code: event.failure.code, message: event.failure.message })
})

/** The text that comes of a task. Fails with `DocsRefused` where it takes too long or too much memory. */
export const textOf = (task: TextTask) =>
  Effect.map(eventOf(task), (event) => (event.type === "rendered" ? event.text : ""))

/** What changed between two texts, by sections. Fails as `textOf` does. */
export const diffOf = (from: Uint8Array, to: Uint8Array) =>
  Effect.flatMap(eventOf({ kind: "diff", from, to }), (event) =>
    event.type === "differed" ? Effect.succeed(event.diff) : Effect.die(new Error("The workbench gave no difference"))
  )
