/** What the core's dispatcher and endpoint rules need to know of this plugin's webhooks (spec cards §6). */
import { RetryPolicy } from "../../../src/domain.ts"
import { defineWebhookProfile } from "../../../src/plugin.ts"
import { events } from "../events.ts"

/** Spec cards §6 and §8: the receiver answers within 15 seconds. */
const answerWithinMs = 15_000

/**
 * Spec cards §6 and §8: exponential backoff, up to 8 attempts over 48 hours. The factor is ours (decisions B12): due
 * 0, 158, 632, 2,055, 6,324, 19,130, 57,547 and 172,800 s after the first attempt.
 */
const attemptSchedule = RetryPolicy.exponential("cards webhooks", {
  attempts: 8,
  factor: 3,
  totalMs: 48 * 3_600_000
})

/** The webhooks of cards. Limits, names and formats are those of decisions B12 where the specification is silent. */
export const webhookProfile = defineWebhookProfile({
  plugin: "cards",
  endpointPrefix: "we",
  eventTypes: Object.keys(events),
  maxEndpoints: 16,
  secretPrefix: "whsec_",
  // The literal header has room for one signature (spec cards §6), so a secret is replaced at once.
  secretOverlapMs: 0,
  signatureHeader: "SVC-Signature",
  defaultFormat: "literal",
  // Receivers refuse what their own clock says is older than 5 minutes, wherever engine time stands.
  extraHeaders: ({ attempt, eventId }) => ({ "SVC-Event-Id": eventId, "SVC-Delivery-Attempt": String(attempt) }),
  timeoutMs: answerWithinMs,
  schedule: attemptSchedule
})
