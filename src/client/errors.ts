/** Everything that a method of the client rejects with: one class at run time, a union that a `switch` exhausts in types. */
import type { ErrorCode as BankErrorCode } from "./generated/bank.ts"
import type { ErrorCode as CardsErrorCode } from "./generated/cards.ts"
import type { ErrorCode as DocsErrorCode } from "./generated/docs.ts"

/** The codes of each service. A newer service may answer further ones. */
export interface ErrorCodes {
  readonly cards: CardsErrorCode
  readonly bank: BankErrorCode
  readonly docs: DocsErrorCode
}

/** Name of a service. */
export type ServiceName = keyof ErrorCodes

/** Kinds of refusals, by status. */
export interface RefusalTypes {
  /** 400, 410, 412, 413, 415, 422: the request is wrong, or cannot be done in this state. */
  readonly invalid_request: true
  /** 401: no credential, or a wrong one. */
  readonly authentication: true
  /** 402: the issuer or risk declined. `paymentId` is the stored payment. */
  readonly declined: true
  /** 403: the credential may not do this, or rules forbid it. */
  readonly permission: true
  /** 404: there is no such object, or it belongs to somebody else. */
  readonly not_found: true
  /** 409: the idempotency key was used for something else, or the object changed. */
  readonly conflict: true
  /** 429: too many requests, also after all tries. */
  readonly rate_limited: true
  /** 500 and above: the service could not do it, also after all tries. */
  readonly unavailable: true
}

/** There is no code of a service. It can be read all the same, before anybody looked at the type. */
interface Uncoded extends Error {
  readonly code?: undefined
}

/** There is no answer either. */
interface WithoutAnswer extends Uncoded {
  readonly status?: undefined
  readonly requestId?: undefined
}

/** What every error that follows an answer tells. */
interface OfAnswer extends Error {
  readonly service: ServiceName
  readonly status: number
  readonly headers: Headers
  /** The body as it came: parsed if it was JSON, else its text. */
  readonly body: unknown
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How long the service asks to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined
}

/** The service refused the request, or could not do it. `code` says why. */
export interface Refusal<Type extends keyof RefusalTypes, Service extends ServiceName> extends OfAnswer {
  readonly type: Type
  readonly service: Service
  readonly code: ErrorCodes[Service]
  /** The parameter that is wrong. */
  readonly param: string | undefined
  /** The payment that was declined and stored. */
  readonly paymentId: string | undefined
  /** What the service adds to the code: facts (bank), or every place that is wrong (docs; bank, if there are several). */
  readonly details: unknown
}

/** The answer is none of the service's, such as the HTML page of a proxy. */
export interface UnexpectedAnswer extends OfAnswer, Uncoded {
  readonly type: "unexpected_answer"
}

/**
 * There is no answer. `connection`: the service could not be reached, or the connection broke. `timeout`: it took too
 * long. `aborted`: your signal ended the call; `cause` is its reason. A request that was sent may still have been
 * carried out: repeat it under the same idempotency key.
 */
export interface Unanswered<Type extends "connection" | "timeout" | "aborted"> extends WithoutAnswer {
  readonly type: Type
  readonly service: ServiceName
}

/** A webhook is not to be believed. */
export interface SignatureInvalid extends WithoutAnswer {
  readonly type: "signature"
  /** The header is no signature, is too old or ahead, or is not of this secret and body. */
  readonly reason: "malformed" | "expired" | "mismatch"
}

/** The call is wrong and nothing was sent: an id is empty, or the client has no credential for the service. */
export interface Misuse extends WithoutAnswer {
  readonly type: "usage"
}

type AnyRefusal = {
  readonly [Type in keyof RefusalTypes]: { readonly [S in ServiceName]: Refusal<Type, S> }[ServiceName]
}[keyof RefusalTypes]

/** What methods of the client reject with. `type` tells the members apart, `service` those of refusals. */
export type BursarError =
  | AnyRefusal
  | UnexpectedAnswer
  | Unanswered<"connection">
  | Unanswered<"timeout">
  | Unanswered<"aborted">
  | SignatureInvalid
  | Misuse

type Given<E> = E extends Error ? Omit<E, "name" | "stack" | "message" | "cause"> : never

class Failure extends Error {
  constructor(message: string, fields: object, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, fields)
  }

  // On the prototype, so that the stack begins with it.
  static {
    this.prototype.name = "BursarError"
  }
}

/** `error instanceof BursarError` narrows to the union. */
export const BursarError = Failure as unknown as abstract new (...args: never) => BursarError

export const failure = (message: string, fields: Given<BursarError>, cause?: unknown): BursarError =>
  new Failure(message, fields, cause) as unknown as BursarError

const types: Readonly<Record<number, keyof RefusalTypes>> = {
  401: "authentication",
  402: "declined",
  403: "permission",
  404: "not_found",
  409: "conflict",
  429: "rate_limited"
}

const typeOf = (status: number): keyof RefusalTypes =>
  types[status] ?? (status >= 500 ? "unavailable" : "invalid_request")

const secondsOf = (headers: Headers): number | undefined => {
  const value = headers.get("retry-after")
  if (value === null) return undefined
  if (/^\s*\d+\s*$/.test(value)) return Number(value)
  // A date is read by the clock of the server that wrote it, so that a wrong clock here does no harm.
  const seconds = (Date.parse(value) - Date.parse(headers.get("date") ?? "")) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** The id of a request, as the services name it. */
export const requestIdOf = (headers: Headers): string | undefined =>
  headers.get("request-id") ?? headers.get("x-request-id") ?? undefined

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** The error of an answer that is no success. The three services write errors in three ways. */
export const ofAnswer = (service: ServiceName, { headers, status }: Response, body: unknown): BursarError => {
  const shared = { service, status, headers, body, retryAfterSeconds: secondsOf(headers) }
  const { error, errors, meta } = record(body)
  const several = Array.isArray(errors) ? errors : undefined
  const first = record(error ?? several?.[0])
  const code = text(first["code"])
  const message = text(first["message"])
  const requestId =
    requestIdOf(headers) ?? text(first["request_id"]) ?? text(first["requestId"]) ?? text(record(meta)["requestId"])
  if (code === undefined || message === undefined || status < 400) {
    const what = `The answer to a request for ${service} is none of the service: status ${status}`
    return failure(what, { ...shared, requestId, type: "unexpected_answer" })
  }
  const details = several ?? first["details"]
  const place = Array.isArray(details) ? record(details[0])["path"] : undefined
  const refusal = {
    ...shared,
    requestId,
    type: typeOf(status),
    code,
    param: text(first["param"]) ?? text(first["field"]) ?? text(place),
    paymentId: text(first["payment_id"]),
    details
  }
  return failure(message, refusal as Given<AnyRefusal>)
}
