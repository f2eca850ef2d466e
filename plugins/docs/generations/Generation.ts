/**
 * Generations (decisions docs 4.2): queued, run as a durable job, ended once. A run that was cut off by a crash is run
 * again; after some crashes it is given up as interrupted.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { ErrorCode } from "../errors.ts"
import type { DocType, GenerationReport, GenerationSettings } from "../model/GeneratedDocument.ts"
import type { SourceKind } from "../model/SourceModel.ts"
import type { Publication, Target } from "../publish/Publication.ts"

/** Sources of one generation. Our choice. */
export const maxSources = 50

/** Where a generation stands. `skipped`: there was nothing to do. */
export const generationStatuses = ["queued", "running", "succeeded", "failed", "cancelled", "skipped"] as const

export type GenerationStatus = (typeof generationStatuses)[number]

/** A generation. Times are engine time, epoch milliseconds. */
export interface Generation {
  readonly id: string
  readonly projectId: string | null
  readonly docType: DocType
  readonly settings: GenerationSettings
  readonly sourceIds: ReadonlyArray<string>
  readonly status: GenerationStatus
  /** How often it was begun; numbers the events of its stream. */
  readonly run: number
  readonly cancelRequested: boolean
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly sections: { readonly done: number; readonly total: number }
  readonly documentId: string | null
  readonly versionId: string | null
  readonly report: GenerationReport | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
  /** Where the document goes when it is made, and what came of that. Absent: nowhere. */
  readonly publish?: GenerationPublish
}

/** The publishing of a generation (decisions docs 4.2). */
export interface GenerationPublish {
  readonly target: Target
  readonly outcome?: Pick<Publication, "id" | "status" | "commit" | "branch" | "path" | "changed" | "error">
}

export const runJobName = "docs.generation.run"

/** Runs after which a generation that never ends is given up. Our choice: two crashes can be bad luck. */
export const maxRuns = 3

/** Decisions docs 4.2: how long the stream can be read after the end. */
export const streamKeptMs = 15 * 60_000

/** It has ended, or its document is made, so it cannot be cancelled. */
export class NotCancellable extends Data.TaggedError("NotCancellable")<{ readonly status: GenerationStatus }> {}

const ended: ReadonlySet<GenerationStatus> = new Set(["succeeded", "failed", "cancelled", "skipped"])

/** Whether nothing more happens to it. */
export const isEnded = ({ status }: Pick<Generation, "status">): boolean => ended.has(status)

export const queue = (
  of: Pick<Generation, "id" | "projectId" | "docType" | "settings" | "sourceIds" | "publish">,
  now: number
): Generation => ({
  ...of,
  status: "queued",
  run: 0,
  cancelRequested: false,
  createdAt: now,
  startedAt: null,
  finishedAt: null,
  sections: { done: 0, total: 0 },
  documentId: null,
  versionId: null,
  report: null,
  error: null
})

/** What beginning it means: it runs, or it is given up, or there is nothing to do any more. */
export type Begun =
  | { readonly kind: "running"; readonly generation: Generation }
  | { readonly kind: "ended"; readonly generation: Generation }
  | { readonly kind: "nothing" }

/** Begins a run. */
export const begin = (generation: Generation, now: number): Begun => {
  if (isEnded(generation)) return { kind: "nothing" }
  if (generation.cancelRequested) return { kind: "ended", generation: cancelled(generation, now) }
  if (generation.run >= maxRuns) {
    const message = "The service was stopped each time it worked on this. Try again with a smaller source"
    return { kind: "ended", generation: failed(generation, { code: "interrupted", message }, now) }
  }
  const running = {
    ...generation,
    status: "running" as const,
    run: generation.run + 1,
    startedAt: generation.startedAt ?? now
  }
  return { kind: "running", generation: running }
}

/** It has become a version. */
export const succeeded = (
  generation: Generation,
  made: Pick<Generation, "documentId" | "versionId" | "report" | "sections"> & { readonly publish?: GenerationPublish },
  now: number
): Generation => ({ ...generation, ...made, status: "succeeded", finishedAt: now })

/** There will be no document. */
export const failed = (
  generation: Generation,
  error: { readonly code: ErrorCode; readonly message: string },
  now: number
): Generation => ({ ...generation, error, status: "failed", finishedAt: now })

/** It was stopped on request. */
export const cancelled = (generation: Generation, now: number): Generation => ({
  ...generation,
  status: "cancelled",
  cancelRequested: true,
  finishedAt: now
})

/** Asks for a stop: at once while it is queued, else whoever runs it stops. A version that is there stays, and is published. */
export const cancel = (generation: Generation, now: number): Result.Result<Generation, NotCancellable> => {
  if (isEnded(generation) || generation.versionId !== null)
    return Result.fail(new NotCancellable({ status: generation.status }))
  return Result.succeed(
    generation.status === "queued" ? cancelled(generation, now) : { ...generation, cancelRequested: true }
  )
}

/** Whether its stream is past: decisions docs 4.2. */
export const streamExpired = ({ finishedAt }: Generation, now: number): boolean =>
  finishedAt !== null && now - finishedAt > streamKeptMs

/** Kinds of source that cannot become a kind of document (decisions docs 4.2); every other pair is allowed. */
const impossible: { readonly [Type in DocType]?: ReadonlyArray<SourceKind> } = {
  "release-notes": ["openapi", "postman"]
}

/** The first kind of source that cannot become such a document, or `undefined`. A baseline makes all pairs possible. */
export const impossibleSource = (
  docType: DocType,
  kinds: ReadonlyArray<SourceKind>,
  settings: Pick<GenerationSettings, "baselineVersionId"> = {}
): SourceKind | undefined =>
  settings.baselineVersionId === undefined ? kinds.find((kind) => impossible[docType]?.includes(kind)) : undefined
