/** Webhook deliveries of all clients on the wire, for administrators (spec bank §6; decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { acceptedOf, createdOf, dataOf, ErrorBody, listOf, oneOf, pageQuery, RequiredScope, text } from "../wire.ts"
import { DeliveryBody, RegisterWebhookBody, WebhookBody } from "../webhooks/api.ts"

export { coreStatusOf, encodeDelivery, encodeWebhook, statusOf } from "../webhooks/api.ts"

/** Body of a registration by an administrator: for which client. */
export const RegisterForClientBody = Schema.Struct({ clientId: text(100), ...RegisterWebhookBody.fields })

/** Body of a rotation: of whose webhook. */
export const RotateSecretBody = Schema.Struct({ clientId: text(100) })

const deliveryId = { deliveryId: Schema.String }

/** The endpoints of this slice. */
export const DeliveriesApi = HttpApiGroup.make("deliveries").add(
  HttpApiEndpoint.get("list", "/v2/admin/webhooks/deliveries", {
    query: {
      ...pageQuery,
      eventId: Schema.optionalKey(Schema.String),
      webhookId: Schema.optionalKey(Schema.String),
      status: Schema.optionalKey(oneOf(["pending", "delivered", "failed", "dropped"]))
    },
    success: listOf(DeliveryBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.get("retrieve", "/v2/admin/webhooks/deliveries/:deliveryId", {
    params: deliveryId,
    success: dataOf(DeliveryBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.post("retry", "/v2/admin/webhooks/deliveries/:deliveryId/retry", {
    params: deliveryId,
    success: acceptedOf(DeliveryBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.post("register", "/v2/admin/webhooks", {
    payload: RegisterForClientBody,
    success: createdOf(WebhookBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.post("rotateSecret", "/v2/admin/webhooks/:webhookId/rotate-secret", {
    params: { webhookId: Schema.String },
    payload: RotateSecretBody,
    success: dataOf(WebhookBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write")
)
