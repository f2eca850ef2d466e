/** What the published description of the API says beyond the endpoints: the frame that all of them share. */
import * as Context from "effect/Context"
import type { Publication } from "../../src/plugin.ts"
import { scopes, type BankScope } from "./clients/Client.ts"
import { errorWords } from "./error-words.ts"
import { publishedCodes, type BankFailure } from "./errors.ts"
import { apiVersion } from "./face.ts"
import { introduction } from "./introduction.ts"
import { publishedEvents } from "./published-events.ts"
import { ErrorBody, EventBody, KeyRequired, OpenToAll, RequiredScope, SandboxOnly } from "./wire.ts"

type Tag = BankFailure["_tag"]

const everywhere: ReadonlyArray<Tag> = ["InvalidVersion", "RateLimited", "InternalFailure", "StoreUnavailable"]

const ofCallers: ReadonlyArray<Tag> = ["MissingAuthorization", "InvalidToken", "InvalidApiKey"]

const ofBodies: ReadonlyArray<Tag> = [
  "InvalidJson",
  "RequestTooLarge",
  "InvalidIdempotencyKey",
  "IdempotencyKeyReused",
  "IdempotencyKeyInUse"
]

const scopeWords: Readonly<Record<BankScope, string>> = {
  "payments:read": "Read payments, batches, recalls and return requests.",
  "payments:write": "Make and cancel payments, ask for money back.",
  "rfp:read": "Read requests for payment.",
  "rfp:write": "Make and cancel requests for payment.",
  "webhooks:manage": "Register webhooks.",
  "participants:read": "Look up banks.",
  "approvals:write": "Approve and reject payments.",
  "compliance:read": "Read holds.",
  "compliance:write": "Decide holds, keep exceptions.",
  "admin:read": "Read what administrators see.",
  "admin:write": "Change clients, rules and directories.",
  "simulator:control": "Control the simulated networks and the clock of a sandbox."
}

const text = { type: "string" } as const
const count = { type: "integer", minimum: 0 } as const

const always = () => true

const isOpen = ({ annotations }: Publication.PublishedOperation): boolean =>
  Context.getOrUndefined(annotations, OpenToAll) === true

const needsKey = ({ annotations }: Publication.PublishedOperation): boolean =>
  Context.getOrUndefined(annotations, KeyRequired) === true

const isSandboxOnly = ({ annotations }: Publication.PublishedOperation): boolean =>
  Context.getOrUndefined(annotations, SandboxOnly) === true

const scopeOf = ({ annotations }: Publication.PublishedOperation): BankScope | undefined =>
  Context.getOrUndefined(annotations, RequiredScope)

const keyWords =
  "1 to 255 printable ASCII characters. A repetition within 30 days is answered from what the first request did; the same key with another body is refused."

const keySchema = { ...text, minLength: 1, maxLength: 255, examples: ["transfer-1"] }

