/**
 * The error catalogue (spec bank §7, decisions B.1): every code a client can see, once, with its status, and the rows by
 * which failures become errors.
 */
import type { Publication } from "../../src/plugin.ts"

/** Code → status. */
export const catalogue = {
  REQUIRED_FIELD_MISSING: 400,
  INVALID_FIELD_FORMAT: 400,
  INVALID_ROUTING_NUMBER: 400,
  INVALID_BIC: 400,
  INVALID_AMOUNT: 400,
  INVALID_SEC_CODE: 400,
  INVALID_CURRENCY: 400,
  FIELD_TOO_LONG: 400,
  INVALID_DATE: 400,
  MISSING_AUTHORIZATION: 401,
  INVALID_TOKEN: 401,
  INVALID_API_KEY: 401,
  INSUFFICIENT_SCOPE: 403,
  ACCOUNT_ACCESS_DENIED: 403,
  RAIL_ACCESS_DENIED: 403,
  AMOUNT_LIMIT_EXCEEDED: 403,
  SELF_APPROVAL_FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STATE_CONFLICT: 409,
  DUPLICATE_IDEMPOTENCY_KEY: 409,
  REQUEST_TOO_LARGE: 413,
  RAIL_LIMIT_EXCEEDED: 422,
  INSTANT_RAIL_NOT_AVAILABLE: 422,
  SDA_NOT_ELIGIBLE: 422,
  FEDWIRE_OUTSIDE_HOURS: 422,
  TRAVEL_RULE_FIELDS_MISSING: 422,
  SANCTIONED_COUNTRY: 422,
  REVERSAL_WINDOW_EXPIRED: 422,
  PAYMENT_NOT_REVERSIBLE: 422,
  PAYMENT_NOT_CANCELLABLE: 422,
  REPRESENTMENT_NOT_ALLOWED: 422,
  RECALL_NOT_ALLOWED: 422,
  RETURN_REQUEST_NOT_ALLOWED: 422,
  EVENT_EXPIRED: 422,
  OFAC_MATCH: 202,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  OFAC_SCREENING_ERROR: 503
} as const satisfies Readonly<Record<string, number>>

/** Every error code. */
export type ErrorCode = keyof typeof catalogue

/** The error that a client gets for one failure. */
export interface ErrorDetail {
  readonly code: ErrorCode
  readonly message: string
  readonly field?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The status where it is not that of the code: a request that is refused for what holds a payment. */
  readonly status?: number | undefined
}

/** How a failure is answered; one that has several problems says each. */
export type ErrorRow<F> = Publication.FailureRow<F, ReadonlyArray<ErrorDetail>, ErrorCode>

/** A table with one row for each failure of a union. */
export type ErrorRows<Failure extends { readonly _tag: string }> = {
  readonly [F in Failure as F["_tag"]]: ErrorRow<F>
}

/** The end of a message about a number that belongs to no bank. */
export const banksListed = "The API reference lists the banks of the sandbox under The sandbox"

/** Of a refusal because no network is connected: in an hour an operator may have done something about it (our choice). */
export const notConnectedHeaders = { "retry-after": "3600" } as const

type Said = Omit<ErrorDetail, "code" | "status">

/** A failure that has one code, with another status than the catalogue's where a pair says so. */
export const row = <F>(
  code: ErrorCode | readonly [ErrorCode, number],
  detail: (failure: F) => Said | ReadonlyArray<Said>
): ErrorRow<F> => {
  const named = typeof code === "string" ? { code } : { code: code[0], status: code[1] }
  return { codes: [code], detail: (failure) => [detail(failure)].flat().map((said) => ({ ...named, ...said })) }
}

/** A failure that has one or more of several codes. */
export const choice = <F, const C extends ErrorCode>(
  codes: ReadonlyArray<C | readonly [C, number]>,
  detail: (failure: F) => (ErrorDetail & { readonly code: C }) | ReadonlyArray<ErrorDetail & { readonly code: C }>
): ErrorRow<F> => ({ codes, detail: (failure) => [detail(failure)].flat() as ReadonlyArray<ErrorDetail> })
