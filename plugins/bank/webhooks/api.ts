/** Webhooks on the wire (spec bank §2, §4; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import {
  Publication,
  Wire,
  type ChangedEndpoint,
  type EndpointChange,
  type EndpointRegistration
} from "../../../src/plugin.ts"
import { events } from "../events.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { createdOf, dataOf, Id, listOf, pageQuery, pathId, SentTime, text, UnknownFields, verbatim } from "../wire.ts"

// How long an address may be and which event types there are is judged by the core's rules.
const address = verbatim(2048, { format: "uri" })
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

export const RegisterWebhookBody = Wire.body("RegisterWebhook", "Where to send which events.", registrationRows)

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

export const WebhookBody = Wire.object<ChangedEndpoint>()("Webhook", "An address of yours that receives events.", {
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

const params = pathId("webhookId", "The webhook.")

export const WebhooksApi = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("register", "/v2/webhooks", {
      payload: RegisterWebhookBody,
      success: createdOf(WebhookBody),
      error: refused("InvalidUrl", "NoEventTypes", "TooManyEndpoints", "UnknownEventType")
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
      error: refused("EndpointNotFound")
    }).annotateMerge(
      operation("Retrieve a webhook", "The webhook as it is now, without its secret.", { scope: "webhooks:manage" })
    ),
    HttpApiEndpoint.patch("update", "/v2/webhooks/:webhookId", {
      params,
      payload: UpdateWebhookBody,
      success: dataOf(WebhookBody),
      error: refused("EndpointNotFound", "InvalidUrl", "NoEventTypes", "UnknownEventType")
    }).annotateMerge(
      operation("Update a webhook", "Changes its address, its events or whether it receives any.", {
        scope: "webhooks:manage"
      })
    ),
    HttpApiEndpoint.delete("remove", "/v2/webhooks/:webhookId", {
      params,
      error: refused("EndpointNotFound")
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

/** Whether a webhook is to receive events. */
const statusOf = (isEnabled: boolean | undefined): ChangedEndpoint["endpoint"]["status"] | undefined =>
  isEnabled === undefined ? undefined : isEnabled ? "enabled" : "disabled"

export const registrationOf = (body: typeof RegisterWebhookBody.Type, apiVersion: string): EndpointRegistration => ({
  url: body.url,
  enabledEvents: body.events,
  description: body.description,
  status: statusOf(body.enabled),
  apiVersion
})

export const changeOf = ({ description, enabled, events, url }: typeof UpdateWebhookBody.Type): EndpointChange => ({
  url,
  enabledEvents: events,
  description,
  status: statusOf(enabled)
})
