/** Transformations on the wire (decisions docs 4.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, json, Publication, Wire, type Answer } from "../../../src/plugin.ts"
import { FiguresBody } from "../checks/finding-wire.ts"
import { maxContextDocuments } from "../context/ContextDocument.ts"
import { refused, refusing, unreachable } from "../refused.ts"
import { atMost, eventsOf, Id, ReferenceId, someText, text } from "../wire.ts"
import type { Transformed } from "./operations.ts"
import { maxSources, transformationKinds, transformWarnings, type TransformWarningCode } from "./Transformation.ts"

const Kind = Schema.Literals(transformationKinds).annotate({
  identifier: "TransformationKind",
  description: "What to do with a text. Code, links, numbers and negations survive all of them.",
  expected: `one of ${transformationKinds.join(", ")}`
})

const warningWords = Object.entries(transformWarnings)
  .map(([code, meaning]) => `\`${code}\`: ${meaning}.`)
  .join(" ")

const offset = Schema.Int.annotate({ expected: "an integer of at least 0" }).check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "an integer of at least 0" })
)

/** Texts around the selection, and texts to place it in. */
const maxText = 1_000_000

export const TransformBody = Wire.body("TransformText", "A text, and what to do with it.", {
  text: [someText(maxText), "The text, Markdown, up to 1,000,000 characters."],
  kind: [Kind, "What to do with it."],
  context: [
    Schema.optionalKey(
      Wire.body("TransformContext", "Where the text stands, and what the result may draw on.", {
        documentId: [Schema.optionalKey(ReferenceId), "The document it is from; its project's sources give facts."],
        before: [Schema.optionalKey(text(100_000)), "What stands before it."],
        after: [Schema.optionalKey(text(100_000)), "What stands after it."],
        sourceIds: [
          Schema.optionalKey(atMost(ReferenceId, maxSources)),
          "Sources that give facts. Default: those of the document's project."
        ],
        contextDocumentIds: [
          Schema.optionalKey(atMost(ReferenceId, maxContextDocuments)),
          `Up to ${maxContextDocuments} glossaries whose terms may be explained, beside those of the project.`
        ]
      })
    ),
    "Where the text stands, and what the result may draw on."
  ],
  selection: [
    Schema.optionalKey(
      Wire.body("Selection", "A part of the text, in UTF-16 units; up to 100,000 characters.", {
        start: [offset, "Where it begins."],
        end: [offset, "Behind its end."]
      })
    ),
    "The part to transform. Default: all of it."
  ],
  tone: [Schema.optionalKey(text(200)), "How it speaks. Default: `neutral`."],
  audience: [Schema.optionalKey(text(200)), "Who reads it. Default: `developer`."]
})

const Query = Wire.parameters({
  apply: [
    Schema.optionalKey(
      Schema.Literals(["true", "false"]).annotate({
        expected: "true or false",
        [Publication.publishedAs]: { type: "boolean", default: false }
      })
    ),
    "`true`: save the result as a version of the document."
  ],
  documentId: [Schema.optionalKey(ReferenceId), "The document, instead of `context.documentId`."]
})

const TransformAnswer = Wire.body("Transformation", "What came of a transformation.", {
  kind: [Kind, "What was done."],
  result: [Schema.String, "All of the text, with the result in place of the selection."],
  changed: [Schema.Boolean, "`false`: the text stays as it was; `warnings` say why."],
  edits: [
    Schema.Array(
      Wire.body("TextEdit", "A replacement, by offsets in UTF-16 units of the text that was sent.", {
        start: [Schema.Int, "Where it begins."],
        end: [Schema.Int, "Behind its end."],
        replacement: [Schema.String, "What takes its place."],
        reason: [Schema.String, "Why, for people."]
      })
    ),
    "What leads from the text to the result, in order and without overlap."
  ],
  metrics: [
    Wire.body("BeforeAndAfter", "Figures of the selection, then and now.", {
      before: [FiguresBody, "Before."],
      after: [FiguresBody, "After."]
    }),
    "Figures of the selection."
  ],
  warnings: [
    Schema.Array(
      Wire.body("TransformWarning", "Why something was not done.", {
        code: [Schema.Literals(Object.keys(transformWarnings) as ReadonlyArray<TransformWarningCode>), warningWords],
        message: [Schema.String, "The same for people."]
      })
    ),
    "What was not done, and why."
  ],
  writer: [Schema.String, "Who made it: `rules`, or the name of a language model."],
  versionId: [Schema.optionalKey(Id), "The version it was saved as, with `apply`."]
})

/** 2 million characters as JSON. */
const bodyLimitBytes = 8 * 1024 * 1024

const Streamed = eventsOf(
  "TransformationEvent",
  "Where `Accept` names server-sent events: the result while it grows.",
  {
    delta: [
      Wire.body("TransformationDelta", "A piece of the result.", {
        text: [Schema.String, "Follows the text of the event before it."]
      }),
      "The texts of all `delta` events in order are the result."
    ],
    completed: [TransformAnswer, "The last event: all of the answer."]
  }
)

export const TransformationsApi = HttpApiGroup.make("transformations")
  .add(
    HttpApiEndpoint.post("transform", "/api/docs/v1/transformations", {
      query: Query,
      payload: TransformBody,
      success: TransformAnswer,
      error: refused(
        "InvalidCursor",
        "NotFound",
        refusing("invalid_payload", "conflict", "material_required", ...unreachable)
      )
    })
      .annotate(BodyLimit, bodyLimitBytes)
      .annotate(Publication.Media, { answer: { "text/event-stream": Streamed } })
      .annotateMerge(
        Publication.words(
          "Transform a text",
          "Simplifies, condenses, expands, adds or draws. Nothing that must survive is lost, and nothing is invented: where that cannot be done, the text stays and a warning says why. What only adds is refused with `material_required` where nothing is known that it could add. Nothing is stored, except with `apply`."
        )
      )
  )
  .annotateMerge(Publication.tag("Transformations", "Texts made simpler, shorter, richer, or drawn."))

/** A body and a query as the operations take them: the document may be named in either. */
export const requestOf = (body: typeof TransformBody.Type, documentId: string | undefined) =>
  documentId === undefined ? body : { ...body, context: { ...body.context, documentId } }

/** Characters of a delta. */
const deltaLength = 4_096

const piecesOf = (result: string): ReadonlyArray<string> =>
  Array.from(result.matchAll(new RegExp(`[\\s\\S]{1,${deltaLength}}(?![\\udc00-\\udfff])`, "g")), ([piece]) => piece)

/** A result as the client wants it: as JSON, or as events whose deltas are the result. A replay is JSON in both cases. */
export const transformAnswer = (made: Transformed, accept: string | undefined): Answer => {
  const whole = json(200, made)
  if (!/\btext\/event-stream\b/i.test(accept ?? "")) return whole
  const events = [
    ...piecesOf(made.result).map((piece) => ({ event: "delta", data: { text: piece } })),
    { event: "completed", data: made }
  ]
  return {
    status: 200,
    body: events
      .map(({ data, event }, at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(""),
    kept: whole.body,
    contentType: "text/event-stream; charset=utf-8",
    headers: { "cache-control": "no-store" }
  }
}
