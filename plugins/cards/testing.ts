/** `bursar/cards/testing`: what only tests do with the card payments service, and tests for those who implement a port of it. */
import { callsLater } from "../../src/plugin.ts"
export { acquirerSuite, ContractBroken, type AcquirerFixture, type SuiteCase } from "./acquirer/acquirerSuite.ts"
export type { FaultKind, FaultPlan } from "./faults.ts"
export { staticPaymentMethod } from "./sandbox/static-payment-methods.ts"
export type { PaymentMethod } from "./payment-methods/PaymentMethod.ts"
export { LiveKeyNotAllowed, SubscriptionNotFound, TestRefused } from "./test-helpers/TestFailure.ts"
export { RefundStateRefused } from "./refunds/Refund.ts"
export { kycProviderSuite, type KycProviderFixture } from "./kyc/provider/kycProviderSuite.ts"

// A sandbox loads them, too; a host that imports this loads none of them in production.
const loaded = () => import("./test-helpers/sandbox.ts").then(({ testHelpers }) => testHelpers)

const { reset } = callsLater(loaded, ["reset"])

/**
 * What tests may do besides, in process: what a cardholder, an issuer, a bank or a provider would do. All fail with
 * `LiveKeyNotAllowed` for a caller in live mode. Moving time is `engine.clock`; `disputes.open`, `disputes.close`, `payouts.report`,
 * `bankAccounts.settle`, `compliance.resolve`, `aml.rebuild` and `checkInvariants` of `bursar/cards` do the rest.
 */
export const testHelpers = {
  /** Forgets everything of the account's test mode in the region of the caller, its keys too. Time stays where it is. */
  reset,
  /** The available balance. */
  balance: callsLater(() => loaded().then((all) => all.balance), ["fund"]),
  /** Customers. */
  customers: callsLater(() => loaded().then((all) => all.customers), ["flag"]),
  /** Faults of requests over HTTP: calls in process meet none. */
  faults: callsLater(() => loaded().then((all) => all.faults), ["create"]),
  /** Verifications of identity. */
  kyc: callsLater(() => loaded().then((all) => all.kyc), ["resolve"]),
  /** Payment methods. */
  paymentMethods: callsLater(() => loaded().then((all) => all.paymentMethods), ["trust"]),
  /** Payments. */
  payments: callsLater(() => loaded().then((all) => all.payments), ["authenticate", "settle"]),
  /** Refunds. */
  refunds: callsLater(() => loaded().then((all) => all.refunds), ["resolve"]),
  /** Names on the watch lists of the account. */
  screeningEntries: callsLater(() => loaded().then((all) => all.screeningEntries), ["create"]),
  /** Stubs of subscriptions: a customer with an active one cannot be deleted. */
  subscriptions: callsLater(() => loaded().then((all) => all.subscriptions), ["create", "cancel"])
}
