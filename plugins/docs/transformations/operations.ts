/**
 * Transforms selected text (decisions docs 4.5): the rules always make a draft, from the text and its sources; another writer
 * may do better, as long as nothing is lost and nothing invented.
 */
import * as Effect from "effect/Effect"
import { noChange, once, type CallerShape, type Plan, type VersionConflict } from "../../../src/plugin.ts"
import { readTerms } from "../context/understand.ts"
import { checkContext, contextOf } from "../context/operations.ts"
import * as documents from "../documents/operations.ts"
import { DocsRefused, invalid } from "../errors.ts"
import type { Reader } from "../finding.ts"
import { gatherSources } from "../generations/gather.ts"
import { planned } from "../keep.ts"
import * as projects from "../projects/operations.ts"
import type { Project } from "../projects/Project.ts"
import { sha256Of } from "../sha256.ts"
import { work } from "../workbench/work.ts"
import { rulesWriter, Writer } from "../writer/Writer.ts"
import {
  maxSources,
  warningOf,
  type TextEdit,
  type TransformationKind,
  type TransformInput,
  type TransformOutput,
  type TransformWarning
} from "./Transformation.ts"
import type { RuleInput, TextFigures } from "./transformText.ts"

/** What a client asks for. Offsets are UTF-16 units of `text`. */
export interface TransformRequest {
  readonly text: string
  readonly kind: TransformationKind
  readonly context?:
    | {
        readonly documentId?: string | undefined
        readonly before?: string | undefined
        readonly after?: string | undefined
        readonly sourceIds?: ReadonlyArray<string> | undefined
        /** Glossaries whose terms may be explained, beside those of the document's project. */
        readonly contextDocumentIds?: ReadonlyArray<string> | undefined
      }
    | undefined
  readonly selection?: { readonly start: number; readonly end: number } | undefined
  readonly tone?: string | undefined
  readonly audience?: string | undefined
}

/** What came of it. `result` is all of the text; `edits` lead to it. */
export interface Transformed {
  readonly kind: TransformationKind
  readonly result: string
  readonly changed: boolean
  readonly edits: ReadonlyArray<TextEdit>
  /** Figures of the selection. */
  readonly metrics: { readonly before: TextFigures; readonly after: TextFigures }
  readonly warnings: ReadonlyArray<TransformWarning>
  /** Who made it. */
  readonly writer: string
  /** Of a result that was applied to a document. */
  readonly versionId?: string
}

/** Characters of a selection. Our choice: a long chapter. */
export const maxSelection = 100_000

const splitsPair = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.charAt(at)) && at > 0

const selectionOf = Effect.fnUntraced(function* ({ selection, text }: TransformRequest) {
  const { end, start } = selection ?? { start: 0, end: text.length }
  if (start > end || end > text.length) return yield* invalid("selection", "selection must lie within the text")
  if (splitsPair(text, start) || splitsPair(text, end)) {
    return yield* invalid("selection", "selection must not begin or end inside a character")
  }
  const selected = text.slice(start, end)
  if (selected.trim() === "") return yield* invalid("selection", "there is no text to transform")
  if (selected.length > maxSelection) {
    const message = `A selection may have at most ${maxSelection} characters`
    return yield* new DocsRefused({ code: "limit_exceeded", message })
  }
  return { start, end, selected }
})

/** The project of the document that the text is from, if it is of one and still there. */
const projectOf = Effect.fnUntraced(function* (caller: Reader, { context }: TransformRequest) {
  if (context?.documentId === undefined) return undefined
  const { projectId } = yield* documents.retrieve(caller, context.documentId)
  if (projectId === null) return undefined
  return yield* projects.retrieve(caller, projectId).pipe(Effect.catchTag("NotFound", () => Effect.succeed(undefined)))
})

/** Terms of the glossaries that are named, and of the project's. */
const glossaryFor = Effect.fnUntraced(function* (
  caller: Reader,
  { context }: TransformRequest,
  project: Project | undefined
) {
  const named = context?.contextDocumentIds ?? []
  yield* checkContext(caller, named, "context.contextDocumentIds")
  const ids = [...new Set([...named, ...(project?.contextDocumentIds ?? [])])]
  return yield* readTerms(yield* contextOf(caller, ids))
})

/** Sources by their ids, else the newest of the document's project that are kept as texts, and whether it has more. */
const sourcesFor = Effect.fnUntraced(function* (
  caller: Reader,
  { context }: TransformRequest,
  project: Project | undefined
) {
  if (context?.sourceIds !== undefined) {
    for (const id of context.sourceIds) yield* projects.retrieveSource(caller, id)
    const named = yield* gatherSources(caller, { sourceIds: context.sourceIds, docType: "api-reference" })
    return { sources: named, isPart: false }
  }
  if (project === undefined) return { sources: [], isPart: false }
  const { data, hasMore } = yield* projects.listSources(caller, project.id, { limit: maxSources, cursor: undefined })
  const kept = data.filter(({ url }) => url === null).map(({ id }) => id)
  return { sources: yield* gatherSources(caller, { sourceIds: kept, docType: "api-reference" }), isPart: hasMore }
})

