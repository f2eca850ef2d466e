/** Projects and sources on the wire (decisions docs 4.1). */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import {
  BodyLimit,
  LongTextBody,
  longTextOf,
  MultipartBody,
  type MultipartReader,
  Publication,
  Wire
} from "../../../src/plugin.ts"
import { maxContextDocuments } from "../context/ContextDocument.ts"
import { docTypes } from "../model/GeneratedDocument.ts"
import { sourceKinds } from "../model/SourceModel.ts"
import { refused, refusing, unreadable } from "../refused.ts"
import {
  atMost,
  DocTypeName,
  Id,
  idPath,
  listOf,
  oneOf,
  pageQuery,
  ReferenceId,
  SentTime,
  someText,
  text,
  together,
  WarningBody
} from "../wire.ts"
import type { Project } from "./Project.ts"
import type { NewSource, Source } from "./Source.ts"

const outputPath = text(500).annotate({ description: "The path of its file below the root of the repository." })

const outputPaths = Schema.Record(oneOf(docTypes), Schema.optionalKey(outputPath)).annotate({
  expected: "paths by kind of document"
})

const Name = someText(200)

const Address = someText(2_048)
const Branch = someText(250)
const Words = text(200)
const ContextDocumentIds = atMost(ReferenceId, maxContextDocuments)

const words = {
  repositoryUrl: "The https address of its repository; pushes to it find the project.",
  defaultDocType: "What is generated when a request does not say.",
  outputPaths: "Where each kind of document lies in the repository.",
  branch: "The branch whose pushes count. Default: every branch.",
  audience: "Who reads its documents, such as `developer`.",
  tone: "How its documents speak, such as `neutral`.",
  contextDocumentIds: `Up to ${maxContextDocuments} context documents by which its documents are written.`,
  ruleSetId: "The rule set by which its documents are checked."
}

export const CreateProjectBody = Wire.body("CreateProject", "What belongs together, and what its documents are like.", {
  name: [Name, "What people call it."],
  repositoryUrl: [Schema.optionalKey(Address), words.repositoryUrl],
  defaultDocType: [Schema.optionalKey(DocTypeName), words.defaultDocType],
  outputPaths: [Schema.optionalKey(outputPaths), words.outputPaths],
  branch: [Schema.optionalKey(Branch), words.branch],
  audience: [Schema.optionalKey(Words), words.audience],
  tone: [Schema.optionalKey(Words), words.tone],
  contextDocumentIds: [Schema.optionalKey(ContextDocumentIds), words.contextDocumentIds],
  ruleSetId: [Schema.optionalKey(ReferenceId), words.ruleSetId]
})

const cleared = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

export const UpdateProjectBody = Wire.body("UpdateProject", "What is left out stays as it is; `null` clears it.", {
  name: [Schema.optionalKey(Name), "What people call it."],
  repositoryUrl: [cleared(Address), words.repositoryUrl],
  defaultDocType: [cleared(DocTypeName), words.defaultDocType],
  outputPaths: [cleared(outputPaths), words.outputPaths],
  branch: [cleared(Branch), words.branch],
  audience: [cleared(Words), words.audience],
  tone: [cleared(Words), words.tone],
  contextDocumentIds: [cleared(ContextDocumentIds), words.contextDocumentIds],
  ruleSetId: [cleared(ReferenceId), words.ruleSetId]
})

export const ProjectBody = Wire.object<Project>()(
  "Project",
  "What belongs together: sources, documents, a repository.",
  {
    id: [Id, "Begins with `prj_`."],
    name: [Schema.String, "What people call it."],
    repositoryUrl: [Schema.optionalKey(Schema.String), "The address of its repository."],
    defaultDocType: [Schema.optionalKey(DocTypeName), "What is generated when a request does not say."],
    outputPaths: [Schema.optionalKey(outputPaths), "Where each kind of document lies in the repository."],
    branch: [Schema.optionalKey(Schema.String), "The branch whose pushes count."],
    audience: [Schema.optionalKey(Schema.String), "Who reads its documents."],
    tone: [Schema.optionalKey(Schema.String), "How its documents speak."],
    contextDocumentIds: [Schema.optionalKey(Schema.Array(Id)), "Context documents by which its documents are written."],
    ruleSetId: [Schema.optionalKey(Id), "The rule set by which its documents are checked."],
    createdAt: [SentTime, "When it was made."],
    updatedAt: [SentTime, "When it was changed last."]
  }
)

const KindName = Schema.Literals(sourceKinds).annotate({
  identifier: "SourceKind",
  description: "What kind of material a source is.",
  expected: `one of ${sourceKinds.join(", ")}`
})

/** A source as a client gives it. */
export const NewSourceBody = Wire.body("NewSource", "Material for documents: exactly one of `content` and `url`.", {
  kind: [Schema.optionalKey(KindName), "What it is. Default: what it is found to be."],
  name: [Schema.optionalKey(Name), "What it is called in warnings, such as a file name. Default: `source`."],
  content: [
    Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
    "The text itself, up to 20 MiB; it is read at once."
  ],
  url: [
    Schema.optionalKey(someText(2_048)),
    "The public https address of a file or a git repository; it is fetched when a document is made."
  ],
  branch: [Schema.optionalKey(someText(250)), "The branch of a repository. Default: its own default."]
})
  .check(together("oneOf", ["content"], ["url"]))
  .annotate({ identifier: "NewSource" })

const DetectedBody = Wire.object<NonNullable<Source["detected"]>>()("Detected", "What a source was found to be.", {
  format: [Schema.String, "Such as `openapi`, `postman-collection`, `markdown`."],
  version: [
    Schema.NullOr(Schema.String),
    (detected) => detected.version ?? null,
    "The version of the format; `null` where it has none."
  ]
})

