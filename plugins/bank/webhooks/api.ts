/** Webhooks on the wire (spec bank §2, §4; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire, type EndpointRegistration, type WebhookAttempt } from "../../../src/plugin.ts"
import { events } from "../events.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { createdOf, dataOf, Id, listOf, pageQuery, pathId, SentTime, text, UnknownFields } from "../wire.ts"
import type { ChangedWebhook, LoggedDelivery } from "./operations.ts"

// How long an address may be and which event types there are is judged by the core's rules.
const address = text(2048, { format: "uri" })
const eventType = Schema.String.annotate({ expected: "an event type" }).check(
  Schema.makeFilter(() => true, { toJsonSchema: () => ({ enum: [...Object.keys(events), "*"] }) })
)
const eventTypes = Schema.Array(eventType).annotate({ expected: "a list of event types" })
const enabled = Schema.Boolean.annotate({ expected: "true or false" })

/** Fields of a registration, each with its words. */
export const registrationRows = {
  url: [
    address,
    "Where events are sent, up to 2,048 characters: an `https` address on the public internet. This machine may be named too, also by `http`."
  ],
  events: [eventTypes, 'The event types that it receives, or `["*"]` for all.'],
  description: [Schema.optionalKey(text(500)), "Your own words."],
  enabled: [Schema.optionalKey(enabled), "`false`: it receives nothing until it is enabled. Default: `true`."]
} as const

/** Body of a registration. */
export const RegisterWebhookBody = Wire.body("RegisterWebhook", "Where to send which events.", registrationRows)

/** Body of a change. */
export const UpdateWebhookBody = Wire.body(
  "UpdateWebhook",
  "What to change. Fields that are left out stay as they are.",
  {
    url: [Schema.optionalKey(address), "Where events are sent."],
    events: [Schema.optionalKey(eventTypes), 'The event types that it receives, or `["*"]` for all.'],
    description: [Schema.optionalKey(text(500)), "Your own words."],
    enabled: [
      Schema.optionalKey(enabled),
      "`false`: it receives nothing, and events of the meantime are not kept for it."
    ]
  }
)

/** A webhook as it is shown. */
export const WebhookBody = Wire.object<ChangedWebhook>()("Webhook", "An address of yours that receives events.", {
  webhookId: [Id, ({ endpoint }) => endpoint.id, "Begins with `wh_`."],
  url: [Schema.String, ({ endpoint }) => endpoint.url, "Where events are sent."],
  events: [
    Schema.Array(Schema.String),
    ({ endpoint }) => endpoint.enabledEvents,
    'The event types that it receives, or `["*"]` for all.'
  ],
  description: [Schema.String, ({ endpoint }) => endpoint.description, "Your own words; empty if there are none."],
  signingSecret: [
    Schema.optionalKey(Schema.String),
    ({ secret }) => secret,
    "The secret that signs events. Only in the answer that made it, so keep it."
  ],
  enabled: [Schema.Boolean, ({ endpoint }) => endpoint.status === "enabled", "`false`: it receives nothing."],
  apiVersion: [
    Schema.String,
    ({ endpoint }) => endpoint.apiVersion,
    "The version of the API in which events are written."
  ],
  createdAt: [SentTime, ({ endpoint }) => endpoint.createdAt, "When it was registered."]
})

/** The core's words and the specification's (spec bank §6, rule 3). */
const statusWords = { pending: "pending", delivered: "delivered", exhausted: "failed", dropped: "dropped" } as const

const AttemptBody = Wire.object<WebhookAttempt>()("DeliveryAttempt", "One attempt to deliver an event.", {
  number: [Schema.Int, (attempt) => attempt.number, "1 for the first attempt."],
  scheduledAt: [
    SentTime,
    (attempt) => attempt.scheduledAt,
    "When it was to be sent, by the schedule or by whoever asked for it."
  ],
  startedAt: [SentTime, (attempt) => attempt.startedAt, "When it was sent."],
  endedAt: [
    SentTime,
    (attempt) => attempt.startedAt + attempt.durationMs,
    "When the answer was there, or the attempt was given up."
  ],
  durationMs: [Schema.Int, (attempt) => attempt.durationMs, "How long it took, in milliseconds."],
  httpStatus: [
    Schema.NullOr(Schema.Int),
    (attempt) => attempt.httpStatus ?? null,
    "The status that your server answered; `null` where it did not answer."
  ],
  error: [
    Schema.NullOr(Schema.String),
    (attempt) => attempt.error ?? null,
    "Why there was no answer; `null` where there was one."
  ],
  responseExcerpt: [Schema.String, (attempt) => attempt.responseExcerpt, "How the answer's body begins."]
})

