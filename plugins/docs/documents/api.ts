/** Documents and versions on the wire (decisions docs 4.3; PRECEDENCE, docs content). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, json, RawBody, type Answer } from "../../../src/plugin.ts"
import { DocTypeName, ErrorBody, listOf, pageQuery, ReferenceId, someText, timestamp } from "../wire.ts"
import type { Document, DocumentVersion } from "./Document.ts"
import { previewHeaders } from "./preview.ts"

const DocumentBody = Schema.Struct({
  id: Schema.String,
  projectId: Schema.NullOr(Schema.String),
  docType: DocTypeName,
  title: Schema.String,
  latestVersionId: Schema.String,
  latestNumber: Schema.Int,
  baselineVersionId: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String
})

const VersionBody = Schema.Struct({
  id: Schema.String,
  documentId: Schema.String,
  number: Schema.Int,
  author: Schema.Literals(["generation", "user", "transformation"]),
  generationId: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  title: Schema.String,
  sha256: Schema.String,
  createdAt: Schema.String
})

const content = { content: Schema.String }
const id = { id: Schema.String }
const base = "/api/docs/v1"

/** Longest text that an editor may save, in bytes. Our choice: as long as a source. */
const contentLimitBytes = 20 * 1024 * 1024

const format = {
  format: Schema.optionalKey(
    Schema.Literals(["json", "markdown", "html"]).annotate({ expected: "json, markdown or html" })
  )
}

/** The endpoints of this slice. */
export const DocumentsApi = HttpApiGroup.make("documents").add(
  HttpApiEndpoint.get("list", `${base}/documents`, {
    query: { ...pageQuery, projectId: Schema.optionalKey(ReferenceId), docType: Schema.optionalKey(DocTypeName) },
    success: listOf(DocumentBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", `${base}/documents/:id`, {
    params: id,
    query: format,
    success: Schema.Struct({ ...DocumentBody.fields, ...content }),
    error: ErrorBody
  }),
  HttpApiEndpoint.delete("remove", `${base}/documents/:id`, { params: id, error: ErrorBody }),
  HttpApiEndpoint.put("save", `${base}/documents/:id/content`, { params: id, success: VersionBody, error: ErrorBody })
    .annotate(RawBody, true)
    .annotate(BodyLimit, contentLimitBytes),
  HttpApiEndpoint.get("listVersions", `${base}/documents/:id/versions`, {
    params: id,
    query: pageQuery,
    success: listOf(VersionBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("snapshot", `${base}/documents/:id/versions`, {
    params: id,
    payload: Schema.Struct({ name: someText(200) }),
    success: VersionBody.pipe(HttpApiSchema.status(201)),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("setBaseline", `${base}/documents/:id/baseline`, {
    params: id,
    payload: Schema.Struct({ versionId: ReferenceId }),
    success: DocumentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieveVersion", `${base}/versions/:id`, {
    params: id,
    query: format,
    success: Schema.Struct({ ...VersionBody.fields, ...content }),
    error: ErrorBody
  })
)

/** A document, without its text. */
export const encodeDocument = (document: Document) => ({
  id: document.id,
  projectId: document.projectId,
  docType: document.docType,
  title: document.title,
  latestVersionId: document.latestVersionId,
  latestNumber: document.latestNumber,
  baselineVersionId: document.baselineVersionId,
  createdAt: timestamp(document.createdAt),
  updatedAt: timestamp(document.updatedAt)
})

/** A version, without its text. */
export const encodeVersion = (version: DocumentVersion) => ({
  id: version.id,
  documentId: version.documentId,
  number: version.number,
  author: version.author,
  generationId: version.generationId,
  name: version.name,
  title: version.title,
  sha256: version.sha256,
  createdAt: timestamp(version.createdAt)
})

/** What an editor sends back in If-Match: the version it saw. */
export const etagOf = (versionId: string) => ({ etag: `"${versionId}"` })

/** Versions named by an If-Match header; `*` is any. */
export const matchesIn = (header: string | undefined): ReadonlyArray<string> | "*" | undefined => {
  if (header === undefined || header.trim() === "") return undefined
  if (header.trim() === "*") return "*"
  return header.split(",").map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"))
}

/** How a text is wanted: by `format`, else by the Accept header, else with what is known of it. */
export const wantedFormat = (
  asked: "json" | "markdown" | "html" | undefined,
  accept: string | undefined
): "json" | "markdown" | "html" => asked ?? (/\btext\/markdown\b/i.test(accept ?? "") ? "markdown" : "json")

/** A text in the form that is wanted; `page` is it as HTML. */
export const textAnswer = (
  wanted: "json" | "markdown" | "html",
  of: { readonly versionId: string; readonly page: string; readonly content: string; readonly known: object }
): Answer => {
  const headers = etagOf(of.versionId)
  if (wanted === "json") return json(200, { ...of.known, content: of.content }, headers)
  return wanted === "markdown"
    ? { status: 200, body: of.content, contentType: "text/markdown; charset=utf-8", headers }
    : {
        status: 200,
        body: of.page,
        contentType: "text/html; charset=utf-8",
        headers: { ...headers, ...previewHeaders }
      }
}
