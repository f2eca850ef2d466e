/** Publications (decisions docs 4.8): a version on its way into a repository as one commit. No token is ever part of one. */
import * as Result from "effect/Result"
import type { ErrorCode } from "../errors.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import { defaultPaths, pathProblem } from "./paths.ts"

/** PRECEDENCE, docs content. */
export const publicationStatuses = ["pending", "succeeded", "failed"] as const

export type PublicationStatus = (typeof publicationStatuses)[number]

/** Where to publish. */
export interface Target {
  readonly repositoryUrl: string
  readonly branch?: string
  readonly path?: string
  readonly message?: string
  readonly createBranch?: boolean
  readonly baseBranch?: string
  /** `tag`: a reference becomes a folder, one file per tag. */
  readonly splitBy?: "none" | "tag"
}

export interface Publication {
  readonly id: string
  readonly documentId: string
  readonly versionId: string
  readonly generationId: string | null
  /** Whether that generation publishes it itself. */
  readonly isOfGeneration?: true
  readonly docType: DocType
  /** Without user info and query. */
  readonly repositoryUrl: string
  readonly branch: string | null
  readonly path: string
  readonly message: string
  readonly createBranch: boolean
  readonly baseBranch: string | null
  readonly splitBy?: "none" | "tag" | undefined
  readonly status: PublicationStatus
  readonly commit: string | null
  readonly changed: boolean | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
  readonly finishedAt: number | null
}

export const publishJobName = "docs.publication.run"

/** Who commits, unless a host says otherwise (decisions docs 4.8). */
export const defaultAuthor = { name: "Docs Service", email: "docs@users.noreply.invalid" } as const

const generationTrailer = "Docs-Generation-Id"
const versionTrailer = "Docs-Version-Id"

/** Whether a commit is one of ours, by its trailers, which stand in the last paragraph: the guard against loops. */
export const isOwnMessage = (message: string): boolean =>
  message
    .trimEnd()
    .split(/\n[^\S\n]*\n/)
    .at(-1)!
    .split("\n")
    .some((line) => line.startsWith(`${generationTrailer}: gen_`) || line.startsWith(`${versionTrailer}: ver_`))

/** The message of a commit: a subject, a blank line, trailers. */
export const messageOf = (of: Pick<Publication, "docType" | "generationId" | "versionId">, given?: string): string => {
  const subject = given?.trim() === "" || given === undefined ? `docs: update ${of.docType}` : given.trim()
  const trailers = [
    ...(of.generationId === null ? [] : [`${generationTrailer}: ${of.generationId}`]),
    `${versionTrailer}: ${of.versionId}`
  ]
  return `${subject}\n\n${trailers.join("\n")}\n`
}

/** The path to publish at, or what is wrong with the one that was given. */
export const pathOf = (docType: DocType, given: string | undefined): Result.Result<string, string> => {
  const path = given ?? defaultPaths[docType]
  const problem = pathProblem(path)
  return problem === undefined ? Result.succeed(path) : Result.fail(problem)
}

export const publish = (
  of: Pick<Publication, "id" | "documentId" | "versionId" | "generationId" | "isOfGeneration" | "docType" | "path">,
  target: Target,
  now: number
): Publication => ({
  ...of,
  repositoryUrl: target.repositoryUrl,
  branch: target.branch ?? null,
  message: messageOf(of, target.message),
  createBranch: target.createBranch ?? false,
  baseBranch: target.baseBranch ?? null,
  splitBy: target.splitBy,
  status: "pending",
  commit: null,
  changed: null,
  error: null,
  createdAt: now,
  finishedAt: null
})

/** It is in the repository. */
export const published = (
  publication: Publication,
  written: { readonly commit: string; readonly branch: string; readonly changed: boolean },
  now: number
): Publication => ({ ...publication, ...written, status: "succeeded", finishedAt: now })

/** It did not get there. */
export const failed = (
  publication: Publication,
  error: NonNullable<Publication["error"]>,
  now: number
): Publication => ({
  ...publication,
  error,
  status: "failed",
  finishedAt: now
})
