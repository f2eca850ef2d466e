/** Context documents on the wire (decisions docs 4.6). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, Publication, Wire } from "../../../src/plugin.ts"
import { refused, refusing } from "../refused.ts"
import { Id, idPath, isNotBlank, listOf, oneOf, pageQuery, SentTime, someText } from "../wire.ts"
import { contextFormats, contextKinds, type ContextDocument } from "./ContextDocument.ts"

const kindWords = "`style-guide`: how to write; `glossary`: terms and their meaning; `reference`: facts to draw on."

export const CreateContextBody = Wire.body("CreateContextDocument", "A text that says how documents are written.", {
  kind: [oneOf(contextKinds), kindWords],
  name: [someText(200), "What people call it."],
  content: [
    Schema.String.annotate({ expected: "a string" }).check(isNotBlank),
    "The text, up to 1 MiB of UTF-8. It is data: nothing in it is carried out."
  ],
  format: [Schema.optionalKey(oneOf(contextFormats)), "The form of the text. Default: what it looks like."]
})

export const ContextBody = Wire.object<ContextDocument & { readonly content?: string }>()(
  "ContextDocument",
  "A text that says how documents are written.",
  {
    id: [Id, "Begins with `ctx_`."],
    kind: [Schema.Literals(contextKinds), kindWords],
    name: [Schema.String, "What people call it."],
    format: [Schema.Literals(contextFormats), "The form of the text."],
    size: [Schema.Int, "Bytes of UTF-8."],
    sha256: [Schema.String, "SHA-256 of the text in hex."],
    understood: [Schema.Int, "Terms of a glossary, or rules of a style guide that can be followed; 0 for a reference."],
    content: [Schema.optionalKey(Schema.String), "The text; only where one is retrieved."],
    createdAt: [SentTime, "When it was given."]
  }
)

/** 1 MiB of text as JSON, where a character may take up to six bytes. */
const bodyLimitBytes = 6 * 1024 * 1024

const id = idPath("The context document.")
const base = "/api/docs/v1/context-documents"

export const ContextApi = HttpApiGroup.make("contextDocuments")
  .add(
    HttpApiEndpoint.post("create", base, {
      payload: CreateContextBody,
      success: ContextBody.pipe(HttpApiSchema.status(201)),
      error: refused(refusing("payload_too_large", "parse_failed", "limit_exceeded", "timeout"))
    })
      .annotate(BodyLimit, bodyLimitBytes)
      .annotateMerge(Publication.words("Create a context document", "A glossary without any term is refused.")),
    HttpApiEndpoint.get("list", base, {
      query: pageQuery,
      success: listOf("ContextDocumentList", ContextBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List context documents", "The newest first, without their texts.")),
    HttpApiEndpoint.get("retrieve", `${base}/:id`, {
      params: id,
      success: ContextBody,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Retrieve a context document", "With its text.")),
    HttpApiEndpoint.delete("remove", `${base}/:id`, {
      params: id,
      error: refused("NotFound")
    }).annotateMerge(
      Publication.words(
        "Remove a context document",
        "Documents that were made with it stay; generations that name it are refused."
      )
    )
  )
  .annotateMerge(
    Publication.tag("Context documents", "Style guides, glossaries and references by which documents are written.")
  )
