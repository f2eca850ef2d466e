/** What can be done with projects and sources. A source is read when it is given: what cannot be read is refused then. */
import * as Effect from "effect/Effect"
import { bytesOfLongText, Clock, Ids, type CallerShape, type LongText } from "../../../src/plugin.ts"
import { checkContext } from "../context/operations.ts"
import { DocsRefused } from "../errors.ts"
import { orNotFound, pageOfTable, type PageOf, type Reader } from "../finding.ts"
import { planned } from "../keep.ts"
import { checkBranchField, checkUrlField, refusedField } from "../network/checkFields.ts"
import { checkRemoteUrl, checkRepositoryUrl } from "../network/remoteUrl.ts"
import { pathProblem } from "../publish/paths.ts"
import { checkRuleSet } from "../rules/operations.ts"
import { work } from "../workbench/work.ts"
import { changeProject, type Project, type ProjectChange, type ProjectSettings } from "./Project.ts"
import * as repository from "./repository.ts"
import { kindOfUrl, maxSourceBytes, newSourceProblem, type NewSource, type Source } from "./Source.ts"

/** Checks where the settings of a project point to. Fails with `DocsRefused`. */
const checkSettings = Effect.fnUntraced(function* (caller: Reader, settings: ProjectChange) {
  yield* checkContext(caller, settings.contextDocumentIds ?? [])
  yield* checkRuleSet(caller, settings.ruleSetId ?? undefined)
  yield* checkUrlField(settings.repositoryUrl ?? undefined, "repositoryUrl")
  yield* checkBranchField(settings.branch ?? undefined, "branch")
  const paths = Object.entries(settings.outputPaths ?? {})
  for (const [at, [docType, path]] of paths.entries()) {
    const field = `outputPaths.${docType}`
    const problem = pathProblem(path)
    if (problem !== undefined) yield* refusedField("unsafe_path", field, problem)
    const other = paths.slice(0, at).find(([, before]) => before === path)
    if (other !== undefined) yield* refusedField("invalid_payload", field, `is the path of ${other[0]}, too`)
  }
})

/** Makes a project. Fails with `DocsRefused` for an address, branch or path that could not be used. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, settings: ProjectSettings) {
  yield* checkSettings(caller, settings)
  const now = (yield* Clock).now()
  const project: Project = { id: (yield* Ids).next("prj"), ...settings, createdAt: now, updatedAt: now }
  return yield* planned(caller, {
    outcome: project,
    writes: [repository.projects.insert(caller.scope, project)]
  })
})

const find = (caller: Reader, id: string) =>
  orNotFound("project", repository.projects.byId(caller.store, caller.scope, id))

/** A project by its id. Fails with `NotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), ({ project }) => project)

/** The newest project of a repository, by `repositoryKeyOf` its address, or `undefined`. */
export const ofRepository = (caller: Reader, repositoryKey: string) =>
  Effect.map(repository.projectOfRepository(caller.store, caller.scope, repositoryKey), (found) => found?.project)

/** A page of projects, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, page: PageOf) =>
  pageOfTable(caller, "project", { table: repository.projects, endpoint: "docs.projects" }, page)

/** Changes what is given, clears what is `null` and leaves the rest. Fails with `NotFound`, and with `DocsRefused` as `create` does. */
export const update = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly id: string; readonly change: ProjectChange }
) {
  const { project, version } = yield* find(caller, request.id)
  yield* checkSettings(caller, request.change)
  const changed = changeProject(project, request.change, (yield* Clock).now())
  const writes = [repository.projects.update(caller.scope, changed, version)]
  return yield* planned(caller, { outcome: changed, writes })
})

