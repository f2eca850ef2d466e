/** `bursar/cards/testing`: tests for those who implement a port of the card payments service. */
export { acquirerSuite, ContractBroken, type AcquirerFixture, type SuiteCase } from "./acquirer/acquirerSuite.ts"
export { staticPaymentMethod } from "./sandbox/static-payment-methods.ts"
export type { PaymentMethod } from "./payment-methods/PaymentMethod.ts"
export { kycProviderSuite, type KycProviderFixture } from "./kyc/provider/kycProviderSuite.ts"
