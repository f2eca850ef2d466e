/** For receivers of webhooks: whether a delivery is ours, and recent. */
import * as Result from "effect/Result"
import { SignatureInvalid, verifySignature } from "../../src/plugin.ts"

/** What a receiver has of a delivery. */
export interface ReceivedWebhook {
  /** The body as it arrived, before any parsing: as text, or as its bytes. */
  readonly payload: string | Uint8Array
  /** The value of the SVC-Signature header; both formats are understood. */
  readonly signature: string
  /** The secret of the endpoint, `whsec_…`. */
  readonly secret: string
  /** The receiver's own time. */
  readonly receivedAt: Date
}

/** An event as receivers get it (decisions B12). */
export interface ReceivedEvent {
  readonly id: string
  readonly object: "event"
  readonly type: string
  readonly created_at: string
  readonly livemode: boolean
  readonly api_version: string
  readonly region: string
  readonly request: { readonly id: string; readonly idempotency_key: string | null } | null
  /** The resource itself, as it was at the time. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * The event of a delivery that was signed with this secret at most 5 minutes ago (spec cards §6). The comparison takes
 * the same time wherever signatures differ. Throws `SignatureInvalid` for anything else: answer such a request 400.
 */
export const verifyWebhook = ({ payload, receivedAt, secret, signature }: ReceivedWebhook): ReceivedEvent => {
  const verified = verifySignature({
    payload,
    header: signature,
    secret,
    nowSeconds: Math.floor(receivedAt.getTime() / 1000)
  })
  if (Result.isFailure(verified)) throw verified.failure
  return JSON.parse(typeof payload === "string" ? payload : new TextDecoder().decode(payload)) as ReceivedEvent
}

export { SignatureInvalid }
