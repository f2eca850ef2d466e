/** Webhook endpoints and deliveries on the wire: paths and bodies (decisions B2, B12). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire, type EndpointChange, type EndpointRegistration } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { asked, IdempotencyKeyField, idPath, listOf, EmptyBody, Timestamp } from "../wire.ts"
import {
  DeletedEndpointBody,
  EnabledEvents,
  EndpointStatusWord,
  SignatureFormatWord,
  WebhookDeliveryBody,
  WebhookEndpointBody,
  WebhookReplayBody
} from "./bodies.ts"

export { DeletedEndpointBody, WebhookDeliveryBody, WebhookEndpointBody, WebhookReplayBody } from "./bodies.ts"

// Which addresses may be called is judged by the core's rules.
const Address = Schema.String.annotate({
  expected: "a string",
  [Publication.publishedAs]: { type: "string", format: "uri", maxLength: 2048 }
})

const urlWords =
  "Where events are sent: an absolute `https` URL of a public host, up to 2,048 characters; a sandbox on your own machine also takes addresses of that machine, over `http` too."

export const CreateWebhookEndpointBody = Wire.body("CreateWebhookEndpoint", "An address, and what it receives.", {
  url: [Address, urlWords],
  enabled_events: [EnabledEvents, "The event types that it receives; `*` is all of them."],
  signature_format: [
    Schema.optionalKey(SignatureFormatWord),
    "How its signature header is written. Default: `literal`."
  ],
  idempotency_key: IdempotencyKeyField
})

/** Body of a change: what is left out stays. */
export const UpdateWebhookEndpointBody = Wire.body("UpdateWebhookEndpoint", "What to change; the rest stays.", {
  url: [Schema.optionalKey(Address), urlWords],
  enabled_events: [Schema.optionalKey(EnabledEvents), "The event types that it receives; `*` is all of them."],
  status: [
    Schema.optionalKey(EndpointStatusWord),
    "`disabled` drops what is pending for it; `enabled` lets it receive again."
  ],
  signature_format: [Schema.optionalKey(SignatureFormatWord), "How its signature header is written."],
  idempotency_key: IdempotencyKeyField
})

/** Body of a replay: every event made from one time to another, both included. Without `to`, up to now. */
export const ReplayBody = Wire.body("ReplayWebhooks", "From when to when events are sent again.", {
  from: [Timestamp, "The time of the first event, included."],
  to: [Schema.optionalKey(Timestamp), "The time of the last event, included. Default: now."],
  idempotency_key: IdempotencyKeyField
})

const id = idPath("The webhook endpoint.")

const changing = {
  params: id,
  payload: UpdateWebhookEndpointBody,
  success: WebhookEndpointBody,
  error: refused("EndpointNotFound", "InvalidUrl", "NoEventTypes", "UnknownEventType")
}

const changingWords = "Changes what is given and leaves the rest."

/** Registering endpoints and changing them. */
const endpointsApi = HttpApiGroup.make("webhookEndpoints").add(
  HttpApiEndpoint.post("create", "/v2/webhook_endpoints", {
    payload: CreateWebhookEndpointBody,
    success: WebhookEndpointBody,
    error: refused("InvalidUrl", "NoEventTypes", "TooManyEndpoints", "UnknownEventType")
  }).annotateMerge(
    Publication.words(
      "Register a webhook endpoint",
      "The answer holds the secret of its signatures, which is not shown again. An account can have 16 endpoints in a region."
    )
  ),
  HttpApiEndpoint.get("list", "/v2/webhook_endpoints", {
    query: listQuery,
    success: listOf("WebhookEndpointList", WebhookEndpointBody),
    error: refused("InvalidCursor")
  }).annotateMerge(Publication.words("List webhook endpoints", "The newest first, without their secrets.")),
  HttpApiEndpoint.get("retrieve", "/v2/webhook_endpoints/:id", {
    params: id,
    success: WebhookEndpointBody,
    error: refused("EndpointNotFound")
  }).annotateMerge(Publication.words("Retrieve a webhook endpoint", "The endpoint as it is now, without its secret.")),
  HttpApiEndpoint.post("update", "/v2/webhook_endpoints/:id", changing).annotateMerge(
    Publication.words("Change a webhook endpoint", changingWords)
  ),
  // Decisions B2: PATCH is taken as another name for an update.
  HttpApiEndpoint.patch("patch", "/v2/webhook_endpoints/:id", changing).annotateMerge(
    Publication.words("Change a webhook endpoint (PATCH)", `${changingWords} The same as the \`POST\`.`)
  ),
  HttpApiEndpoint.delete("remove", "/v2/webhook_endpoints/:id", {
    params: id,
    success: DeletedEndpointBody,
    error: refused("EndpointNotFound")
  }).annotateMerge(Publication.words("Delete a webhook endpoint", "What is pending for it is dropped.")),
  HttpApiEndpoint.post("rotateSecret", "/v2/webhook_endpoints/:id/rotate_secret", {
    params: id,
    payload: EmptyBody,
    success: WebhookEndpointBody,
    error: refused("EndpointNotFound")
  }).annotateMerge(
    Publication.words(
      "Replace the secret of a webhook endpoint",
      "The new secret is in the answer and counts at once, also for attempts that are still to come."
    )
  )
)

export const WebhookEndpointsApi = endpointsApi
  .add(
    HttpApiEndpoint.post("replay", "/v2/webhook_endpoints/:id/replay", {
      params: id,
      payload: ReplayBody,
      success: WebhookReplayBody,
      error: refused("EndpointNotFound", "RetryRefused")
    }).annotateMerge(
      Publication.words(
        "Send events again",
        "Sends every event of a range of time to the endpoint, in order, also what it received before or missed while it was disabled."
      )
    ),
    HttpApiEndpoint.get("listDeliveries", "/v2/webhook_endpoints/:id/deliveries", {
      params: id,
      query: listQuery,
      success: listOf("WebhookDeliveryList", WebhookDeliveryBody),
      error: refused("EndpointNotFound", "InvalidCursor")
    }).annotateMerge(
      Publication.words("List deliveries", "The deliveries to an endpoint, the newest first, each with its attempts.")
    ),
    HttpApiEndpoint.post("retryDelivery", "/v2/webhook_deliveries/:id/retry", {
      params: idPath("The delivery."),
      payload: EmptyBody,
      success: WebhookDeliveryBody,
      error: refused("DeliveryNotFound", "RetryRefused")
    }).annotateMerge(
      Publication.words(
        "Try a delivery again",
        "Makes one more attempt now, beside the schedule. The answer is the delivery before it."
      )
    )
  )
  .annotateMerge(
    Publication.tag("Webhook endpoints", "Addresses of yours that receive events, and what became of each delivery.")
  )

export const registrationOf = (
  body: typeof CreateWebhookEndpointBody.Type,
  apiVersion: string
): EndpointRegistration => ({ ...asked(body), apiVersion })

export const changeOf = (body: typeof UpdateWebhookEndpointBody.Type): EndpointChange => asked(body)
