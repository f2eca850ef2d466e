/** What the core's failures of webhooks say: rows of the plugin's table, `errors.ts`. */
import type { InvalidUrl, RetryRefused, TooManyEndpoints, UnknownEventType } from "../../../src/plugin.ts"
import { choice, row } from "../error-catalogue.ts"

const retryRefusals = {
  dropped: "The delivery was dropped when its webhook was disabled and cannot be sent again",
  endpoint_deleted: "The webhook of this delivery was deleted, so there is nowhere to send it",
  endpoint_disabled: "The webhook of this delivery is disabled. Enable it first",
  event_expired: "Events can be sent again by hand for 72 hours only"
} satisfies Readonly<Record<RetryRefused["reason"], string>>

const noWebhook = row("NOT_FOUND", () => ({ message: "There is no such webhook" }))

/** One row per failure. */
export const webhookErrorRows = {
  DeliveryNotFound: noWebhook,
  EndpointNotFound: noWebhook,
  InvalidUrl: row("INVALID_FIELD_FORMAT", ({ refusal }: InvalidUrl) => ({
    message: `url ${refusal.message}`,
    field: "url"
  })),
  NoEventTypes: row("INVALID_FIELD_FORMAT", () => ({
    message: "events must name at least one event type, or *",
    field: "events"
  })),
  RetryRefused: choice(["EVENT_EXPIRED", "STATE_CONFLICT"], ({ reason }: RetryRefused) => ({
    code: reason === "event_expired" ? "EVENT_EXPIRED" : "STATE_CONFLICT",
    message: retryRefusals[reason]
  })),
  TooManyEndpoints: row("INVALID_FIELD_FORMAT", ({ maxEndpoints }: TooManyEndpoints) => ({
    message: `A client can have at most ${maxEndpoints} webhooks`,
    field: "url"
  })),
  UnknownEventType: row("INVALID_FIELD_FORMAT", ({ index }: UnknownEventType) => ({
    message: `events[${index}] must be an event type, or *`,
    field: `events[${index}]`
  }))
}
