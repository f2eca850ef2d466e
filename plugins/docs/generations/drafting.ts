/** Makes a document: sends the task to the workbench, lets the writer fill prose, and tells the live draft every step. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type {
  DocumentSection,
  GeneratedDocument,
  GenerationReport,
  ModelUsage,
  SectionOutline
} from "../model/GeneratedDocument.ts"
import { maxWarnings, type Warning } from "../model/Warning.ts"
import { sha256Of } from "../sha256.ts"
import { LiveDrafts, type LiveDraft } from "../workbench/LiveDrafts.ts"
import type { GenerateTask, WorkEvent, WorkFailure } from "../workbench/Task.ts"
import { Workbench } from "../workbench/Workbench.ts"
import type { SectionPart } from "../writer/Section.ts"
import { rulesWriter, Writer, type DocumentWriter } from "../writer/Writer.ts"
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

/** A section with its prose. */
interface Written {
  readonly text: string
  readonly author: string
  readonly warnings: ReadonlyArray<Warning>
}

const write = Effect.fnUntraced(function* (parts: ReadonlyArray<SectionPart>, prose: DocumentWriter) {
  const warnings: Array<Warning> = []
  let text = ""
  let author = rulesWriter
  for (const part of parts) {
    if (typeof part === "string") {
      text += part
      continue
    }
    const filled = yield* prose.fill(part)
    if (filled.fallback === undefined) author = filled.writer
    else {
      const message = `The section "${part.input.title}" was written by the rules: ${filled.fallback}`
      warnings.push({ code: "writer_fallback", message })
    }
    text += filled.text
  }
  return { text, author, warnings } satisfies Written
})

/** A step of the work with its prose. */
type Step =
  | Exclude<WorkEvent, { readonly type: "section" }>
  | { readonly type: "section"; readonly id: string; readonly written: Written }

/** Events in their order, sections with their prose. Writers that can work at several sections do. */
const withProse = (events: Stream.Stream<WorkEvent>, prose: DocumentWriter, concurrency: number) =>
  Stream.mapEffect(
    events,
    (event): Effect.Effect<Step> =>
      event.type === "section"
        ? Effect.map(write(event.parts, prose), (written) => ({ type: event.type, id: event.id, written }))
        : Effect.succeed(event),
    { concurrency }
  )

const countWriters = (sections: ReadonlyArray<DocumentSection>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { writer } of sections) counts[writer] = (counts[writer] ?? 0) + 1
  return counts
}

const documentOf = (
  generation: Generation,
  progress: Progress,
  { report, usage }: { readonly report: GenerationReport; readonly usage: ModelUsage | undefined }
): GeneratedDocument => ({
  docType: generation.docType,
  title: progress.title,
  sections: progress.sections,
  markdown: progress.texts.join(""),
  ...(progress.model === undefined ? {} : { model: progress.model }),
  report: {
    ...report,
    warnings: [...report.warnings, ...progress.warnings].slice(0, maxWarnings),
    writers: countWriters(progress.sections),
    ...(usage === undefined ? {} : { usage })
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
  const writer = yield* Writer
  const prose = yield* writer.begin
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
    withProse(workbench.run(task), prose, writer.concurrency),
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
          const { author, text, warnings } = event.written
          progress.warnings.push(...warnings.slice(0, maxWarnings - progress.warnings.length))
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
  return documentOf(generation, progress, { report: progress.report, usage: prose.spent() })
})
