/** Work whose code is loaded with the first task of its kind: documents are begun without it. */
import type { Reader } from "./produce.ts"
import type { DocumentTask, Task, WorkEvent } from "./Task.ts"

/** Whether a task makes or reads documents, which is loaded from the start. */
export const isDocumentTask = (task: Task): task is DocumentTask =>
  task.kind === "generate" || task.kind === "inspect" || task.kind === "compare"

/** Does any other task. */
export const workLater = async (task: Exclude<Task, DocumentTask>, reader?: Reader): Promise<WorkEvent> => {
  if (task.kind === "preview" || task.kind === "diff") return (await import("./textWork.ts")).workOnText(task)
  return (await import("./proseWork.ts")).workOnProse(task, reader)
}
