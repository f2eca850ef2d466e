/**
 * Whether a caller of the CI webhook knows the shared secret (spec docs §5, decisions docs 4.11): in `x-docs-secret`, as a
 * bearer token, or by a signature that a code host made with it over the raw bytes. All comparisons take the same time.
 */
import * as Effect from "effect/Effect"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Headers, WebhookHeader } from "./headers.ts"

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
    : /^bearer(?: +(.*))?$/i
        .exec(authorization.trimEnd())
        ?.slice(1)
        .map((text) => text ?? "")[0]

/** What a secret makes of a delivery, as far as its headers ask for it. */
export interface Macs {
  /** HMAC-SHA-256 of the body, in hex. */
  readonly ofBody?: string | undefined
  /** The same of the delivery's id, its time and its body (Standard Webhooks), in base64. */
  readonly ofMessage?: string | undefined
}

/** What a header proves by, given the secret and what it makes of the delivery. */
type Signature = (secret: string, macs: Macs) => string | undefined

const prefixed =
  (prefix: string, of: (macs: Macs) => string | undefined): Signature =>
  (_, macs) => {
    const mac = of(macs)
    return mac === undefined ? undefined : prefix + mac
  }

const ofBody = ({ ofBody: mac }: Macs) => mac

/** Header → what it must hold (decisions docs 1.7). */
const signatures = {
  "x-hub-signature-256": prefixed("sha256=", ofBody),
  "x-hub-signature": prefixed("sha256=", ofBody),
  "x-gitea-signature": prefixed("", ofBody),
  "x-forgejo-signature": prefixed("", ofBody),
  "x-gogs-signature": prefixed("", ofBody),
  "x-gitlab-token": (secret) => secret,
  "webhook-signature": prefixed("v1,", ({ ofMessage }) => ofMessage)
} satisfies { readonly [Name in WebhookHeader]?: Signature }

const signed = Object.entries(signatures) as ReadonlyArray<readonly [keyof typeof signatures, Signature]>

const messageSignature = "webhook-signature"

const bodySignatures = signed
  .map(([name]) => name)
  .filter((name) => name !== "x-gitlab-token" && name !== messageSignature)

const macOf = async (secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", utf8ToBytes(secret) as Uint8Array<ArrayBuffer>, algorithm, false, [
    "sign"
  ])
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes))
}

/** Signatures that a header of Standard Webhooks may hold while one secret replaces another. Our choice. */
const maxSignatures = 10

/** What a header presents: of Standard Webhooks several signatures, one of which must be right. */
const presentedIn = (name: keyof typeof signatures, text: string): ReadonlyArray<string> =>
  name === messageSignature ? text.split(" ").slice(0, maxSignatures) : [text]

/** A delivery as it came. */
export interface Signed {
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/** How old, or how far ahead, a signed time may be, in seconds: what webhooks of this engine ask of their receivers. */
const toleranceSeconds = 300

/** Asked this way round, so that a time that is no number refuses. */
const isRecent = ({ "webhook-timestamp": timestamp = "none" }: Headers, nowSeconds: number): boolean =>
  Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds

/**
 * What each secret makes of a delivery, each sum once however many headers show one: anybody may send megabytes with all of
 * them. The platform does the sums, beside this thread. A message whose time is past proves nothing: its id is known for a
 * day only, and whoever caught it could send it again.
 */
export const macsOf = (
  secrets: ReadonlyArray<string>,
  { body, headers }: Signed,
  nowSeconds: number
): Effect.Effect<ReadonlyArray<Macs>> => {
  const asksForBody = bodySignatures.some((name) => headers[name] !== undefined)
  const head = `${headers["webhook-id"] ?? ""}.${headers["webhook-timestamp"] ?? ""}.`
  const isMessage = headers[messageSignature] !== undefined && isRecent(headers, nowSeconds)
  const message = isMessage ? concatBytes(utf8ToBytes(head), body) : undefined
  return Effect.promise(() =>
    Promise.all(
      secrets.map(async (secret) => ({
        ofBody: asksForBody ? bytesToHex(await macOf(secret, body)) : undefined,
        ofMessage:
          message === undefined
            ? undefined
            : btoa(String.fromCharCode(...(await macOf(secret, message as Uint8Array<ArrayBuffer>))))
      }))
    )
  )
}

/** What is shown, and with what. */
export interface Shown {
  readonly headers: Headers
  /** What the secrets make of the delivery, one after the other; none where signatures of code hosts do not count. */
  readonly macs: ReadonlyArray<Macs>
}

/**
 * Whether the secret is proved. Each of the two headers that is presented must be right; signatures count where neither
 * is, and one that is wrong beside a right one refuses the request.
 */
export const isProved = (secrets: ReadonlyArray<string>, { headers, macs }: Shown): boolean => {
  const presented = [headers["x-docs-secret"], bearerIn(headers["authorization"])].filter((text) => text !== undefined)
  // One comparison more, so that a request without any credential takes as long as one with a wrong one.
  const none = matchesAny(
    "",
    secrets.map((secret) => `${secret}.`)
  )
  if (presented.length > 0) return presented.map((text) => matchesAny(text, secrets)).every((right) => right) && !none
  if (macs.length === 0) return false
  const sent = signed.filter(
    // Old hosts sign with SHA-1 beside SHA-256: that proves nothing, and says nothing.
    ([name]) => headers[name] !== undefined && !headers[name].startsWith("sha1=")
  )
  const right = sent.map(([name, make]) => {
    const expected = secrets.flatMap((secret, at) => make(secret, macs[at]!) ?? [])
    const matches = presentedIn(name, headers[name]!).map((text) => matchesAny(text, expected))
    return matches.includes(true)
  })
  return right.length > 0 && right.every((one) => one)
}