/** Removes a project and its sources; its documents stay. Fails with `NotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const found = yield* find(caller, id)
  const writes = repository.removeProject(caller.scope, found)
  return yield* planned(caller, { outcome: found.project, writes })
})

/** Reads a content on the workbench. Fails with `DocsRefused` and where it goes wrong. */
const inspect = ({ content, kind, name }: Omit<NewSource, "content"> & { readonly content: LongText }, path: string) =>
  work({ kind: "inspect", source: { name, kind, content } }, "inspected", ({ code, location, message }) => {
    const { column, line } = location ?? {}
    return new DocsRefused({ code, message, details: [{ path, line, column, message }] })
  })

/**
 * Prepares a source: checked and read, with the write to put into a commit. `path` names the field it came in. Fails with
 * `DocsRefused`.
 */
export const prepareSource = Effect.fnUntraced(function* (
  caller: Reader,
  given: NewSource,
  at: { readonly projectId: string | null; readonly path: string }
) {
  const fieldOf = (name: string) => (at.path === "" ? name : `${at.path}.${name}`)
  const problem = newSourceProblem(given)
  if (problem !== undefined) {
    const detail = { path: fieldOf(problem.path), message: problem.message }
    return yield* new DocsRefused({ code: "invalid_payload", message: `The source is not valid`, details: [detail] })
  }
  const { content, url } = given
  const kind = given.kind ?? (url === undefined ? undefined : kindOfUrl(url))
  yield* checkUrlField(url, fieldOf("url"), kind === "repository" ? checkRepositoryUrl : checkRemoteUrl)
  yield* checkBranchField(given.branch, fieldOf("branch"))
  const bytes = content === undefined ? undefined : yield* bytesOfLongText(content)
  if (bytes !== undefined && bytes.byteLength > maxSourceBytes) {
    return yield* new DocsRefused({
      code: "payload_too_large",
      message: `A source may have at most ${maxSourceBytes} bytes`
    })
  }
  const read = content === undefined ? undefined : yield* inspect({ ...given, content }, fieldOf("content"))
  const source: Source = {
    id: (yield* Ids).next("src"),
    projectId: at.projectId,
    kind: kind ?? read!.detected.kind,
    name: given.name,
    url: url ?? null,
    branch: given.branch ?? null,
    detected: read?.detected ?? null,
    size: bytes?.byteLength ?? 0,
    sha256: read?.sha256 ?? null,
    warnings: read?.warnings ?? [],
    createdAt: (yield* Clock).now()
  }
  return { source, write: repository.sources.insertWith(caller.scope, source, content ?? null) }
})

/** Adds a source to a project. Fails with `NotFound`, or `DocsRefused` when it cannot be read. */
export const addSource = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly projectId: string; readonly source: NewSource }
) {
  yield* find(caller, request.projectId)
  const { source, write } = yield* prepareSource(caller, request.source, { projectId: request.projectId, path: "" })
  return yield* planned(caller, { outcome: source, writes: [write] })
})

const findSource = (caller: Reader, id: string) =>
  orNotFound("source", repository.sources.byId(caller.store, caller.scope, id))

/** A source by its id. Fails with `NotFound`. */
export const retrieveSource = (caller: Reader, id: string) => Effect.map(findSource(caller, id), ({ source }) => source)

/** The UTF-8 of a source's content; `undefined` for one by address. */
export const contentOfSource = (caller: Reader, id: string) =>
  repository.sources.bytesOf(caller.store, caller.scope, id)

/** A page of a project's sources, newest first. Fails with `NotFound` or `InvalidCursor`. */
export const listSources = Effect.fnUntraced(function* (caller: Reader, projectId: string, page: PageOf) {
  yield* find(caller, projectId)
  const of = { table: repository.sources, endpoint: "docs.sources", narrowing: { project_id: projectId } }
  return yield* pageOfTable(caller, "source", of, page)
})

/** Removes a source. Fails with `NotFound`. */
export const removeSource = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const found = yield* findSource(caller, id)
  const writes = [repository.sources.remove(found.source, found.version)]
  return yield* planned(caller, { outcome: found.source, writes })
})
