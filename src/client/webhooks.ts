/** For receivers of webhooks: whether a delivery is authentic and recent. Both ways to write the signature are read. */
import { failure, type BursarError, type SignatureInvalid } from "./errors.ts"
import type { WebhookEvent as BankEvent } from "./generated/bank.ts"
import type { WebhookEvent as CardsEvent } from "./generated/cards.ts"

/** How a receiver checks. */
export interface WebhookOptions {
  /** The receiver's own time. Default: system time; with a controlled clock, that of the engine. */
  readonly now?: (() => Date) | undefined
  /** How old, or how far ahead, a signature may be, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined
}

const defaultToleranceSeconds = 300

/** A header longer than this is refused unread: it has room for 14 signatures. */
const maxHeaderCharacters = 1024

const hexOf32Bytes = /^[0-9a-f]{64}$/
const epochSeconds = /^(?:0|[1-9][0-9]{0,11})$/

const invalid = (reason: SignatureInvalid["reason"]): BursarError =>
  failure(`The webhook signature is not valid (${reason})`, { type: "signature", reason })

/** `<seconds>,<hex>`, or `t=<seconds>,v1=<hex>` with any number of `v1`, of which one has to match. */
const parseHeader = (header: unknown): { readonly timestamp: string; readonly signatures: ReadonlyArray<string> } => {
  if (typeof header !== "string" || header.length > maxHeaderCharacters) throw invalid("malformed")
  const parts = header.split(",").map((part) => part.trim())
  const isLiteral = parts.length === 2 && !parts[0]?.includes("=")
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length))
  const timestamps = isLiteral ? parts.slice(0, 1) : valuesOf("t=")
  const signatures = isLiteral ? parts.slice(1) : valuesOf("v1=")
  const [timestamp = ""] = timestamps
  const isWhole = timestamps.length === 1 && epochSeconds.test(timestamp) && signatures.length > 0
  if (!isWhole || !signatures.every((hex) => hexOf32Bytes.test(hex))) throw invalid("malformed")
  return { timestamp, signatures }
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const verify = async (
  payload: string | Uint8Array,
  header: unknown,
  secret: string,
  { now = () => new Date(Date.now()), toleranceSeconds = defaultToleranceSeconds }: WebhookOptions = {}
): Promise<unknown> => {
  if (typeof payload !== "string" && !(ArrayBuffer.isView(payload) && "length" in payload)) {
    const message = "Give the body of the webhook as it arrived, its text or its bytes: a parsed body has no signature"
    throw failure(message, { type: "usage" })
  }
  const { signatures, timestamp } = parseHeader(header)
  // Without this, a receiver that forgot to set its secret would accept what anybody can sign.
  if (typeof secret !== "string" || secret === "") throw invalid("mismatch")
  const encoder = new TextEncoder()
  const body = typeof payload === "string" ? encoder.encode(payload) : payload
  const start = encoder.encode(`${timestamp}.`)
  const message = new Uint8Array(start.length + body.length)
  message.set(start)
  message.set(body, start.length)
  const { subtle } = globalThis.crypto
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"])
  // Takes the same time wherever signatures differ.
  const checked = await Promise.all(signatures.map((hex) => subtle.verify("HMAC", key, bytesOf(hex), message)))
  if (!checked.includes(true)) throw invalid("mismatch")
  // Asked this way round, so that a time or a tolerance that is not a number refuses.
  const isRecent = Math.abs(Math.floor(now().getTime() / 1000) - Number(timestamp)) <= toleranceSeconds
  if (!isRecent) throw invalid("expired")
  return JSON.parse(new TextDecoder().decode(body))
}

/**
 * Reads webhooks. Give the body as it arrived, before any parsing, the signature header, and the secret of the endpoint.
 * Rejects with a `BursarError` of type `signature`: answer such a request 400. The comparison takes the same time
 * wherever signatures differ.
 */
export const webhooks = {
  /** The event of a delivery of cards; the header is `SVC-Signature`, in either format. */
  constructEvent: (
    payload: string | Uint8Array,
    header: string | ReadonlyArray<string> | null | undefined,
    secret: string,
    options?: WebhookOptions
  ): Promise<CardsEvent> => verify(payload, header, secret, options) as Promise<CardsEvent>,
  /** The event of a delivery of bank; the header is `X-Bank-Signature`. */
  constructBankEvent: (
    payload: string | Uint8Array,
    header: string | ReadonlyArray<string> | null | undefined,
    secret: string,
    options?: WebhookOptions
  ): Promise<BankEvent> => verify(payload, header, secret, options) as Promise<BankEvent>
} as const
