/**
 * The error catalogue (decisions B5): every code a client can see, once, with its type and status, and the two kinds of
 * rows by which failures become errors.
 */
import type { Publication } from "../../src/plugin.ts"

/** The error types of spec cards §7. */
export type ErrorType = "api_error" | "card_error" | "validation_error" | "authentication_error"

/** Code → status and type. */
export const catalogue = {
  invalid_json: [400, "validation_error"],
  parameter_missing: [400, "validation_error"],
  parameter_invalid: [400, "validation_error"],
  parameter_unknown: [400, "validation_error"],
  amount_too_small: [400, "validation_error"],
  amount_too_large: [400, "validation_error"],
  invalid_currency: [400, "validation_error"],
  string_too_long: [400, "validation_error"],
  metadata_too_many_pairs: [400, "validation_error"],
  metadata_key_too_long: [400, "validation_error"],
  metadata_value_too_long: [400, "validation_error"],
  metadata_value_invalid: [400, "validation_error"],
  invalid_cursor: [400, "validation_error"],
  invalid_limit: [400, "validation_error"],
  invalid_timestamp: [400, "validation_error"],
  invalid_region: [400, "validation_error"],
  invalid_version: [400, "validation_error"],
  invalid_card_number: [400, "validation_error"],
  invalid_expiry: [400, "validation_error"],
  not_a_test_card: [400, "validation_error"],
  email_taken: [400, "validation_error"],
  invalid_phone: [400, "validation_error"],
  active_subscriptions: [400, "validation_error"],
  payment_method_detached: [400, "validation_error"],
  payment_method_customer_mismatch: [400, "validation_error"],
  bank_account_unverified: [400, "validation_error"],
  authentication_pending: [400, "validation_error"],
  payment_unexpected_state: [400, "validation_error"],
  payment_already_captured: [400, "validation_error"],
  payment_not_capturable: [400, "validation_error"],
  capture_amount_too_large: [400, "validation_error"],
  payment_not_cancelable: [400, "validation_error"],
  payment_expired: [400, "validation_error"],
  payment_not_refundable: [400, "validation_error"],
  payment_fully_refunded: [400, "validation_error"],
  payment_disputed: [400, "validation_error"],
  refund_amount_too_large: [400, "validation_error"],
  evidence_already_submitted: [400, "validation_error"],
  evidence_deadline_passed: [400, "validation_error"],
  evidence_empty: [400, "validation_error"],
  dispute_unexpected_state: [400, "validation_error"],
  currency_mismatch: [400, "validation_error"],
  instant_payout_unavailable: [400, "validation_error"],
  balance_insufficient: [400, "validation_error"],
  payout_unexpected_state: [400, "validation_error"],
  invalid_alert_transition: [400, "validation_error"],
  invalid_image: [400, "validation_error"],
  image_too_large: [400, "validation_error"],
  kyc_in_progress: [400, "validation_error"],
  kyc_already_verified: [400, "validation_error"],
  idempotency_key_conflict: [400, "validation_error"],
  missing_api_key: [401, "authentication_error"],
  invalid_api_key: [401, "authentication_error"],
  live_key_in_sandbox: [401, "authentication_error"],
  test_key_in_production: [401, "authentication_error"],
  card_declined: [402, "card_error"],
  insufficient_funds: [402, "card_error"],
  expired_card: [402, "card_error"],
  incorrect_cvc: [402, "card_error"],
  fraudulent: [402, "card_error"],
  account_closed: [402, "card_error"],
  beta_access_required: [403, "authentication_error"],
  live_key_not_allowed: [403, "authentication_error"],
  screening_match: [403, "validation_error"],
  kyc_required: [403, "validation_error"],
  sanctioned_country: [403, "validation_error"],
  resource_missing: [404, "validation_error"],
  unknown_endpoint: [404, "validation_error"],
  method_not_allowed: [405, "validation_error"],
  idempotency_key_reused: [409, "validation_error"],
  idempotency_key_in_use: [409, "api_error"],
  request_too_large: [413, "validation_error"],
  unsupported_media_type: [415, "validation_error"],
  rate_limit_exceeded: [429, "api_error"],
  internal_error: [500, "api_error"],
  unavailable: [503, "api_error"]
} as const satisfies Readonly<Record<string, readonly [number, ErrorType]>>

/** Every error code. */
export type ErrorCode = keyof typeof catalogue

/** The error that a client gets for one failure. */
export interface ErrorDetail {
  readonly code: ErrorCode
  readonly message: string
  readonly param?: string | undefined
  /** Instead of the catalogue's: a missing resource is 404 in the path and 400 in the body. */
  readonly status?: number
  readonly paymentId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** How a failure is answered. */
export type ErrorRow<F> = Publication.FailureRow<F, ErrorDetail, ErrorCode>

/** A table with one row for each failure of a union. */
export type ErrorRows<Failure extends { readonly _tag: string }> = {
  readonly [F in Failure as F["_tag"]]: ErrorRow<F>
}

/** A failure that has one code, with another status than the catalogue's where a pair says so. */
export const row = <F>(
  code: ErrorCode | readonly [ErrorCode, number],
  detail: (failure: F) => Omit<ErrorDetail, "code" | "status">
): ErrorRow<F> => ({
  codes: [code],
  detail: (failure) =>
    typeof code === "string" ? { code, ...detail(failure) } : { code: code[0], status: code[1], ...detail(failure) }
})

/** A failure that has one of several codes. */
export const choice = <F, const C extends ErrorCode>(
  codes: ReadonlyArray<C>,
  detail: (failure: F) => ErrorDetail & { readonly code: C }
): ErrorRow<F> => ({ codes, detail })

/** The detail of a failure that says itself what a client gets. */
export const told = <const C extends ErrorCode>({
  code,
  message,
  param
}: {
  readonly code: C
  readonly message: string
  readonly param?: string | undefined
}) => ({ code, message, param })
