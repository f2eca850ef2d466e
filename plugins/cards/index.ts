/** `bursar/cards`: the card payments service, as a plugin and as operations to call in process. */
export { accountId, type CardsAccount, type PlanName } from "./accounts.ts"
export type { ErrorCode } from "./error-catalogue.ts"
export type { CardsFailure } from "./errors.ts"
export { events as eventTypes, type CardsEventType } from "./events.ts"
export type { CardsEvent, CardsEventFilter } from "./events/calls.ts"
export { EventNotFound } from "./events/EventNotFound.ts"
export type { CardsOptions } from "./face.ts"
export {
  authorizationLifetimeMs,
  CaptureAmountTooLarge,
  PaymentNotFound,
  PaymentDeclined,
  PaymentStateRefused,
  ReferenceMissing,
  type CreatePayment,
  type Payment,
  type PaymentDecline,
  PaymentMethodMissing,
  PaymentMethodUnsuitable,
  type PaymentRisk
} from "./payments/Payment.ts"
export type { PaymentContext } from "./payments/admission.ts"
export type { PaymentStatus } from "./payments/PaymentState.ts"
export { Acquirer, type Acquirers, type AcquirerShape, AcquirerUnknown } from "./acquirer/Acquirer.ts"
export type {
  AcquirerImplementation,
  AcquirerRequest,
  AuthorizeRequest,
  EvidenceRequest,
  FollowingRequest,
  NoticeRequest,
  PayoutRequest,
  RefundRequest,
  TokenizeRequest,
  TokenSource
} from "./acquirer/AcquirerImplementation.ts"
export type { AcquirerNotice } from "./acquirer/notices.ts"
export type { AcquirerBankAccount, AcquirerCard, TokenizeAnswer } from "./acquirer/tokens.ts"
export type {
  AuthenticationAnswer,
  AuthorizeAnswer,
  CaptureAnswer,
  Declined,
  DeclineCode,
  EvidenceAnswer,
  Fault,
  PayoutAnswer,
  RefundAnswer,
  SettlementAnswer,
  VoidAnswer
} from "./acquirer/answers.ts"
export { KycProvider, type KycProviders, type KycProviderShape } from "./kyc/provider/KycProvider.ts"
export type {
  CheckVerification,
  KycImage,
  KycProviderImplementation,
  KycRequest,
  StartVerification
} from "./kyc/provider/KycProviderImplementation.ts"
export type {
  DocumentReading,
  KycCheckAnswer,
  KycFailed,
  KycPending,
  KycResult,
  KycStartAnswer,
  KycVerified,
  ProviderReason
} from "./kyc/provider/answers.ts"
export type { StartKyc } from "./kyc/calls.ts"
export type { KycOptions } from "./kyc/settings.ts"
export { type DocumentType, SubmissionRefused } from "./kyc/Submission.ts"
export type { FailureReason, ShownReason } from "./kyc/Verdict.ts"
export {
  type Verification,
  ProviderMissing,
  VerificationDecided,
  VerificationNotFound,
  VerificationRefused
} from "./kyc/Verification.ts"
export {
  type ScreeningRecord,
  type ScreeningResolution,
  type RecordedMatch,
  ScreeningNotFound,
  ScreeningNotResolvable,
  ScreeningUnanswered
} from "./screening/ScreeningRecord.ts"
export { Subscriptions, type SubscriptionsShape } from "./customers/subscriptions.ts"
export type { FeeSchedule } from "./accounts.ts"
export {
  type Dispute,
  type DisputeReason,
  type DisputeStatus,
  type OpenDispute,
  DisputeAmountTooLarge,
  DisputeNotFound,
  DisputeRefused,
  PaymentNotDisputable
} from "./disputes/Dispute.ts"
export type { DisputeFilter } from "./disputes/operations.ts"
export type { BrokenInvariant, InvariantReport } from "./ledger/invariants.ts"
export {
  type CreatePayout,
  type Payout,
  type PayoutStatus,
  BalanceInsufficient,
  BetaAccessRequired,
  type PayoutFault,
  PayoutNotFound,
  PayoutRefused,
  PayoutStateRefused
} from "./payouts/Payout.ts"
export type { BankReport, PayoutFilter } from "./payouts/operations.ts"
export {
  type CreateRefund,
  type Refund,
  type RefundReason,
  type RefundStatus,
  type RefundWord,
  RefundAmountTooLarge,
  type RefundDecline,
  RefundNotFound,
  RefundRefused
} from "./refunds/Refund.ts"
export { IpCountries, type FindIpCountry } from "./risk/ip-countries.ts"
export {
  type CreateRule,
  type RiskRule,
  type RuleAction,
  type RuleCondition,
  RuleNotFound,
  RuleRefused
} from "./risk/RiskRule.ts"
export type { ReferenceRates } from "./reference-rates.ts"
export * as aml from "./aml/calls.ts"
export type { ChangeAlert } from "./aml/Alert.ts"
export type { MerchantBalance } from "./balance/Funding.ts"
export { AlertNotFound, AlertNoteMissing, AlertTransitionRefused, CountrySanctioned } from "./aml/Alert.ts"
export { type BankAccount, BankAccountNotFound, BankAccountRefused } from "./bank-accounts/BankAccount.ts"
export type { EnterBankAccount } from "./bank-accounts/calls.ts"
export {
  ActiveSubscriptions,
  type CreateCustomer,
  type Customer,
  CustomerBlocked,
  type CustomerFlag,
  CustomerNotFound,
  type CustomerScreening,
  DefaultPaymentMethodRefused,
  EmailTaken,
  type KycStatus,
  TooManyPairs,
  type UpdateCustomer
} from "./customers/Customer.ts"
export type { Evidence } from "./disputes/Evidence.ts"
export { AttachmentRefused } from "./payment-methods/Attachment.ts"
export type { CreatePaymentMethod, EnteredBankAccount, EnteredCard } from "./payment-methods/calls.ts"
export {
  type Address,
  type BankPaymentMethod,
  type BillingDetails,
  type Card,
  type CardPaymentMethod,
  type Client,
  type PaymentBehaviour,
  type PaymentMethod,
  PaymentMethodNotFound,
  PaymentMethodRefused,
  type UsBankAccount
} from "./payment-methods/PaymentMethod.ts"
export type { PaymentNeeds, PaymentRefusal } from "./payments/plan.ts"
export type { PaymentEntry, PaymentFilter } from "./payments/repository.ts"
export { ClearingRefused } from "./risk/Clearing.ts"
export type { Assessment } from "./risk/RiskAssessmentBody.ts"
export { ThresholdsRefused } from "./risk/Thresholds.ts"
export type { RiskSettings } from "./risk/operations.ts"
export type { ScaCounters, ScaResult } from "./sca/Sca.ts"
export {
  balance,
  bankAccounts,
  cards,
  checkInvariants,
  compliance,
  customers,
  disputes,
  events,
  kyc,
  paymentMethods,
  payments,
  payouts,
  refunds,
  risk,
  webhookEndpoints
} from "./later.ts"
export { accountPrincipal, testAccount, type CallingAccount } from "./principal.ts"
export type { CreateWebhookEndpoint, UpdateWebhookEndpoint } from "./webhook-endpoints/calls.ts"
export { SignatureInvalid, verifyWebhook, type ReceivedEvent, type ReceivedWebhook } from "./verifyWebhook.ts"
