/** Runs a generation: gather, draft, commit. The end is written once, with the document and its version. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { carryOutUnkeyed, Clock, noChange, type ClaimedJob, type Write, VersionConflict } from "../../../src/plugin.ts"
import { contextOf } from "../context/operations.ts"
import { findDocument, findVersion, modelOf, prepareVersion, retrieveVersion } from "../documents/operations.ts"
import { DocsRefused } from "../errors.ts"
import { keep, planned, type Keeper } from "../keep.ts"
import type { GeneratedDocument } from "../model/GeneratedDocument.ts"
import { givenUp, publishGeneration } from "../publish/operations.ts"
import { handBack } from "../git/handBack.ts"
import { RepoTokens } from "../git/RepoTokens.ts"
import { longSha256Of } from "../sha256.ts"
import { changed, LiveDrafts, type LiveDraft } from "../workbench/LiveDrafts.ts"
import type { Warning } from "../model/Warning.ts"
import { checkedDocument, withWarnings } from "./checking.ts"
import { closingEvents, endEvent, textEvents } from "./DraftEvent.ts"
import { makeDocument, type DraftingFailed } from "./drafting.ts"
import { gatherSources } from "./gather.ts"
import * as Generation from "./Generation.ts"
import type { Publication } from "../publish/Publication.ts"
import * as repository from "./repository.ts"

/** How often a run looks whether another process was asked to cancel it, in milliseconds of real time. */
const cancelPollMs = 500

/** Generations of one project that may end together: each that was first makes the others decide again. Our choice. */
const maxEndRetries = 20

/** How a run came out. */
type Outcome =
  | { readonly kind: "made"; readonly document: GeneratedDocument }
  | { readonly kind: "failed"; readonly error: NonNullable<Generation.Generation["error"]> }
  | { readonly kind: "cancelled" }

/** What a run works on. */
interface Run {
  readonly keeper: Keeper
  readonly generation: Generation.Generation
  readonly job: ClaimedJob
  readonly draft: LiveDraft
}

const cancelled = { kind: "cancelled" } as const satisfies Outcome

/** Somebody asked this process for a stop. */
const untilAsked = Effect.fnUntraced(function* ({ draft }: Run) {
  while (!draft.cancelRequested) yield* changed(draft)
  return cancelled
})

/** Somebody asked another process for a stop: the row says it. */
const untilWritten = Effect.fnUntraced(function* ({ generation, keeper }: Run) {
  for (;;) {
    yield* Effect.sleep(cancelPollMs)
    const looked = repository.byId(keeper.store, keeper.scope, generation.id)
    const found = yield* Effect.orElseSucceed(looked, () => undefined)
    if (found?.generation.cancelRequested === true) return cancelled
  }
})

const removedContext = (count: number): Warning => ({
  code: "context_not_used",
  message: `${count === 1 ? "A context document was" : `${count} context documents were`} removed before the document was made`
})

/** The document that an earlier run made and kept: only its publication is left. Its sources may be gone by now. */
const keptDocument = Effect.fnUntraced(function* ({ draft, generation, keeper }: Run) {
  const { docType, versionId } = generation
  if (versionId === null) return undefined
  const kept = yield* retrieveVersion(keeper, versionId).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(undefined))
  )
  if (kept === undefined) return undefined
  const { content, version } = kept
  const { report, sections, title } = version
  if (report === null) return undefined
  draft.sections = { done: sections.length, total: sections.length }
  ;(yield* LiveDrafts).append(draft, textEvents(generation, version, content))
  return { docType, title, sections, markdown: content, report } satisfies GeneratedDocument
})

const make = Effect.fnUntraced(function* (run: Run) {
  const kept = yield* keptDocument(run)
  if (kept !== undefined) return { kind: "made", document: kept } satisfies Outcome
  const { draft, generation, keeper } = run
  const sources = yield* gatherSources(keeper, generation)
  const { docType, settings } = generation
  const { baselineVersionId, contextDocumentIds = [] } = settings
  const context = yield* contextOf(keeper, contextDocumentIds)
  const baseline = baselineVersionId === undefined ? undefined : yield* modelOf(keeper, baselineVersionId)
  if (baselineVersionId !== undefined && baseline === undefined) {
    return yield* new DocsRefused({ code: "not_found", message: "The baseline version was removed" })
  }
  const task = { kind: "generate", docType, settings, sources, context, baseline } as const
  const made = yield* makeDocument(generation, task, draft)
  const removed = contextDocumentIds.length - context.length
  const document = withWarnings(
    yield* checkedDocument(keeper, made, task),
    removed === 0 ? [] : [removedContext(removed)]
  )
  return { kind: "made", document } satisfies Outcome
})

const failedAs = (error: NonNullable<Generation.Generation["error"]>): Outcome => ({ kind: "failed", error })

