/**
 * A webhook endpoint: where a scope wants its events, and which. The rules of registering and changing one, as pure
 * decisions; secrets are not part of the entity, so that it can be shown and logged.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as CardNumber from "../domain/CardNumber.ts"
import { checkUrl, loopbackAllowed, UrlRefused, type AddressPolicy, type UrlRefusal } from "../services/AddressGuard.ts"
import type { SignatureFormat } from "./signature.ts"
import type { WebhookProfile } from "./WebhookProfile.ts"

/** The event type that stands for all, now and later. */
export const allEvents = "*"

/** An endpoint of one scope in one region. */
export interface WebhookEndpoint {
  /** The profile's prefix, `_`, and the usual id. */
  readonly id: string
  readonly plugin: string
  /** Owner: `scopeOf(principal)`. */
  readonly scope: string
  readonly url: string
  /** `["*"]`, or distinct event types of the profile. Never empty. */
  readonly enabledEvents: ReadonlyArray<string>
  /** A disabled endpoint receives nothing; events made meanwhile are not kept for it. */
  readonly status: "enabled" | "disabled"
  /** The owner's own note; empty for none. */
  readonly description: string
  /** The version of the API that bodies and headers follow. */
  readonly apiVersion: string
  readonly signatureFormat: SignatureFormat
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
  /** Of the row: 1 when new, one more with each change, a change of the secret included. */
  readonly version: number
}

/**
 * The URL may not be called. `message` completes a sentence that begins with the name of the field, and names the option of the host
 * that would allow it; the one of `refusal` is for clients.
 */
export class InvalidUrl extends Data.TaggedError("InvalidUrl")<{
  readonly url: string
  readonly reason: UrlRefusal
  readonly refusal: UrlRefused
}> {
  override get message(): string {
    const { message, reason } = this.refusal
    return reason !== "card_number" && Result.isSuccess(checkUrl(this.url, loopbackAllowed))
      ? `${message}. For development, allowLoopbackWebhooks of createEngine allows receivers on this machine`
      : message
  }
}

/** The plugin has no event of this type. `index` is its place in the list that was given, from 0. */
export class UnknownEventType extends Data.TaggedError("UnknownEventType")<{
  readonly eventType: string
  readonly index: number
}> {}

/** The list of event types is empty: such an endpoint would never hear anything. */
export class NoEventTypes extends Data.TaggedError("NoEventTypes") {}

/** The scope has as many endpoints in this region as it may have. */
export class TooManyEndpoints extends Data.TaggedError("TooManyEndpoints")<{ readonly maxEndpoints: number }> {}

/** The fields of a new endpoint. */
export interface EndpointRegistration {
  readonly url: string
  readonly enabledEvents: ReadonlyArray<string>
  readonly apiVersion: string
  readonly status?: WebhookEndpoint["status"] | undefined
  readonly description?: string | undefined
  readonly signatureFormat?: SignatureFormat | undefined
}

/** What may be changed later; what is left out stays. */
export type EndpointChange = {
  readonly [Field in keyof EndpointRegistration]?: EndpointRegistration[Field] | undefined
}

/** What the rules need to know of the plugin and the deployment. */
export interface EndpointRules {
  readonly profile: WebhookProfile
  readonly policy: AddressPolicy
}

const allowedUrl = (url: string, policy: AddressPolicy): Result.Result<string, InvalidUrl> =>
  Result.mapBoth(
    // Judged here and not before each attempt: an endpoint that was registered keeps its deliveries.
    CardNumber.isInUrl(url) ? Result.fail(new UrlRefused({ reason: "card_number" })) : checkUrl(url, policy),
    {
      onSuccess: () => url,
      onFailure: (refusal) => new InvalidUrl({ url, reason: refusal.reason, refusal })
    }
  )

const knownEvents = (
  eventTypes: ReadonlyArray<string>,
  profile: WebhookProfile
): Result.Result<ReadonlyArray<string>, UnknownEventType | NoEventTypes> => {
  if (eventTypes.length === 0) return Result.fail(new NoEventTypes())
  const index = eventTypes.findIndex((type) => type !== allEvents && !profile.eventTypes.includes(type))
  if (index >= 0) return Result.fail(new UnknownEventType({ eventType: eventTypes[index]!, index }))
  // Beside "all", a name says nothing: it would only make a second delivery of the same event.
  return Result.succeed(eventTypes.includes(allEvents) ? [allEvents] : [...new Set(eventTypes)])
}

/** A new endpoint, or why there can be none. `existing` is how many the scope has. */
export const register = (
  command: EndpointRegistration,
  facts: { readonly id: string; readonly scope: string; readonly now: number; readonly existing: number },
  { policy, profile }: EndpointRules
): Result.Result<WebhookEndpoint, InvalidUrl | UnknownEventType | NoEventTypes | TooManyEndpoints> =>
  Result.gen(function* () {
    const url = yield* allowedUrl(command.url, policy)
    const enabledEvents = yield* knownEvents(command.enabledEvents, profile)
    const { maxEndpoints } = profile
    if (facts.existing >= maxEndpoints) return yield* Result.fail(new TooManyEndpoints({ maxEndpoints }))
    return {
      id: facts.id,
      plugin: profile.plugin,
      scope: facts.scope,
      url,
      enabledEvents,
      status: command.status ?? "enabled",
      description: command.description ?? "",
      apiVersion: command.apiVersion,
      signatureFormat: command.signatureFormat ?? profile.defaultFormat,
      createdAt: facts.now,
      version: 1
    }
  })

/** The endpoint after a change. The URL is judged again only where it is given. */
export const update = (
  endpoint: WebhookEndpoint,
  change: EndpointChange,
  { policy, profile }: EndpointRules
): Result.Result<WebhookEndpoint, InvalidUrl | UnknownEventType | NoEventTypes> =>
  Result.gen(function* () {
    return {
      ...endpoint,
      url: change.url === undefined ? endpoint.url : yield* allowedUrl(change.url, policy),
      enabledEvents:
        change.enabledEvents === undefined ? endpoint.enabledEvents : yield* knownEvents(change.enabledEvents, profile),
      status: change.status ?? endpoint.status,
      description: change.description ?? endpoint.description,
      apiVersion: change.apiVersion ?? endpoint.apiVersion,
      signatureFormat: change.signatureFormat ?? endpoint.signatureFormat,
      version: endpoint.version + 1
    }
  })

/** The endpoint after its secret was replaced: the same, at the next version. */
export const withNewSecret = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  version: endpoint.version + 1
})
