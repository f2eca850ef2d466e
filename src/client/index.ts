/**
 * `bursar/client`: one client of the three services for every program that knows `fetch`. It needs neither the engine nor
 * any package.
 */
export { Bursar, type BankCredential, type BursarOptions } from "./Bursar.ts"
export { Call, List, type EventStream, type RequestOptions, type ServerSentEvent, type WithResponse } from "./Call.ts"
export {
  BursarError,
  type ErrorCodes,
  type Misuse,
  type Refusal,
  type RefusalTypes,
  type ServiceName,
  type SignatureInvalid,
  type Unanswered,
  type UnexpectedAnswer
} from "./errors.ts"
export type * as Bank from "./generated/bank.ts"
export type * as Cards from "./generated/cards.ts"
export type * as Docs from "./generated/docs.ts"
export { webhooks, type WebhookOptions } from "./webhooks.ts"
