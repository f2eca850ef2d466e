/**
 * `bursar/plugin`: everything a plugin is written with. The bundled plugins use nothing else, so what is here is the
 * public contract.
 */
export {
  definePlugin,
  type CoreServices,
  type PlatformServices,
  type Plugin,
  type PluginDefinition,
  type Subscription
} from "./engine/Plugin.ts"

// The HTTP face
export { json, toResponse, type Answer } from "./http/Answer.ts"
export { Caller, recordOf, type CallerShape, type IdempotencyClaim } from "./http/Caller.ts"
export type { Admission, Face, IdempotencyRules, Tagged } from "./http/Face.ts"
export { BodyLimit, Gate, type GateKeeper } from "./http/Gate.ts"
export { listEnvelope, readPage, type PageRequest } from "./http/ListEnvelope.ts"
export type { RateLimitPlan, RateLimitReading } from "./http/RateLimit.ts"
export * as Refusal from "./http/Refusal.ts"
export { issuesOf as parameterIssues, refusalAnnotation } from "./http/SchemaErrors.ts"

// Writing and reading
export { balanceOf, balances, entriesOf, trialBalance, type BalanceLimit, type Imbalance } from "./ledger/post.ts"
export { commit, type Commit, type CommitFailure } from "./store/commit.ts"
export { IdempotencyRaced } from "./store/idempotencyRepository.ts"
export { LeaseLost, type ClaimedJob } from "./store/jobRepository.ts"
export { eventById, type OutboxEvent, type StoredEvent } from "./store/outboxRepository.ts"
export { readKeyset, type KeysetQuery } from "./store/readKeyset.ts"
export { retryOnConflict } from "./store/retryOnConflict.ts"
export { versionedTable, type Row, type VersionedTable } from "./store/Table.ts"

export * as Credentials from "./store/credentialRepository.ts"

// Jobs and webhooks
export { defineJob, type JobDefinition, type JobOutcome } from "./jobs/Job.ts"
export { RetryRefused, type WebhookDelivery } from "./webhooks/Delivery.ts"
export { DeliveryNotFound, prepareRetry } from "./webhooks/deliveryOperations.ts"
export {
  attemptsOf,
  listPage as listDeliveries,
  type Listed,
  type WebhookAttempt
} from "./webhooks/deliveryRepository.ts"
export {
  InvalidUrl,
  NoEventTypes,
  TooManyEndpoints,
  UnknownEventType,
  type EndpointChange,
  type EndpointRegistration,
  type WebhookEndpoint
} from "./webhooks/Endpoint.ts"
export {
  EndpointNotFound,
  registerEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
  type EndpointOwner
} from "./webhooks/endpointOperations.ts"
export { byId as endpointById, listPage as listEndpoints } from "./webhooks/endpointRepository.ts"
export { type SignatureFormat } from "./webhooks/signature.ts"
export { defineWebhookProfile, WebhookAddressPolicy, type WebhookProfile } from "./webhooks/WebhookProfile.ts"

// Services
export { Clock } from "./services/Clock.ts"
export { Ids } from "./services/Ids.ts"
export { Notifier } from "./services/Notifier.ts"
export * as RiskAssessment from "./services/risk/assessment.ts"
export { RiskModel, type RiskFeatures, type RiskScore } from "./services/RiskModel.ts"
export { evidenceOf, type Screened, type ScreeningEvidence } from "./services/screening/evidence.ts"
export {
  falsePositiveOf,
  subjectVersion,
  withoutFalsePositives,
  type FalsePositive
} from "./services/screening/falsePositives.ts"
export {
  Screening,
  ScreeningUnavailable,
  type ListChange,
  type ListStatus,
  type ListVersion,
  type ScreeningMatch,
  type ScreeningOptions,
  type ScreeningResult,
  type ScreeningSubject
} from "./services/Screening.ts"
export { Signer } from "./services/Signer.ts"
export {
  isRegionName,
  regionNames,
  Store,
  StoreOpenFailed,
  StoreUnavailable,
  UniqueViolation,
  VersionConflict,
  type Dialect,
  type Migration,
  type RegionName,
  type RegionStore,
  type Write
} from "./services/Store.ts"
