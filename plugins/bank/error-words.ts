/** One sentence for each error code, for the published reference. Complete by type. */
import type { ErrorCode } from "./error-catalogue.ts"

/** What each code means, and what to do about it. */
export const errorWords: Readonly<Record<ErrorCode, string>> = {
  REQUIRED_FIELD_MISSING: "A required field, parameter, or header is missing; `field` names it.",
  INVALID_FIELD_FORMAT: "A field, parameter, or header has a value that it may not have; `field` names it.",
  INVALID_ROUTING_NUMBER:
    "A routing number has a wrong form or check digit, or belongs to no active participant; the chapter about the sandbox lists those of a sandbox.",
  INVALID_BIC: "A BIC has a wrong form, or belongs to no active bank.",
  INVALID_AMOUNT: "An amount is no whole number in its range.",
  INVALID_SEC_CODE: "The client or this kind of entry may not use this SEC code.",
  INVALID_CURRENCY: "The currency is not supported here.",
  FIELD_TOO_LONG:
    "A text is longer than allowed, as it was sent or as networks write it: without accents and in Latin letters.",
  INVALID_DATE: "A date has a wrong form, or cannot be met.",
  MISSING_AUTHORIZATION: "The request has neither an access token nor an API key.",
  INVALID_TOKEN: "The access token is malformed, expired, or revoked; get a new one.",
  INVALID_API_KEY: "The API key or the client credentials are wrong or deactivated.",
  INSUFFICIENT_SCOPE: "The credential lacks the scope that `details.requiredScope` names.",
  ACCOUNT_ACCESS_DENIED: "The account is none of the client's accounts.",
  RAIL_ACCESS_DENIED: "The client may not use this rail.",
  AMOUNT_LIMIT_EXCEEDED: "The amount is above what the client may move at once, or on this day.",
  SELF_APPROVAL_FORBIDDEN: "Whoever made a payment can neither approve it nor decide its hold.",
  NOT_FOUND: "There is no such object, or it belongs to another client.",
  METHOD_NOT_ALLOWED: "The path does not take this method.",
  STATE_CONFLICT: "The object's state does not allow this.",
  DUPLICATE_IDEMPOTENCY_KEY:
    "The key was used for another request, or the first request with it is still running (`details.reason` is `in_progress`).",
  REQUEST_TOO_LARGE: "The body is longer than allowed.",
  RAIL_LIMIT_EXCEEDED: "The amount is above the maximum of the rail.",
  INSTANT_RAIL_NOT_AVAILABLE: "No rail connects both banks with this amount; use ACH or a wire.",
  SDA_NOT_ELIGIBLE: "The entry cannot go out on the same day.",
  FEDWIRE_OUTSIDE_HOURS: "Fedwire is closed. The wire is queued and sent at the next opening.",
  TRAVEL_RULE_FIELDS_MISSING: "From 3,000 USD the full addresses of both parties are required.",
  SANCTIONED_COUNTRY: "A country or region of this payment is under comprehensive sanctions. Do not retry.",
  REVERSAL_WINDOW_EXPIRED: "The five banking days for a reversal are over.",
  PAYMENT_NOT_REVERSIBLE: "The payment cannot be reversed; `details.reason` says why.",
  PAYMENT_NOT_CANCELLABLE: "The payment is sent, or its window is closed.",
  REPRESENTMENT_NOT_ALLOWED: "The payment cannot be presented again; `details.reason` says why.",
  RECALL_NOT_ALLOWED: "The payment cannot be recalled; `details.reason` says why.",
  RETURN_REQUEST_NOT_ALLOWED: "The payment cannot be asked back.",
  EVENT_EXPIRED: "The event is older than the 72 hours for which it can be sent again.",
  OFAC_MATCH:
    "A possible match on a sanctions list. A payment is held for review; a request to another bank is refused.",
  RATE_LIMIT_EXCEEDED: "The client's rate limit is used up; wait for `Retry-After` seconds.",
  INTERNAL_ERROR: "The service failed; quote the request id.",
  SERVICE_UNAVAILABLE: "The service cannot confirm that this was stored, or a network is not connected. Send it again.",
  OFAC_SCREENING_ERROR: "Screening is unavailable. A payment is held and screened again; a request is not sent."
}
