/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { checkUtf8, handlersOf, json, jsonInTurns, takeOutLongTexts, type LongText } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { DocsRefused } from "../errors.ts"
import { answer, list, noContent, respond, shown } from "../respond.ts"
import { DocumentBody, etagOf, matchesIn, textAnswer, VersionBody, wantedFormat } from "./api.ts"
import type { DocumentVersion } from "./Document.ts"
import * as documents from "./operations.ts"

const versionAnswer = (status: number) => (version: DocumentVersion) =>
  json(status, VersionBody.write(version), etagOf(version.id))

const refuse = (code: DocsRefused["code"], message: string) => new DocsRefused({ code, message })

/** Values of a JSON body with a text in it: the text, and what an editor may send beside it. */
const contentValues = 1_000

/** The text in a JSON body. Fails with `InvalidJson`, or `DocsRefused`. */
const contentInJson = Effect.fnUntraced(function* (sent: Uint8Array) {
  const { bytes, longTexts } = (yield* takeOutLongTexts(sent, sent.length))!
  const body = yield* jsonInTurns(bytes, contentValues)
  const content = (body as { readonly content?: unknown } | null)?.content
  if (typeof content !== "string") return yield* refuse("invalid_payload", "content must be a text")
  return longTexts.get(content) ?? content
})

/** The text that an editor sends: as it is, or in JSON. Fails with `DocsRefused`. */
const contentOf = Effect.fnUntraced(function* (request: HttpServerRequest): Effect.fn.Return<LongText, DocsRefused> {
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()
  const sent = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
  yield* Effect.mapError(checkUtf8(sent), () => refuse("invalid_payload", "The text is not UTF-8"))
  if (type === "text/markdown" || type === "text/plain") return sent
  if (type !== "application/json") {
    return yield* refuse("unsupported_media_type", "Send the text as text/markdown, or as application/json")
  }
  return yield* Effect.catchTag(contentInJson(sent), "InvalidJson", () =>
    refuse("invalid_json", "The body is not usable JSON")
  )
})

/** A text as HTML, where that is wanted. */
const pageOfText = (wanted: "json" | "markdown" | "html", title: string, markdown: Uint8Array) =>
  wanted === "html" ? documents.preview(title, markdown) : Effect.succeed("")

export const documentHandlers = handlersOf(DocsApi, "documents", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      list(query, (caller, page, filter) => documents.list(caller, filter, page), DocumentBody.write),
    retrieve: ({ params, query, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const document = yield* documents.retrieve(caller, params.id)
          const versionId = document.latestVersionId
          const { content } = yield* documents.retrieveBytes(caller, versionId)
          const wanted = wantedFormat(query.format, request.headers["accept"])
          const page = yield* pageOfText(wanted, document.title, content)
          return yield* textAnswer(wanted, { versionId, page, content, known: DocumentBody.write(document) })
        })
      ),
    remove: ({ params }) => answer((caller) => documents.remove(caller, params.id), noContent),
    save: ({ params, request }) =>
      answer(
        (caller) =>
          Effect.flatMap(contentOf(request), (content) =>
            documents.save(caller, {
              documentId: params.id,
              content,
              ifMatch: matchesIn(request.headers["if-match"])
            })
          ),
        versionAnswer(200)
      ),
    listVersions: ({ params, query }) =>
      list(query, (caller, page) => documents.listVersions(caller, params.id, page), VersionBody.write),
    snapshot: ({ params, payload }) =>
      answer((caller) => documents.snapshot(caller, { documentId: params.id, name: payload.name }), versionAnswer(201)),
    setBaseline: ({ params, payload }) =>
      answer(
        (caller) => documents.setBaseline(caller, { documentId: params.id, versionId: payload.versionId }),
        shown(DocumentBody.write)
      ),
    retrieveVersion: ({ params, query, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { content, version } = yield* documents.retrieveBytes(caller, params.id)
          const wanted = wantedFormat(query.format, request.headers["accept"])
          const page = yield* pageOfText(wanted, version.title, content)
          return yield* textAnswer(wanted, { versionId: version.id, page, content, known: VersionBody.write(version) })
        })
      )
  })
)
