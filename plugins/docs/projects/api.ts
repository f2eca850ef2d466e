/** Projects and sources on the wire (decisions docs 4.1). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, MultipartBody } from "../../../src/plugin.ts"
import { sourceKinds } from "../model/SourceModel.ts"
import { DocTypeName, ErrorBody, given, listOf, pageQuery, ReferenceId, someText, text, timestamp } from "../wire.ts"
import type { Project } from "./Project.ts"
import type { Source } from "./Source.ts"

const outputPaths = Schema.Record(DocTypeName, Schema.optionalKey(text(500))).annotate({
  expected: "paths by kind of document"
})

const settingsFields = {
  repositoryUrl: Schema.optionalKey(someText(2_048)),
  defaultDocType: Schema.optionalKey(DocTypeName),
  outputPaths: Schema.optionalKey(outputPaths),
  branch: Schema.optionalKey(someText(250)),
  audience: Schema.optionalKey(text(200)),
  tone: Schema.optionalKey(text(200)),
  contextDocumentIds: Schema.optionalKey(Schema.Array(ReferenceId)),
  ruleSetId: Schema.optionalKey(ReferenceId)
}

/** Body of create project. */
export const CreateProjectBody = Schema.Struct({ name: someText(200), ...settingsFields })

/** Body of change project. */
export const UpdateProjectBody = Schema.Struct({ name: Schema.optionalKey(someText(200)), ...settingsFields })

const ProjectBody = Schema.Struct({
  id: Schema.String,
  ...CreateProjectBody.fields,
  createdAt: Schema.String,
  updatedAt: Schema.String
})

/** A source as a client gives it. */
export const NewSourceBody = Schema.Struct({
  kind: Schema.optionalKey(Schema.Literals(sourceKinds).annotate({ expected: `one of ${sourceKinds.join(", ")}` })),
  name: Schema.optionalKey(someText(200)),
  content: Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
  url: Schema.optionalKey(someText(2_048)),
  branch: Schema.optionalKey(someText(250))
})

const WarningBody = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  location: Schema.optionalKey(
    Schema.Struct({
      line: Schema.optionalKey(Schema.Int),
      column: Schema.optionalKey(Schema.Int),
      pointer: Schema.optionalKey(Schema.String)
    })
  )
})

const SourceBody = Schema.Struct({
  id: Schema.String,
  projectId: Schema.NullOr(Schema.String),
  kind: Schema.Literals(sourceKinds),
  name: Schema.String,
  url: Schema.NullOr(Schema.String),
  branch: Schema.NullOr(Schema.String),
  detected: Schema.NullOr(Schema.Struct({ format: Schema.String, version: Schema.NullOr(Schema.String) })),
  size: Schema.Int,
  sha256: Schema.NullOr(Schema.String),
  warnings: Schema.Array(WarningBody),
  createdAt: Schema.String
})

/** A source of 20 MiB as a JSON text, where most characters take one byte and some two. */
export const sourceBodyLimitBytes = 32 * 1024 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** A source as a form gives it: texts by name, and one file, whose name is the source's unless there is another. */
const sourceOfParts = async (form: FormData): Promise<Readonly<Record<string, unknown>>> => {
  const body: Record<string, unknown> = {}
  for (const [name, part] of form) {
    if (typeof part === "string") {
      body[name] = part
      continue
    }
    if (body["content"] !== undefined) throw new TypeError("more than one file")
    body["content"] = utf8.decode(await part.arrayBuffer())
    if (part.name !== "") body["name"] ??= part.name
  }
  return body
}

const id = { id: Schema.String }
const base = "/api/docs/v1"

/** The endpoints of this slice. */
export const ProjectsApi = HttpApiGroup.make("projects").add(
  HttpApiEndpoint.post("create", `${base}/projects`, {
    payload: CreateProjectBody,
    success: ProjectBody.pipe(HttpApiSchema.status(201)),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("list", `${base}/projects`, { query: pageQuery, success: listOf(ProjectBody), error: ErrorBody }),
  HttpApiEndpoint.get("retrieve", `${base}/projects/:id`, { params: id, success: ProjectBody, error: ErrorBody }),
  HttpApiEndpoint.patch("update", `${base}/projects/:id`, {
    params: id,
    payload: UpdateProjectBody,
    success: ProjectBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.delete("remove", `${base}/projects/:id`, { params: id, error: ErrorBody }),
  HttpApiEndpoint.post("addSource", `${base}/projects/:id/sources`, {
    params: id,
    payload: NewSourceBody,
    success: SourceBody.pipe(HttpApiSchema.status(201)),
    error: ErrorBody
  })
    .annotate(BodyLimit, sourceBodyLimitBytes)
    .annotate(MultipartBody, sourceOfParts),
  HttpApiEndpoint.get("listSources", `${base}/projects/:id/sources`, {
    params: id,
    query: pageQuery,
    success: listOf(SourceBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieveSource", `${base}/sources/:id`, { params: id, success: SourceBody, error: ErrorBody }),
  HttpApiEndpoint.delete("removeSource", `${base}/sources/:id`, { params: id, error: ErrorBody })
)

/** A project. */
export const encodeProject = ({ createdAt, updatedAt, ...project }: Project) => ({
  id: project.id,
  name: project.name,
  ...given("repositoryUrl", project.repositoryUrl),
  ...given("defaultDocType", project.defaultDocType),
  ...given("outputPaths", project.outputPaths),
  ...given("branch", project.branch),
  ...given("audience", project.audience),
  ...given("tone", project.tone),
  ...given("contextDocumentIds", project.contextDocumentIds),
  ...given("ruleSetId", project.ruleSetId),
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt)
})

/** A source, without its content. */
export const encodeSource = (source: Source) => ({
  id: source.id,
  projectId: source.projectId,
  kind: source.kind,
  name: source.name,
  url: source.url,
  branch: source.branch,
  detected:
    source.detected === null ? null : { format: source.detected.format, version: source.detected.version ?? null },
  size: source.size,
  sha256: source.sha256,
  warnings: source.warnings,
  createdAt: timestamp(source.createdAt)
})

/** What a source is called when the client does not say. */
export const defaultSourceName = "source"

/** A source as the operations take it. */
export const newSourceOf = (body: typeof NewSourceBody.Type) => ({ ...body, name: body.name ?? defaultSourceName })
