/** Types of bodies, answers and events. `npm run client` writes this file from the published document of cards. */
import type { Call, List, RequestOptions } from "../Call.ts"
/** The codes of refusals. A newer service may answer further ones. */
export type ErrorCode =
  | "account_closed"
  | "active_subscriptions"
  | "amount_too_large"
  | "amount_too_small"
  | "authentication_pending"
  | "balance_insufficient"
  | "bank_account_unverified"
  | "beta_access_required"
  | "capture_amount_too_large"
  | "card_declined"
  | "currency_mismatch"
  | "dispute_unexpected_state"
  | "email_taken"
  | "evidence_already_submitted"
  | "evidence_deadline_passed"
  | "evidence_empty"
  | "expired_card"
  | "fraudulent"
  | "idempotency_key_conflict"
  | "idempotency_key_in_use"
  | "idempotency_key_reused"
  | "image_too_large"
  | "incorrect_cvc"
  | "instant_payout_unavailable"
  | "insufficient_funds"
  | "internal_error"
  | "invalid_alert_transition"
  | "invalid_api_key"
  | "invalid_card_number"
  | "invalid_currency"
  | "invalid_cursor"
  | "invalid_expiry"
  | "invalid_image"
  | "invalid_json"
  | "invalid_limit"
  | "invalid_phone"
  | "invalid_region"
  | "invalid_timestamp"
  | "invalid_version"
  | "kyc_already_verified"
  | "kyc_in_progress"
  | "kyc_required"
  | "live_key_in_sandbox"
  | "live_key_not_allowed"
  | "metadata_key_too_long"
  | "metadata_too_many_pairs"
  | "metadata_value_invalid"
  | "metadata_value_too_long"
  | "missing_api_key"
  | "not_a_test_card"
  | "parameter_invalid"
  | "parameter_missing"
  | "parameter_unknown"
  | "payment_already_captured"
  | "payment_disputed"
  | "payment_expired"
  | "payment_fully_refunded"
  | "payment_method_customer_mismatch"
  | "payment_method_detached"
  | "payment_not_cancelable"
  | "payment_not_capturable"
  | "payment_not_refundable"
  | "payment_unexpected_state"
  | "payout_unexpected_state"
  | "rate_limit_exceeded"
  | "refund_amount_too_large"
  | "request_too_large"
  | "resource_missing"
  | "sanctioned_country"
  | "screening_match"
  | "string_too_long"
  | "test_key_in_production"
  | "unavailable"
  | "unsupported_media_type"
type Happened<Type, Data> = Omit<Event, "type" | "data"> & { type: Type; data: Data }
/** An event that a webhook delivers; `type` tells what `data` is. */
export type WebhookEvent =
  /** A payment was made, whatever its outcome. */
  | Happened<"payment.created", Payment>
  /** The cardholder of a payment must authenticate. */
  | Happened<"payment.requires_action", Payment>
  /** A payment with manual capture was authorized. */
  | Happened<"payment.authorized", Payment>
  /** A payment was captured. */
  | Happened<"payment.succeeded", Payment>
  /** An authorized payment was captured by a request. */
  | Happened<"payment.captured", Payment>
  /** A payment was declined or blocked. */
  | Happened<"payment.failed", Payment>
  /** An authorization was given back by a request. */
  | Happened<"payment.canceled", Payment>
  /** An authorization ended after 7 days without a capture. */
  | Happened<"payment.expired", Payment>
  /** A payment's risk score is above 75. */
  | Happened<"risk.flagged", Payment>
  /** A flagged payment was cleared. */
  | Happened<"risk.cleared", Payment>
  /** A customer was made. */
  | Happened<"customer.created", Customer>
  /** A customer was changed. */
  | Happened<"customer.updated", Customer>
  /** A customer was deleted for good; the last state is shown. */
  | Happened<"customer.deleted", Customer>
  /** A payment method was attached to a customer. */
  | Happened<"payment_method.attached", PaymentMethod>
  /** A payment method was taken from its customer. */
  | Happened<"payment_method.detached", PaymentMethod>
  /** A verification of a customer's identity succeeded. */
  | Happened<"customer.kyc_verified", Verification>
  /** A verification of a customer's identity failed, or had no result in time. */
  | Happened<"customer.kyc_failed", Verification>
  /** A bank account was verified and may receive payouts. */
  | Happened<"bank_account.verified", BankAccount>
  /** A screening found the subject on a list. */
  | Happened<"screening.match", Screening>
  /** A refund was made. */
  | Happened<"refund.created", Refund>
  /** A refund that was pending succeeded or was canceled. */
  | Happened<"refund.updated", Refund>
  /** A refund failed, at once or after it had succeeded; the money is the merchant's again. */
  | Happened<"refund.failed", Refund>
  /** A cardholder disputed a payment. */
  | Happened<"dispute.created", Dispute>
  /** Evidence was saved as a draft or submitted. */
  | Happened<"dispute.updated", Dispute>
  /** A dispute was won or lost. */
  | Happened<"dispute.closed", Dispute>
  /** A payout was made. */
  | Happened<"payout.created", Payout>
  /** A payout left, with the daily batch or at once. */
  | Happened<"payout.in_transit", Payout>
  /** A payout reached the bank. */
  | Happened<"payout.paid", Payout>
  /** A payout failed or was sent back; amount and fee are the merchant's again. */
  | Happened<"payout.failed", Payout>
  /** A payout was taken back before its batch. */
  | Happened<"payout.canceled", Payout>
  /** Monitoring found something about a customer. */
  | Happened<"aml.alert_created", Alert>
  /** An alert shows further payments, or a person changed its status. */
  | Happened<"aml.alert_updated", Alert>
