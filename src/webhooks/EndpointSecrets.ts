/**
 * The signing secrets of an endpoint: the one that is valid, and for a while the one before it. They are stored sealed
 * and shown once, when they are made.
 */
import * as Result from "effect/Result"
import type { IdsShape } from "../services/Ids.ts"
import { storedAs } from "../rows/storedAs.ts"
import type { SignerShape, UnsealFailed } from "../services/Signer.ts"

/** Random bytes of a secret: as many as an HMAC-SHA256 has, since a longer key adds little (RFC 2104 §3). */
const secretBytes = 32

/** Sealed texts of this purpose open as nothing else. */
const sealPurpose = "webhooks.endpoint-secrets"

/** What a row keeps, sealed. Two secrets at most: a receiver replaces one secret at a time. */
export interface EndpointSecrets {
  readonly current: string
  readonly previous: {
    readonly secret: string
    /** Engine time, epoch milliseconds: from then on it no longer signs. */
    readonly until: number
  } | null
}

const stored = storedAs<EndpointSecrets>({
  table: "webhook_endpoints/secrets",
  form: { current: "text", previous: ["or null", { secret: "text", until: "number" }] }
})

/** A new secret, such as `whsec_` and 64 hex digits. The whole text is the key. */
export const newSecret = (ids: Pick<IdsShape, "secret">, prefix: string): string =>
  `${prefix}${ids.secret(secretBytes)}`

/** Puts a new secret in front. The one it replaces signs on for `overlapMs`; one from before that does not. */
export const rotate = (
  secrets: EndpointSecrets,
  next: { readonly secret: string; readonly now: number; readonly overlapMs: number }
): EndpointSecrets => ({
  current: next.secret,
  previous: next.overlapMs > 0 ? { secret: secrets.current, until: next.now + next.overlapMs } : null
})

/** The secrets that sign at a time, the newest first. */
export const secretsAt = ({ current, previous }: EndpointSecrets, now: number): ReadonlyArray<string> =>
  previous !== null && now < previous.until ? [current, previous.secret] : [current]

/** The text to store. */
export const sealSecrets = (signer: Pick<SignerShape, "seal">, secrets: EndpointSecrets): string =>
  signer.seal(sealPurpose, stored.write(secrets))

/** The secrets in a stored text. Fails where it was sealed under another master key. */
export const openSecrets = (
  signer: Pick<SignerShape, "open">,
  sealed: string
): Result.Result<EndpointSecrets, UnsealFailed> =>
  Result.map(signer.open(sealPurpose, sealed), (text) => stored.read(text))
