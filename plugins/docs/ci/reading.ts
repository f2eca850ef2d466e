/** Deliveries of the CI webhook as they come over HTTP: authenticate, parse, detect. What becomes of a push is an operation's. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Clock, jsonInTurns, networkOf, webhookTime } from "../../../src/plugin.ts"
import { DocsRefused } from "../errors.ts"
import { isObject, type JsonObject } from "../model/Json.ts"
import { FailedProofs } from "../network/FailedProofs.ts"
import { valueOf } from "../options.ts"
import { DocsSettings } from "../settings.ts"
import { readPayload } from "./payloads.ts"
import type { Headers } from "./headers.ts"
import { isProved, macsOf, secretsIn } from "./proof.ts"
import { readWishes } from "./wishes.ts"

/** A request as it came. */
export interface Delivery {
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly body: Uint8Array<ArrayBuffer>
  readonly address: string
}

const refuse = (code: DocsRefused["code"], message: string, path?: string) =>
  new DocsRefused({ code, message, ...(path === undefined ? {} : { details: [{ path, message }] }) })

/** The secret is proved, or the request ends here. */
const authenticate = Effect.fnUntraced(function* ({ address, body, headers }: Delivery) {
  const { nativeSignatures = true, webhookSecret } = yield* DocsSettings
  const setting = webhookSecret === undefined ? undefined : valueOf(webhookSecret)
  const secrets = setting === undefined ? [] : secretsIn(Redacted.value(setting))
  if (secrets.length === 0) {
    return yield* refuse("webhook_not_configured", "The CI webhook is closed: DOCS_WEBHOOK_SECRET is not set")
  }
  const nowSeconds = Math.floor((yield* webhookTime) / 1_000)
  const macs = nativeSignatures ? yield* macsOf(secrets, { headers, body }, nowSeconds) : []
  if (isProved(secrets, { headers, macs })) return undefined
  const waitSeconds = (yield* FailedProofs).failed(networkOf(address), (yield* Clock).monotonicNow())
  if (waitSeconds !== undefined) {
    const message = `Too many wrong secrets. Try again in ${waitSeconds} s`
    return yield* new DocsRefused({ code: "rate_limited", message, headers: { "retry-after": String(waitSeconds) } })
  }
  return yield* new DocsRefused({
    code: "unauthorized",
    message: "Send the webhook secret in x-docs-secret or as a bearer token: Authorization: Bearer …",
    headers: { "www-authenticate": "Bearer" }
  })
})

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Values of a delivery: a push names up to some thousand commits, each with its files. Our choice. */
const deliveryValues = 100_000

/** The JSON in a form. curl announces a form whatever it sends: a body that is none is taken as it is (D33). */
const jsonInForm = (text: string): string => {
  const [, field] = /(?:^|&)(payload=[^&]*)/.exec(text) ?? []
  return field === undefined ? text : (new URLSearchParams(field).get("payload") ?? text)
}

/** The JSON of a body, or of the form field that holds it. Fails with `DocsRefused`. */
const parseBody = Effect.fnUntraced(function* ({ body, headers }: Delivery): Effect.fn.Return<JsonObject, DocsRefused> {
  const type = (headers["content-type"] ?? "application/json").split(";")[0]!.trim().toLowerCase()
  const isForm = type === "application/x-www-form-urlencoded"
  if (!isForm && type !== "application/json" && !type.endsWith("+json")) {
    return yield* refuse("unsupported_media_type", "Send the body as application/json")
  }
  const unusable = () => refuse("invalid_json", "The body is not usable JSON")
  const text = yield* Effect.try({ try: () => utf8.decode(body), catch: unusable })
  const value = yield* Effect.mapError(jsonInTurns(isForm ? jsonInForm(text) : text, deliveryValues), unusable)
  return isObject(value) ? value : yield* refuse("invalid_payload", "The body must be an object")
})

/** The push in a delivery, or why it is none that is taken. Fails with `DocsRefused`. */
export const readDelivery = Effect.fnUntraced(function* (delivery: Delivery) {
  yield* authenticate(delivery)
  const body = yield* parseBody(delivery)
  const reading = readPayload(body, delivery.headers)
  if (reading.kind === "skip") return { ...reading, kind: "skipped" as const }
  const invalid = ({ message, path }: { readonly path: string; readonly message: string }) =>
    refuse("invalid_payload", `${path} ${message}`, path)
  if (reading.kind === "invalid") {
    // An old Bitbucket Data Center tells no address: the payload is one, and cannot be used.
    return yield* reading.path === "repository.links.clone"
      ? refuse("unsafe_repository_url", "The payload tells no address to clone from", reading.path)
      : invalid(reading)
  }
  const wishes = yield* Effect.fromResult(Result.mapError(readWishes(body, delivery.query), invalid))
  return { kind: "push" as const, push: reading.push, wishes }
})