/** The writer's own text where there is a writer and its text keeps to the facts, else the rules' draft. */
const written = Effect.fnUntraced(function* (input: TransformInput) {
  const writer = yield* Writer
  const { draft } = input
  const byRules = Effect.fnUntraced(function* (reason?: string) {
    const { figures } = yield* work({ kind: "judge", input, text: draft.text }, "judged")
    const warnings = reason === undefined ? draft.warnings : [...draft.warnings, warningOf("writer_fallback", reason)]
    return { output: { ...draft, warnings } satisfies TransformOutput, figures, writer: rulesWriter }
  })
  if (writer.transform === undefined) return yield* byRules()
  const made = yield* writer.transform(input).pipe(
    Effect.catch(({ message }) => Effect.succeed(message)),
    // A bug of a host's writer: its text could say anything, so it is not told.
    Effect.catchDefect(() => Effect.succeed("the writer failed"))
  )
  if (typeof made === "string") return yield* byRules(made)
  if (made === draft || made.text === draft.text) return yield* byRules()
  const { figures, refusal } = yield* work({ kind: "judge", input, text: made.text }, "judged")
  return refusal === undefined ? { output: made, figures, writer: writer.name } : yield* byRules(refusal)
})

/** What a transformation that adds needs, where nothing is known that it could add. */
const missingMaterial: { readonly [K in TransformationKind]?: string } = {
  expand:
    "Nothing is known of what this text names: name sources in context.sourceIds or glossaries in context.contextDocumentIds that speak of it, or set up a language model",
  add_example:
    "Nothing is known to make an example of: name the API description of an operation or schema that the text names in context.sourceIds, or set up a language model",
  add_troubleshooting:
    "No causes are known: name the API description of an operation that the text names in context.sourceIds, write codes with their meaning into the text, or set up a language model"
}

/** Edits of the selection as edits of the text. A text that was written anew is one edit. */
const editsIn = (input: TransformInput, output: TransformOutput, start: number): ReadonlyArray<TextEdit> => {
  if (output.text === input.text) return []
  const anew = { start: 0, end: input.text.length, replacement: output.text, reason: "Written anew" }
  return (output.edits ?? [anew]).map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start }))
}

/** Transforms. Fails with `NotFound` for what is named and not there, and `DocsRefused`. */
const make = Effect.fnUntraced(function* (caller: Reader, request: TransformRequest) {
  const { end, selected, start } = yield* selectionOf(request)
  const { audience = "developer", context, kind, text, tone = "neutral" } = request
  const project = yield* projectOf(caller, request)
  const { isPart, sources } = yield* sourcesFor(caller, request, project)
  const glossary = yield* glossaryFor(caller, request, project)
  const before = `${context?.before ?? ""}${text.slice(0, start)}`
  const after = `${text.slice(end)}${context?.after ?? ""}`
  const ruleInput: RuleInput = { kind, text: selected, before, after, audience, tone, glossary }
  const { result } = yield* work({ kind: "transform", input: ruleInput, sources }, "transformed")
  const input: TransformInput = { ...ruleInput, ...result }
  const { figures, output, writer } = yield* written(input)
  if (output.text === selected && output.warnings.some(({ code }) => code === "no_supporting_facts")) {
    return yield* new DocsRefused({ code: "material_required", message: missingMaterial[kind] ?? "" })
  }
  return {
    kind,
    result: text.slice(0, start) + output.text + text.slice(end),
    changed: output.text !== selected,
    edits: editsIn(input, output, start),
    metrics: figures,
    warnings: isPart ? [...output.warnings, warningOf("sources_left_out")] : output.warnings,
    writer
  } satisfies Transformed
})

const conflict = (message: string) => new DocsRefused({ code: "conflict", message })

/** The document's text with the result in place of the text that was sent. Fails with `DocsRefused` where that is unclear. */
const placedIn = (content: string, { context, text }: TransformRequest, result: string) => {
  if (content === text) return Effect.succeed(result)
  const around = [context?.before ?? "", context?.after ?? ""] as const
  const needle = around[0] + text + around[1]
  const at = content.indexOf(needle)
  if (at < 0) return Effect.fail(conflict("The document does not hold this text any more. Read it and try again"))
  if (content.indexOf(needle, at + 1) >= 0) {
    return Effect.fail(conflict("The document holds this text more than once: send what stands before or after it"))
  }
  const start = at + around[0].length
  return Effect.succeed(content.slice(0, start) + result + content.slice(start + text.length))
}

/** The plan of a result that takes its place in a document. Fails where it cannot be placed. */
const placed = Effect.fnUntraced(function* (caller: Reader, request: TransformRequest, made: Transformed) {
  const found = yield* documents.stored(caller, request.context!.documentId!)
  const { document } = found
  const { content } = yield* documents.retrieveVersion(caller, document.latestVersionId)
  const text = yield* placedIn(content, request, made.result)
  const { docType, projectId, title } = document
  const of = { docType, projectId, title, sha256: sha256Of(text), sections: [], report: null, generationId: null }
  const prepared = yield* documents.prepareVersion(
    caller,
    { ...of, author: "transformation" },
    { content: text, document: found }
  )
  return yield* planned(caller, { outcome: { ...made, versionId: prepared.versionId }, writes: prepared.writes })
})

/**
 * Transforms a text; with `isApplied` the result is saved as a version of its document. It is made once, however often its
 * place has to be looked for. Fails as `make`, and where it cannot be placed.
 */
export const transform = (caller: CallerShape, request: TransformRequest, isApplied: boolean) => {
  const transformed = once(make(caller, request))
  return Effect.gen(function* () {
    if (isApplied && request.context?.documentId === undefined) {
      return yield* invalid("documentId", "documentId is required with apply")
    }
    const made = yield* transformed
    const plan: Plan<Transformed, VersionConflict> = isApplied ? yield* placed(caller, request, made) : noChange(made)
    return plan
  })
}
