/** Documents and versions on the wire (decisions docs 4.3; PRECEDENCE, docs content). */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, jsonBytesInTurns, Publication, RawBody, Wire, type Answer } from "../../../src/plugin.ts"
import { refused, refusing } from "../refused.ts"
import { DocTypeName, Id, idPath, listOf, pageQuery, ReferenceId, SentTime, someText } from "../wire.ts"
import type { Document, DocumentVersion } from "./Document.ts"
import { previewHeaders } from "./preview.ts"

/** A document as it is shown, without its text. */
export const DocumentBody = Wire.object<Document>()("Document", "The line of versions of one text.", {
  id: [Id, "Begins with `doc_`."],
  projectId: [Schema.NullOr(Id), "The project it belongs to, if any."],
  docType: [DocTypeName, "What it is."],
  title: [Schema.String, "Its first heading."],
  latestVersionId: [Id, "The latest version, which is its ETag."],
  latestNumber: [Schema.Int, "The number of the latest version, from 1."],
  baselineVersionId: [Schema.NullOr(Id), "The version that diffs compare with, if one was set."],
  createdAt: [SentTime, "When its first version was made."],
  updatedAt: [SentTime, "When it was changed last."]
})

/** A version as it is shown, without its text. */
export const VersionBody = Wire.object<DocumentVersion>()(
  "Version",
  "A text as it was once. A version never changes.",
  {
    id: [Id, "Begins with `ver_`."],
    documentId: [Id, "The document."],
    number: [Schema.Int, "Counts from 1 in its document."],
    author: [Schema.Literals(["generation", "user", "transformation"]), "Who wrote it."],
    generationId: [Schema.NullOr(Id), "The generation that made it, if one did."],
    name: [Schema.NullOr(Schema.String), "The name of a snapshot."],
    title: [Schema.String, "Its first heading."],
    sha256: [Schema.String, "SHA-256 of the text in hex."],
    createdAt: [SentTime, "When it was made."]
  }
)

const content = Schema.String.annotate({ description: "The text, Markdown." })

const DocumentWithText = Schema.Struct({ ...DocumentBody.fields, content }).annotate({
  identifier: "DocumentWithText",
  description: "A document with the text of its latest version."
})

const VersionWithText = Schema.Struct({ ...VersionBody.fields, content }).annotate({
  identifier: "VersionWithText",
  description: "A version with its text."
})

/** Longest text that an editor may save, in bytes. Our choice: as long as a source. */
const contentLimitBytes = 20 * 1024 * 1024

const format = Wire.parameters({
  format: [
    Schema.optionalKey(Schema.Literals(["json", "markdown", "html"]).annotate({ expected: "json, markdown or html" })),
    "How the text is wanted: in JSON, as Markdown, or as a page that is safe to show. Default: Markdown where `Accept` names `text/markdown`, else JSON."
  ]
})

const markdown = { type: "string", description: "The text, Markdown." }

const texts = {
  answer: {
    "text/markdown": markdown,
    "text/html": { type: "string", description: "A page that loads and runs nothing." }
  }
}

const saved = {
  request: {
    "text/markdown": markdown,
    "text/plain": markdown,
    "application/json": {
      type: "object",
      required: ["content"],
      properties: { content: markdown },
      additionalProperties: true
    }
  }
}

const id = idPath("The document.")
const base = "/api/docs/v1"

export const DocumentsApi = HttpApiGroup.make("documents")
  .add(
    HttpApiEndpoint.get("list", `${base}/documents`, {
      query: {
        ...pageQuery,
        ...Wire.parameters({
          projectId: [Schema.optionalKey(ReferenceId), "Only those of this project."],
          docType: [Schema.optionalKey(DocTypeName), "Only those of this kind."]
        })
      },
      success: listOf("DocumentList", DocumentBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List documents", "The newest first, without their texts.")),
    HttpApiEndpoint.get("retrieve", `${base}/documents/:id`, {
      params: id,
      query: format,
      success: DocumentWithText,
      error: refused("NotFound", refusing("limit_exceeded", "timeout"))
    })
      .annotate(Publication.Media, texts)
      .annotateMerge(
        Publication.words(
          "Retrieve a document",
          "With the text of its latest version; `ETag` is what a save must name."
        )
      ),
    HttpApiEndpoint.delete("remove", `${base}/documents/:id`, {
      params: id,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Remove a document", "With all its versions.")),
    HttpApiEndpoint.put("save", `${base}/documents/:id/content`, {
      params: id,
      success: VersionBody,
      error: refused(
        "NotFound",
        refusing("invalid_json", "invalid_payload", "precondition_failed", "unsupported_media_type")
      )
    })
      .annotate(RawBody, true)
      .annotate(BodyLimit, contentLimitBytes)
      .annotate(Publication.Media, saved)
      .annotateMerge(
        Publication.words(
          "Save a text",
          "A new version by a person, unless the text is that of the latest one. `If-Match` names the version that was edited: nobody's work is overwritten."
        )
      ),
    HttpApiEndpoint.get("listVersions", `${base}/documents/:id/versions`, {
      params: id,
      query: pageQuery,
      success: listOf("VersionList", VersionBody),
      error: refused("InvalidCursor", "NotFound")
    }).annotateMerge(Publication.words("List versions", "Those of one document, the newest first.")),
    HttpApiEndpoint.post("snapshot", `${base}/documents/:id/versions`, {
      params: id,
      payload: Wire.body("CreateSnapshot", "What to call the text as it is now.", {
        name: [someText(200), "The name."]
      }),
      success: VersionBody.pipe(HttpApiSchema.status(201)),
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Create a snapshot", "Keeps the latest text as a version with a name.")),
    HttpApiEndpoint.post("setBaseline", `${base}/documents/:id/baseline`, {
      params: id,
      payload: Wire.body("SetBaseline", "What diffs compare with.", {
        versionId: [ReferenceId, "A version of the document."]
      }),
      success: DocumentBody,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Set the baseline", "The version that diffs compare with from now on.")),
    HttpApiEndpoint.get("retrieveVersion", `${base}/versions/:id`, {
      params: idPath("The version."),
      query: format,
      success: VersionWithText,
      error: refused("NotFound", refusing("limit_exceeded", "timeout"))
    })
      .annotate(Publication.Media, texts)
      .annotateMerge(Publication.words("Retrieve a version", "With its text."))
  )
  .annotateMerge(Publication.tag("Documents", "Texts and their versions."))

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
  of: { readonly versionId: string; readonly page: string; readonly content: Uint8Array; readonly known: object }
): Effect.Effect<Answer> => {
  const headers = etagOf(of.versionId)
  if (wanted === "json") {
    return Effect.map(jsonBytesInTurns({ ...of.known, content: of.content }), (utf8) => ({
      status: 200,
      body: "",
      utf8,
      headers
    }))
  }
  return Effect.succeed(
    wanted === "markdown"
      ? { status: 200, body: "", utf8: of.content, contentType: "text/markdown; charset=utf-8", headers }
      : {
          status: 200,
          body: of.page,
          contentType: "text/html; charset=utf-8",
          headers: { ...headers, ...previewHeaders }
        }
  )
}
