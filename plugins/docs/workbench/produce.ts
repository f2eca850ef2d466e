/** The whole pipeline on plain values: read the sources, plan, write. A generator, so that the first section is out early. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { compareModels } from "../diff/compareApis.ts"
import { maxWarnings } from "../model/Warning.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { ReadSource } from "../model/SourceModel.ts"
import { outputs } from "../outputs/outputs.ts"
import { limits } from "../sources/limits.ts"
import { roughAt } from "../sources/prose/readProse.ts"
import { readable, readSource } from "../sources/readers.ts"
import { refuseSource, SourceError } from "../sources/SourceError.ts"
import type { SectionPart } from "../writer/Section.ts"
import type { DocumentTask, GenerateTask, GivenSource, InspectTask, SourceInput, WorkEvent } from "./Task.ts"

/** A source that cannot be read, by the name that the client knows it by. */
export const failedBy = (error: unknown, source: GivenSource): WorkEvent => {
  if (!(error instanceof SourceError)) throw error
  return { type: "failed", failure: { ...error.failure, source: source.name } }
}

/** How a source is read: `readSource`, or one that remembers. */
export type Reader = (source: GivenSource, docType?: DocType) => ReadSource

/** Characters of the longest source that is remembered, so that a thread stays within its memory. */
const maxRemembered = 8 * 1024 * 1024

/** Reads, and remembers the last text: a source is mostly made into a document right after it was looked at. */
export const rememberingReader = (): Reader => {
  let last: { readonly source: SourceInput; readonly read: ReadSource } | undefined
  return (given, docType) => {
    const source = readable(given)
    if (last !== undefined && source.snapshot === undefined && last.source.content === source.content) {
      if (last.source.kind === source.kind || last.read.detected.kind === source.kind) return last.read
    }
    const read = readSource(source, docType)
    const isKept = source.snapshot === undefined && source.content.length <= maxRemembered
    last = isKept ? { source, read } : undefined
    return read
  }
}

const utf8 = new TextEncoder()

const inspect = ({ source }: InspectTask, reader: Reader): WorkEvent => {
  const { content } = source
  const bytes = typeof content === "string" ? utf8.encode(content) : content
  try {
    const { detected, warnings } = reader(source)
    return { type: "inspected", detected, warnings, sha256: bytesToHex(sha256(bytes)) }
  } catch (error) {
    return failedBy(error, source)
  }
}

const roughText =
  "This text is AsciiDoc, or Markdown with directives of reStructuredText, which are not read: their marks would stand among its words. Give it in Markdown"

const lengthOf = (parts: ReadonlyArray<SectionPart>): number =>
  parts.reduce((sum, part) => sum + (typeof part === "string" ? part : part.draft).length, 0)

function* generate(task: GenerateTask, reader: Reader): Generator<WorkEvent> {
  const sources: Array<ReadSource> = []
  for (const source of task.sources) {
    try {
      const read = reader(source, task.docType)
      const { model } = read
      const at = model.kind === "text" && task.docType !== "release-notes" ? roughAt(model.text) : -1
      if (at !== -1) throw refuseSource("parse_failed", roughText, { line: at + 1, column: 1 })
      sources.push(model.kind === "text" ? { ...read, model: { ...model, address: source.url } } : read)
    } catch (error) {
      return yield failedBy(error, source)
    }
  }
  const warnings = sources.flatMap((source) => source.warnings)
  const output = outputs[task.docType]
  const plan = output?.plan(
    sources.map(({ model }) => model),
    {
      settings: task.settings,
      context: task.context,
      baseline: task.baseline,
      warn: (warning) => void warnings.push(warning)
    }
  )
  if (plan === undefined) {
    const kinds = [...new Set(sources.map(({ detected }) => detected.kind))].join(", ")
    const message = `These sources (${kinds}) cannot become ${task.docType}`
    return yield { type: "failed", failure: { code: "unsupported_combination", message } }
  }
  if ("lacking" in plan) return yield { type: "failed", failure: { code: "material_required", message: plan.lacking } }
  yield {
    type: "outline",
    title: plan.title,
    sections: plan.sections.map(({ id, level, title }) => ({ id, level, title }))
  }
  let characters = 0
  for (const { id, write } of plan.sections) {
    const parts = write()
    characters += lengthOf(parts)
    if (characters > limits.documentCharacters) {
      const message = `The document would have more than ${limits.documentCharacters} characters`
      return yield { type: "failed", failure: { code: "limit_exceeded", message } }
    }
    yield { type: "section", id, parts }
  }
  const apis = sources.map(({ model }) => model).filter(({ kind }) => kind === "api")
  const model = task.docType === "api-reference" && apis.length > 0 ? { model: JSON.stringify(apis) } : {}
  const report = { ...plan.report(), warnings: warnings.slice(0, maxWarnings), writers: {} }
  yield { type: "done", report, ...model }
}

/** Makes a document, or looks at a source, step by step. Throws only on a bug of ours. */
export function* produce(task: DocumentTask, reader: Reader = readSource): Generator<WorkEvent> {
  if (task.kind === "inspect") yield inspect(task, reader)
  else if (task.kind === "compare") yield { type: "compared", changes: compareModels(task.from, task.to) }
  else yield* generate(task, reader)
}
