/** The rows of the error table about customers and what belongs to them; `errors.ts` joins them with the others. */
import type { AlertFailure, AlertTransitionRefused } from "./aml/Alert.ts"
import type { BankAccountFailure } from "./bank-accounts/BankAccount.ts"
import type { CustomerBlocked, CustomerFailure } from "./customers/Customer.ts"
import { choice, row, told, type ErrorDetail, type ErrorRows } from "./error-catalogue.ts"
import type { EventNotFound } from "./events/EventNotFound.ts"
import type { AttachmentRefused } from "./payment-methods/Attachment.ts"
import type { ScreeningFailure } from "./screening/ScreeningRecord.ts"
import type { TestFailure } from "./test-helpers/TestFailure.ts"
import { missing, ready, sentences } from "./missing.ts"

/** What goes wrong with customers and what belongs to them. */
export type CustomerAreaFailure =
  | Exclude<CustomerFailure, { readonly _tag: "VersionConflict" }>
  | AttachmentRefused
  | Exclude<BankAccountFailure, { readonly _tag: "VersionConflict" }>
  | ScreeningFailure
  | Exclude<AlertFailure, { readonly _tag: "VersionConflict" }>
  | EventNotFound
  | TestFailure

const blocks = ["screening_match", "unavailable", "kyc_required"] as const

type BlockDetail = Omit<ErrorDetail, "param"> & { readonly code: (typeof blocks)[number] }

const blockDetails: Readonly<Record<CustomerBlocked["block"], BlockDetail>> = {
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

export const customerAreaRows: ErrorRows<CustomerAreaFailure> = {
  // Customers
  CustomerNotFound: missing("customer"),
  EmailTaken: row("email_taken", () => ({
    message: "Another customer of this account has this e-mail address",
    param: "email"
  })),
  ActiveSubscriptions: row("active_subscriptions", ({ count }) => ({
    message: `The customer has ${count} active subscription${count === 1 ? "" : "s"}. Cancel them first`
  })),
  TooManyPairs: row("metadata_too_many_pairs", () => ({
    message: "metadata must be at most 20 pairs after the change",
    param: "metadata"
  })),
  DefaultPaymentMethodRefused: row(["resource_missing", 400], () => ({
    message: sentences(
      "default_payment_method must be a payment method that is attached to this customer",
      ready.paymentMethods
    ),
    param: "default_payment_method"
  })),
  CustomerBlocked: choice(blocks, ({ block, param }) => ({ ...blockDetails[block], param })),

  // Payment methods of customers
  AttachmentRefused: choice(["payment_method_detached", "payment_method_customer_mismatch"], told),

  // Bank accounts
  BankAccountNotFound: missing("bank account", ready.bankAccounts),
  BankAccountRefused: choice(["parameter_invalid", "bank_account_unverified"], told),

  // Screenings
  ScreeningUnanswered: row("unavailable", () => ({
    message: "No list can be consulted now, and nobody is clear by that. Try again later",
    headers: { "retry-after": "60" }
  })),
  ScreeningNotFound: missing("screening"),
  ScreeningNotResolvable: row("parameter_invalid", () => ({
    message: "Only a screening with the result match can be decided on"
  })),

  // Alerts
  AlertNotFound: missing("alert"),
  AlertTransitionRefused: row("invalid_alert_transition", ({ from, reason, to }) => ({
    message: transitionMessages[reason](from, to),
    param: "status"
  })),
  AlertNoteMissing: row("parameter_missing", () => ({
    message: "note is required for this change: say why",
    param: "note"
  })),
  CountrySanctioned: row("sanctioned_country", ({ param }) => ({
    message: "Nothing may be processed with a country or region under embargo",
    param
  })),

  // Events
  EventNotFound: missing("event"),

  // Test helpers
  LiveKeyNotAllowed: row("live_key_not_allowed", () => ({
    message: "Test helpers take test keys only: they would change real data"
  })),
  TestRefused: row("parameter_invalid", ({ message, param }) => ({ message, param })),
  ClockMoveMissing: row("parameter_missing", () => ({ message: "seconds is required, or to", param: "seconds" })),
  SubscriptionNotFound: missing("subscription")
}
