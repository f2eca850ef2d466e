/** What goes wrong with webhooks, in the words of this service. */
import * as Data from "effect/Data"

/** No webhook of this client has this id. */
export class WebhookNotFound extends Data.TaggedError("WebhookNotFound") {}

/** A field of a registration cannot be used. */
export class WebhookFieldRefused extends Data.TaggedError("WebhookFieldRefused")<{
  readonly field: string
  readonly message: string
}> {}

/** A delivery cannot be sent again. */
export class WebhookRetryRefused extends Data.TaggedError("WebhookRetryRefused")<{ readonly message: string }> {}

/** The event is older than it is kept for (spec bank §8: 72 hours). */
export class WebhookEventExpired extends Data.TaggedError("WebhookEventExpired") {}

/** All of them. */
export type WebhookFailure = WebhookNotFound | WebhookFieldRefused | WebhookRetryRefused | WebhookEventExpired
