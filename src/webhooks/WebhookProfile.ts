/**
 * What a plugin states about its webhooks, as a table: names, formats, limits and the retry schedule. The dispatcher
 * and the endpoint rules are the same for every plugin and read what differs from here.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { DecidedJob } from "../domain/Decision.ts"
import type { PluginDeclaration } from "../domain/PluginDeclaration.ts"
import { exponential, type RetryPolicy } from "../domain/RetryPolicy.ts"
import { publicHttpsOnly, type AddressPolicy } from "../services/AddressGuard.ts"
import { Clock } from "../services/Clock.ts"
import { maxTimeoutMs } from "../services/Notifier.ts"
import type { WebhookDelivery } from "./Delivery.ts"
import type { SignatureFormat } from "./signature.ts"

/** The facts of a delivery from which the headers of an attempt are written. */
export interface DeliveryFacts {
  readonly deliveryId: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  /** 1 for the first attempt; manual ones count too. */
  readonly attempt: number
  /** The version of the API that the endpoint pinned. */
  readonly apiVersion: string
}

/** What a plugin states. */
export interface WebhookProfile {
  /** Id of the plugin, as in the rows of its endpoints and events. */
  readonly plugin: string
  /** Two letters before the `_` of an endpoint's id. The outbox makes the ids of deliveries by cutting them off. */
  readonly endpointPrefix: string
  /** Every event type that an endpoint may name. `*` is understood without standing here. */
  readonly eventTypes: ReadonlyArray<string>
  /** Endpoints that one scope may have in one region. */
  readonly maxEndpoints: number
  /** Before the 64 hex digits of a signing secret, such as `whsec_`. */
  readonly secretPrefix: string
  /** How long the secret before a rotation signs beside the new one, in milliseconds of engine time; 0: not at all. */
  readonly secretOverlapMs: number
  readonly signatureHeader: string
  /** The signature format of an endpoint that names none. */
  readonly defaultFormat: SignatureFormat
  /** Headers beside the signature and the content type. */
  readonly extraHeaders: (facts: DeliveryFacts) => Readonly<Record<string, string>>
  /** How long a receiver may take to answer, in milliseconds. */
  readonly timeoutMs: number
  /** When the attempts are due, counted from the first. */
  readonly schedule: RetryPolicy
  /** How long after its event a delivery may be retried by hand, in milliseconds; without it, always. */
  readonly retryableForMs?: number | undefined
  /** A job to add when the last attempt of the schedule has failed, such as an alert; written with that attempt. */
  readonly whenExhausted?: ((delivery: WebhookDelivery) => DecidedJob) | undefined
}

/**
 * Which addresses webhooks may go to, asked at registration and before each attempt. Public addresses over https; a
 * sandbox that is bound to loopback allows receivers on loopback too.
 */
export const WebhookAddressPolicy = Context.Reference<AddressPolicy>("bursar/Webhooks/AddressPolicy", {
  defaultValue: () => publicHttpsOnly
})

/**
 * Whose time webhooks are signed with. `system`: receivers compare it with their own clocks. `engine`: two runs of a test
 * send the same bytes; test engines do so.
 */
export const WebhookSigningTime = Context.Reference<"system" | "engine">("bursar/Webhooks/SigningTime", {
  defaultValue: () => "system"
})

/** The time that webhooks are signed with, and judged by where they come in, in epoch milliseconds. */
export const webhookTime: Effect.Effect<number, never, Clock> = Effect.gen(function* () {
  const clock = yield* Clock
  return (yield* WebhookSigningTime) === "engine" ? clock.now() : clock.wallNow()
})

const faultOf = (profile: WebhookProfile): string | undefined => {
  if (!/^[a-z]{2}$/.test(profile.endpointPrefix)) return "the endpoint prefix must be two lower-case letters"
  if (profile.eventTypes.includes("*")) return "the event types must not list *, which always stands for all"
  if (new Set(profile.eventTypes).size !== profile.eventTypes.length) return "an event type is listed twice"
  if (!(profile.timeoutMs >= 1 && profile.timeoutMs <= maxTimeoutMs))
    return `the time-out must be 1 to ${maxTimeoutMs} ms`
  if (!(profile.maxEndpoints >= 1)) return "at least one endpoint must be allowed"
  if (!(profile.secretOverlapMs >= 0)) return "the overlap of secrets must not be negative"
  return undefined
}

/** Checks a profile where it is declared. Throws a RangeError that names the plugin and the fault. */
export const defineWebhookProfile = (profile: WebhookProfile): WebhookProfile => {
  const fault = faultOf(profile)
  if (fault !== undefined) throw new RangeError(`Webhook profile of ${profile.plugin}: ${fault}`)
  return profile
}

/**
 * The webhooks of a plugin that states nothing else: all its declared events, at most 16 endpoints, secrets `whsec_…` of which
 * the one before a rotation signs for 24 hours more, the signature in `Webhook-Signature`, and 8 attempts within 48 hours, each with 15 seconds
 * for the answer. Our choice. `endpointPrefix` is two letters.
 */
export const plainWebhooks = (plugin: PluginDeclaration, endpointPrefix: string): WebhookProfile =>
  defineWebhookProfile({
    plugin: plugin.id,
    endpointPrefix,
    eventTypes: Object.keys(plugin.events),
    maxEndpoints: 16,
    secretPrefix: "whsec_",
    secretOverlapMs: 86_400_000,
    signatureHeader: "Webhook-Signature",
    defaultFormat: "prefixed",
    extraHeaders: ({ attempt, eventId }) => ({ "Webhook-Event-Id": eventId, "Webhook-Attempt": String(attempt) }),
    timeoutMs: 15_000,
    schedule: exponential(`${plugin.id} webhooks`, { attempts: 8, factor: 3, totalMs: 48 * 3_600_000 })
  })
