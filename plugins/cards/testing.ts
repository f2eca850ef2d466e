/** `bursar/cards/testing`: what only tests do with the card payments service, and tests for those who implement a port of it. */
export { acquirerSuite, ContractBroken, type AcquirerFixture, type SuiteCase } from "./acquirer/acquirerSuite.ts"
export type { FaultKind, FaultPlan } from "./faults.ts"
export { staticPaymentMethod } from "./sandbox/static-payment-methods.ts"
export type { PaymentMethod } from "./payment-methods/PaymentMethod.ts"
export { testHelpers } from "./test-helpers/later.ts"
export { LiveKeyNotAllowed, SubscriptionNotFound, TestRefused } from "./test-helpers/TestFailure.ts"
export { RefundStateRefused } from "./refunds/Refund.ts"
export { kycProviderSuite, type KycProviderFixture } from "./kyc/provider/kycProviderSuite.ts"
