/** Webhooks on the wire (spec bank §2, §4; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import type { WebhookEndpoint } from "../../../src/plugin.ts"
import { timestamp } from "../events.ts"
import { createdOf, dataOf, ErrorBody, listOf, pageQuery, RequiredScope, text } from "../wire.ts"
import type { ChangedWebhook, LoggedDelivery } from "./operations.ts"

// How long an address may be and which event types there are is judged by the core's rules.
const address = text(2048)
const eventTypes = Schema.Array(Schema.String.annotate({ expected: "an event type" })).annotate({
  expected: "a list of event types"
})
const enabled = Schema.Boolean.annotate({ expected: "true or false" })

/** Body of a registration. */
export const RegisterWebhookBody = Schema.Struct({
  url: address,
  events: eventTypes,
  description: Schema.optionalKey(text(500)),
  enabled: Schema.optionalKey(enabled)
})

/** Body of a change. */
export const UpdateWebhookBody = Schema.Struct({
  url: Schema.optionalKey(address),
  events: Schema.optionalKey(eventTypes),
  description: Schema.optionalKey(text(500)),
  enabled: Schema.optionalKey(enabled)
})

/** A webhook as it is shown. */
export const WebhookBody = Schema.Struct({
  webhookId: Schema.String,
  url: Schema.String,
  events: Schema.Array(Schema.String),
  description: Schema.String,
  signingSecret: Schema.optionalKey(Schema.String),
  enabled: Schema.Boolean,
  apiVersion: Schema.String,
  createdAt: Schema.String
})

/** A delivery as an administrator sees it. */
export const DeliveryBody = Schema.Struct({
  deliveryId: Schema.String,
  webhookId: Schema.String,
  eventId: Schema.String,
  eventType: Schema.String,
  status: Schema.Literals(["pending", "delivered", "failed", "dropped"]),
  nextAttemptAt: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  attempts: Schema.Array(
    Schema.Struct({
      number: Schema.Int,
      startedAt: Schema.String,
      endedAt: Schema.String,
      durationMs: Schema.Int,
      httpStatus: Schema.NullOr(Schema.Int),
      error: Schema.NullOr(Schema.String),
      responseExcerpt: Schema.String
    })
  )
})

const webhookId = { webhookId: Schema.String }

/** The endpoints of this slice. */
export const WebhooksApi = HttpApiGroup.make("webhooks").add(
  HttpApiEndpoint.post("register", "/v2/webhooks", {
    payload: RegisterWebhookBody,
    success: createdOf(WebhookBody),
    error: ErrorBody
  }).annotate(RequiredScope, "webhooks:manage"),
  HttpApiEndpoint.get("list", "/v2/webhooks", {
    query: pageQuery,
    success: listOf(WebhookBody),
    error: ErrorBody
  }).annotate(RequiredScope, "webhooks:manage"),
  HttpApiEndpoint.get("retrieve", "/v2/webhooks/:webhookId", {
    params: webhookId,
    success: dataOf(WebhookBody),
    error: ErrorBody
  }).annotate(RequiredScope, "webhooks:manage"),
  HttpApiEndpoint.patch("update", "/v2/webhooks/:webhookId", {
    params: webhookId,
    payload: UpdateWebhookBody,
    success: dataOf(WebhookBody),
    error: ErrorBody
  }).annotate(RequiredScope, "webhooks:manage"),
  HttpApiEndpoint.delete("remove", "/v2/webhooks/:webhookId", { params: webhookId, error: ErrorBody }).annotate(
    RequiredScope,
    "webhooks:manage"
  )
)

/** A webhook as it is shown, with its secret if it was made just now. */
export const encodeWebhook = ({ endpoint, secret }: ChangedWebhook): typeof WebhookBody.Type => ({
  webhookId: endpoint.id,
  url: endpoint.url,
  events: endpoint.enabledEvents,
  description: endpoint.description,
  ...(secret === undefined ? {} : { signingSecret: secret }),
  enabled: endpoint.status === "enabled",
  apiVersion: endpoint.apiVersion,
  createdAt: timestamp(endpoint.createdAt)
})

/** Whether a webhook is to receive events. */
export const statusOf = (isEnabled: boolean | undefined): WebhookEndpoint["status"] | undefined =>
  isEnabled === undefined ? undefined : isEnabled ? "enabled" : "disabled"

/** The core's words and the specification's (spec bank §6, rule 3). */
const statusWords = { pending: "pending", delivered: "delivered", exhausted: "failed", dropped: "dropped" } as const

/** The core's word for a status that is asked for. */
export const coreStatusOf = (status: (typeof statusWords)[keyof typeof statusWords] | undefined) =>
  status === "failed" ? "exhausted" : status

/** A delivery as it is shown. */
export const encodeDelivery = ({ attempts, delivery }: LoggedDelivery): typeof DeliveryBody.Type => ({
  deliveryId: delivery.id,
  webhookId: delivery.endpointId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  status: statusWords[delivery.status],
  nextAttemptAt: delivery.nextAttemptAt === undefined ? null : timestamp(delivery.nextAttemptAt),
  createdAt: timestamp(delivery.createdAt),
  attempts: attempts.map((attempt) => ({
    number: attempt.number,
    startedAt: timestamp(attempt.startedAt),
    endedAt: timestamp(attempt.startedAt + attempt.durationMs),
    durationMs: attempt.durationMs,
    httpStatus: attempt.httpStatus ?? null,
    error: attempt.error ?? null,
    responseExcerpt: attempt.responseExcerpt
  }))
})
