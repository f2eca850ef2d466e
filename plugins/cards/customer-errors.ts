/** The rows of the error table about customers and what belongs to them; `errors.ts` joins them with the others. */
import type { AlertFailure, AlertTransitionRefused } from "./aml/Alert.ts"
import type { BankAccountFailure } from "./bank-accounts/BankAccount.ts"
import type { CustomerBlocked, CustomerFailure } from "./customers/Customer.ts"
import type { ErrorDetail } from "./errors.ts"
import type { EventNotFound } from "./events/operations.ts"
import type { AttachmentRefused } from "./payment-methods/Attachment.ts"
import type { ScreeningFailure } from "./screening/ScreeningRecord.ts"
import type { TestFailure } from "./test-helpers/TestFailure.ts"
import { missing } from "./missing.ts"

/** What goes wrong with customers and what belongs to them. */
export type CustomerAreaFailure =
  | Exclude<CustomerFailure, { readonly _tag: "VersionConflict" }>
  | AttachmentRefused
  | Exclude<BankAccountFailure, { readonly _tag: "VersionConflict" }>
  | ScreeningFailure
  | Exclude<AlertFailure, { readonly _tag: "VersionConflict" }>
  | EventNotFound
  | TestFailure

type Rows = { readonly [F in CustomerAreaFailure as F["_tag"]]: (failure: F) => ErrorDetail }

const blockDetails: Readonly<Record<CustomerBlocked["block"], Omit<ErrorDetail, "param">>> = {
  screening_match: {
    code: "screening_match",
    message: "The customer is on a watch list: no payment and no payout may be processed"
  },
  // It may work later, and the client can do nothing about it: the type for that is api_error (decisions B5).
  screening_pending: {
    code: "unavailable",
    message: "The customer could not be screened yet. Try again later",
    headers: { "retry-after": "60" }
  },
  kyc_required: {
    code: "kyc_required",
    message: "The customer must be verified first: start a verification with POST /v2/customers/{id}/kyc"
  }
}

const transitionMessages: Readonly<Record<AlertTransitionRefused["reason"], (from: string, to: string) => string>> = {
  illegal: (from, to) => `The alert is ${from} and cannot become ${to}`,
  second_person: () => "An alert that needs a report is closed by somebody else than who reviewed it, with another key"
}

/** One row per failure. */
export const customerAreaRows: Rows = {
  // Customers
  CustomerNotFound: () => missing("customer"),
  EmailTaken: () => ({
    code: "email_taken",
    message: "Another customer of this account has this e-mail address",
    param: "email"
  }),
  ActiveSubscriptions: ({ count }) => ({
    code: "active_subscriptions",
    message: `The customer has ${count} active subscription${count === 1 ? "" : "s"}. Cancel them first`
  }),
  TooManyPairs: () => ({
    code: "metadata_too_many_pairs",
    message: "metadata must be at most 20 pairs after the change",
    param: "metadata"
  }),
  DefaultPaymentMethodRefused: () => ({
    code: "resource_missing",
    message: "default_payment_method must be a payment method that is attached to this customer",
    param: "default_payment_method",
    status: 400
  }),
  CustomerBlocked: ({ block, param }) => ({ ...blockDetails[block], param }),

  // Payment methods of customers
  AttachmentRefused: ({ code, message, param }) => ({ code, message, param }),

  // Bank accounts
  BankAccountNotFound: () => missing("bank account"),
  BankAccountRefused: ({ code, message, param }) => ({ code, message, param }),

  // Screenings
  ScreeningUnanswered: () => ({
    code: "unavailable",
    message: "No list can be consulted now, and nobody is clear by that. Try again later",
    headers: { "retry-after": "60" }
  }),
  ScreeningNotFound: () => missing("screening"),
  ScreeningNotResolvable: () => ({
    code: "parameter_invalid",
    message: "Only a screening with the result match can be decided on"
  }),

  // Alerts
  AlertNotFound: () => missing("alert"),
  AlertTransitionRefused: ({ from, reason, to }) => ({
    code: "invalid_alert_transition",
    message: transitionMessages[reason](from, to),
    param: "status"
  }),
  AlertNoteMissing: () => ({
    code: "parameter_missing",
    message: "note is required for this change: say why",
    param: "note"
  }),
  CountrySanctioned: ({ param }) => ({
    code: "sanctioned_country",
    message: "Nothing may be processed with a country or region under embargo",
    param
  }),

  // Events
  EventNotFound: () => missing("event"),

  // Test helpers
  LiveKeyNotAllowed: () => ({
    code: "live_key_not_allowed",
    message: "Test helpers take test keys only: they would change real data"
  }),
  TestRefused: ({ message, param }) => ({ code: "parameter_invalid", message, param }),
  SubscriptionNotFound: () => missing("subscription")
}
