/** Transformations on the wire (decisions docs 4.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, json, type Answer } from "../../../src/plugin.ts"
import { ErrorBody, ReferenceId, someText, text } from "../wire.ts"
import type { Transformed } from "./operations.ts"
import { transformationKinds } from "./Transformation.ts"

const Kind = Schema.Literals(transformationKinds).annotate({ expected: `one of ${transformationKinds.join(", ")}` })

const offset = Schema.Int.annotate({ expected: "an integer of at least 0" }).check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "an integer of at least 0" })
)

/** Texts around the selection, and texts to place it in. */
const maxText = 2_000_000

/** Body of a transformation. */
export const TransformBody = Schema.Struct({
  text: someText(maxText),
  kind: Kind,
  context: Schema.optionalKey(
    Schema.Struct({
      documentId: Schema.optionalKey(ReferenceId),
      before: Schema.optionalKey(text(100_000)),
      after: Schema.optionalKey(text(100_000)),
      sourceIds: Schema.optionalKey(
        Schema.Array(ReferenceId).check(
          Schema.makeFilter((ids: ReadonlyArray<string>) => ids.length <= 10, { expected: "at most 10 ids" })
        )
      ),
      contextDocumentIds: Schema.optionalKey(Schema.Array(ReferenceId))
    })
  ),
  selection: Schema.optionalKey(Schema.Struct({ start: offset, end: offset })),
  tone: Schema.optionalKey(text(200)),
  audience: Schema.optionalKey(text(200))
})

const Query = {
  apply: Schema.optionalKey(Schema.Literals(["true", "false"]).annotate({ expected: "true or false" })),
  documentId: Schema.optionalKey(ReferenceId)
}

const Figures = Schema.Struct({
  words: Schema.Int,
  sentences: Schema.Int,
  fleschReadingEase: Schema.Number,
  fleschKincaidGrade: Schema.Number,
  avgSentenceLength: Schema.Number,
  passiveShare: Schema.Number,
  longestSentence: Schema.Int,
  characters: Schema.Int
})

const TransformAnswer = Schema.Struct({
  kind: Kind,
  result: Schema.String,
  changed: Schema.Boolean,
  edits: Schema.Array(
    Schema.Struct({ start: Schema.Int, end: Schema.Int, replacement: Schema.String, reason: Schema.String })
  ),
  metrics: Schema.Struct({ before: Figures, after: Figures }),
  warnings: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })),
  writer: Schema.String,
  versionId: Schema.optionalKey(Schema.String)
})

/** 2 million characters as JSON. */
const bodyLimitBytes = 8 * 1024 * 1024

/** The endpoint of this slice. */
export const TransformationsApi = HttpApiGroup.make("transformations").add(
  HttpApiEndpoint.post("transform", "/api/docs/v1/transformations", {
    query: Query,
    payload: TransformBody,
    success: TransformAnswer,
    error: ErrorBody
  }).annotate(BodyLimit, bodyLimitBytes)
)

/** A body and a query as the operations take them: the document may be named in either. */
export const requestOf = (body: typeof TransformBody.Type, documentId: string | undefined) =>
  documentId === undefined ? body : { ...body, context: { ...body.context, documentId } }

/** Characters of a delta. */
const deltaLength = 4_096

const piecesOf = (result: string): ReadonlyArray<string> =>
  Array.from(result.matchAll(new RegExp(`[\\s\\S]{1,${deltaLength}}(?![\\udc00-\\udfff])`, "g")), ([piece]) => piece)

/** A result as the client wants it: as JSON, or as events whose deltas are the result. */
export const transformAnswer = (made: Transformed, accept: string | undefined): Answer => {
  if (!/\btext\/event-stream\b/i.test(accept ?? "")) return json(200, made)
  const events = [
    ...piecesOf(made.result).map((piece) => ({ event: "delta", data: { text: piece } })),
    { event: "completed", data: made }
  ]
  return {
    status: 200,
    body: events
      .map(({ data, event }, at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(""),
    contentType: "text/event-stream; charset=utf-8",
    headers: { "cache-control": "no-store" }
  }
}