/** The publication of the bank. */
export const publication: Publication.Publication = {
  info: {
    title: "Bursar bank transfers",
    summary: "Send money over RTP, FedNow, ACH and wires, ask for it, and follow it by webhooks.",
    version: apiVersion,
    description: introduction,
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    contact: { name: "Bursar" }
  },
  securitySchemes: {
    accessToken: {
      type: "oauth2",
      description: "An access token of `POST /v2/auth/token`, sent as `Authorization: Bearer …`.",
      flows: {
        clientCredentials: {
          tokenUrl: "v2/auth/token",
          scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeWords[scope]]))
        }
      }
    },
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description: "Your API key. In a sandbox without configured clients: `bank_key_sandbox`."
    }
  },
  security: (operation) => {
    const scope = scopeOf(operation)
    return isOpen(operation) ? [] : [{ accessToken: scope === undefined ? [] : [scope] }, { apiKey: [] }]
  },
  parameters: {
    IdempotencyKeyRequired: {
      name: "Idempotency-Key",
      description: keyWords,
      required: true,
      schema: keySchema,
      on: (operation) => operation.method === "POST" && needsKey(operation)
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      description: keyWords,
      schema: keySchema,
      on: (operation) => operation.method === "POST" && !needsKey(operation) && !isOpen(operation)
    },
    Version: {
      name: "API-Version",
      description: "The version of the API. Default: the newest.",
      schema: { ...text, enum: ["2", "2.0", apiVersion] },
      on: always
    }
  },
  headers: {
    RequestId: {
      name: "x-request-id",
      description: "Names this request in the log and in errors.",
      schema: text,
      on: always
    },
    ResolvedVersion: { name: "api-version", description: "The version that answered.", schema: text, on: always },
    RateLimit: { name: "x-ratelimit-limit", description: "Requests per window.", schema: count, on: always },
    RateLimitRemaining: {
      name: "x-ratelimit-remaining",
      description: "Requests left in the window.",
      schema: count,
      on: always
    },
    RateLimitReset: {
      name: "x-ratelimit-reset",
      description: "When a request will be free again, in seconds since 1970.",
      schema: count,
      on: always
    },
    CacheControl: {
      name: "cache-control",
      description: "Answers are never cached.",
      schema: { const: "no-store" },
      on: always
    },
    ContentTypeOptions: {
      name: "x-content-type-options",
      description: "Answers are what their content type says.",
      schema: { const: "nosniff" },
      on: always
    },
    IdempotentReplayed: {
      name: "idempotent-replayed",
      description: "`true`: a request with this key was answered before.",
      schema: { ...text, enum: ["true"] },
      on: (_, { method }) => method === "POST"
    },
    OriginalRequest: {
      name: "original-request",
      description: "The request id of the first request with the key.",
      schema: text,
      on: (_, { method }) => method === "POST"
    },
    Authenticate: {
      name: "www-authenticate",
      description: "How to authenticate.",
      schema: text,
      on: (status) => status === 401
    },
    RetryAfter: {
      name: "retry-after",
      description: "After how many seconds to try again.",
      schema: text,
      on: (status) => status === 409 || status === 429 || status === 503
    }
  },
  errors: {
    body: ErrorBody,
    narrow: (codes) => {
      const only = { properties: { code: { enum: codes } } }
      return { properties: { error: only, errors: { items: only } } }
    },
    codes: publishedCodes,
    frame: (operation) => [
      ...everywhere,
      ...(isOpen(operation) ? [] : ofCallers),
      ...(scopeOf(operation) === undefined ? [] : (["InsufficientScope"] as const)),
      ...(operation.hasBody ? ofBodies : []),
      ...(needsKey(operation) ? (["IdempotencyKeyMissing"] as const) : []),
      ...(isSandboxOnly(operation) ? (["UnknownEndpoint"] as const) : [])
    ],
    misfits: ({ canMiss, codes }) =>
      ["INVALID_FIELD_FORMAT", ...(canMiss ? ["REQUIRED_FIELD_MISSING"] : []), ...codes].map(
        (code): Publication.PublishedCode => [code, 400]
      ),
    words: errorWords
  },
  webhooks: {
    envelope: EventBody,
    narrow: (type, data) => ({ properties: { eventType: { const: type }, data } }),
    events: publishedEvents,
    headers: [
      {
        name: "X-Bank-Signature",
        description:
          "`t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>` with the endpoint's secret. One of several `v1` has to match. Refuse what is older than 5 minutes.",
        required: true,
        schema: text
      },
      { name: "X-Bank-Event-Id", description: "The id of the event.", required: true, schema: text },
      {
        name: "X-Bank-Delivery-Attempt",
        description: "1 for the first attempt, up to 6.",
        required: true,
        schema: text
      },
      { name: "API-Version", description: "The version of the event.", required: true, schema: text }
    ],
    received: "Exactly 200 counts as received. Anything else is tried again: six attempts within nine hours."
  }
}