const failureOf = (failure: DocsRefused | DraftingFailed): Outcome => {
  if (failure instanceof DocsRefused) return failedAs({ code: failure.code, message: failure.message })
  const { code, location, message, source } = failure.failure
  const named = source === undefined ? message : `${source}: ${message}`
  const place = location?.line === undefined ? "" : ` (line ${location.line}, column ${location.column ?? 1})`
  return failedAs({ code, message: `${named}${place}` })
}

/** Makes the document, or says why there is none. The store's own failures pass: then the job runs again. */
const outcomeOf = (run: Run) =>
  Effect.raceFirst(make(run), Effect.raceFirst(untilAsked(run), untilWritten(run))).pipe(
    Effect.catchTags({
      DocsRefused: (failure) => Effect.succeed(failureOf(failure)),
      DraftingFailed: (failure) => Effect.succeed(failureOf(failure))
    }),
    Effect.catchDefect((defect) =>
      Effect.as(
        Effect.logError("A generation broke off", Cause.die(defect)),
        failedAs({ code: "internal", message: "Something went wrong on our side" })
      )
    )
  )

/** The version of a generation: the one that an earlier run kept, whatever was saved since, or a new one with what it writes. */
const prepared = Effect.fnUntraced(function* (
  { keeper }: Run,
  generation: Generation.Generation,
  document: GeneratedDocument
) {
  const { documentId, versionId } = generation
  const kept = versionId === null ? undefined : yield* findVersion(keeper, versionId)
  if (kept !== undefined) return { documentId: kept.documentId, versionId: kept.id, number: kept.number, writes: [] }
  const made = yield* prepareVersion(
    keeper,
    {
      docType: document.docType,
      projectId: generation.projectId,
      title: document.title,
      sha256: yield* longSha256Of(document.markdown),
      sections: document.sections,
      report: document.report,
      author: "generation",
      generationId: generation.id
    },
    {
      content: document.markdown,
      model: document.model,
      ...(documentId === null ? {} : { document: yield* findDocument(keeper, documentId) })
    }
  )
  return {
    documentId: made.document.id,
    versionId: made.versionId,
    number: made.document.latestNumber,
    writes: made.writes
  }
})

/** What a generation says of its publication. */
const publishingOf = ({ branch, changed, commit, error, id, path, status }: Publication) => ({
  id,
  status,
  commit,
  branch,
  path,
  changed,
  error
})

/** A generation that ends without a document, with its writes: what a run before this one began to publish ends with it. */
const withoutDocument = Effect.fnUntraced(function* (keeper: Keeper, ended: Generation.Generation, version: number) {
  const left = yield* givenUp(keeper, ended.id)
  if (left === undefined) return { ended, writes: [repository.save(keeper.scope, ended, version)] }
  const publish = { ...ended.publish!, outcome: publishingOf(left.publication) }
  const told = { ...ended, publish }
  return { ended: told, writes: [left.write, repository.save(keeper.scope, told, version)] }
})

const endedBy = (generation: Generation.Generation, outcome: Exclude<Outcome, { kind: "made" }>, now: number) =>
  outcome.kind === "cancelled"
    ? Generation.cancelled(generation, now)
    : Generation.failed(generation, outcome.error, now)

/**
 * Keeps the version, publishes it and ends the generation, whatever came of publishing; `undefined` for a generation that
 * publishes nothing. After a crash in between, the same version and publication are found again.
 */
const published = Effect.fnUntraced(function* (
  { job, keeper }: Run,
  generation: Generation.Generation,
  at: { readonly version: number; readonly writes: ReadonlyArray<Write<VersionConflict>> }
) {
  const { docType, documentId, id, projectId, publish, versionId } = generation
  if (publish === undefined || documentId === null || versionId === null) return undefined
  yield* keep(keeper, {
    writes: [...at.writes, repository.save(keeper.scope, generation, at.version)]
  })
  const { target } = publish
  const { splitBy } = generation.settings
  const split = splitBy === undefined ? target : { splitBy, ...target }
  const of = { generationId: id, documentId, versionId, docType, projectId, target: split }
  const outcome = publishingOf(yield* publishGeneration(keeper, of))
  const found = yield* repository.byId(keeper.store, keeper.scope, id)
  const { report, sections } = generation
  const made = { documentId, versionId, report, sections, publish: { target, outcome } }
  const ended = Generation.succeeded(found?.generation ?? generation, made, (yield* Clock).now())
  const version = found?.version ?? at.version + 1
  yield* keep(keeper, { writes: [repository.save(keeper.scope, ended, version)], completes: job })
  return ended
})