/** A source as it is shown, without its content. */
export const SourceBody = Wire.object<Source>()("Source", "Material for documents, without its content.", {
  id: [Id, "Begins with `src_`."],
  projectId: [Schema.NullOr(Id), "The project it belongs to; `null` for one that came with a generation."],
  kind: [KindName, "What it is."],
  name: [Schema.String, "What it is called in warnings."],
  url: [Schema.NullOr(Schema.String), "Its address; `null` for one given as text."],
  branch: [Schema.NullOr(Schema.String), "The branch that is read, if one was named."],
  detected: [
    Schema.NullOr(DetectedBody),
    "What it was found to be; `null` for one by address, which is not fetched yet."
  ],
  size: [Schema.Int, "Bytes of UTF-8; 0 for one by address."],
  sha256: [Schema.NullOr(Schema.String), "SHA-256 of its bytes in hex; `null` for one by address."],
  warnings: [Schema.Array(WarningBody), "What was noticed while it was read."],
  createdAt: [SentTime, "When it was given."]
})

/** A source of 20 MiB as a JSON text, where most characters take one byte and some two. */
export const sourceBodyLimitBytes = 32 * 1024 * 1024

/** A source as a form gives it: texts by name, and one file, whose name is the source's unless there is another. */
const sourceOfParts: MultipartReader = (parts) => {
  const body: Record<string, unknown> = {}
  for (const { fileName, name, text } of parts) {
    if (fileName === undefined) {
      body[name] = text
      continue
    }
    if (body["content"] !== undefined) throw new TypeError("more than one file")
    body["content"] = text
    if (fileName !== "") body["name"] ??= fileName
  }
  return body
}

/** What a form gives a source by: the fields of the JSON body, with the content as a file. */
const sourceForm = {
  type: "object",
  properties: {
    file: {
      type: "string",
      format: "binary",
      description: "The content, UTF-8; its name is the source's unless `name` is sent."
    },
    kind: { $ref: "#/components/schemas/SourceKind", description: "What it is. Default: what it is found to be." },
    name: { type: "string", maxLength: 200, pattern: "\\S", description: "What it is called in warnings." },
    content: { type: "string", description: "The content as a text, instead of a file." },
    url: { type: "string", maxLength: 2_048, pattern: "\\S", description: "The address, instead of a content." },
    branch: { type: "string", maxLength: 250, pattern: "\\S", description: "The branch of a repository." }
  },
  additionalProperties: false
}

const project = idPath("The project.")
const source = idPath("The source.")
const base = "/api/docs/v1"

export const ProjectsApi = HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.post("create", `${base}/projects`, {
      payload: CreateProjectBody,
      success: ProjectBody.pipe(HttpApiSchema.status(201)),
      error: refused(refusing("invalid_payload", "unsafe_path", "unsafe_repository_url"))
    }).annotateMerge(
      Publication.words("Create a project", "Its settings hold for every document that is made of its sources.")
    ),
    HttpApiEndpoint.get("list", `${base}/projects`, {
      query: pageQuery,
      success: listOf("ProjectList", ProjectBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List projects", "The newest first.")),
    HttpApiEndpoint.get("retrieve", `${base}/projects/:id`, {
      params: project,
      success: ProjectBody,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Retrieve a project", "The project as it is now.")),
    HttpApiEndpoint.patch("update", `${base}/projects/:id`, {
      params: project,
      payload: UpdateProjectBody,
      success: ProjectBody,
      error: refused("NotFound", refusing("invalid_payload", "unsafe_path", "unsafe_repository_url"))
    }).annotateMerge(
      Publication.words("Change a project", "Fields that are not sent stay as they are; `null` clears one.")
    ),
    HttpApiEndpoint.delete("remove", `${base}/projects/:id`, {
      params: project,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Remove a project", "Its sources go with it; its documents stay.")),
    HttpApiEndpoint.post("addSource", `${base}/projects/:id/sources`, {
      params: project,
      payload: NewSourceBody,
      success: SourceBody.pipe(HttpApiSchema.status(201)),
      error: refused(
        "NotFound",
        refusing("invalid_payload", "payload_too_large", "unsafe_repository_url", ...unreadable)
      )
    })
      .annotate(BodyLimit, sourceBodyLimitBytes)
      .annotate(LongTextBody, true)
      .annotate(MultipartBody, sourceOfParts)
      .annotate(Publication.Media, { request: { "multipart/form-data": sourceForm } })
      .annotateMerge(
        Publication.words(
          "Add a source",
          "Send JSON, or a form with one file. The service reads a text at once, and refuses one that it cannot read with line and column."
        )
      ),
    HttpApiEndpoint.get("listSources", `${base}/projects/:id/sources`, {
      params: project,
      query: pageQuery,
      success: listOf("SourceList", SourceBody),
      error: refused("InvalidCursor", "NotFound")
    }).annotateMerge(Publication.words("List sources", "Those of one project, the newest first.")),
    HttpApiEndpoint.get("retrieveSource", `${base}/sources/:id`, {
      params: source,
      success: SourceBody,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Retrieve a source", "What it was found to be; its content is not shown.")),
    HttpApiEndpoint.delete("removeSource", `${base}/sources/:id`, {
      params: source,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Remove a source", "Documents that were made of it stay."))
  )
  .annotateMerge(
    Publication.tag("Projects and sources", "What belongs together, and the material that documents are made of.")
  )

/** What a source is called when the client does not say. */
export const defaultSourceName = "source"

/** A source as the operations take it. */
export const newSourceOf = Effect.fnUntraced(function* (body: typeof NewSourceBody.Type): Effect.fn.Return<NewSource> {
  const content = body.content === undefined ? undefined : yield* longTextOf(body.content)
  return { ...body, content, name: body.name ?? defaultSourceName }
})
