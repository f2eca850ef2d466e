/**
 * Whether a caller of the CI webhook knows the shared secret (spec docs §5, decisions docs 4.11): in `x-docs-secret`, as a
 * bearer token, or by a signature that a code host made with it over the raw bytes. All comparisons take the same time.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>

/** The secrets in use: one, or two separated by a comma while one replaces the other. */
export const secretsIn = (setting: string): ReadonlyArray<string> =>
  setting
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "")

/** Compares digests, which have one length, so that neither place nor length of a difference can be timed. */
const sameText = (one: string, other: string): boolean => {
  const a = sha256(utf8ToBytes(one))
  const b = sha256(utf8ToBytes(other))
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ b[at]!
  return difference === 0
}

const matchesAny = (presented: string, expected: ReadonlyArray<string>): boolean => {
  let found = false
  for (const text of expected) found = sameText(presented, text) || found
  return found
}

const bearerIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined
    ? undefined
    : /^bearer(?: +(.*?))? *$/i
        .exec(authorization)
        ?.slice(1)
        .map((text) => text ?? "")[0]

/** What a header proves by, given the secret and the bytes. */
type Signature = (secret: string, body: Uint8Array, headers: Headers) => string

const hexOf: Signature = (secret, body) => bytesToHex(hmac(sha256, utf8ToBytes(secret), body))

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const standard: Signature = (secret, body, headers) => {
  const head = utf8ToBytes(`${headers["webhook-id"] ?? ""}.${headers["webhook-timestamp"] ?? ""}.`)
  return `v1,${base64Of(hmac(sha256, utf8ToBytes(secret), concatBytes(head, body)))}`
}

/** Header → what it must hold (decisions docs 1.7). */
const signatures: Readonly<Record<string, Signature>> = {
  "x-hub-signature-256": (secret, body, headers) => `sha256=${hexOf(secret, body, headers)}`,
  "x-hub-signature": (secret, body, headers) => `sha256=${hexOf(secret, body, headers)}`,
  "x-gitea-signature": hexOf,
  "x-forgejo-signature": hexOf,
  "x-gogs-signature": hexOf,
  "x-gitlab-token": (secret) => secret,
  "webhook-signature": standard
}

/** What is shown, and with what. */
export interface Shown {
  readonly headers: Headers
  readonly body: Uint8Array
  /** Whether signatures of code hosts count. */
  readonly native: boolean
}

/**
 * Whether the secret is proved. Each of the two headers that is presented must be right; signatures count where neither
 * is, and one that is wrong beside a right one refuses the request.
 */
export const isProved = (secrets: ReadonlyArray<string>, { body, headers, native }: Shown): boolean => {
  const presented = [headers["x-docs-secret"], bearerIn(headers["authorization"])].filter((text) => text !== undefined)
  // One comparison more, so that a request without any credential takes as long as one with a wrong one.
  const none = matchesAny(
    "",
    secrets.map((secret) => `${secret}.`)
  )
  if (presented.length > 0) return presented.map((text) => matchesAny(text, secrets)).every((right) => right) && !none
  if (!native) return false
  const signed = Object.entries(signatures).filter(
    // Old hosts sign with SHA-1 beside SHA-256: that proves nothing, and says nothing.
    ([name]) => headers[name] !== undefined && !headers[name].startsWith("sha1=")
  )
  const right = signed.map(([name, make]) =>
    matchesAny(
      headers[name]!,
      secrets.map((secret) => make(secret, body, headers))
    )
  )
  return right.length > 0 && right.every((one) => one)
}
