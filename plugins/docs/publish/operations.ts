/** What can be done with publications: ask for one, look at it, carry it out. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Clock, Ids, type Besides, type CallerShape, type ClaimedJob } from "../../../src/plugin.ts"
import { requireVersion, retrieve as retrieveDocument, retrieveVersion } from "../documents/operations.ts"
import { NotFound } from "../errors.ts"
import { orNotFound, type Reader } from "../finding.ts"
import { handBack } from "../git/handBack.ts"
import { GitClient, GitFailed } from "../git/GitClient.ts"
import { keep, planned, type Keeper } from "../keep.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import { checkBranchField, checkUrlField, refusedField } from "../network/checkFields.ts"
import * as projects from "../projects/operations.ts"
import { DocsSettings } from "../settings.ts"
import * as Publication from "./Publication.ts"
import { pathProblem } from "./paths.ts"
import { prependNotes } from "./releaseNotes.ts"
import { replacing, splitByTag } from "./splitByTag.ts"
import { RepoTokens } from "../git/RepoTokens.ts"
import * as repository from "./repository.ts"

/** What is asked for. */
export interface PublishDocument {
  readonly documentId: string
  /** Default: the latest one. */
  readonly versionId?: string | undefined
  readonly target: Publication.Target
  readonly token: Redacted.Redacted | undefined
}

/**
 * Checks where somebody wants to publish, before anything is stored. `field` names where the target stands in the
 * request. Fails with `DocsRefused`.
 */
export const checkTarget = Effect.fnUntraced(function* (
  target: Publication.Target,
  token: Redacted.Redacted | undefined,
  field = ""
) {
  yield* checkUrlField(target.repositoryUrl, `${field}repositoryUrl`)
  for (const name of ["branch", "baseBranch"] as const) yield* checkBranchField(target[name], `${field}${name}`)
  if (token === undefined || Redacted.value(token) === "") {
    return yield* refusedField("repo_token_required", `${field}repoToken`, "is needed to publish")
  }
  if (target.message?.includes("\0") === true) {
    return yield* refusedField("invalid_payload", `${field}message`, "must not hold the character NUL")
  }
  if (target.path === undefined) return undefined
  const path = Publication.pathOf("readme", target.path)
  return Result.isFailure(path) ? yield* refusedField("unsafe_path", `${field}path`, path.failure) : undefined
})

const pathFor = Effect.fnUntraced(function* (
  reader: Reader,
  of: { readonly docType: DocType; readonly projectId: string | null },
  given: string | undefined
) {
  const project =
    of.projectId === null
      ? undefined
      : yield* projects
          .retrieve(reader, of.projectId)
          .pipe(Effect.catchTag("NotFound", () => Effect.succeed(undefined)))
  const path = Publication.pathOf(of.docType, given ?? project?.outputPaths?.[of.docType])
  return Result.isFailure(path) ? yield* refusedField("unsafe_path", "path", path.failure) : path.success
})

/** Asks for a publication: it is pending when this answers. Fails with `NotFound` or `DocsRefused`. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: PublishDocument) {
  const tokens = yield* RepoTokens
  const now = (yield* Clock).now()
  const id = (yield* Ids).next("pub")
  const document = yield* retrieveDocument(caller, command.documentId)
  yield* checkTarget(command.target, command.token)
  const version = yield* requireVersion(caller, command.versionId ?? document.latestVersionId)
  if (version.documentId !== document.id) return yield* new NotFound({ what: "version" })
  const path = yield* pathFor(caller, document, command.target.path)
  const { docType } = document
  const of = { id, documentId: document.id, versionId: version.id, generationId: version.generationId, docType, path }
  const publication = Publication.publish(of, command.target, now)
  const plan = yield* planned(caller, {
    outcome: publication,
    writes: [repository.insert(caller.scope, publication)],
    jobs: [
      { name: Publication.publishJobName, key: id, payload: { publicationId: id, scope: caller.scope }, dueAt: now }
    ]
  })
  return {
    ...plan,
    around: <F>(commit: (besides: Besides) => Effect.Effect<void, F>) =>
      tokens.holdFor({ scope: caller.scope, ids: [id] }, command.token, commit({ writes: [] }))
  }
})

/** A publication by its id. Fails with `NotFound`. */
export const retrieve = (reader: Reader, id: string) =>
  Effect.map(
    orNotFound("publication", repository.byId(reader.store, reader.scope, id)),
    ({ publication }) => publication
  )

const asGitFailed = ({ what }: NotFound) =>
  new GitFailed({ code: "source_unreachable", message: `The ${what} was removed` })

