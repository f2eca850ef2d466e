/** Work on finished texts: a page of one, the difference of two. Loaded when there is some, since making documents needs none of it. */
import { diffTexts, unifiedDiff } from "../diff/textDiff.ts"
import { previewOf } from "../documents/preview.ts"
import type { TextTask, WorkEvent } from "./Task.ts"

// What a text begins with belongs to it, also a mark of its byte order.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

export const workOnText = (task: TextTask): WorkEvent => {
  if (task.kind === "preview") return { type: "rendered", text: previewOf(task.title, utf8.decode(task.markdown)) }
  const [from, to] = [utf8.decode(task.from), utf8.decode(task.to)]
  if (task.path !== undefined) return { type: "rendered", text: unifiedDiff(task.path, from, to) }
  return { type: "differed", diff: diffTexts(from, to) }
}
