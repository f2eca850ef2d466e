/** The table of errors as decisions B5 has it, written down a second time so that the plugin's own cannot vouch for itself. */

/** Status, type, codes. The codes after the bar are not in the decisions B5: see decision 0017. */
const table: ReadonlyArray<readonly [status: number, type: string, codes: string]> = [
  [
    400,
    "validation_error",
    `invalid_json parameter_missing parameter_invalid parameter_unknown amount_too_small amount_too_large
     invalid_currency currency_mismatch string_too_long metadata_too_many_pairs metadata_key_too_long
     metadata_value_too_long metadata_value_invalid invalid_cursor invalid_limit invalid_timestamp invalid_region
     invalid_version invalid_card_number invalid_expiry not_a_test_card email_taken invalid_phone
     payment_unexpected_state payment_already_captured payment_not_capturable capture_amount_too_large
     payment_not_cancelable payment_expired authentication_pending refund_amount_too_large payment_not_refundable
     payment_fully_refunded payment_disputed payment_method_detached payment_method_customer_mismatch
     bank_account_unverified balance_insufficient instant_payout_unavailable evidence_already_submitted
     evidence_deadline_passed evidence_empty kyc_in_progress kyc_already_verified active_subscriptions
     invalid_alert_transition idempotency_key_conflict invalid_image image_too_large
     | dispute_unexpected_state payout_unexpected_state`
  ],
  [401, "authentication_error", "missing_api_key invalid_api_key live_key_in_sandbox test_key_in_production"],
  [402, "card_error", "card_declined insufficient_funds expired_card incorrect_cvc fraudulent account_closed"],
  [403, "authentication_error", "beta_access_required live_key_not_allowed"],
  [403, "validation_error", "screening_match kyc_required | sanctioned_country"],
  [404, "validation_error", "resource_missing unknown_endpoint"],
  [405, "validation_error", "method_not_allowed"],
  [409, "validation_error", "idempotency_key_reused"],
  [409, "api_error", "idempotency_key_in_use"],
  [413, "validation_error", "request_too_large"],
  [415, "validation_error", "unsupported_media_type"],
  [429, "api_error", "rate_limit_exceeded"],
  [500, "api_error", "internal_error"],
  [503, "api_error", "unavailable"]
]

/** Status and type by code. */
export const documented: ReadonlyMap<string, readonly [status: number, type: string]> = new Map(
  table.flatMap(([status, type, codes]) =>
    codes
      .split(/[\s|]+/)
      .filter((code) => code !== "")
      .map((code) => [code, [status, type]] as const)
  )
)