/** A delivery as an administrator sees it. */
export const DeliveryBody = Wire.object<LoggedDelivery>()("Delivery", "An event on its way to a webhook.", {
  deliveryId: [Id, ({ delivery }) => delivery.id, "Begins with `whd_`."],
  webhookId: [Id, ({ delivery }) => delivery.endpointId, "The webhook that receives it."],
  eventId: [Id, ({ delivery }) => delivery.eventId, "The event; a repetition has the same id."],
  eventType: [Schema.String, ({ delivery }) => delivery.eventType, "What happened, such as `payment.settled`."],
  status: [
    Schema.Literals(["pending", "delivered", "failed", "dropped"]),
    ({ delivery }) => statusWords[delivery.status],
    "`pending` (it is tried, or tried again later), `delivered` (your server answered 200), `failed` (all attempts failed), `dropped` (the webhook was disabled or deleted)."
  ],
  nextAttemptAt: [
    Schema.NullOr(SentTime),
    ({ delivery }) => delivery.nextAttemptAt ?? null,
    "When it is tried next; `null` where no attempt is planned."
  ],
  createdAt: [SentTime, ({ delivery }) => delivery.createdAt, "When the event happened."],
  attempts: [Schema.Array(AttemptBody), ({ attempts }) => attempts, "Every attempt so far, the first one first."]
})

const params = pathId("webhookId", "The webhook.")

/** The endpoints of this slice. */
export const WebhooksApi = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("register", "/v2/webhooks", {
      payload: RegisterWebhookBody,
      success: createdOf(WebhookBody),
      error: refused("WebhookFieldRefused")
    }).annotateMerge(
      operation(
        "Register a webhook",
        "Events are sent to it from now on. Its signing secret is shown in this answer and never again. A client can have at most 50 webhooks.",
        { scope: "webhooks:manage" }
      )
    ),
    HttpApiEndpoint.get("list", "/v2/webhooks", {
      query: pageQuery,
      success: listOf(WebhookBody),
      error: refused("InvalidCursor")
    }).annotateMerge(operation("List webhooks", "Your webhooks, the newest first.", { scope: "webhooks:manage" })),
    HttpApiEndpoint.get("retrieve", "/v2/webhooks/:webhookId", {
      params,
      success: dataOf(WebhookBody),
      error: refused("WebhookNotFound")
    }).annotateMerge(
      operation("Retrieve a webhook", "The webhook as it is now, without its secret.", { scope: "webhooks:manage" })
    ),
    HttpApiEndpoint.patch("update", "/v2/webhooks/:webhookId", {
      params,
      payload: UpdateWebhookBody,
      success: dataOf(WebhookBody),
      error: refused("WebhookFieldRefused", "WebhookNotFound")
    }).annotateMerge(
      operation("Update a webhook", "Changes its address, its events or whether it receives any.", {
        scope: "webhooks:manage"
      })
    ),
    HttpApiEndpoint.delete("remove", "/v2/webhooks/:webhookId", {
      params,
      error: refused("WebhookNotFound")
    }).annotateMerge(
      operation("Delete a webhook", "Deliveries to it stop at once, also those that would be tried again.", {
        scope: "webhooks:manage"
      })
    )
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(
    Publication.tag(
      "Webhooks of clients",
      "Where you receive events. Verify their signature, and deduplicate them by `eventId`."
    )
  )

/** A webhook as it is shown, with its secret if it was made just now. */
export const encodeWebhook = Wire.writer(WebhookBody)

/** A delivery as it is shown. */
export const encodeDelivery = Wire.writer(DeliveryBody)

/** Whether a webhook is to receive events. */
export const statusOf = (isEnabled: boolean | undefined): ChangedWebhook["endpoint"]["status"] | undefined =>
  isEnabled === undefined ? undefined : isEnabled ? "enabled" : "disabled"

/** What a registration asks for. */
export const registrationOf = (body: typeof RegisterWebhookBody.Type, apiVersion: string): EndpointRegistration => ({
  url: body.url,
  enabledEvents: body.events,
  description: body.description,
  status: statusOf(body.enabled),
  apiVersion
})

/** The core's word for a status that is asked for. */
export const coreStatusOf = (status: (typeof statusWords)[keyof typeof statusWords] | undefined) =>
  status === "failed" ? "exhausted" : status
