/** Webhook deliveries of all clients on the wire, for administrators (spec bank §6; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Publication, Wire, type LoggedDelivery, type OwnedDelivery, type WebhookAttempt } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { createdOf, dataOf, Id, listOf, oneOf, pageQuery, pathId, SentTime, text } from "../wire.ts"
import { registrationRows, WebhookBody } from "../webhooks/api.ts"

export { registrationOf, WebhookBody } from "../webhooks/api.ts"

/** Body of a registration by an administrator: for which client. */
export const RegisterForClientBody = Wire.body("RegisterWebhookForClient", "Where to send which events of a client.", {
  clientId: [text(100), "Whose events they are."],
  ...registrationRows
})

/** Body of a rotation: of whose webhook. */
export const RotateSecretBody = Wire.body("RotateWebhookSecret", "Whose webhook it is.", {
  clientId: [text(100), "The client that the webhook belongs to."]
})

/** The core's words and the specification's (spec bank §6, rule 3). */
const statusWords = { pending: "pending", delivered: "delivered", exhausted: "failed", dropped: "dropped" } as const

const AttemptBody = Wire.object<WebhookAttempt>()("DeliveryAttempt", "One attempt to deliver an event.", {
  number: [Schema.Int, "1 for the first attempt."],
  scheduledAt: [SentTime, "When it was to be sent, by the schedule or by whoever asked for it."],
  startedAt: [SentTime, "When it was sent."],
  endedAt: [
    SentTime,
    (attempt) => attempt.startedAt + attempt.durationMs,
    "When the answer was there, or the attempt was given up."
  ],
  durationMs: [Schema.Int, "How long it took, in milliseconds."],
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
  responseExcerpt: [Schema.String, "How the answer's body begins."]
})

/** A delivery as an administrator sees it. */
export const DeliveryBody = Wire.object<LoggedDelivery<OwnedDelivery>>()(
  "Delivery",
  "An event on its way to a webhook.",
  {
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
    attempts: [Schema.Array(AttemptBody), "Every attempt so far, the first one first."]
  }
)

const params = pathId("deliveryId", "The delivery.")

export const DeliveriesApi = HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/v2/admin/webhooks/deliveries", {
      query: {
        ...pageQuery,
        ...Wire.parameters({
          eventId: [Schema.optionalKey(Schema.String), "Only deliveries of this event."],
          webhookId: [Schema.optionalKey(Schema.String), "Only deliveries to this webhook."],
          status: [
            Schema.optionalKey(oneOf(["pending", "delivered", "failed", "dropped"])),
            "Only deliveries with this status."
          ]
        })
      },
      success: listOf(DeliveryBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      operation("List deliveries", "Deliveries to the webhooks of all clients with every attempt, the newest first.", {
        scope: "admin:read"
      })
    ),
    HttpApiEndpoint.get("retrieve", "/v2/admin/webhooks/deliveries/:deliveryId", {
      params,
      success: dataOf(DeliveryBody),
      error: refused("DeliveryNotFound")
    }).annotateMerge(
      operation("Retrieve a delivery", "The delivery as it is now, with every attempt.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.post("retry", "/v2/admin/webhooks/deliveries/:deliveryId/retry", {
      params,
      success: dataOf(DeliveryBody).pipe(HttpApiSchema.status(202)),
      error: refused("DeliveryNotFound", "RetryRefused")
    }).annotateMerge(
      operation(
        "Retry a delivery",
        "Plans one more attempt at once, whatever became of the others, and answers with the delivery as it was before. Possible for 72 hours after the event.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.post("register", "/v2/admin/webhooks", {
      payload: RegisterForClientBody,
      success: createdOf(WebhookBody),
      error: refused("ClientNotFound", "InvalidUrl", "NoEventTypes", "TooManyEndpoints", "UnknownEventType")
    }).annotateMerge(
      operation(
        "Register a webhook for a client",
        "As the client could itself. The signing secret is shown in this answer and never again.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.post("rotateSecret", "/v2/admin/webhooks/:webhookId/rotate-secret", {
      params: pathId("webhookId", "The webhook."),
      payload: RotateSecretBody,
      success: dataOf(WebhookBody),
      error: refused("ClientNotFound", "EndpointNotFound")
    }).annotateMerge(
      operation(
        "Replace a webhook's secret",
        "The new secret is shown in this answer and never again. For 24 hours events carry the signatures of both.",
        { scope: "admin:write" }
      )
    )
  )
  .annotateMerge(Publication.tag("Deliveries", "Webhooks and deliveries of all clients, for administrators."))

/** The core's word for a requested status. */
export const coreStatusOf = (status: (typeof statusWords)[keyof typeof statusWords] | undefined) =>
  status === "failed" ? "exhausted" : status