/** Methods of `payments`. */
export interface PaymentsResource {
  /** Create a payment. Asks risk, decides whether the cardholder must authenticate, and asks the issuer. A declined payment is an error that names it in `payment_id`; one that needs 3D Secure answers `requires_action` with a `redirect_url`. */
  create(params: CreatePayment, options?: RequestOptions): Call<Payment>
  /** List payments. The newest first, as short entries; with `expand=full` as whole payments. */
  list(params?: PaymentsListParams, options?: RequestOptions): List<PaymentList, PaymentEntry | Payment>
  /** Retrieve a payment. The payment as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Payment>
  /** Confirm a payment. Goes on after the cardholder has authenticated, and asks the issuer. */
  confirm(id: string, options?: RequestOptions): Call<Payment>
  /** Capture a payment. Takes the authorized amount, or a part of it. The cardholder gets the rest back. */
  capture(id: string, params?: CapturePayment, options?: RequestOptions): Call<Payment>
  /** Cancel a payment. Gives an authorization back. A captured payment is refunded instead. */
  cancel(id: string, options?: RequestOptions): Call<Payment>
}
/** Methods of `paymentMethods`. */
export interface PaymentMethodsResource {
  /** Create a payment method. Exchanges a card or bank account for an id that can pay. A test card that will be declined is taken like any other: declines happen when it pays. */
  create(params: CreatePaymentMethod, options?: RequestOptions): Call<PaymentMethod>
  /** List payment methods. Those that are attached to a customer, the newest first. */
  list(params: PaymentMethodsListParams, options?: RequestOptions): List<PaymentMethodList, PaymentMethod>
  /** Retrieve a payment method. What is kept of it. Never its number. */
  retrieve(id: string, options?: RequestOptions): Call<PaymentMethod>
  /** Attach a payment method. Gives it to a customer, who can pay with it again and again. Of a ready one of the sandbox, such as `pm_card_visa`, a copy with an id of its own is attached. */
  attach(id: string, params: AttachPaymentMethod, options?: RequestOptions): Call<PaymentMethod>
  /** Detach a payment method. Takes it from its customer for good: it can neither pay nor be attached again. */
  detach(id: string, options?: RequestOptions): Call<PaymentMethod>
}
/** Methods of `customers`. */
export interface CustomersResource {
  /** Create a customer. Keeps somebody's contact details, and screens the name if there is one. Somebody on a watch list becomes a customer for whom nothing is processed. */
  create(params: CreateCustomer, options?: RequestOptions): Call<Customer>
  /** List customers. The newest first. */
  list(params?: CustomersListParams, options?: RequestOptions): List<CustomerList, Customer>
  /** Retrieve a customer. The customer as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Customer>
  /** Update a customer. Changes what is sent and leaves the rest. A new name is screened. */
  update(id: string, params?: UpdateCustomer, options?: RequestOptions): Call<Customer>
  /** Delete a customer. For good: its payment methods are detached, its e-mail address is free again, and payments keep its id. */
  del(id: string, options?: RequestOptions): Call<DeletedCustomer>
}
/** Methods of `kyc`. */
export interface KycResource {
  /** Start a verification. Submits an identity document of a customer. The body may have up to 24 MiB. The result comes later, as an event and in the customer's `kyc_status`. */
  start(id: string, params: StartVerification, options?: RequestOptions): Call<Verification>
  /** Retrieve the latest verification. The verification of the customer that was started last. */
  retrieveLatest(id: string, options?: RequestOptions): Call<Verification>
  /** Retrieve a verification. The verification as it is now. */
  retrieve(id: string, verificationId: string, options?: RequestOptions): Call<Verification>
}
/** Methods of `bankAccounts`. */
export interface BankAccountsResource {
  /** Create a bank account. Adds a bank account to a customer. In the sandbox two small deposits are sent at once, whose amounts verify it. */
  create(params: CreateBankAccount, options?: RequestOptions): Call<BankAccount>
  /** List bank accounts. The newest first. */
  list(params?: BankAccountsListParams, options?: RequestOptions): List<BankAccountList, BankAccount>
  /** Retrieve a bank account. The bank account as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<BankAccount>
  /** Delete a bank account. Payouts that are on their way to it go on. */
  del(id: string, options?: RequestOptions): Call<DeletedBankAccount>
  /** Verify a bank account. Compares the amounts of the two deposits with what was sent. After three wrong tries the account cannot be verified any more. */
  verify(id: string, params: VerifyBankAccount, options?: RequestOptions): Call<BankAccount>
}
/** Methods of `events`. */
export interface EventsResource {
  /** List events. The newest first. Events stay here whether or not a webhook endpoint received them, so a program that was away can catch up. */
  list(params?: EventsListParams, options?: RequestOptions): List<EventList, Event>
  /** Retrieve an event. The very body that webhook endpoints receive: it never changes. */
  retrieve(id: string, options?: RequestOptions): Call<Event>
}
/** Methods of `webhookEndpoints`. */
export interface WebhookEndpointsResource {
  /** Register a webhook endpoint. The answer holds the secret of its signatures, which is not shown again. An account can have 16 endpoints in a region. */
  create(params: CreateWebhookEndpoint, options?: RequestOptions): Call<WebhookEndpoint>
  /** List webhook endpoints. The newest first, without their secrets. */
  list(params?: WebhookEndpointsListParams, options?: RequestOptions): List<WebhookEndpointList, WebhookEndpoint>
  /** Retrieve a webhook endpoint. The endpoint as it is now, without its secret. */
  retrieve(id: string, options?: RequestOptions): Call<WebhookEndpoint>
  /** Change a webhook endpoint. Changes what is given and leaves the rest. */
  update(id: string, params?: UpdateWebhookEndpoint, options?: RequestOptions): Call<WebhookEndpoint>
  /** Delete a webhook endpoint. What is pending for it is dropped. */
  del(id: string, options?: RequestOptions): Call<DeletedWebhookEndpoint>
  /** Replace the secret of a webhook endpoint. The new secret is in the answer and counts at once, also for attempts that are still to come. */
  rotateSecret(id: string, options?: RequestOptions): Call<WebhookEndpoint>
  /** Send events again. Sends every event of a range of time to the endpoint, in order, also what it received before or missed while it was disabled. */
  replay(id: string, params: ReplayWebhooks, options?: RequestOptions): Call<WebhookReplay>
  /** List deliveries. The deliveries to an endpoint, the newest first, each with its attempts. */
  listDeliveries(id: string, params?: WebhookEndpointsListDeliveriesParams, options?: RequestOptions): List<WebhookDeliveryList, WebhookDelivery>
  /** Try a delivery again. Makes one more attempt now, beside the schedule. The answer is the delivery before it. */
  retryDelivery(id: string, options?: RequestOptions): Call<WebhookDelivery>
}
/** Methods of `clock`. */
export interface TestHelpersClockResource {
  /** Read the clock. Where the engine's clock stands, and how it runs. */
  retrieve(options?: RequestOptions): Call<TestClock>
  /** Advance the clock. Moves the clock of the whole engine, for every account. What falls due on the way has happened when it answers: settlements, expiries, payouts, webhook deliveries. */
  advance(params?: AdvanceClock, options?: RequestOptions): Call<TestClock>
  /** Stop the clock. Time stands still until the clock is advanced or runs again. */
  freeze(options?: RequestOptions): Call<TestClock>
  /** Let the clock run. The clock goes on from where it stands. */
  run(options?: RequestOptions): Call<TestClock>
}
/** Methods of `faults`. */
export interface TestHelpersFaultsResource {
  /** Plan a fault. Lets the next requests of your account to one operation fail, so that a program can be tried against it. */
  create(params: PlanFault, options?: RequestOptions): Call<Fault>
}
/** Methods of `invariants`. */
export interface TestHelpersInvariantsResource {
  /** Check the books. Whether the ledger, the objects and the events of your account agree. */
  retrieve(options?: RequestOptions): Call<InvariantReport>
}
/** Methods of `customers`. */
export interface TestHelpersCustomersResource {
  /** Flag a customer. Gives a customer these flags, which monitoring looks at. */
  flag(id: string, params: FlagCustomer, options?: RequestOptions): Call<Customer>
}
/** Methods of `paymentMethods`. */
export interface TestHelpersPaymentMethodsResource {
  /** Trust a payment method. The holder puts you on the list of trusted beneficiaries: later payments are exempt from 3D Secure. */
  trust(id: string, options?: RequestOptions): Call<PaymentMethod>
}
/** Methods of `bankAccounts`. */
export interface TestHelpersBankAccountsResource {
  /** Verify a bank account. Ends a verification without amounts, well or badly. */
  verify(id: string, params?: SettleBankAccount, options?: RequestOptions): Call<BankAccount>
}
/** Methods of `subscriptions`. */
export interface TestHelpersSubscriptionsResource {
  /** Create a subscription. A stub: with an active one a customer cannot be deleted. */
  create(params: CreateSubscription, options?: RequestOptions): Call<Subscription>
  /** Cancel a subscription. One that is canceled stays so. */
  cancel(id: string, options?: RequestOptions): Call<Subscription>
}
/** Methods of `screeningEntries`. */
export interface TestHelpersScreeningEntriesResource {
  /** Put a name on a list. Whoever bears it matches from now on, and your customers of that name are blocked at once. Only your account sees it. */
  create(params: CreateScreeningEntry, options?: RequestOptions): Call<ScreeningEntry>
}
/** Methods of `screenings`. */
export interface TestHelpersScreeningsResource {
  /** Decide on a match. What a compliance officer would decide on a screening. */
  resolve(id: string, params: ResolveScreening, options?: RequestOptions): Call<Screening>
}
/** Methods of `payments`. */
export interface TestHelpersPaymentsResource {
  /** Authenticate a cardholder. Does what the cardholder does on the 3D Secure page of a payment that requires action. Confirm the payment afterwards: then it goes on. */
  authenticate(id: string, params: AuthenticatePayment, options?: RequestOptions): Call<Payment>
  /** Settle a bank debit. Lets a pending bank debit succeed or fail at once. */
  settle(id: string, params: SettlePayment, options?: RequestOptions): Call<Payment>
}
/** Methods of `kyc`. */
export interface TestHelpersKycResource {
  /** End a verification. Gives a pending verification its result, whatever was submitted. */
  resolve(id: string, params: ResolveKyc, options?: RequestOptions): Call<Verification>
}
/** Methods of `disputes`. */
export interface TestHelpersDisputesResource {
  /** Dispute a payment. Does what a cardholder does at the issuer: opens a dispute. */
  create(params: OpenDispute, options?: RequestOptions): Call<Dispute>
  /** Decide a dispute. Does what the issuer does, whatever the evidence. */
  resolve(id: string, params: ResolveDispute, options?: RequestOptions): Call<Dispute>
}
/** Methods of `refunds`. */
export interface TestHelpersRefundsResource {
  /** End a refund. Lets a pending refund succeed, fail or be canceled, or one that succeeded fail. */
  resolve(id: string, params: ResolveRefund, options?: RequestOptions): Call<Refund>
}
/** Methods of `payouts`. */
export interface TestHelpersPayoutsResource {
  /** Let a payout arrive. The bank takes a payout that is on its way. */
  pay(id: string, options?: RequestOptions): Call<Payout>
  /** Let a payout fail. The bank refuses a payout that is on its way; amount and fee come back. */
  fail(id: string, params?: PayoutFault, options?: RequestOptions): Call<Payout>
  /** Send a payout back. The bank returns a payout that it had taken; amount and fee come back. */
  return(id: string, params?: PayoutFault, options?: RequestOptions): Call<Payout>
}
/** Methods of `balance`. */
export interface TestHelpersBalanceResource {
  /** Fund the balance. Puts test money into the available balance. */
  fund(params: FundBalance, options?: RequestOptions): Call<Funding>
}
/** Methods of `aml`. */
export interface TestHelpersAmlResource {
  /** Rebuild monitoring. Computes what monitoring has stored about customers again from their payments and payouts. With test keys only. */
  rebuild(options?: RequestOptions): Call<MonitoringRebuild>
}
/** Methods of `testHelpers`. */
export interface TestHelpersResource {
  readonly clock: TestHelpersClockResource
  readonly faults: TestHelpersFaultsResource
  /** Begin anew. Forgets everything of your account's test mode in the region of the request. The clock stays where it is. */
  reset(options?: RequestOptions): Call<Reset>
  readonly invariants: TestHelpersInvariantsResource
  readonly customers: TestHelpersCustomersResource
  readonly paymentMethods: TestHelpersPaymentMethodsResource
  readonly bankAccounts: TestHelpersBankAccountsResource
  readonly subscriptions: TestHelpersSubscriptionsResource
  readonly screeningEntries: TestHelpersScreeningEntriesResource
  readonly screenings: TestHelpersScreeningsResource
  readonly payments: TestHelpersPaymentsResource
  readonly kyc: TestHelpersKycResource
  readonly disputes: TestHelpersDisputesResource
  readonly refunds: TestHelpersRefundsResource
  readonly payouts: TestHelpersPayoutsResource
  readonly balance: TestHelpersBalanceResource
  readonly aml: TestHelpersAmlResource
}
/** Methods of `refunds`. */
export interface RefundsResource {
  /** Create a refund. Gives back all that is left of a captured payment, or a part of it. A card refund succeeds at once; that of a bank debit is `pending` first. */
  create(params: CreateRefund, options?: RequestOptions): Call<Refund>
  /** List refunds. The newest first. */
  list(params?: RefundsListParams, options?: RequestOptions): List<RefundList, Refund>
  /** Retrieve a refund. The refund as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Refund>
}
/** Methods of `disputes`. */
export interface DisputesResource {
  /** List disputes. The newest first. */
  list(params?: DisputesListParams, options?: RequestOptions): List<DisputeList, Dispute>
  /** Retrieve a dispute. The dispute as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Dispute>
  /** Send evidence. Saves evidence as a draft or, with `submit`, sends it to the issuer together with all drafts. Evidence can be submitted once, before `respond_by`. In the sandbox the word `winning_evidence` or `losing_evidence` in a text decides the dispute. */
  respond(id: string, params?: SubmitEvidence, options?: RequestOptions): Call<Dispute>
  /** Accept a dispute. Gives the money to the cardholder at once: the dispute is `lost`. */
  accept(id: string, options?: RequestOptions): Call<Dispute>
}
/** Methods of `payouts`. */
export interface PayoutsResource {
  /** Create a payout. Sends available money to a verified bank account. The account's holder is screened first, and the customer who owns it must be verified. Payouts are in beta: the account needs access to them. */
  create(params: CreatePayout, options?: RequestOptions): Call<Payout>
  /** List payouts. The newest first. */
  list(params?: PayoutsListParams, options?: RequestOptions): List<PayoutList, Payout>
  /** Retrieve a payout. The payout as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Payout>
  /** Cancel a payout. Takes a standard payout back before its batch leaves at 00:00 UTC. */
  cancel(id: string, options?: RequestOptions): Call<Payout>
}
/** Methods of `balance`. */
export interface BalanceResource {
  /** Retrieve the balance. What is available, pending and disputed now, by currency. */
  retrieve(options?: RequestOptions): Call<Balance>
  /** List ledger entries. The journals that one object caused, the newest first; `source` names it, because journals are kept by what caused them. An object that caused none, or is not yours, has an empty list. */
  listEntries(params: BalanceListEntriesParams, options?: RequestOptions): List<LedgerEntryList, LedgerEntry>
}
/** Methods of `risk`. */
export interface RiskResource {
  /** Retrieve a risk assessment. How a payment was judged when it was created. */
  retrieveAssessment(paymentId: string, options?: RequestOptions): Call<RiskAssessment>
  /** Clear a flagged payment. Says that somebody looked at a payment with a score above 75 and found it good. A blocked payment cannot be cleared. */
  clearAssessment(paymentId: string, options?: RequestOptions): Call<RiskAssessment>
  /** Retrieve risk settings. The scores from which payments are reviewed and blocked. */
  retrieveSettings(options?: RequestOptions): Call<RiskSettings>
  /** Change risk settings. They hold for payments from now on, in this data region. */
  updateSettings(params?: ChangeRiskSettings, options?: RequestOptions): Call<RiskSettings>
  /** List risk rules. The newest first. */
  listRules(params?: RiskListRulesParams, options?: RequestOptions): List<RiskRuleList, RiskRule>
  /** Create a risk rule. It holds for payments from now on, in this data region. An account has at most 100 rules. */
  createRule(params: CreateRiskRule, options?: RequestOptions): Call<RiskRule>
  /** Retrieve a risk rule. The rule as it is now. */
  retrieveRule(id: string, options?: RequestOptions): Call<RiskRule>
  /** Change a risk rule. Payments that were judged by it stay as they are. */
  updateRule(id: string, params?: ChangeRiskRule, options?: RequestOptions): Call<RiskRule>
  /** Delete a risk rule. Payments that were judged by it stay as they are. */
  deleteRule(id: string, options?: RequestOptions): Call<DeletedRiskRule>
}
/** Methods of `aml`. */
export interface AmlResource {
  /** List alerts. The newest first. */
  list(params?: AmlListParams, options?: RequestOptions): List<AlertList, Alert>
  /** Retrieve an alert. The alert as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Alert>
  /** Change an alert. Moves it on: `open` to `under_review` or `closed`, `under_review` to `closed` or `sar_filed`. An alert that requires a report is closed under another key than the one that reviewed it. */
  update(id: string, params: ChangeAlert, options?: RequestOptions): Call<Alert>
  /** List the history of an alert. Who did what with it, the newest first. */
  listHistory(id: string, params?: AmlListHistoryParams, options?: RequestOptions): List<AlertHistory, AlertHistoryEntry>
}
/** Methods of `compliance`. */
export interface ComplianceResource {
  /** Screen a name. Looks for a person or company on the sanctions and watch lists. A match blocks your customers of that name until a person decides on it. */
  screen(params: ScreenSubject, options?: RequestOptions): Call<Screening>
  /** Retrieve a screening. The screening with why each entry matched. */
  retrieve(id: string, options?: RequestOptions): Call<Screening>
}
/** The methods, by resource. */
export interface Service {
  readonly payments: PaymentsResource
  readonly paymentMethods: PaymentMethodsResource
  readonly customers: CustomersResource
  readonly kyc: KycResource
  readonly bankAccounts: BankAccountsResource
  readonly events: EventsResource
  readonly webhookEndpoints: WebhookEndpointsResource
  readonly testHelpers: TestHelpersResource
  readonly refunds: RefundsResource
  readonly disputes: DisputesResource
  readonly payouts: PayoutsResource
  readonly balance: BalanceResource
  readonly risk: RiskResource
  readonly aml: AmlResource
  readonly compliance: ComplianceResource
}
/** What `payments.list` takes. */
export interface PaymentsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
  /** Only payments with this status. */ status?: "succeeded" | "pending" | "failed" | "canceled" | undefined
  created?: { /** Only payments made at this time or later. */ gte?: string | undefined; /** Only payments made at this time or earlier. */ lte?: string | undefined } | undefined
  /** Only payments of this customer. */ customer?: string | undefined
  /** `full`: whole payments. */ expand?: "full" | undefined
}
/** What `paymentMethods.list` takes. */
export interface PaymentMethodsListParams {
  /** Whose payment methods. */ customer: string
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `customers.list` takes. */
export interface CustomersListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
  /** Only the customer with this e-mail address. */ email?: string | undefined
}
/** What `bankAccounts.list` takes. */
export interface BankAccountsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
  /** Only bank accounts of this customer. */ customer?: string | undefined
}
/** What `events.list` takes. */
export interface EventsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
  /** Only events of this type. */ type?: EventType | undefined
  created?: { /** Only events of this time or later. */ gte?: string | undefined; /** Only events of this time or earlier. */ lte?: string | undefined } | undefined
  /** Only events about the object with this id, such as a payment. */ resource?: string | undefined
}
/** What `webhookEndpoints.list` takes. */
export interface WebhookEndpointsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `webhookEndpoints.listDeliveries` takes. */
export interface WebhookEndpointsListDeliveriesParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `refunds.list` takes. */
export interface RefundsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
  /** Only refunds of this payment. */ payment_id?: string | undefined
}
/** What `disputes.list` takes. */
export interface DisputesListParams {
  /** Only disputes with this status. */ status?: DisputeStatus | undefined
  /** Only disputes of this payment. */ payment_id?: string | undefined
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `payouts.list` takes. */
export interface PayoutsListParams {
  /** Only payouts with this status. */ status?: PayoutStatus | undefined
  /** Only payouts to this bank account. */ destination?: string | undefined
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `balance.listEntries` takes. */
export interface BalanceListEntriesParams {
  /** The payment, refund, dispute, payout or funding whose journals are asked for. */ source: string
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `risk.listRules` takes. */
export interface RiskListRulesParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `aml.list` takes. */
export interface AmlListParams {
  /** Only alerts with this status. */ status?: AlertStatus | undefined
  /** Only alerts that require a report, or that do not. */ sar_required?: boolean | undefined
  /** Only alerts about this customer. */ customer_id?: string | undefined
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** What `aml.listHistory` takes. */
export interface AmlListHistoryParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `next_cursor` of the page before. */ cursor?: string | undefined
  /** Deprecated: the number of the page, from 1. Use `cursor`. */ page?: number | undefined
}
/** Why a request was refused. */
export interface Error {
  /** What was wrong. */ error: ErrorDetail
}
/** Something that happened to an object. */
export interface Event {
  /** Begins with `evt_`. A repeated delivery has the same id. */ id: Id
  /** Always `event`. */ object: "event"
  /** What happened, such as `payment.succeeded`. */ type: EventType
  /** When it happened. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
  /** The version in which `data` is shown. */ api_version: string
  /** Where the object lives. */ region: "us-east-1" | "eu-west-1" | "ap-southeast-1"
  /** The request that caused it; `null` where time did. */ request: EventRequest | null
  /** The object as it was right after. */ data: Readonly<Record<string, unknown>>
}
/** A payment, in whatever state it is. */
export interface Payment {
  /** Begins with `pay_`. */ id: Id
  /** Always `payment`. */ object: "payment"
  /** What the cardholder is asked for, in the smallest currency unit. */ amount: Amount
  /** What was taken so far. */ amount_captured: Amount
  /** What was given back so far. */ amount_refunded: Amount
  /** The currency of all amounts of the payment. */ currency: Currency
  /** How far the payment has come. */ status: PaymentStatus
  /** The card or bank account that pays. */ payment_method: Id
  /** Who pays, if a customer was named. */ customer?: Id
  /** Your own words; card numbers are masked. */ description: string | null
  /** Your own keys and values; card numbers are masked. */ metadata: Readonly<Record<string, string>>
  /** `manual`: authorized now, captured by a later request. */ capture_method: "automatic" | "manual"
  /** When it was made. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
  /** What the risk model made of it. */ risk: PaymentRisk
  /** `null` for a payment that risk blocked. */ sca: StrongCustomerAuthentication | null
  /** Only while the status is `requires_action`. */ next_action?: NextAction
  /** What the issuer holds. */ authorization: Authorization
  /** When captured money becomes available to you. */ settles_at?: Time
  /** Only on a canceled payment. */ cancellation_reason?: "requested_by_merchant" | "expired"
  /** `true` once the cardholder disputed it. */ disputed?: boolean
  /** The latest dispute. */ dispute?: Id
  /** Only on a payment that failed. */ failure?: PaymentFailure
}
/** Somebody who pays or is paid, with what screening and identity verification found. What was not given is `null`. */
export interface Customer {
  /** Begins with `cus_`. */ id: Id
  /** Always `customer`. */ object: "customer"
  /** The e-mail address; one customer of an account has it. */ email: string
  /** The name, which is screened. */ name: string | null
  /** The phone number in E.164 form. */ phone: string | null
  /** The postal address. */ address: Address | null
  /** Your own keys and values; card numbers are masked. */ metadata: Readonly<Record<string, string>>
  /** When it was made. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
  /** How far identity verification has come. */ kyc_status: "not_started" | "pending" | "verified" | "failed"
  /** `null` while there is no name to look for. */ screening: CustomerScreening | null
  /** Why the customer must be verified before money moves: `pep` (a politically exposed person), `high_risk`. */ flags: ReadonlyArray<"pep" | "high_risk">
  /** What pays where a payment names none. */ default_payment_method: Id | null
}
/** A card or a bank account that pays. Its details are in the field that `type` names. */
export interface PaymentMethod {
  /** Begins with `pm_`. */ id: Id
  /** Always `payment_method`. */ object: "payment_method"
  /** What it is. */ type: PaymentMethodType
  /** Only where the type is `card`. */ card?: Card
  /** Only where the type is `us_bank_account`. */ us_bank_account?: UsBankAccount
  /** Who pays. */ billing_details: BillingDetails
  /** The customer it is attached to; `null` for none. */ customer: Id | null
  /** When it was made. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
}
/** Whether a customer is who they say. What was submitted is not shown again. */
export interface Verification {
  /** The customer. */ customer_id: Id
  /** How far it has come. After a failure another verification can be started. */ kyc_status: "pending" | "verified" | "failed"
  /** Begins with `kyc_`. */ verification_id: Id
  /** When it was started. */ created_at: Time
  /** What was submitted. */ document_type: DocumentType
  /** Only on a verification that failed; otherwise `null`. */ failure_reason: "document_unverified" | "document_unreadable" | "document_expired" | "selfie_mismatch" | "underage" | "not_completed" | null
  /** When it was decided; `null` while it is pending. */ completed_at: Time | null
  /** `false` in the sandbox. */ livemode: boolean
}
/** A customer's bank account, to which payouts go. Its number is not kept. */
export interface BankAccount {
  /** Begins with `ba_`. */ id: Id
  /** Always `bank_account`. */ object: "bank_account"
  /** Whose it is; `null` for the ready ones of the sandbox. */ customer: Id | null
  /** The currency in which it is paid. */ currency: Currency
  /** Where the bank is. */ country: CountryCode
  /** Who holds it. */ account_holder_name: string
  /** The bank; `null` if it is not known. */ bank_name: string | null
  /** The last four characters of its number. */ last4: string
  /** Only of an account that is named by routing and account number. */ routing_number?: string
  /** Only of an account that is named by an IBAN: its country. */ iban_country?: string
  /** Stands for the number: equal numbers have equal fingerprints. */ fingerprint: string
  /** How far verification has come. */ status: BankAccountStatus
  /** Whether instant payouts can go there. */ instant_eligible: boolean
  /** When it was made. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
}
/** Whether a name is on a sanctions or watch list, at one moment. */
export interface Screening {
  /** Begins with `scr_`. */ screening_id: Id
  /** The name that was looked for. */ name: string
  /** `pending`: the lists could not be consulted yet, and nobody is clear by it. */ result: "clear" | "match" | "pending"
  /** The entries that the name may be. */ matches: ReadonlyArray<ScreeningMatch>
  /** The lists that were consulted. */ lists_screened: ReadonlyArray<string>
  /** When the lists were consulted. */ screened_at: Time
  /** The customer who was screened; `null` for a name. */ customer: Id | null
  /** What a person decided on a match: `approved` is a false positive, `confirmed` keeps the customer blocked. */ resolution: "approved" | "confirmed" | null
  /** `false` in the sandbox. */ livemode: boolean
}
/** Money of a payment that is given back to the cardholder. */
export interface Refund {
  /** Begins with `re_`. */ id: Id
  /** Always `refund`. */ object: "refund"
  /** What is given back, in the smallest currency unit. */ amount: Amount
  /** The currency of the payment. */ currency: Currency
  /** The payment that is refunded. */ payment_id: Id
  /** How far the refund has come. A refund of a bank debit, or beyond the balance, is `pending` first. */ status: "pending" | "succeeded" | "failed" | "canceled"
  /** Why, if you said so. */ reason: RefundReason | null
  /** When it was made. */ created_at: Time
  /** Only on a refund that failed. */ failure?: RefundFailure
  /** `false` in the sandbox. */ livemode: boolean
}
/** A cardholder wants the money of a payment back through the card's bank. */
export interface Dispute {
  /** Begins with `dsp_`. */ id: Id
  /** Always `dispute`. */ object: "dispute"
  /** The payment that is disputed. */ payment_id: Id
  /** What is disputed, in the smallest currency unit. */ amount: Amount
  /** The currency of the payment. */ currency: Currency
  /** Why the cardholder disputes the payment. */ reason: DisputeReason
  /** How far the dispute has come. */ status: DisputeStatus
  /** Evidence must be submitted before this time, 14 days after the dispute was opened. */ respond_by: Time
  /** When it was opened. */ created_at: Time
  /** What you have sent so far. */ evidence: DisputeEvidence
  /** How your evidence stands. */ evidence_details: DisputeEvidenceDetails
  /** `false` in the sandbox. */ livemode: boolean
}
/** Your available money on its way to a bank account. */
export interface Payout {
  /** Begins with `po_`. */ id: Id
  /** Always `payout`. */ object: "payout"
  /** What arrives, in the smallest currency unit. */ amount: Amount
  /** The currency of all amounts of the payout. */ currency: Currency
  /** The bank account. */ destination: Id
  /** How fast it travels. */ method: PayoutMethod
  /** How far the payout has come. */ status: PayoutStatus
  /** What the payout costs on top of the amount; 0 for a standard one. */ fee: Amount
  /** What leaves your balance: the amount and the fee. */ total_debit: Amount
  /** When it leaves; `null` for an instant one. */ batch_at: Time | null
  /** When it should arrive. */ arrival_date: Time
  /** Only on a payout that failed; otherwise `null`. */ failure: PayoutFailure | null
  /** The screening of the account's holder for this payout. */ screening_id: Id
  /** When it was made. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
}
/** What a monitoring rule found about a customer, for people to look at. */
export interface Alert {
  /** Begins with `aml_`. */ id: Id
  /** Always `aml_alert`. */ object: "aml_alert"
  /** The customer. */ customer_id: Id
  /** What it looks like. */ alert_type: "structuring" | "layering" | "unusual_pattern" | "high_risk_jurisdiction" | "politically_exposed_person" | "currency_transaction_report"
  /** How far people have come with it. */ status: AlertStatus
  /** Whether a suspicious activity report must be considered. Then two people must agree to close it. */ sar_required: boolean
  /** The payments that show it, up to 200, in the order in which they were captured. */ transactions: ReadonlyArray<Id>
  /** The rule. */ rule_id: string
  /** The rule's name for people. */ rule_name: string
  /** When it was raised. */ created_at: Time
}
/** Engine time in whole seconds, ISO 8601 in UTC. */
export type Time = string
/** The id of an object: a prefix that names its kind, then letters and digits. */
export type Id = string
/** How far people have come with the alert; `sar_filed`: a suspicious activity report was filed. */
export type AlertStatus = "open" | "under_review" | "closed" | "sar_filed"
/** Why the payout failed. */
export interface PayoutFailure {
  /** A code, such as `account_closed`. */ code: string
  /** The same for people. */ message: string
}
/** An amount in the smallest unit of its currency: cents of USD, whole yen of JPY. */
export type Amount = number
/** How far the payout has come: `pending` (it waits for its batch and can be canceled), `in_transit`, `paid`, `failed` (the money is back in your balance), `canceled`. A paid payout can still fail for 5 business days. */
export type PayoutStatus = "pending" | "in_transit" | "paid" | "failed" | "canceled"
/** `standard`: leaves with the batch at 00:00 UTC and takes 2 business days, for some banks 3. `instant`: leaves at once, arrives within 30 minutes and costs a fee. */
export type PayoutMethod = "standard" | "instant"
/** An ISO 4217 code in lower case. */
export type Currency = "usd" | "eur" | "gbp" | "jpy" | "inr" | "aud" | "cad" | "chf" | "cny" | "sek" | "nok" | "dkk" | "nzd" | "sgd" | "hkd" | "krw" | "mxn" | "brl" | "zar" | "pln" | "czk" | "huf" | "ron" | "vnd" | "try" | "ils" | "aed" | "sar" | "thb" | "myr" | "idr" | "php" | "twd" | "clp" | "kwd"
/** How your evidence stands. */
export interface DisputeEvidenceDetails {
  /** Whether any text is there. */ has_evidence: boolean
  /** How often it was submitted: once at most. */ submission_count: number
  /** `true`: lost because nobody answered in time. */ past_due: boolean
}
/** What you have sent so far. A text that you did not send is `null`. */
export interface DisputeEvidence {
  /** What you and the customer wrote to each other. */ customer_communication: string | null
  /** The receipt that the customer got. */ receipt: string | null
  /** That the goods were sent, and to whom. */ shipping_documentation: string | null
  /** That the service was provided. */ service_documentation: string | null
  /** Your terms for refunds. */ refund_policy: string | null
}
/** How far the dispute has come: `needs_response` (you can send evidence), `under_review` (the issuer looks at it), `won` (the money is yours), `lost` (the cardholder has it). */
export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost"
/** Why the cardholder disputes the payment, as the card's bank reports it. */
export type DisputeReason = "fraudulent" | "duplicate" | "product_not_received" | "product_unacceptable" | "credit_not_processed" | "subscription_canceled" | "unrecognized" | "general"
/** Why the refund failed. */
export interface RefundFailure {
  /** A code, such as `expired_card`. */ code: string
  /** The same for people. */ message: string
}
/** Why money is given back. */
export type RefundReason = "requested_by_customer" | "duplicate" | "fraudulent"
/** A listed entry that the subject may be. */
export interface ScreeningMatch {
  /** The list, such as `ofac_sdn`. */ list: string
  /** The list's own id of the entry. */ entry_id: string
  /** The main name of the entry. */ listed_name: string
  /** The name of the entry that matched, perhaps an alias. */ matched_name: string
  /** How alike they are, from 0 to 100. */ score: number
  /** What is listed, such as `individual` or `business`. */ entity_type: string
  /** The programs under which it is listed. */ programs: ReadonlyArray<string>
  /** Dates of birth of the entry, some of a year or month only; empty where the list has none. */ dates_of_birth: ReadonlyArray<string>
  /** Countries of the entry; empty where the list has none. */ countries: ReadonlyArray<string>
  /** What made up the score. */ reasons: ReadonlyArray<ScreeningReason>
}
/** One comparison that made up a score. */
export interface ScreeningReason {
  /** What was compared: `name`, `token` (a word of the name), `date_of_birth`, `country`, or `rule` for a limit. */ compared: string
  /** The value that you sent. */ subject: string
  /** The value on the list, or the name of the rule. */ listed: string
  /** For words the likeness from 0 to 100; otherwise what it added to the score, or took from it. */ points: number
}
/** How far verification has come: `new` (no deposits were sent), `pending_verification` (two small deposits are on their way), `verified` (payouts can go there), `verification_failed` (wrong amounts, three times), `errored` (the bank refuses the account). */
export type BankAccountStatus = "new" | "pending_verification" | "verified" | "verification_failed" | "errored"
/** A country code of ISO 3166-1 in two capital letters, such as `US`. */
export type CountryCode = "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW"
/** A kind of identity document. */
export type DocumentType = "passport" | "national_id" | "drivers_license" | "residence_permit"
/** Who pays. What was not given is `null`. */
export interface BillingDetails {
  /** The payer's name. */ name: string | null
  /** The payer's e-mail address. Nothing is sent there. */ email: string | null
  /** The payer's phone number, as it was written. */ phone: string | null
  /** The payer's address. */ address: Address | null
}
/** A postal address. What was not given is `null`. */
export interface Address {
  /** Street and number. */ line1: string | null
  /** Flat, floor or company. */ line2: string | null
  /** The city. */ city: string | null
  /** State, province or region. */ state: string | null
  /** The postal code. */ postal_code: string | null
  /** The country. */ country: CountryCode | null
}
/** What is kept of a bank account in the US. Its number is not. */
export interface UsBankAccount {
  /** The bank. */ bank_name: string
  /** The bank's ABA routing number, 9 digits. */ routing_number: string
  /** The last four digits of the account number. */ last4: string
  /** Stands for the account: equal accounts have equal fingerprints. */ fingerprint: string
}
/** What is kept of a card. Its number and security code are not. */
export interface Card {
  /** The card network. */ brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "other"
  /** The last four digits of its number. */ last4: string
  /** The month at whose end it expires, 1 to 12. */ exp_month: number
  /** The year of that month, four digits. */ exp_year: number
  /** Where it was issued. */ country: CountryCode
  /** Where its money comes from. */ funding: "credit" | "debit" | "prepaid" | "unknown"
  /** Whom it was issued to. */ category: "consumer" | "corporate"
  /** Stands for the number: equal numbers have equal fingerprints. */ fingerprint: string
  /** Whether the issuer can authenticate the cardholder by 3D Secure, or insists on it. */ three_d_secure: "required" | "optional" | "not_supported"
}
/** `card`, or `us_bank_account`: an account in the US that pays by ACH debit. */
export type PaymentMethodType = "card" | "us_bank_account"
/** What the newest screening of the customer's name came to. */
export interface CustomerScreening {
  /** The screening. */ screening_id: Id
  /** `match`: the name is on a watch list. `pending`: no list could be consulted yet; it is tried again. */ result: "clear" | "match" | "pending"
}
/** Why the payment failed. */
export interface PaymentFailure {
  /** An error code, such as `card_declined`. */ code: string
  /** The same for people. */ message: string
  /** Who refused. */ source: "issuer" | "risk" | "processor" | "authentication"
}
/** What the issuer holds for the payment. */
export interface Authorization {
  /** `none` before the issuer agreed, or where it never did. */ state: "none" | "authorized" | "captured" | "partially_captured" | "voided" | "expired"
  /** What the issuer agreed to. */ amount_authorized: Amount
  /** What may still be captured. */ amount_capturable: Amount
  /** When the authorization ends, 7 days after it was given; `null` where there is none to capture. */ capture_before: Time | null
  /** What a partial capture gave back to the cardholder. */ released_amount: Amount
  /** By when the cardholder should see it, 5 to 10 business days after the capture. */ release_expected_by: Time | null
}
/** What must happen next. */
export interface NextAction {
  /** Send the cardholder's browser to `redirect_url`. */ type: "redirect_to_url"
  /** The page of the authentication. */ redirect_url: string
}
/** What PSD2 asked of the payment, and why. */
export interface StrongCustomerAuthentication {
  /** Whether the cardholder had to authenticate. */ decision: "out_of_scope" | "exempt" | "challenge" | "attempted"
  /** The exemption that was used, if any. */ exemption: "low_value" | "transaction_risk_analysis" | "trusted_beneficiary" | null
  /** Why it was decided so. */ reason: "out_of_scope_one_leg" | "out_of_scope_corporate" | "out_of_scope_merchant_initiated" | "exempt_low_value" | "exempt_transaction_risk" | "exempt_trusted_beneficiary" | "required_by_issuer" | "required_by_rule" | "required"
  /** `null` where the card is not counted. */ counters: ScaCounters | null
}
/** Low-value payments of the card since its last authentication. */
export interface ScaCounters {
  /** How many were exempt. */ exempt_count: number
  /** Their sum in cents of EUR. */ exempt_sum: number
}
/** What the risk model made of the payment. */
export interface PaymentRisk {
  /** From 0 (harmless) to 100 (fraud). */ score: number
  /** The score in words. */ level: "low" | "medium" | "high" | "critical"
  /** What the score was made of, such as `velocity`. */ signals: ReadonlyArray<string>
  /** What followed: `review` holds the payment in the monitoring queue, `blocked` refuses it before the issuer is asked. */ outcome: "approved" | "review" | "blocked"
}
/** How far the payment has come: `requires_action` (the cardholder must authenticate), `pending` (authorized and not captured, or a bank debit on its way), `succeeded`, `failed`, `canceled`. */
export type PaymentStatus = "succeeded" | "pending" | "failed" | "canceled" | "requires_action"
/** The request that caused an event. */
export interface EventRequest {
  /** Its request id. */ id: string
  /** Its idempotency key, if it had one. */ idempotency_key: string | null
}
/** What happened: the object, a dot, and the change. */
export type EventType = "payment.created" | "payment.requires_action" | "payment.authorized" | "payment.succeeded" | "payment.captured" | "payment.failed" | "payment.canceled" | "payment.expired" | "risk.flagged" | "risk.cleared" | "customer.created" | "customer.updated" | "customer.deleted" | "payment_method.attached" | "payment_method.detached" | "customer.kyc_verified" | "customer.kyc_failed" | "bank_account.verified" | "screening.match" | "refund.created" | "refund.updated" | "refund.failed" | "dispute.created" | "dispute.updated" | "dispute.closed" | "payout.created" | "payout.in_transit" | "payout.paid" | "payout.failed" | "payout.canceled" | "aml.alert_created" | "aml.alert_updated"
/** What was wrong. */
export interface ErrorDetail {
  /** Whose doing it is: `validation_error` (the request), `authentication_error` (the key), `card_error` (the issuer or risk), `api_error` (try again, or ours). */ type: "api_error" | "card_error" | "validation_error" | "authentication_error"
  /** What went wrong, for programs. Each operation lists the codes that it can answer. */ code: string
  /** The same for people. It may change. */ message: string
  /** The parameter that is wrong. */ param?: string
  /** Quote it when you report a problem. */ request_id: string
  /** The payment that was declined. */ payment_id?: Id
}
/** Whom to look for. */
export interface ScreenSubject {
  /** The full name, up to 500 characters. */ name: string
  /** `YYYY-MM-DD`. Tells people of one name apart. */ date_of_birth?: string | undefined
  /** Where the subject lives or is registered. */ country?: CountryCode | undefined
  /** Default: `individual`. */ entity_type?: "individual" | "business" | undefined
}
/** What a rebuild of monitoring came to. */
export interface MonitoringRebuild {
  /** Always `aml_rebuild`. */ object: "aml_rebuild"
  /** How many customers were looked at. */ customers: number
  /** How many of them differed from what was stored. */ corrected: number
}
/** Nothing but the idempotency key. */
export interface NoParameters {

}
/** A page of a list. */
export interface AlertHistory {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<AlertHistoryEntry>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** Who did what with an alert, and why. History is never changed. */
export interface AlertHistoryEntry {
  /** Always `aml_alert_history_entry`. */ object: "aml_alert_history_entry"
  /** The alert. */ alert_id: Id
  /** `extended`: the rule found more. `changed`: somebody changed its status. */ action: "raised" | "extended" | "changed"
  /** The key that asked for it; `monitoring` for the engine itself. */ actor: string
  /** The status before; `null` for a new alert. */ from: AlertStatus | null
  /** The status after. */ to: AlertStatus
  /** Why, in the words of who changed it. */ note: string | null
  /** The payment, payout or screening that led to it, if one did. */ cause: string | null
  /** When it happened. */ created_at: Time
}
/** What becomes of the alert, and why. */
export interface ChangeAlert {
  /** The new status: `under_review`, `closed` or `sar_filed`. */ status: AlertStatus
  /** Why, up to 1,000 characters. Required to close an alert that nobody reviewed or that requires a report, and to file a report that is not required. */ note?: string | undefined
}
/** A page of a list. */
export interface AlertList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<Alert>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** Test money that came into the balance. */
export interface Funding {
  /** Begins with `fund_`; the source of its journal. */ id: Id
  /** Always `funding`. */ object: "funding"
  /** The currency of the amount. */ currency: Currency
  /** In the smallest currency unit. */ amount: Amount
}
/** How much money to make. */
export interface FundBalance {
  /** The currency of the amount. */ currency: Currency
  /** In the smallest currency unit. */ amount: number
}
/** Why the bank does not take a payout. */
export interface PayoutFault {
  /** A word, up to 100 characters. Default: `could_not_process`. */ failure_code?: string | undefined
  /** The same for people, up to 500 characters. */ failure_message?: string | undefined
}
/** What became of a refund. */
export interface ResolveRefund {
  /** What the processor says. */ outcome: "succeeded" | "failed" | "canceled"
}
/** What the issuer decides. */
export interface ResolveDispute {
  /** For you, or against you. */ outcome: "won" | "lost"
}
/** What a cardholder disputes. */
export interface OpenDispute {
  /** The payment. */ payment_id: string
  /** Why, as the issuer says. */ reason: DisputeReason
  /** In the smallest currency unit. Default: all that is left of the payment. */ amount?: number | undefined
}
/** What a deleted object leaves. */
export interface DeletedRiskRule {
  /** The id that it had. */ id: Id
  /** Always `risk_rule`. */ object: "risk_rule"
  /** Always `true`. */ deleted: true
}
/** A rule of the account about its payments. */
export interface RiskRule {
  /** Begins with `rule_`. */ id: Id
  /** Always `risk_rule`. */ object: "risk_rule"
  /** The same as `id`; assessments name the rule by it. */ rule_id: Id
  /** A name for people. */ name: string
  /** When it holds. */ when: RiskRuleCondition
  /** What follows. */ action: RiskRuleAction
  /** The points it adds; 0 unless it scores. */ score_contribution: number
  /** Whether it is asked. */ enabled: boolean
  /** Rules with a lower one are asked first; of equal ones the older. */ priority: number
  /** When it was made. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
}
/** What the rule does: `score` adds points, `request_3ds` asks for authentication, `allow`, `block` and `review` decide. Where several hold, this order wins: `request_3ds`, `allow`, `block`, `review`. */
export type RiskRuleAction = "score" | "allow" | "block" | "review" | "request_3ds"
/** Comparisons by attribute of the payment. All of them must hold. */
export interface RiskRuleCondition {
  /** The amount, in the smallest currency unit. */ amount?: NumberComparison | undefined
  /** The currency. */ currency?: CurrencyComparison | undefined
  /** Where the card was issued. */ card_country?: CountryComparison | undefined
  /** The card network. */ card_brand?: CardBrandComparison | undefined
  /** Where the card's money comes from. */ card_funding?: CardFundingComparison | undefined
  /** Whom the card was issued to. */ card_category?: CardCategoryComparison | undefined
  /** The country of the billing address. */ billing_country?: CountryComparison | undefined
  /** The country of the customer's address. */ customer_country?: CountryComparison | undefined
  /** Where the device is. */ ip_country?: CountryComparison | undefined
  /** The id of the customer. */ customer?: IdComparison | undefined
  /** The id of the payment method. */ payment_method?: IdComparison | undefined
  /** Whether the cardholder is absent. */ off_session?: FlagComparison | undefined
  /** The score, 0 to 100: that of the model for rules that add points, and with their points for the others. */ score?: NumberComparison | undefined
  /** The signals that fired. */ signals?: SignalsComparison | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface SignalsComparison {
  /** Among the signals. */ contains?: "velocity_check" | "ip_mismatch" | "device_anomaly" | "card_testing" | "high_risk_country" | "bin_mismatch" | "unusual_amount" | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface NumberComparison {
  /** Equal to this. */ eq?: number | undefined
  /** Not equal to this. */ ne?: number | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<number> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<number> | undefined
  /** Greater than this. */ gt?: number | undefined
  /** This or greater. */ gte?: number | undefined
  /** Less than this. */ lt?: number | undefined
  /** This or less. */ lte?: number | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface FlagComparison {
  /** Equal to this. */ eq?: boolean | undefined
  /** Not equal to this. */ ne?: boolean | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface IdComparison {
  /** Equal to this. */ eq?: string | undefined
  /** Not equal to this. */ ne?: string | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<string> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<string> | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface CountryComparison {
  /** Equal to this. */ eq?: CountryCode | undefined
  /** Not equal to this. */ ne?: CountryCode | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<CountryCode> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<CountryCode> | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface CardCategoryComparison {
  /** Equal to this. */ eq?: "consumer" | "corporate" | undefined
  /** Not equal to this. */ ne?: "consumer" | "corporate" | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<"consumer" | "corporate"> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<"consumer" | "corporate"> | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface CardFundingComparison {
  /** Equal to this. */ eq?: "credit" | "debit" | "prepaid" | "unknown" | undefined
  /** Not equal to this. */ ne?: "credit" | "debit" | "prepaid" | "unknown" | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<"credit" | "debit" | "prepaid" | "unknown"> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<"credit" | "debit" | "prepaid" | "unknown"> | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface CardBrandComparison {
  /** Equal to this. */ eq?: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "other" | undefined
  /** Not equal to this. */ ne?: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "other" | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<"visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "other"> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<"visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "other"> | undefined
}
/** Comparisons that must all hold. A payment without the attribute meets none of them. */
export interface CurrencyComparison {
  /** Equal to this. */ eq?: Currency | undefined
  /** Not equal to this. */ ne?: Currency | undefined
  /** One of these, up to 200. */ in?: ReadonlyArray<Currency> | undefined
  /** None of these, up to 200. */ not_in?: ReadonlyArray<Currency> | undefined
}
/** What is left out stays as it is. */
export interface ChangeRiskRule {
  /** A name for people, up to 200 characters. */ name?: string | undefined
  /** When it holds; it replaces the earlier condition. */ when?: RiskRuleCondition | undefined
  /** What follows. */ action?: RiskRuleAction | undefined
  /** The points that the action `score` adds, 1 to 100. Left out for the other actions. */ score_contribution?: number | undefined
  /** `false`: the rule is not asked. Default: `true`. */ enabled?: boolean | undefined
  /** Rules with a lower one are asked first, 0 to 10,000. Default: 100. */ priority?: number | undefined
}
/** When a rule holds, and what follows. */
export interface CreateRiskRule {
  /** A name for people, up to 200 characters. */ name: string
  /** When it holds. */ when: RiskRuleCondition
  /** What follows. */ action: RiskRuleAction
  /** The points that the action `score` adds, 1 to 100. Left out for the other actions. */ score_contribution?: number | undefined
  /** `false`: the rule is not asked. Default: `true`. */ enabled?: boolean | undefined
  /** Rules with a lower one are asked first, 0 to 10,000. Default: 100. */ priority?: number | undefined
}
/** A page of a list. */
export interface RiskRuleList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<RiskRule>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** The scores from which payments of the account are reviewed and blocked, in this data region. */
export interface RiskSettings {
  /** Always `risk_settings`. */ object: "risk_settings"
  /** From this score payments are reviewed; 101: none is. */ review_at: number
  /** From this score payments are blocked; 101: none is. */ block_at: number
  /** `false` in the sandbox. */ livemode: boolean
}
/** What is left out stays as it is. */
export interface ChangeRiskSettings {
  /** From this score payments are reviewed, 0 to 101; 101: none is. */ review_at?: number | undefined
  /** From this score payments are blocked, 0 to 101; 101: none is. Not below `review_at`, unless that is 101. */ block_at?: number | undefined
}
/** What the risk model made of a payment when it was created, and what to do with it now. */
export interface RiskAssessment {
  /** The payment. */ payment_id: Id
  /** From 0 (harmless) to 100 (fraud). */ score: number
  /** The score in words. */ level: "low" | "medium" | "high" | "critical"
  /** What followed: `review` holds the payment in the monitoring queue, `blocked` refused it. */ outcome: "approved" | "review" | "blocked"
  /** What the score was made of, such as `velocity_check`. */ signals: ReadonlyArray<string>
  /** The rules of yours that held. */ rules_triggered: ReadonlyArray<RiskRuleTriggered>
  /** What to do with the payment; `approve` once it was cleared. */ recommended_action: "approve" | "request_3ds" | "review" | "block"
  /** The model that answered, with its version. */ model: string
  /** When the payment was judged. */ evaluated_at: Time
  /** When somebody cleared the payment. */ cleared_at?: Time
  /** Only where another model answered than the one that was asked. */ fallback?: RiskFallback
}
/** The model that should have answered, and why another one did. */
export interface RiskFallback {
  /** The model that gave no usable answer. */ model: string
  /** Why not. */ cause: "timeout" | "failed" | "invalid_answer"
}
/** A rule of yours that held. */
export interface RiskRuleTriggered {
  /** The rule. */ rule_id: Id
  /** Its name at that time. */ name: string
  /** The points it added. */ score_contribution: number
}
/** A page of a list. */
export interface LedgerEntryList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<LedgerEntry>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** A journal of the double-entry ledger: its debits equal its credits. */
export interface LedgerEntry {
  /** The id of the journal. */ entry_id: Id
  /** The object that caused it. */ source: Id
  /** Which step of the object it books, such as `capture`. */ step: string
  /** The currency of all its amounts. */ currency: Currency
  /** Its lines. */ postings: ReadonlyArray<Posting>
  /** When it was booked. */ created_at: Time
}
/** One line of a journal. */
export interface Posting {
  /** The ledger account, such as `merchant.available`. */ account: string
  /** The side of the account. */ direction: "debit" | "credit"
  /** In the smallest currency unit, never negative. */ amount: Amount
}
/** Your money, by currency. */
export interface Balance {
  /** Always `balance`. */ object: "balance"
  /** `false` in the sandbox. */ livemode: boolean
  /** What can be paid out and refunded: one amount for each currency that was ever used. */ available: ReadonlyArray<CurrencyAmount>
  /** What was captured and has not settled; currencies without any are left out. */ pending: ReadonlyArray<CurrencyAmount>
  /** What open disputes hold; currencies without any are left out. */ disputed: ReadonlyArray<CurrencyAmount>
}
/** An amount in one currency. */
export interface CurrencyAmount {
  /** The currency of the amount. */ currency: Currency
  /** In the smallest currency unit; negative: you owe it. */ amount: Amount
}
/** A page of a list. */
export interface PayoutList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<Payout>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** What to pay out, and to which bank account. */
export interface CreatePayout {
  /** In the smallest currency unit, from 1 to 999,999,999,999. */ amount: number
  /** The currency of the amount and of the bank account. */ currency: Currency
  /** A verified bank account; the sandbox has ready ones, such as `ba_test_verified_usd`. */ destination: string
  /** How fast it travels. Default: `standard`. */ method?: PayoutMethod | undefined
}
/** Texts against the dispute, up to 20,000 characters each. What is left out stays as it was saved; an empty text removes it. */
export interface SubmitEvidence {
  /** What you and the customer wrote to each other. */ customer_communication?: string | undefined
  /** The receipt that the customer got. */ receipt?: string | undefined
  /** That the goods were sent, and to whom. */ shipping_documentation?: string | undefined
  /** That the service was provided. */ service_documentation?: string | undefined
  /** Your terms for refunds. */ refund_policy?: string | undefined
  /** `true`: the evidence goes to the issuer with all that was saved, once and for good. Default: `false`, it is saved as a draft. */ submit?: boolean | undefined
}
/** A page of a list. */
export interface DisputeList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<Dispute>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** A page of a list. */
export interface RefundList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<Refund>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** What to give back. */
export interface CreateRefund {
  /** The payment to refund. */ payment_id: string
  /** In the smallest currency unit. Default: all that is left. */ amount?: number | undefined
  /** Why; `fraudulent` puts the card on the block list. */ reason?: RefundReason | undefined
}
/** The result of a verification. */
export interface ResolveKyc {
  /** What the provider found. */ outcome: "verified" | "failed"
  /** Why it failed. Only with `failed`; default: `document_unverified`. */ reason?: "document_unverified" | "document_unreadable" | "document_expired" | "selfie_mismatch" | "underage" | "listed" | "mrz_invalid" | "dob_mismatch" | "name_mismatch" | "not_received" | "timed_out" | undefined
}
/** What the bank says of a debit. */
export interface SettlePayment {
  /** Whether the money comes. */ outcome: "succeeded" | "failed"
  /** Why not. Default: `insufficient_funds`. */ failure_code?: "account_closed" | "insufficient_funds" | "no_account" | undefined
}
/** What the cardholder does. */
export interface AuthenticatePayment {
  /** Whether the cardholder authenticates, fails to, or gives up. */ result: "succeeded" | "failed" | "canceled"
}
/** What a compliance officer decides. */
export interface ResolveScreening {
  /** `approved`: a false positive, the customer is free; `confirmed`: the customer stays blocked. */ decision: "approved" | "confirmed"
}
/** A name on the lists of your account. */
export interface ScreeningEntry {
  /** Begins with `scre_`. */ id: Id
  /** Always `screening_entry`. */ object: "screening_entry"
  /** The list that it is on. */ list: "ofac_sdn" | "un_consolidated" | "eu_amld6" | "uk_hmt" | "pep" | "adverse_media"
  /** The name. */ name: string
  /** What is listed. */ entity_type: "individual" | "business"
  /** When it was added. */ created_at: Time
}
/** A name that matches from now on. */
export interface CreateScreeningEntry {
  /** The name, 1 to 500 characters. Case, accents and the order of words do not matter. */ name: string
  /** The list to add it to. Default: `ofac_sdn`. */ list?: "ofac_sdn" | "un_consolidated" | "eu_amld6" | "uk_hmt" | "pep" | "adverse_media" | undefined
  /** Default: `individual`. */ entity_type?: "individual" | "business" | undefined
}
/** A stub that stands for an active subscription: a customer who has one cannot be deleted. */
export interface Subscription {
  /** Begins with `sub_`. */ id: Id
  /** Always `subscription`. */ object: "subscription"
  /** Whose it is. */ customer: Id
  /** Whether it counts. */ status: "active" | "canceled"
  /** When it was made. */ created_at: Time
}
/** Whose subscription it is. */
export interface CreateSubscription {
  /** The customer. */ customer: string
}
/** What became of a verification. */
export interface SettleBankAccount {
  /** Default: `verified`. */ status?: "verified" | "verification_failed" | "errored" | undefined
}
/** The flags that a customer has from now on. */
export interface FlagCustomer {
  /** These and no others: `pep` (politically exposed), `high_risk`. An empty list takes all away. */ flags: ReadonlyArray<"pep" | "high_risk">
}
/** Whether the books are right. */
export interface InvariantReport {
  /** `true`: every rule holds. */ ok: boolean
  /** The rules that do not. */ failures: ReadonlyArray<BrokenInvariant>
  /** Something was written during the check, so that failures may be of that moment only: check again. */ written_meanwhile?: true
}
/** A rule that does not hold. */
export interface BrokenInvariant {
  /** The name of the rule. */ invariant: string
  /** Where it does not hold. */ detail: string
}
/** A region that was emptied. */
export interface Reset {
  /** Always `reset`. */ object: "reset"
  /** The region of the request. */ region: "us-east-1" | "eu-west-1" | "ap-southeast-1"
  /** Always `true`. */ done: true
}
/** A fault that is planned. */
export interface Fault {
  /** Always `fault`. */ object: "fault"
  /** Method and path. */ operation: string
  /** What happens to the request. */ kind: FaultKind
  /** How many requests. */ times: number
}
/** `unavailable` answers 503 and `internal_error` 500 before anything happens; `lost_answer` does the work and answers 503. */
export type FaultKind = "unavailable" | "internal_error" | "lost_answer"
/** What is to go wrong, where, and how often. */
export interface PlanFault {
  /** Method and path, such as `POST /v2/payments/{id}/capture`. */ operation: string
  /** What happens to the request. */ kind: FaultKind
  /** How many requests, 1 to 1000. Default: 1. */ times?: number | undefined
}
/** The engine's clock. */
export interface TestClock {
  /** Always `test_clock`. */ object: "test_clock"
  /** Where it stands. */ now: Time
  /** `system`: real time; `offset`: runs, but from another time; `frozen`: stands still. */ mode: "system" | "offset" | "frozen"
}
/** How far to move: `seconds` or `to`, one of them. */
export interface AdvanceClock {
  /** By how many seconds, up to a hundred years. */ seconds?: number | undefined
  /** To which time; it may not be past. */ to?: string | undefined
  /** Only `true`: deliveries that fall due are always made before the answer. */ wait_for_webhooks?: true | undefined
}
/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  /** The id of the delivery. */ id: Id
  /** Always `webhook_delivery`. */ object: "webhook_delivery"
  /** Where it goes. */ endpoint_id: Id
  /** What it carries. */ event_id: Id
  /** `exhausted` after the last attempt failed; `dropped` when its endpoint was disabled or deleted first. */ status: "pending" | "delivered" | "exhausted" | "dropped"
  /** When it is tried next; `null` unless it is `pending`. */ next_attempt_at: Time | null
  /** Every attempt, the oldest first. */ attempts: ReadonlyArray<WebhookAttempt>
  /** When the event happened. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
}
/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** From 1, attempts by hand included. */ number: number
  /** When it began. */ attempted_at: Time
  /** How long it took, in milliseconds. */ duration_ms: number
  /** What your endpoint answered; `null` where no answer came. */ http_status: number | null
  /** Why no answer came. */ error: string | null
  /** The beginning of the answer's body. */ response_excerpt: string
}
/** A page of a list. */
export interface WebhookDeliveryList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<WebhookDelivery>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** Events that are sent again. */
export interface WebhookReplay {
  /** Always `webhook_replay`. */ object: "webhook_replay"
  /** Where they go. */ endpoint_id: Id
  /** The time of the first event, included. */ from: Time
  /** The time of the last event, included. */ to: Time
  /** How many are sent. */ events: number
}
/** From when to when events are sent again. */
export interface ReplayWebhooks {
  /** The time of the first event, included. */ from: string
  /** The time of the last event, included. Default: now. */ to?: string | undefined
}
/** An address of yours that receives events. */
export interface WebhookEndpoint {
  /** Begins with `we_`. */ id: Id
  /** Always `webhook_endpoint`. */ object: "webhook_endpoint"
  /** Where events are sent. */ url: string
  /** The event types that it receives; `*` is all of them, also later ones. */ enabled_events: ReadonlyArray<string>
  /** Begins with `whsec_`: the key of its signatures. Shown only when it was just made, so keep it. */ secret?: string
  /** Whether it receives events. */ status: WebhookEndpointStatus
  /** The version in which it was registered. */ api_version: string
  /** How its signature header is written. */ signature_format: SignatureFormat
  /** When it was registered. */ created_at: Time
  /** `false` in the sandbox. */ livemode: boolean
}
/** How `SVC-Signature` is written: `literal` is `<seconds>,<hex>`, `prefixed` is `t=<seconds>,v1=<hex>`. */
export type SignatureFormat = "literal" | "prefixed"
/** A disabled endpoint receives nothing; what happens meanwhile can be replayed later. */
export type WebhookEndpointStatus = "enabled" | "disabled"
/** A webhook endpoint that was deleted. */
export interface DeletedWebhookEndpoint {
  /** The endpoint that was deleted. */ id: Id
  /** Always `webhook_endpoint`. */ object: "webhook_endpoint"
  /** Always `true`. */ deleted: true
}
/** What to change; the rest stays. */
export interface UpdateWebhookEndpoint {
  /** Where events are sent: an absolute `https` URL of a public host, up to 2,048 characters; a sandbox on your own machine also takes addresses of that machine, over `http` too. */ url?: string | undefined
  /** The event types that it receives; `*` is all of them. */ enabled_events?: ReadonlyArray<"*" | "payment.created" | "payment.requires_action" | "payment.authorized" | "payment.succeeded" | "payment.captured" | "payment.failed" | "payment.canceled" | "payment.expired" | "risk.flagged" | "risk.cleared" | "customer.created" | "customer.updated" | "customer.deleted" | "payment_method.attached" | "payment_method.detached" | "customer.kyc_verified" | "customer.kyc_failed" | "bank_account.verified" | "screening.match" | "refund.created" | "refund.updated" | "refund.failed" | "dispute.created" | "dispute.updated" | "dispute.closed" | "payout.created" | "payout.in_transit" | "payout.paid" | "payout.failed" | "payout.canceled" | "aml.alert_created" | "aml.alert_updated"> | undefined
  /** `disabled` drops what is pending for it; `enabled` lets it receive again. */ status?: WebhookEndpointStatus | undefined
  /** How its signature header is written. */ signature_format?: SignatureFormat | undefined
}
/** A page of a list. */
export interface WebhookEndpointList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<WebhookEndpoint>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** An address, and what it receives. */
export interface CreateWebhookEndpoint {
  /** Where events are sent: an absolute `https` URL of a public host, up to 2,048 characters; a sandbox on your own machine also takes addresses of that machine, over `http` too. */ url: string
  /** The event types that it receives; `*` is all of them. */ enabled_events: ReadonlyArray<"*" | "payment.created" | "payment.requires_action" | "payment.authorized" | "payment.succeeded" | "payment.captured" | "payment.failed" | "payment.canceled" | "payment.expired" | "risk.flagged" | "risk.cleared" | "customer.created" | "customer.updated" | "customer.deleted" | "payment_method.attached" | "payment_method.detached" | "customer.kyc_verified" | "customer.kyc_failed" | "bank_account.verified" | "screening.match" | "refund.created" | "refund.updated" | "refund.failed" | "dispute.created" | "dispute.updated" | "dispute.closed" | "payout.created" | "payout.in_transit" | "payout.paid" | "payout.failed" | "payout.canceled" | "aml.alert_created" | "aml.alert_updated">
  /** How its signature header is written. Default: `literal`. */ signature_format?: SignatureFormat | undefined
}
/** A page of a list. */
export interface EventList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<Event>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** What a deleted object leaves. */
export interface DeletedBankAccount {
  /** The id that it had. */ id: Id
  /** Always `bank_account`. */ object: "bank_account"
  /** Always `true`. */ deleted: true
}
/** What arrived at the account. */
export interface VerifyBankAccount {
  /** The amounts of the two deposits in the smallest currency unit, in any order. In the sandbox they are 32 and 45. */ amounts: ReadonlyArray<number>
}
/** A page of a list. */
export interface BankAccountList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<BankAccount>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** Whose account it is, and its number: `routing_number` and `account_number`, or `iban`, or `processor_token`. */
export interface CreateBankAccount {
  /** Whose it is. */ customer: string
  /** Where the bank is. */ country: CountryCode
  /** The currency in which it is paid. */ currency: Currency
  /** Who holds it, up to 200 characters. The name is screened before every payout. */ account_holder_name: string
  /** The bank's number in its country, such as an ABA routing number of 9 digits. */ routing_number?: string | undefined
  /** The account's number at the bank, 4 to 17 letters or digits. */ account_number?: string | undefined
  /** An IBAN of the country; spaces are left out. */ iban?: string | undefined
  /** In place of a number: a token that the form of the connected processor made of it. The sandbox has no such processor. */ processor_token?: string | undefined
}
/** Images of an identity document, and what they are compared with. Nothing of the images is kept. */
export interface StartVerification {
  /** What the images show. */ document_type: DocumentType
  /** The front of the document. */ document_front: Image
  /** The back; required for `national_id` and `drivers_license`. */ document_back?: Image | undefined
  /** The face of the person, to be compared with the document. */ selfie?: Image | undefined
  /** `YYYY-MM-DD`, a day in the past; it is compared with the document. In the sandbox some dates decide the result. */ date_of_birth?: string | undefined
}
/** JPEG or PNG of at most 5,242,880 bytes in base64; a `data:` prefix is allowed. */
export type Image = string
/** What a deleted object leaves. */
export interface DeletedCustomer {
  /** The id that it had. */ id: Id
  /** Always `customer`. */ object: "customer"
  /** Always `true`. */ deleted: true
}
/** What is left out stays as it is; `null` clears it. */
export interface UpdateCustomer {
  /** An e-mail address, up to 254 characters. */ email?: string | undefined
  /** The name, up to 200 characters. A new one is screened. */ name?: string | null | undefined
  /** The phone number in E.164 form. */ phone?: string | null | undefined
  /** The postal address; it replaces the earlier one. */ address?: AddressInput | null | undefined
  /** Pairs to add or change; `null` removes one. At most 20 pairs may be left. */ metadata?: Readonly<Record<string, string | null>> | undefined
  /** A payment method that is attached to the customer. It pays where a payment names none. */ default_payment_method?: string | null | undefined
}
/** A postal address, as far as you know it. */
export interface AddressInput {
  /** Street and number, up to 200 characters. */ line1?: string | undefined
  /** Flat, floor or company, up to 200 characters. */ line2?: string | undefined
  /** The city, up to 100 characters. */ city?: string | undefined
  /** State, province or region, up to 100 characters. */ state?: string | undefined
  /** Any postal code, up to 20 characters. */ postal_code?: string | undefined
  /** The country. */ country?: CountryCode | undefined
}
/** A page of a list. */
export interface CustomerList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<Customer>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** Who the customer is. */
export interface CreateCustomer {
  /** An e-mail address, up to 254 characters. No other customer of the account may have it. */ email: string
  /** The name, up to 200 characters. It is screened against watch lists. */ name?: string | undefined
  /** The phone number in E.164 form, such as `+14155550100`. */ phone?: string | undefined
  /** The postal address. */ address?: AddressInput | undefined
  /** Up to 20 pairs of your own: keys to 40, values to 500 characters. */ metadata?: Readonly<Record<string, string>> | undefined
}
/** Whom to attach it to. */
export interface AttachPaymentMethod {
  /** The customer. */ customer: string
}
/** A page of a list. */
export interface PaymentMethodList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<PaymentMethod>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** A card or bank account as it was entered: the field that `type` names is required, or `processor_token` in its place. */
export interface CreatePaymentMethod {
  /** Which of the two was entered. */ type: PaymentMethodType
  /** The card, where the type is `card`. */ card?: CardInput | undefined
  /** The account, where the type is `us_bank_account`. */ us_bank_account?: UsBankAccountInput | undefined
  /** In place of the field that `type` names: a token that the form of the connected processor made of it in the browser. The sandbox has no such processor. */ processor_token?: string | undefined
  /** Who pays. */ billing_details?: BillingDetailsInput | undefined
  /** The device it was entered on; risk looks at it. */ client?: Client | undefined
  /** The customer to attach it to. */ customer?: string | undefined
}
/** The device that pays; risk looks at it. */
export interface Client {
  /** IPv4 or IPv6 address. */ ip?: string | undefined
  /** Where the address is, as far as you know. */ ip_country?: CountryCode | undefined
  /** Your own id of the device. */ device_id?: string | undefined
  /** The browser's `User-Agent`. */ user_agent?: string | undefined
  /** The browser's `Accept-Language`. */ accept_language?: string | undefined
}
/** Who pays. */
export interface BillingDetailsInput {
  /** The payer's name, up to 200 characters. */ name?: string | undefined
  /** The payer's e-mail address. Nothing is sent there. */ email?: string | undefined
  /** The payer's phone number, as you have it. */ phone?: string | undefined
  /** The payer's address. */ address?: AddressInput | undefined
}
/** A bank account in the US as it was entered. */
export interface UsBankAccountInput {
  /** The bank's ABA routing number, 9 digits. */ routing_number: string
  /** 4 to 17 digits. The sandbox takes its test accounts only. */ account_number: string
  /** Who holds it, up to 200 characters. It is the payer's name where `billing_details` has none. */ account_holder_name?: string | undefined
  /** What kind of holder that is. */ account_holder_type?: "individual" | "company" | undefined
}
/** A card as it was entered. */
export interface CardInput {
  /** 12 to 19 digits; spaces and dashes are left out. The sandbox takes its test numbers only, such as `4242424242424242`. */ number: string
  /** The month at whose end it expires, 1 to 12. */ exp_month: number
  /** The year of that month, four digits. */ exp_year: number
  /** The security code: 3 digits, or 4 of American Express. It is never stored. */ cvc: string
}
/** How much to capture. */
export interface CapturePayment {
  /** In the smallest currency unit. Default: all that is authorized; the rest is given back. */ amount?: number | undefined
}
/** A page of a list. */
export interface PaymentList {
  /** Always `list`. */ object: "list"
  /** The objects, the newest first. */ data: ReadonlyArray<PaymentEntry | Payment>
  /** Whether there are older ones. */ has_more: boolean
  /** Send it as `cursor` for the next page; `null` on the last. */ next_cursor: string | null
}
/** A payment in a list. */
export interface PaymentEntry {
  /** Begins with `pay_`. */ id: Id
  /** In the smallest currency unit. */ amount: Amount
  /** The currency of the amount. */ currency: Currency
  /** How far the payment has come. */ status: PaymentStatus
  /** When it was made. */ created_at: Time
}
/** What to take, and from whom. */
export interface CreatePayment {
  /** In the smallest currency unit, from 50 to 999,999,999,999. */ amount: number
  /** The currency of the amount. */ currency: Currency
  /** The card or bank account that pays; the sandbox has ready ones, such as `pm_card_visa`. Required, unless `customer` has a `default_payment_method`, which then pays. */ payment_method?: string | undefined
  /** Who pays. Needed where the payment method belongs to a customer. */ customer?: string | undefined
  /** `manual`: authorize now and capture within 7 days. Default: `automatic`. */ capture_method?: "automatic" | "manual" | undefined
  /** Your own words, up to 500 characters. Card numbers are masked. */ description?: string | undefined
  /** Up to 20 pairs of your own: keys to 40, values to 500 characters. */ metadata?: Readonly<Record<string, string>> | undefined
  /** The device that pays. */ client?: Client | undefined
  /** `true`: the cardholder is not there, so nobody can authenticate. */ off_session?: boolean | undefined
  /** Where the browser goes after an authentication. */ return_url?: string | undefined
}
