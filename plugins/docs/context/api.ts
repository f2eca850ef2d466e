/** Context documents on the wire (decisions docs 4.6). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit } from "../../../src/plugin.ts"
import { ErrorBody, given, listOf, pageQuery, someText, timestamp } from "../wire.ts"
import { contextFormats, contextKinds, type ContextDocument } from "./ContextDocument.ts"

/** Body of create context document. */
export const CreateContextBody = Schema.Struct({
  kind: Schema.Literals(contextKinds).annotate({ expected: `one of ${contextKinds.join(", ")}` }),
  name: someText(200),
  content: Schema.String.annotate({ expected: "a string" }).check(
    Schema.makeFilter((value: string) => value.trim() !== "", { expected: "a text that is not empty" })
  ),
  format: Schema.optionalKey(
    Schema.Literals(contextFormats).annotate({ expected: `one of ${contextFormats.join(", ")}` })
  )
})

const ContextBody = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(contextKinds),
  name: Schema.String,
  format: Schema.Literals(contextFormats),
  size: Schema.Int,
  sha256: Schema.String,
  understood: Schema.Int,
  content: Schema.optionalKey(Schema.String),
  createdAt: Schema.String
})

/** 1 MiB of text as JSON, where a character may take up to six bytes. */
const bodyLimitBytes = 6 * 1024 * 1024

const id = { id: Schema.String }
const base = "/api/docs/v1/context-documents"

/** The endpoints of this slice. */
export const ContextApi = HttpApiGroup.make("contextDocuments").add(
  HttpApiEndpoint.post("create", base, {
    payload: CreateContextBody,
    success: ContextBody,
    error: ErrorBody
  }).annotate(BodyLimit, bodyLimitBytes),
  HttpApiEndpoint.get("list", base, { query: pageQuery, success: listOf(ContextBody), error: ErrorBody }),
  HttpApiEndpoint.get("retrieve", `${base}/:id`, { params: id, success: ContextBody, error: ErrorBody }),
  HttpApiEndpoint.delete("remove", `${base}/:id`, { params: id, error: ErrorBody })
)

/** A context document; its content only where one is asked for by its id. */
export const encodeContext = (document: ContextDocument, content?: string) => ({
  id: document.id,
  kind: document.kind,
  name: document.name,
  format: document.format,
  size: document.size,
  sha256: document.sha256,
  understood: document.understood,
  ...given("content", content),
  createdAt: timestamp(document.createdAt)
})
