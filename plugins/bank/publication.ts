/** What the published description of the API says beyond the endpoints: the frame that all of them share. */
import * as Context from "effect/Context"
import { Publication } from "../../src/plugin.ts"
import { scopes, type BankScope } from "./clients/Client.ts"
import { errorWords } from "./error-words.ts"
import { publishedCodes, type BankFailure } from "./errors.ts"
import { apiVersion } from "./face.ts"
import { examples } from "./examples.ts"
import { introduction } from "./introduction.ts"
import { publishedEvents } from "./published-events.ts"
import { ErrorBody, EventBody, KeyRequired, OpenToAll, RequiredScope, SandboxOnly, UnknownFields } from "./wire.ts"

type Tag = BankFailure["_tag"]

const everywhere: ReadonlyArray<Tag> = ["InvalidVersion", "RateLimited", "InternalFailure", "StoreUnavailable"]

const ofCallers: ReadonlyArray<Tag> = ["MissingAuthorization", "InvalidToken", "InvalidApiKey"]

const ofBodies: ReadonlyArray<Tag> = ["InvalidJson", "RequestTooLarge"]

const ofKeys: ReadonlyArray<Tag> = ["InvalidIdempotencyKey", "IdempotencyKeyReused", "IdempotencyKeyInUse"]

const scopeWords: Readonly<Record<BankScope, string>> = {
  "payments:read": "Read payments, batches, recalls, and return requests.",
  "payments:write": "Make and cancel payments, ask for money back.",
  "rfp:read": "Read requests for payment.",
  "rfp:write": "Make and cancel requests for payment.",
  "webhooks:manage": "Register webhooks.",
  "participants:read": "Look up banks.",
  "approvals:write": "Approve and reject payments.",
  "compliance:read": "Read holds.",
  "compliance:write": "Decide holds, keep exceptions.",
  "admin:read": "Read what administrators see.",
  "admin:write": "Change clients, rules, and directories.",
  "simulator:control": "Control the simulated networks and the clock of a sandbox."
}

const { always, text } = Publication

const isOpen = ({ annotations }: Publication.PublishedOperation): boolean =>
  Context.getOrUndefined(annotations, OpenToAll) === true

const needsKey = ({ annotations }: Publication.PublishedOperation): boolean =>
  Context.getOrUndefined(annotations, KeyRequired) === true

const isSandboxOnly = ({ annotations }: Publication.PublishedOperation): boolean =>
  Context.getOrUndefined(annotations, SandboxOnly) === true

const scopeOf = ({ annotations }: Publication.PublishedOperation): BankScope | undefined =>
  Context.getOrUndefined(annotations, RequiredScope)

/** Strangers have no keys. */
const takesKey = (operation: Publication.PublishedOperation): boolean => operation.hasBody && !isOpen(operation)

const keyWords =
  "1 to 255 printable ASCII characters. A repetition within 30 days is answered from what the first request did; the same key with another body is refused."

const keySchema = { ...text, minLength: 1, maxLength: 255, pattern: "^[ -~]*$" }

export const publication: Publication.Publication = {
  info: {
    title: "Bursar bank transfers",
    summary: "Send money over RTP, FedNow, ACH and wires, ask for it, and follow it by webhooks.",
    version: apiVersion,
    description: introduction,
    ...Publication.publisher
  },
  // The key first: the reference page offers it, and a request can be tried at once.
  securitySchemes: (mount) => ({
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description:
        "Your API key. The bundled server writes that of its sandbox to `credentials.json`; a sandbox that you embed without clients takes `bank_key_sandbox`."
    },
    accessToken: {
      type: "oauth2",
      description: "An access token of `POST /v2/auth/token`, sent as `Authorization: Bearer …`.",
      flows: {
        clientCredentials: {
          tokenUrl: `${mount}/v2/auth/token`,
          scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeWords[scope]]))
        }
      }
    }
  }),
  security: (operation) => {
    const scope = scopeOf(operation)
    return isOpen(operation) ? [] : [{ apiKey: [] }, { accessToken: scope === undefined ? [] : [scope] }]
  },
  parameters: {
    IdempotencyKeyRequired: {
      name: "Idempotency-Key",
      description: keyWords,
      required: true,
      schema: keySchema,
      // A key of another operation would be refused.
      example: ({ id }) => `${id.replace(".", "-")}-1`,
      on: needsKey
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      description: keyWords,
      // No example: the reference page would send it with every request that is tried.
      schema: keySchema,
      on: (operation) => takesKey(operation) && !needsKey(operation)
    },
    Version: {
      name: "API-Version",
      description: "The version of the API. Default: the newest.",
      schema: { ...text, enum: ["2", "2.0", apiVersion] },
      on: always
    }
  },
  headers: {
    ...Publication.commonHeaders({
      requestId: "x-request-id",
      rateLimit: "x-ratelimit",
      reset: "When the next request is free, in seconds since 1970.",
      replayed: "`true`: a request with this key was answered before.",
      takesKey
    }),
    ResolvedVersion: { name: "api-version", description: "The version that answered.", schema: text, on: always }
  },
  errors: {
    body: ErrorBody,
    narrow: (codes) => {
      // Said, since some judges of examples take a part for the whole.
      const only = { properties: { code: { enum: codes } }, unevaluatedProperties: true }
      return { properties: { error: only, errors: { items: only } } }
    },
    codes: publishedCodes,
    frame: (operation) => [
      ...everywhere,
      ...(isOpen(operation) ? [] : ofCallers),
      ...(scopeOf(operation) === undefined ? [] : (["InsufficientScope"] as const)),
      ...(operation.hasBody ? ofBodies : []),
      ...(takesKey(operation) ? ofKeys : []),
      ...(needsKey(operation) ? (["IdempotencyKeyMissing"] as const) : []),
      ...(isSandboxOnly(operation) ? (["UnknownEndpoint"] as const) : [])
    ],
    misfits: ({ canMiss, codes }) =>
      ["INVALID_FIELD_FORMAT", ...(canMiss ? ["REQUIRED_FIELD_MISSING"] : []), ...codes].map(
        (code): Publication.PublishedCode => [code, 400]
      ),
    words: errorWords
  },
  ignoresUnknownFields: ({ annotations }) => Context.getOrUndefined(annotations, UnknownFields) === "ignore",
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
  },
  examples
}
