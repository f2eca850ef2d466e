/** Makes a document: sends the task to the workbench, lets the writer fill prose, and tells the live draft every step. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type {
  DocumentSection,
  GeneratedDocument,
  GenerationReport,
  SectionOutline
} from "../model/GeneratedDocument.ts"
import { maxWarnings, type Warning } from "../model/Warning.ts"
import { sha256Of } from "../sha256.ts"
import { LiveDrafts, type LiveDraft } from "../workbench/LiveDrafts.ts"
import type { GenerateTask, WorkFailure } from "../workbench/Task.ts"
import { Workbench } from "../workbench/Workbench.ts"
import type { SectionPart } from "../writer/Section.ts"
import { rulesWriter, Writer } from "../writer/Writer.ts"
import { sectionEvents, startedEvent } from "./DraftEvent.ts"
import type { Generation } from "./Generation.ts"

/** The workbench could not make the document. */
export class DraftingFailed extends Data.TaggedError("DraftingFailed")<{ readonly failure: WorkFailure }> {}

/** What has been made so far. */
interface Progress {
  title: string
  outline: ReadonlyMap<string, SectionOutline>
  readonly sections: Array<DocumentSection>
  readonly texts: Array<string>
  readonly warnings: Array<Warning>
  report: GenerationReport | undefined
  model: string | undefined
}

const fill = Effect.fnUntraced(function* (parts: ReadonlyArray<SectionPart>, warnings: Array<Warning>) {
  const writer = yield* Writer
  let text = ""
  let author = rulesWriter
  for (const part of parts) {
    if (typeof part === "string") {
      text += part
      continue
    }
    const filled = yield* writer.fill(part)
    if (filled.fallback === undefined) author = filled.writer
    else if (warnings.length < maxWarnings) {
      const message = `The section "${part.input.title}" was written by the rules: ${filled.fallback}`
      warnings.push({ code: "writer_fallback", message })
    }
    text += filled.text
  }
  return { text, author }
})

const countWriters = (sections: ReadonlyArray<DocumentSection>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { writer } of sections) counts[writer] = (counts[writer] ?? 0) + 1
  return counts
}

const documentOf = (generation: Generation, progress: Progress, report: GenerationReport): GeneratedDocument => ({
  docType: generation.docType,
  title: progress.title,
  sections: progress.sections,
  markdown: progress.texts.join(""),
  ...(progress.model === undefined ? {} : { model: progress.model }),
  report: {
    ...report,
    warnings: [...report.warnings, ...progress.warnings].slice(0, maxWarnings),
    writers: countWriters(progress.sections)
  }
})

/** Makes the document of a generation, with its live draft growing. Fails with `DraftingFailed`. */
export const makeDocument = Effect.fnUntraced(function* (
  generation: Generation,
  task: GenerateTask,
  draft: LiveDraft
): Effect.fn.Return<GeneratedDocument, DraftingFailed, LiveDrafts | Workbench | Writer> {
  const drafts = yield* LiveDrafts
  const workbench = yield* Workbench
  const progress: Progress = {
    title: "",
    outline: new Map(),
    sections: [],
    texts: [],
    warnings: [],
    report: undefined,
    model: undefined
  }
  yield* Stream.runForEach(
    workbench.run(task),
    Effect.fnUntraced(function* (event) {
      switch (event.type) {
        case "outline": {
          progress.title = event.title
          progress.outline = new Map(event.sections.map((section) => [section.id, section]))
          draft.sections = { done: 0, total: event.sections.length }
          return drafts.append(draft, [startedEvent(generation, event.sections)])
        }
        case "section": {
          const outline = progress.outline.get(event.id)
          if (outline === undefined) return yield* Effect.die(new Error(`No outline for the section ${event.id}`))
          const { author, text } = yield* fill(event.parts, progress.warnings)
          const section = { ...outline, length: text.length, sha256: sha256Of(text), writer: author }
          progress.sections.push(section)
          progress.texts.push(text)
          draft.sections = { ...draft.sections, done: progress.sections.length }
          return drafts.append(draft, sectionEvents(section, text))
        }
        case "failed":
          return yield* new DraftingFailed({ failure: event.failure })
        case "done":
          progress.report = event.report
          progress.model = event.model
          return
        default:
      }
    })
  )
  if (progress.report === undefined) return yield* Effect.die(new Error("The workbench ended without a report"))
  return documentOf(generation, progress, progress.report)
})
