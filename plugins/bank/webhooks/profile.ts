/** What the core's dispatcher and endpoint rules need to know of this plugin's webhooks (spec bank §5, §6). */
import { RetryPolicy } from "../../../src/domain.ts"
import { defineWebhookProfile } from "../../../src/plugin.ts"
import { events } from "../events.ts"

/** Spec bank §6: the receiver answers HTTP 200 within 30 seconds. */
const answerWithinMs = 30_000

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Spec bank §6: six attempts, each wait after the attempt before it (decisions B92, X12). */
const attemptSchedule = RetryPolicy.fromWaits("bank webhooks", [
  0,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs
])

/** Name of the job that tells an administrator that a delivery was given up. */
export const deliveryFailedJobName = "bank.webhook.failed"

/** The webhooks of this service. */
export const webhookProfile = defineWebhookProfile({
  plugin: "bank",
  endpointPrefix: "wh",
  eventTypes: Object.keys(events),
  // Our choice: one for each system that a bank's client runs, with room.
  maxEndpoints: 50,
  secretPrefix: "whsec_",
  // Decisions B.5: two signatures for 24 hours after a rotation.
  secretOverlapMs: 24 * hourMs,
  signatureHeader: "X-Bank-Signature",
  defaultFormat: "prefixed",
  // Receivers refuse what their own clock says is older than 5 minutes, wherever engine time stands.
  extraHeaders: ({ apiVersion, attempt, eventId }) => ({
    "X-Bank-Event-Id": eventId,
    "X-Bank-Delivery-Attempt": String(attempt),
    "API-Version": apiVersion
  }),
  timeoutMs: answerWithinMs,
  schedule: attemptSchedule,
  // Spec bank §6: events are kept 72 hours for manual retry.
  retryableForMs: 72 * hourMs,
  whenExhausted: (delivery) => ({
    name: deliveryFailedJobName,
    key: delivery.id,
    payload: { deliveryId: delivery.id, endpointId: delivery.endpointId },
    dueAt: delivery.createdAt
  })
})
