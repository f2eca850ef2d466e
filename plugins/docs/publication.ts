/** What the published description of the API says beyond the endpoints: the frame that all of them share. */
import * as Context from "effect/Context"
import { OwnAuthentication, RawBody, Publication } from "../../src/plugin.ts"
import { webhookHeaders } from "./ci/headers.ts"
import { errorWords } from "./error-words.ts"
import { publishedCodes, type DocsFailure } from "./errors.ts"
import { examples } from "./examples.ts"
import { introduction } from "./introduction.ts"
import { ErrorBody } from "./wire.ts"

type Tag = DocsFailure["_tag"]

const ofStore: ReadonlyArray<Tag> = ["InternalFailure", "StoreUnavailable"]

const ofJson: ReadonlyArray<Tag> = ["InvalidJson", "UnsupportedMediaType"]

const ofKeys: ReadonlyArray<Tag> = ["InvalidIdempotencyKey", "IdempotencyKeyReused", "IdempotencyKeyInUse"]

const { text } = Publication

type On = (operation: Publication.PublishedOperation) => boolean

/** All but a table of the program: nothing of it can fail. */
const asksStore: On = ({ id }) => id !== "rules.builtin"

/** Whether it checks its callers itself, as the CI webhook does. */
const isOpen: On = ({ annotations }) => Context.getOrUndefined(annotations, OwnAuthentication) === true

const isRaw: On = ({ annotations }) => Context.getOrUndefined(annotations, RawBody) === true

const takesKey: On = (operation) => operation.hasBody && !isOpen(operation)

const isOne =
  (...ids: ReadonlyArray<string>): On =>
  ({ id }) =>
    ids.includes(id)

const showsText = isOne("documents.retrieve", "documents.retrieveVersion")
const hasEtag = isOne("documents.retrieve", "documents.retrieveVersion", "documents.save", "documents.snapshot")
const isStream = isOne("generations.stream")
const isWebhook = isOne("ci.receive")

const onSuccess =
  (on: On): Publication.PublishedHeader["on"] =>
  (status, operation) =>
    status < 400 && on(operation)

const wish = (name: string, description: string, schema: object = text) => ({
  name,
  in: "query" as const,
  description: `${description} Used where the body does not say.`,
  schema: { ...schema },
  on: isWebhook
})

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** What the CI webhook reads, from the table without which it reads nothing. */
const headersOfWebhook = Object.fromEntries(
  Object.entries(webhookHeaders).map(([header, description]) => {
    const parts = header.split("-").map(capitalized)
    return [`Webhook${parts.join("")}`, { name: parts.join("-"), description, schema: text, on: isWebhook }]
  })
)

/** The publication of the documentation service. */
export const publication: Publication.Publication = {
  info: {
    title: "Bursar documentation",
    summary: "Turns API descriptions, repositories, texts and change lists into documentation.",
    version: "1",
    description: introduction,
    ...Publication.publisher
  },
  securitySchemes: () => ({
    apiKey: {
      type: "http",
      scheme: "bearer",
      description: "The key of the service. Without configured keys every request is refused."
    },
    webhookSecret: {
      type: "apiKey",
      in: "header",
      name: "x-docs-secret",
      description: "The secret of the CI webhook, as it is."
    },
    webhookBearer: { type: "http", scheme: "bearer", description: "The secret of the CI webhook, as a bearer token." }
  }),
  security: (operation) => (isOpen(operation) ? [{ webhookSecret: [] }, { webhookBearer: [] }, {}] : [{ apiKey: [] }]),
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      description:
        "1 to 255 printable ASCII characters. A repetition within 24 hours gets the first answer again; the same key with another request is refused with 409.",
      // No example: the reference page would send it with every request that is tried.
      schema: { ...text, minLength: 1, maxLength: 255, pattern: "^[ -~]*$" },
      on: takesKey
    },
    IfMatch: {
      name: "If-Match",
      description: "The `ETag` of the version that was edited, several of them, or `*`. Without it the answer is 412.",
      required: true,
      schema: { ...text, examples: ['"ver_01jk2m3n4p5q6r7s8t9v0w1x2y"'] },
      on: isOne("documents.save")
    },
    LastEventId: {
      name: "Last-Event-ID",
      description: "The id of the last event that was read: the stream goes on after it.",
      schema: { ...text, examples: ["1.12"] },
      on: isStream
    },
    ...headersOfWebhook,
    WishDocType: wish("docType", "What to make."),
    WishAudience: wish("audience", "Who reads it."),
    WishTone: wish("tone", "How it speaks."),
    WishCustomRules: wish("customRules", "Style rules in words, one per line."),
    WishPublish: wish("publishToRepo", "Whether to commit the document to the repository.", { type: "boolean" })
  },
  headers: {
    ...Publication.commonHeaders({ requestId: "x-request-id", rateLimit: "ratelimit", takesKey }),
    AccelBuffering: {
      name: "x-accel-buffering",
      description: "Asks proxies to pass events on at once.",
      schema: { const: "no" },
      on: onSuccess(isStream)
    },
    ETag: {
      name: "etag",
      description: "The version in quotes; send it as `If-Match` to save.",
      schema: text,
      on: onSuccess(hasEtag)
    },
    ContentSecurityPolicy: {
      name: "content-security-policy",
      description: "Of a page: it loads and runs nothing.",
      schema: text,
      on: onSuccess(showsText)
    },
    ReferrerPolicy: {
      name: "referrer-policy",
      description: "Of a page: its links tell nobody where they were found.",
      schema: { const: "no-referrer" },
      on: onSuccess(showsText)
    }
  },
  errors: {
    body: ErrorBody,
    narrow: (codes) => ({
      // Said, since some judges of examples take a part for the whole.
      properties: { error: { properties: { code: { enum: codes } }, unevaluatedProperties: true } }
    }),
    codes: publishedCodes,
    frame: (operation) => [
      "RateLimited",
      ...(asksStore(operation) ? ofStore : []),
      ...(isOpen(operation) ? [] : (["Unauthorized"] as const)),
      ...(operation.hasBody ? (["RequestTooLarge"] as const) : []),
      ...(operation.hasBody && !isRaw(operation) ? ofJson : []),
      ...(takesKey(operation) ? ofKeys : [])
    ],
    misfits: () => [["invalid_payload", 400]],
    words: errorWords
  },
  examples
}
