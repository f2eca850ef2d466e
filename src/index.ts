/** `bursar`: for hosts. Create an engine, swap its services, catch its errors. */
import "./services/refuseOldNode.ts"
export {
  createEngine,
  type CreateEngine,
  EngineClosed,
  MasterKeyMissing,
  type Attempted,
  type CreateEngineOptions,
  type EngineHandle,
  type HostClock
} from "./engine/createEngine.ts"
export { PluginConflict, SubscriptionRefused } from "./engine/conflicts.ts"
export { PluginMissing } from "./engine/mounted.ts"
export {
  Engine,
  type CallFor,
  type EngineOptions,
  type EngineShape,
  type RegionalPruned,
  type StartFailure
} from "./engine/Engine.ts"
export { WrongMasterKey } from "./engine/takeUp.ts"
export { InvalidTime, TimeInPast, type EngineClock, type TimeInput } from "./engine/EngineClock.ts"
export type { EngineEvent, EventOf, EventSchemas, FollowEvents } from "./engine/followEvents.ts"
export { explainText, type Story, type StoryStep, type Upcoming } from "./engine/Story.ts"
export type { CoreServices, Plugin } from "./engine/Plugin.ts"
export type { CallerShape, KeyFailure } from "./http/Caller.ts"
export {
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  InvalidIdempotencyKey,
  InvalidParameters,
  type ParameterIssue
} from "./http/Refusal.ts"

export { InvalidCursor } from "./domain/Cursor.ts"
export type { Principal } from "./domain/Principal.ts"
export * as Money from "./domain/Money.ts"
export type { Currency } from "./domain/Currency.ts"

export { Clock, type ClockShape, type ClockState } from "./services/Clock.ts"
export { Ids } from "./services/Ids.ts"
export * as NodeNotifier from "./services/NodeNotifier.ts"
export { Notifier, NotifierError, recordingNotifier } from "./services/Notifier.ts"
export { RiskModel, type RiskFeatures, type RiskScore } from "./services/RiskModel.ts"
export * as NodeScreening from "./services/NodeScreening.ts"
export {
  Screening,
  ScreeningUnavailable,
  type HostCall,
  type ListName,
  type ScreeningAnswer,
  type ScreeningImplementation,
  type ScreeningOptions,
  type ScreeningResult,
  type ScreeningSubject,
  type WatchList,
  type WatchListEntry
} from "./services/Screening.ts"
export { RetentionRefused, type RetentionDays } from "./store/retention.ts"
export { InvalidMasterKey, Signer } from "./services/Signer.ts"
export { Store, StoreOpenFailed, StoreUnavailable, UniqueViolation, VersionConflict } from "./services/Store.ts"

export { RetryRefused } from "./webhooks/Delivery.ts"
export { DeliveryNotFound } from "./webhooks/deliveryOperations.ts"
export { InvalidUrl, NoEventTypes, TooManyEndpoints, UnknownEventType } from "./webhooks/Endpoint.ts"
export { EndpointNotFound } from "./webhooks/endpointOperations.ts"
export { verifySignature, SignatureInvalid } from "./webhooks/signature.ts"
export { WebhookAddressPolicy, WebhookSigningTime } from "./webhooks/WebhookProfile.ts"
