/** `bursar/cards`: the card payments service, as a plugin and as operations to call in process. */
export type { CardsAccount, PlanName } from "./accounts.ts"
export type { CardsFailure, ErrorCode } from "./errors.ts"
export { events, type CardsEventType } from "./events.ts"
export type { CardsOptions } from "./face.ts"
export {
  authorizationLifetimeMs,
  CaptureAmountTooLarge,
  PaymentNotFound,
  PaymentStateRefused,
  ReferenceMissing,
  type CreatePayment,
  type Payment,
  type PaymentStatus
} from "./payments/Payment.ts"
export * as payments from "./payments/calls.ts"
export { cards } from "./plugin.ts"
export { testAccount } from "./testAccount.ts"