/** Writes the commit of a publication. Fails with `GitFailed`. */
const carryOut = Effect.fnUntraced(function* (
  reader: Reader,
  publication: Publication.Publication,
  token: Redacted.Redacted
) {
  const git = yield* GitClient
  const { commitAuthor = Publication.defaultAuthor } = yield* DocsSettings
  const { baseBranch, branch, createBranch, docType, message, path, repositoryUrl, splitBy, versionId } = publication
  const { content, version } = yield* retrieveVersion(reader, versionId).pipe(
    Effect.catchTag("NotFound", (failure) => asGitFailed(failure))
  )
  return yield* git.write({
    url: repositoryUrl,
    branch: branch ?? undefined,
    createBranch,
    baseBranch: baseBranch ?? undefined,
    token,
    message,
    author: commitAuthor,
    at: publication.createdAt,
    change: (read) =>
      docType === "release-notes"
        ? Effect.map(read(path), (present) => [{ path, text: prependNotes(content, present) }])
        : docType === "api-reference" && splitBy === "tag"
          ? Effect.map(read(path), (present) => replacing(splitByTag(path, content, version.sections), present))
          : Effect.succeed([{ path, text: content }])
  })
})

/** What becomes of a publication: in the repository, or failed with the reason. Never fails but where the store does. */
const attempt = Effect.fnUntraced(function* (
  reader: Reader,
  publication: Publication.Publication,
  token: Redacted.Redacted | undefined
) {
  if (pathProblem(publication.path) !== undefined) {
    const error = { code: "unsafe_path", message: "The project's path for this document is not safe" } as const
    return Publication.failed(publication, error, (yield* Clock).now())
  }
  if (token === undefined) {
    const error = { code: "repo_token_required", message: "The access token was forgotten. Publish again" } as const
    return Publication.failed(publication, error, (yield* Clock).now())
  }
  const work = carryOut(reader, publication, token)
  const outcome = yield* Effect.result(Effect.catchTag(work, "StoreUnavailable", Effect.die))
  const now = (yield* Clock).now()
  return Result.isSuccess(outcome)
    ? Publication.published(publication, outcome.success, now)
    : Publication.failed(publication, { code: outcome.failure.code, message: outcome.failure.message }, now)
})

/** Carries out a publication for its job; answers whether the job went with the commit. */
export const run = Effect.fnUntraced(function* (keeper: Keeper, id: string, job: ClaimedJob) {
  const tokens = yield* RepoTokens
  const found = yield* repository.byId(keeper.store, keeper.scope, id)
  if (found === undefined || found.publication.status !== "pending") return false
  if (tokens.of(id) === undefined && (yield* handBack(keeper, job))) return true
  const ended = yield* attempt(keeper, found.publication, tokens.of(id))
  yield* keep(keeper, {
    writes: [repository.update(keeper.scope, ended, found.version)],
    completes: job
  })
  tokens.forget(id)
  return true
})

/** What a generation wants published, and as what. */
export interface GenerationToPublish {
  readonly generationId: string
  readonly documentId: string
  readonly versionId: string
  readonly docType: DocType
  readonly projectId: string | null
  readonly target: Publication.Target
}

/**
 * Publishes the version of a generation while it runs, with the token that is held for the generation. The publication is
 * kept before the commit is tried: after a crash the same one is found again.
 */
export const publishGeneration = Effect.fnUntraced(function* (keeper: Keeper, of: GenerationToPublish) {
  const tokens = yield* RepoTokens
  const known = yield* repository.ofGeneration(keeper.store, keeper.scope, of.generationId)
  if (known !== undefined && known.publication.status !== "pending") return known.publication
  let pending = known?.publication
  if (pending === undefined) {
    const { documentId, docType, generationId, versionId } = of
    const path = yield* pathFor(keeper, of, of.target.path).pipe(
      // A project's path that is not safe: the publication fails by the same rule where it is carried out.
      Effect.catchTag("DocsRefused", () => Effect.succeed(""))
    )
    const id = (yield* Ids).next("pub")
    const now = (yield* Clock).now()
    const own = { id, documentId, versionId, generationId, isOfGeneration: true, docType, path } as const
    pending = Publication.publish(own, of.target, now)
    yield* keep(keeper, { writes: [repository.insert(keeper.scope, pending)] })
  }
  const ended = yield* attempt(keeper, pending, tokens.of(of.generationId))
  yield* keep(keeper, { writes: [repository.update(keeper.scope, ended, known?.version ?? 1)] })
  return ended
})

/** Gives up the publication that a generation began before a crash, with the write; `undefined` where none is pending. */
export const givenUp = Effect.fnUntraced(function* (reader: Reader, generationId: string) {
  const known = yield* repository.ofGeneration(reader.store, reader.scope, generationId)
  if (known?.publication.status !== "pending") return undefined
  const message = "The service was stopped while it published. The repository tells whether the commit is there"
  const publication = Publication.failed(known.publication, { code: "interrupted", message }, (yield* Clock).now())
  return { publication, write: repository.update(reader.scope, publication, known.version) }
})
