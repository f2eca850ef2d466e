/** Webhook endpoints and deliveries on the wire: paths, bodies and the answers to them (decisions B2, B12). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import type { WebhookAttempt } from "../../../src/plugin.ts"
import { timestamp } from "../events.ts"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf, Timestamp } from "../wire.ts"
import type { ChangedEndpoint, LoggedDelivery, Replay } from "./operations.ts"

// How long an address may be and which event types there are is judged by the core's rules.
const text = Schema.String.annotate({ expected: "a string" })
const eventTypes = Schema.Array(text).annotate({ expected: "a list of event types" })

const idempotencyKey = Schema.optionalKey(text)

const signatureFormats = ["literal", "prefixed"] as const
const endpointStatuses = ["enabled", "disabled"] as const

/** Body of the registration of an endpoint. */
export const CreateWebhookEndpointBody = Schema.Struct({
  url: text,
  enabled_events: eventTypes,
  signature_format: Schema.optionalKey(Schema.Literals(signatureFormats).annotate({ expected: "literal or prefixed" })),
  idempotency_key: idempotencyKey
})

/** Body of a change: what is left out stays. */
export const UpdateWebhookEndpointBody = Schema.Struct({
  url: Schema.optionalKey(text),
  enabled_events: Schema.optionalKey(eventTypes),
  status: Schema.optionalKey(Schema.Literals(endpointStatuses).annotate({ expected: "enabled or disabled" })),
  signature_format: Schema.optionalKey(Schema.Literals(signatureFormats).annotate({ expected: "literal or prefixed" })),
  idempotency_key: idempotencyKey
})

const NoParametersBody = Schema.Struct({ idempotency_key: idempotencyKey })

/** Body of a replay: every event made from one time to another, both included. Without `to`, up to now. */
export const ReplayBody = Schema.Struct({
  from: Timestamp,
  to: Schema.optionalKey(Timestamp),
  idempotency_key: idempotencyKey
})

/** A replay as it is shown. Its form is our choice; the specification has none. */
export const WebhookReplayBody = Schema.Struct({
  object: Schema.Literal("webhook_replay"),
  endpoint_id: Schema.String,
  from: Schema.String,
  to: Schema.String,
  events: Schema.Int
})

/** A webhook endpoint as it is shown. */
export const WebhookEndpointBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("webhook_endpoint"),
  url: Schema.String,
  enabled_events: Schema.Array(Schema.String),
  secret: Schema.optionalKey(Schema.String),
  status: Schema.Literals(endpointStatuses),
  api_version: Schema.String,
  signature_format: Schema.Literals(signatureFormats),
  created_at: Schema.String,
  livemode: Schema.Boolean
})

const DeletedBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("webhook_endpoint"),
  deleted: Schema.Literal(true)
})

/** A delivery as it is shown. Its form is our choice; the specification has none. */
export const WebhookDeliveryBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("webhook_delivery"),
  endpoint_id: Schema.String,
  event_id: Schema.String,
  status: Schema.Literals(["pending", "delivered", "exhausted", "dropped"]),
  next_attempt_at: Schema.NullOr(Schema.String),
  attempts: Schema.Array(
    Schema.Struct({
      number: Schema.Int,
      attempted_at: Schema.String,
      duration_ms: Schema.Int,
      http_status: Schema.NullOr(Schema.Int),
      error: Schema.NullOr(Schema.String),
      response_excerpt: Schema.String
    })
  ),
  created_at: Schema.String,
  livemode: Schema.Boolean
})

const id = { id: Schema.String }

const changing = {
  params: id,
  payload: UpdateWebhookEndpointBody,
  success: WebhookEndpointBody,
  error: ErrorBody
}

/** The endpoints of this slice. */
export const WebhookEndpointsApi = HttpApiGroup.make("webhookEndpoints").add(
  HttpApiEndpoint.post("create", "/v2/webhook_endpoints", {
    payload: CreateWebhookEndpointBody,
    success: WebhookEndpointBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("list", "/v2/webhook_endpoints", {
    query: listQuery,
    success: listOf("WebhookEndpointList", WebhookEndpointBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/webhook_endpoints/:id", {
    params: id,
    success: WebhookEndpointBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("update", "/v2/webhook_endpoints/:id", changing),
  // Decisions B2: PATCH is taken as another name for an update.
  HttpApiEndpoint.patch("patch", "/v2/webhook_endpoints/:id", changing),
  HttpApiEndpoint.delete("remove", "/v2/webhook_endpoints/:id", {
    params: id,
    success: DeletedBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("rotateSecret", "/v2/webhook_endpoints/:id/rotate_secret", {
    params: id,
    payload: NoParametersBody,
    success: WebhookEndpointBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("replay", "/v2/webhook_endpoints/:id/replay", {
    params: id,
    payload: ReplayBody,
    success: WebhookReplayBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("listDeliveries", "/v2/webhook_endpoints/:id/deliveries", {
    params: id,
    query: listQuery,
    success: listOf("WebhookDeliveryList", WebhookDeliveryBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("retryDelivery", "/v2/webhook_deliveries/:id/retry", {
    params: id,
    payload: NoParametersBody,
    success: WebhookDeliveryBody,
    error: ErrorBody
  })
)

/** An endpoint as it is shown, with its secret if it was made just now. */
export const encodeEndpoint = (
  { endpoint, secret }: ChangedEndpoint,
  livemode: boolean
): typeof WebhookEndpointBody.Type => ({
  id: endpoint.id,
  object: "webhook_endpoint",
  url: endpoint.url,
  enabled_events: endpoint.enabledEvents,
  ...(secret === undefined ? {} : { secret }),
  status: endpoint.status,
  api_version: endpoint.apiVersion,
  signature_format: endpoint.signatureFormat,
  created_at: timestamp(endpoint.createdAt),
  livemode
})

const encodeAttempt = (attempt: WebhookAttempt) => ({
  number: attempt.number,
  attempted_at: timestamp(attempt.startedAt),
  duration_ms: attempt.durationMs,
  http_status: attempt.httpStatus ?? null,
  error: attempt.error ?? null,
  response_excerpt: attempt.responseExcerpt
})

/** A delivery as it is shown, with all attempts that were made. */
export const encodeDelivery = (
  { attempts, delivery }: LoggedDelivery,
  livemode: boolean
): typeof WebhookDeliveryBody.Type => ({
  id: delivery.id,
  object: "webhook_delivery",
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  status: delivery.status,
  next_attempt_at: delivery.nextAttemptAt === undefined ? null : timestamp(delivery.nextAttemptAt),
  attempts: attempts.map(encodeAttempt),
  created_at: timestamp(delivery.createdAt),
  livemode
})

/** A replay as it is shown. */
export const encodeReplay = ({ endpointId, events, from, to }: Replay): typeof WebhookReplayBody.Type => ({
  object: "webhook_replay",
  endpoint_id: endpointId,
  from: timestamp(from),
  to: timestamp(to),
  events
})

/** What is left to say of an endpoint that was deleted (decisions B2). */
export const encodeDeleted = ({ endpoint }: ChangedEndpoint): typeof DeletedBody.Type => ({
  id: endpoint.id,
  object: "webhook_endpoint",
  deleted: true
})
