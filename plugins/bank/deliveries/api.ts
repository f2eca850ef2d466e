/** Webhook deliveries of all clients on the wire, for administrators (spec bank §6; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { createdOf, dataOf, listOf, oneOf, pageQuery, pathId, text } from "../wire.ts"
import { DeliveryBody, registrationRows, WebhookBody } from "../webhooks/api.ts"

export { coreStatusOf, encodeDelivery, encodeWebhook, registrationOf } from "../webhooks/api.ts"

/** Body of a registration by an administrator: for which client. */
export const RegisterForClientBody = Wire.body("RegisterWebhookForClient", "Where to send which events of a client.", {
  clientId: [text(100), "Whose events they are."],
  ...registrationRows
})

/** Body of a rotation: of whose webhook. */
export const RotateSecretBody = Wire.body("RotateWebhookSecret", "Whose webhook it is.", {
  clientId: [text(100), "The client that the webhook belongs to."]
})

const params = pathId("deliveryId", "The delivery.")

/** The endpoints of this slice. */
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
      error: refused("WebhookNotFound")
    }).annotateMerge(
      operation("Retrieve a delivery", "The delivery as it is now, with every attempt.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.post("retry", "/v2/admin/webhooks/deliveries/:deliveryId/retry", {
      params,
      success: dataOf(DeliveryBody).pipe(HttpApiSchema.status(202)),
      error: refused("WebhookEventExpired", "WebhookNotFound", "WebhookRetryRefused")
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
      error: refused("ClientNotFound", "WebhookFieldRefused")
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
      error: refused("ClientNotFound", "WebhookNotFound")
    }).annotateMerge(
      operation(
        "Replace a webhook's secret",
        "The new secret is shown in this answer and never again. For 24 hours events carry the signatures of both.",
        { scope: "admin:write" }
      )
    )
  )
  .annotateMerge(Publication.tag("Deliveries", "Webhooks and deliveries of all clients, for administrators."))
