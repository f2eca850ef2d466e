/** What the core's failures of webhooks say: rows of the plugin's table, `errors.ts`. */
import type { RetryRefused, WebhookFailure } from "../../../src/plugin.ts"
import { row, type ErrorRows } from "../error-catalogue.ts"
import { missing } from "../missing.ts"

const retryRefusals: Readonly<Record<RetryRefused["reason"], string>> = {
  dropped: "The delivery was dropped when its endpoint was disabled and cannot be retried",
  endpoint_deleted: "The endpoint of this delivery was deleted, so there is nowhere to send it",
  endpoint_disabled: "The endpoint of this delivery is disabled. Enable it first",
  event_expired: "The event of this delivery is too old to be sent again"
}

export const webhookErrorRows: ErrorRows<WebhookFailure> = {
  EndpointNotFound: missing("webhook endpoint"),
  DeliveryNotFound: missing("delivery"),
  InvalidUrl: row("parameter_invalid", ({ refusal }) => ({ message: `url ${refusal.message}`, param: "url" })),
  UnknownEventType: row("parameter_invalid", ({ index }) => {
    const param = `enabled_events.${index}`
    return { message: `${param} must be an event type of this service, or *`, param }
  }),
  NoEventTypes: row("parameter_invalid", () => ({
    message: "enabled_events must name at least one event type, or *",
    param: "enabled_events"
  })),
  TooManyEndpoints: row("parameter_invalid", ({ maxEndpoints }) => ({
    message: `An account can have at most ${maxEndpoints} webhook endpoints in a region. Delete one first`
  })),
  RetryRefused: row("parameter_invalid", ({ reason }) => ({ message: retryRefusals[reason] }))
}
