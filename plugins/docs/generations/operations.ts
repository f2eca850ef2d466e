/** What clients can do with generations: start, look, list, cancel. Running one is in `running.ts`. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Clock, Ids, type Besides, type CallerShape, type VersionConflict } from "../../../src/plugin.ts"
import { checkContext, checkContextCount } from "../context/operations.ts"
import * as documents from "../documents/operations.ts"
import { DocsRefused, invalid } from "../errors.ts"
import { orNotFound, pageOfTable, type PageOf, type Reader } from "../finding.ts"
import { planned, type Change } from "../keep.ts"
import type { DocType, GenerationSettings } from "../model/GeneratedDocument.ts"
import type { SourceKind } from "../model/SourceModel.ts"
import * as projects from "../projects/operations.ts"
import type { NewSource } from "../projects/Source.ts"
import { checkTarget } from "../publish/operations.ts"
import type { Target } from "../publish/Publication.ts"
import { chosen as chosenRules } from "../rules/operations.ts"
import { RepoTokens } from "../git/RepoTokens.ts"
import * as Generation from "./Generation.ts"
import { LiveDrafts } from "../workbench/LiveDrafts.ts"
import * as repository from "./repository.ts"

/** What a client asks for. Without sources, all sources of the project. */
export interface StartGeneration {
  readonly projectId?: string | undefined
  readonly sourceIds?: ReadonlyArray<string> | undefined
  /** A source of its own, kept with the generation and not in the project. */
  readonly source?: NewSource | undefined
  /** Default: the project's. */
  readonly docType?: DocType | undefined
  readonly settings?: GenerationSettings | undefined
  /** Where the document goes when it is made. */
  readonly publish?: { readonly target: Target; readonly token: Redacted.Redacted | undefined } | undefined
}

interface Chosen {
  readonly ids: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<SourceKind>
}

const chosenSources = Effect.fnUntraced(function* (caller: Reader, command: StartGeneration) {
  const { projectId, sourceIds } = command
  if (sourceIds !== undefined) {
    // What is named twice is there once: its changes would be listed twice.
    const found = yield* Effect.forEach(new Set(sourceIds), (id) => projects.retrieveSource(caller, id))
    return { ids: found.map(({ id }) => id), kinds: found.map(({ kind }) => kind) } satisfies Chosen
  }
  if (projectId === undefined) return { ids: [], kinds: [] } satisfies Chosen
  const page = { limit: Generation.maxSources, cursor: undefined }
  const { data, hasMore } = yield* projects.listSources(caller, projectId, page)
  if (hasMore) {
    const message = `The project has more than ${Generation.maxSources} sources: name those to use in sourceIds`
    return yield* new DocsRefused({ code: "limit_exceeded", message })
  }
  // The oldest source comes first: later ones add to it.
  const all = [...data].reverse()
  return { ids: all.map(({ id }) => id), kinds: all.map(({ kind }) => kind) } satisfies Chosen
})

const settingsOf = (
  settings: GenerationSettings,
  project: Pick<GenerationSettings, "audience" | "tone" | "contextDocumentIds" | "ruleSetId"> | undefined
): GenerationSettings => ({
  ...(project?.audience === undefined ? {} : { audience: project.audience }),
  ...(project?.tone === undefined ? {} : { tone: project.tone }),
  ...(project?.ruleSetId === undefined ? {} : { ruleSetId: project.ruleSetId }),
  ...settings,
  ...contextIds(project?.contextDocumentIds ?? [], settings.contextDocumentIds ?? [])
})

/** Those of the project first, then those of the generation, each once. */
const contextIds = (
  ofProject: ReadonlyArray<string>,
  own: ReadonlyArray<string>
): Pick<GenerationSettings, "contextDocumentIds"> =>
  ofProject.length + own.length === 0 ? {} : { contextDocumentIds: [...new Set([...ofProject, ...own])] }

/** A baseline is a version of a reference: only those know their API. */
const checkBaseline = Effect.fnUntraced(function* (caller: Reader, docType: DocType, versionId: string) {
  const path = "settings.baselineVersionId"
  if (docType !== "release-notes") return yield* invalid(path, `${path} is for release-notes only`)
  yield* documents.requireVersion(caller, versionId)
  if ((yield* documents.modelOf(caller, versionId)) === undefined) {
    return yield* invalid(path, `${path} must name a version of an API reference`)
  }
})

/**
 * Prepares a generation: checked, with what belongs into one commit, for which a token must be held. Fails with
 * `NotFound` for a project or source, and `DocsRefused` when a source cannot be read or cannot become such a document.
 */
