/** A document from sources in one call, on the calling thread: for programs that need neither queue nor store. */
import type { GenerationReport } from "../model/GeneratedDocument.ts"
import { ruleText } from "../writer/Section.ts"
import { rulesWriter } from "../writer/Writer.ts"
import { produce } from "./produce.ts"
import type { GenerateTask, WorkFailure } from "./Task.ts"

/** A document, or why there is none. */
export type Generated =
  | { readonly kind: "made"; readonly title: string; readonly markdown: string; readonly report: GenerationReport }
  | { readonly kind: "failed"; readonly failure: WorkFailure }

/** Makes a document by the rules: the same text for the same sources and settings. */
export const generateDocument = (
  task: Pick<GenerateTask, "docType" | "sources"> & Partial<Pick<GenerateTask, "settings" | "context">>
): Generated => {
  let title = ""
  let markdown = ""
  let sections = 0
  for (const event of produce({ kind: "generate", settings: {}, context: [], ...task })) {
    if (event.type === "failed") return { kind: "failed", failure: event.failure }
    if (event.type === "outline") title = event.title
    if (event.type === "section") {
      markdown += ruleText(event.parts)
      sections += 1
    }
    if (event.type === "done") {
      return { kind: "made", title, markdown, report: { ...event.report, writers: { [rulesWriter]: sections } } }
    }
  }
  return { kind: "failed", failure: { code: "internal", message: "The work ended without a document" } }
}
