/** Work on finished texts for a request: short ones at once, long ones on the workbench, so that nobody else waits. */
import * as Effect from "effect/Effect"
import { workLater } from "./laterWork.ts"
import type { TextTask, WorkEvent } from "./Task.ts"
import { work } from "./work.ts"

/** Bytes up to which a text is worked on at once: a few milliseconds, whatever it holds. Our choice. */
const shortBytes = 5_000

const isShort = (task: TextTask): boolean =>
  (task.kind === "preview" ? task.markdown.length : task.from.length + task.to.length) <= shortBytes

type Answer<Type> = Extract<WorkEvent, { readonly type: Type }>

/** The answer of this type. Its code is loaded with the first text, not with the program. */
const onText = <Type extends "rendered" | "differed">(task: TextTask, wanted: Type) =>
  isShort(task) ? Effect.promise(() => workLater(task) as Promise<Answer<Type>>) : work(task, wanted)

/** The text that comes of a task. Fails with `DocsRefused` where it takes too long or too much memory. */
export const textOf = (task: TextTask) => Effect.map(onText(task, "rendered"), ({ text }) => text)

/** What changed between two texts, by sections. Fails as `textOf` does. */
export const diffOf = (from: Uint8Array, to: Uint8Array) =>
  Effect.map(onText({ kind: "diff", from, to }, "differed"), ({ diff }) => diff)
