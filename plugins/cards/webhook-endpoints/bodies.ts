/** Webhook endpoints, deliveries and replays as they are shown. */
import * as Schema from "effect/Schema"
import {
  Publication,
  Wire,
  type ChangedEndpoint,
  type LoggedDelivery,
  type Replay,
  type WebhookAttempt
} from "../../../src/plugin.ts"
import { EventTypeWord, Id, SentTime } from "../wire.ts"

/** Whether live money is meant: what is shown does not know. */
export interface Mode {
  readonly livemode: boolean
}

/** The forms of the signature header. */
export const SignatureFormatWord = Schema.Literals(["literal", "prefixed"]).annotate({
  identifier: "SignatureFormat",
  description: "How `SVC-Signature` is written: `literal` is `<seconds>,<hex>`, `prefixed` is `t=<seconds>,v1=<hex>`.",
  expected: "literal or prefixed"
})

/** Whether an endpoint receives anything. */
export const EndpointStatusWord = Schema.Literals(["enabled", "disabled"]).annotate({
  identifier: "WebhookEndpointStatus",
  description: "A disabled endpoint receives nothing; what happens meanwhile can be replayed later.",
  expected: "enabled or disabled"
})

/** The event types of an endpoint as a request names them. Which there are is judged by the core's rules. */
export const EnabledEvents = Schema.Array(Schema.String.annotate({ expected: "a string" })).annotate({
  expected: "a list of event types",
  [Publication.publishedAs]: {
    type: "array",
    minItems: 1,
    items: { type: "string", enum: ["*", ...EventTypeWord.literals] }
  }
})

export const WebhookEndpointBody = Wire.object<ChangedEndpoint & Mode>()(
  "WebhookEndpoint",
  "An address of yours that receives events.",
  {
    id: [Id, ({ endpoint }) => endpoint.id, "Begins with `we_`."],
    object: Wire.is("webhook_endpoint", "Always `webhook_endpoint`."),
    url: [Schema.String, ({ endpoint }) => endpoint.url, "Where events are sent."],
    enabled_events: [
      Schema.Array(Schema.String),
      ({ endpoint }) => endpoint.enabledEvents,
      "The event types that it receives; `*` is all of them, also later ones."
    ],
    secret: [
      Schema.optionalKey(Schema.String),
      "Begins with `whsec_`: the key of its signatures. Shown only when it was just made, so keep it."
    ],
    status: [EndpointStatusWord, ({ endpoint }) => endpoint.status, "Whether it receives events."],
    api_version: [Schema.String, ({ endpoint }) => endpoint.apiVersion, "The version in which it was registered."],
    signature_format: [
      SignatureFormatWord,
      ({ endpoint }) => endpoint.signatureFormat,
      "How its signature header is written."
    ],
    created_at: [SentTime, ({ endpoint }) => endpoint.createdAt, "When it was registered."],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)

/** The answer for an endpoint that was deleted (decisions B2). */
export const DeletedEndpointBody = Wire.object<ChangedEndpoint>()(
  "DeletedWebhookEndpoint",
  "A webhook endpoint that was deleted.",
  {
    id: [Id, ({ endpoint }) => endpoint.id, "The endpoint that was deleted."],
    object: Wire.is("webhook_endpoint", "Always `webhook_endpoint`."),
    deleted: Wire.is(true, "Always `true`.")
  }
)

const AttemptBody = Wire.object<WebhookAttempt>()("WebhookAttempt", "One attempt to deliver an event.", {
  number: [Schema.Int, "From 1, attempts by hand included."],
  attempted_at: [SentTime, (attempt) => attempt.startedAt, "When it began."],
  duration_ms: [Schema.Int, "How long it took, in milliseconds."],
  http_status: [
    Schema.NullOr(Schema.Int),
    (attempt) => attempt.httpStatus ?? null,
    "What your endpoint answered; `null` where no answer came."
  ],
  error: [Schema.NullOr(Schema.String), (attempt) => attempt.error ?? null, "Why no answer came."],
  response_excerpt: [Schema.String, "The beginning of the answer's body."]
})

/** A delivery as it is shown, with all attempts that were made. Its form is our choice; the specification has none. */
export const WebhookDeliveryBody = Wire.object<LoggedDelivery & Mode>()(
  "WebhookDelivery",
  "An event on its way to an endpoint.",
  {
    id: [Id, ({ delivery }) => delivery.id, "The id of the delivery."],
    object: Wire.is("webhook_delivery", "Always `webhook_delivery`."),
    endpoint_id: [Id, ({ delivery }) => delivery.endpointId, "Where it goes."],
    event_id: [Id, ({ delivery }) => delivery.eventId, "What it carries."],
    status: [
      Schema.Literals(["pending", "delivered", "exhausted", "dropped"]),
      ({ delivery }) => delivery.status,
      "`exhausted` after the last attempt failed; `dropped` when its endpoint was disabled or deleted first."
    ],
    next_attempt_at: [
      Schema.NullOr(SentTime),
      ({ delivery }) => delivery.nextAttemptAt ?? null,
      "When it is tried next; `null` unless it is `pending`."
    ],
    attempts: [Schema.Array(AttemptBody), "Every attempt, the oldest first."],
    created_at: [SentTime, ({ delivery }) => delivery.createdAt, "When the event happened."],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)

/** A replay as it is shown. Its form is our choice; the specification has none. */
export const WebhookReplayBody = Wire.object<Replay>()("WebhookReplay", "Events that are sent again.", {
  object: Wire.is("webhook_replay", "Always `webhook_replay`."),
  endpoint_id: [Id, "Where they go."],
  from: [SentTime, "The time of the first event, included."],
  to: [SentTime, "The time of the last event, included."],
  events: [Schema.Int, "How many are sent."]
})