/** Writes how a run ended, however often its row was changed meanwhile; the events that follow for its readers. */
const writeEnd = (run: Run, outcome: Outcome) =>
  Effect.gen(function* () {
    const { job, keeper } = run
    const now = (yield* Clock).now()
    const found = yield* repository.byId(keeper.store, keeper.scope, run.generation.id)
    if (found === undefined || Generation.isEnded(found.generation)) return undefined
    const { generation, version } = found
    if (outcome.kind !== "made") {
      const left = endedBy({ ...generation, sections: run.draft.sections }, outcome, now)
      const { ended, writes } = yield* withoutDocument(keeper, left, version)
      yield* keep(keeper, { writes, completes: job })
      return [endEvent(ended)]
    }
    const { documentId, number, versionId, writes } = yield* prepared(run, generation, outcome.document)
    const { report, sections } = outcome.document
    const total = sections.length
    const made = { documentId, versionId, report, sections: { done: total, total } }
    const ended = yield* published(run, { ...generation, ...made }, { version, writes })
    if (ended !== undefined) return closingEvents(ended, number)
    const succeeded = Generation.succeeded(generation, made, now)
    yield* keep(keeper, {
      writes: [...writes, repository.save(keeper.scope, succeeded, version)],
      completes: job
    })
    return closingEvents(succeeded, number)
  }).pipe(
    // Another generation of the project made the document, or the version, a moment before: decide again on that.
    Effect.catchTag("UniqueViolation", () =>
      Effect.fail(new VersionConflict({ table: "docs_documents", key: run.generation.id }))
    ),
    Effect.retry({ times: maxEndRetries, while: (error) => error instanceof VersionConflict })
  )

/** Begins a run; nothing when there is nothing to run. */
const start = Effect.fnUntraced(function* (keeper: Keeper, id: string) {
  const found = yield* repository.byId(keeper.store, keeper.scope, id)
  if (found === undefined) return noChange(undefined)
  const begun = Generation.begin(found.generation, (yield* Clock).now())
  if (begun.kind === "nothing") return noChange(undefined)
  // What a run that was cut off began to publish ends with it.
  const over = begun.kind === "ended" ? yield* withoutDocument(keeper, begun.generation, found.version) : undefined
  const generation = over?.ended ?? begun.generation
  const writes = over?.writes ?? [repository.save(keeper.scope, generation, found.version)]
  return yield* planned(keeper, { outcome: { kind: begun.kind, generation }, writes })
})

/** Gives the job back when another process holds the token that the generation publishes with. */
const isElsewhere = Effect.fnUntraced(function* (keeper: Keeper, id: string, job: ClaimedJob) {
  const found = yield* repository.byId(keeper.store, keeper.scope, id)
  if (found?.generation.publish === undefined || Generation.isEnded(found.generation)) return false
  if ((yield* RepoTokens).of(id) !== undefined) return false
  return yield* handBack(keeper, job)
})

const runHere = Effect.fnUntraced(function* (keeper: Keeper, id: string, job: ClaimedJob) {
  const drafts = yield* LiveDrafts
  const begun = yield* carryOutUnkeyed(keeper.store, start(keeper, id))
  if (begun === undefined) return false
  const { generation } = begun
  const draft = drafts.open(id, generation.run)
  const work: Run = { keeper, generation, job, draft }
  const written = begun.kind === "ended" ? undefined : yield* writeEnd(work, yield* outcomeOf(work))
  drafts.append(draft, begun.kind === "ended" ? [endEvent(generation)] : (written ?? []))
  drafts.end(draft)
  return written !== undefined
})

/** Generations that a process works on at a time. Our choice: each may take all its processor time, and all end before their jobs time out. */
const places = Semaphore.makeUnsafe(32).withPermits(1)

/** How long a generation waits for a place before its job begins anew, in milliseconds of real time: a run has its whole time. */
const maxWaitMs = 60_000

/**
 * Runs a generation for its job; answers whether the job went with the commit. What goes wrong with sources ends the
 * generation as failed. Fails only where the store does: then the job runs again.
 */
export const run = Effect.fnUntraced(function* (keeper: Keeper, id: string, job: ClaimedJob) {
  if (yield* isElsewhere(keeper, id, job)) return true
  let isBegun = false
  const begun = Effect.suspend(() => {
    isBegun = true
    return runHere(keeper, id, job)
  })
  const late = Effect.suspend(() => (isBegun ? Effect.never : Effect.succeed("late" as const)))
  const isCommitted = yield* Effect.raceFirst(places(begun), Effect.delay(late, maxWaitMs))
  if (isCommitted === "late") {
    const again = { name: job.name, key: `${id}~${job.sequence}`, payload: job.payload, dueAt: (yield* Clock).now() }
    yield* keep(keeper, { jobs: [again], completes: job })
    return true
  }
  // It has ended, well or not: nobody needs the token any more.
  ;(yield* RepoTokens).forget(id)
  return isCommitted
})