export const prepare = Effect.fnUntraced(function* (caller: Reader, command: StartGeneration) {
  const now = (yield* Clock).now()
  const id = (yield* Ids).next("gen")
  const { projectId, source } = command
  const project = projectId === undefined ? undefined : yield* projects.retrieve(caller, projectId)
  const docType = command.docType ?? project?.defaultDocType
  if (docType === undefined) return yield* invalid("docType", "docType is required")
  if (source !== undefined && command.sourceIds !== undefined) {
    return yield* invalid("source", "source and sourceIds cannot be given together")
  }
  const own =
    source === undefined
      ? undefined
      : yield* projects.prepareSource(caller, source, { projectId: null, path: "source" })
  const chosen =
    own === undefined ? yield* chosenSources(caller, command) : { ids: [own.source.id], kinds: [own.source.kind] }
  if (chosen.ids.length === 0) return yield* invalid("sourceIds", "there is no source: give source, or sourceIds")
  const settings = settingsOf(command.settings ?? {}, project)
  const kind = Generation.impossibleSource(docType, chosen.kinds, settings)
  if (kind !== undefined) {
    return yield* new DocsRefused({
      code: "unsupported_combination",
      message: `A source of kind ${kind} cannot become ${docType} by itself: set settings.baselineVersionId to a version of its API reference, to be told what changed since`
    })
  }
  yield* checkContextCount(settings.contextDocumentIds ?? [], "settings.contextDocumentIds")
  // What a project names may be gone by now: that must not cost every document, and the report says so.
  yield* checkContext(caller, command.settings?.contextDocumentIds ?? [], "settings.contextDocumentIds")
  if (settings.baselineVersionId !== undefined) yield* checkBaseline(caller, docType, settings.baselineVersionId)
  // A rule that could not be run is refused now, and not when the document is made.
  yield* chosenRules(caller, command.settings ?? {})
  const { publish } = command
  if (publish !== undefined) yield* checkTarget(publish.target, publish.token, "settings.publish.")
  const queued = { id, projectId: projectId ?? null, docType, settings, sourceIds: chosen.ids }
  const generation = Generation.queue(
    publish === undefined ? queued : { ...queued, publish: { target: publish.target } },
    now
  )
  return {
    outcome: generation,
    writes: [...(own === undefined ? [] : [own.write]), repository.save(caller.scope, generation, undefined)],
    jobs: [{ name: Generation.runJobName, key: id, payload: { generationId: id, scope: caller.scope }, dueAt: now }]
  } satisfies Change<Generation.Generation, VersionConflict>
})

/** Starts a generation: it is queued when this answers. Fails as `prepare` does. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: StartGeneration) {
  const tokens = yield* RepoTokens
  const change = yield* prepare(caller, command)
  const plan = yield* planned(caller, change)
  return {
    ...plan,
    around: <F>(commit: (besides: Besides) => Effect.Effect<void, F>) =>
      tokens.holdFor({ scope: caller.scope, ids: [change.outcome.id] }, command.publish?.token, commit({ writes: [] }))
  }
})

const find = (caller: Reader, id: string) => orNotFound("generation", repository.byId(caller.store, caller.scope, id))

/** Where a generation that runs here stands; the row says it only at the end. */
const withProgress = (generation: Generation.Generation, drafts: LiveDrafts["Service"]): Generation.Generation => {
  const draft = generation.status === "running" ? drafts.peek(generation.id) : undefined
  return draft === undefined || draft.run !== generation.run
    ? generation
    : { ...generation, sections: { ...draft.sections } }
}

/** A generation by its id. Fails with `NotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const { generation } = yield* find(caller, id)
  return withProgress(generation, yield* LiveDrafts)
})

/** A page of generations, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, { docType, projectId, status }: repository.GenerationFilter, page: PageOf) => {
  const narrowing = { project_id: projectId, status, doc_type: docType }
  return pageOfTable(
    caller,
    "generation",
    { table: repository.generations, endpoint: "docs.generations", narrowing },
    page
  )
}

/** The report of a generation that succeeded. Fails with `NotFound`, or `DocsRefused` while there is none. */
export const report = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const { generation } = yield* find(caller, id)
  if (generation.report !== null) return generation.report
  return yield* new DocsRefused({
    code: "conflict",
    message: `The generation is ${generation.status}: a report comes with a document`
  })
})

/** Stops a generation: at once, or within a second when it runs. Fails with `NotFound` or `DocsRefused`. */
export const cancel = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const drafts = yield* LiveDrafts
  const tokens = yield* RepoTokens
  const { generation, version } = yield* find(caller, id)
  const decided = yield* Effect.fromResult(Generation.cancel(generation, (yield* Clock).now())).pipe(
    Effect.mapError(
      ({ status }) =>
        new DocsRefused({
          code: "not_cancellable",
          message: status === "running" ? "The document is made already" : `The generation is ${status} already`
        })
    )
  )
  const plan = yield* planned(caller, {
    outcome: decided,
    writes: [repository.save(caller.scope, decided, version)],
    cancelledJobs: Generation.isEnded(decided) ? [{ name: Generation.runJobName, key: id }] : []
  })
  const after = Effect.sync(() => {
    drafts.requestCancel(id)
    if (Generation.isEnded(decided)) tokens.forget(id)
  })
  return { ...plan, after }
})

export { stream } from "./streaming.ts"
