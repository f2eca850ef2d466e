/**
 * `bursar/plugin`: everything a plugin is written with. The bundled plugins use nothing else, so what is here is the
 * public contract.
 */
import "./services/refuseOldNode.ts"
export {
  definePlugin,
  type CoreServices,
  type LoadedPlugin,
  type PlatformServices,
  type Plugin,
  type PluginDefinition,
  type Subscription
} from "./engine/Plugin.ts"
export { callsLater, pluginLater, type CallNames } from "./engine/later.ts"
export { firstIllegal as firstIllegalXml } from "./domain/xml/characters.ts"
export { readXml, XmlRefused, type XmlLimits } from "./domain/xml/readXml.ts"
export { attributeOf, type XmlAttribute, type XmlElement } from "./domain/xml/XmlElement.ts"
export { explainText, type PluginStory, type Story, type StoryStep } from "./engine/Story.ts"
export { declarePlugin, Undeclared, type PluginDeclaration } from "./domain/PluginDeclaration.ts"
export { Operator, type OperatedPlugin, type OperatorShape } from "./engine/Operator.ts"
export type {
  Panel,
  PanelAction,
  PanelAnchors,
  PanelAsking,
  PanelCell,
  PanelColumn,
  PanelField,
  PanelFigure,
  PanelFilter,
  PanelFilters,
  PanelInput,
  PanelItem,
  PanelItemField,
  PanelOverview,
  PanelResult,
  PanelRow,
  PanelVolume,
  PluginPanels,
  Tone
} from "./engine/Panel.ts"
export {
  accountOfScope,
  documentPanel,
  PanelItemMissing,
  type AccountAction,
  type DocumentAction,
  type DocumentColumn,
  type DocumentPanelOptions,
  type OwnedDocument
} from "./engine/documentPanel.ts"
export { listPanel, type ListColumn, type ListPanelOptions, type PanelList } from "./engine/listPanel.ts"
export { isIn, numberIn, statusBy, textIn } from "./engine/panelCells.ts"
export { webhookPanels, type WebhookPanelsOptions } from "./engine/webhookPanels.ts"
export { balancePlaces, balancesOfAll, type ScopeBalances } from "./ledger/booksRepository.ts"
export { listing, type Listing, type ListingAnchors, type ListingFilter, type ListingOptions } from "./store/listing.ts"
export type { RecentEvent, UpcomingJobs } from "./store/operatorRepository.ts"
export { FormUnreadable, type WebRequest, type WebRoute } from "./engine/web.ts"
export { InvalidTime, TimeControl, TimeInPast, type EngineClock } from "./engine/EngineClock.ts"

// The HTTP face, and clients of it
export * as ApiClient from "./http/ApiClient.ts"
export { json, toResponse, toResponseInTurns, type Answer } from "./http/Answer.ts"
export { jsonBytesInTurns } from "./http/Canonical.ts"
export { baseOf, checkPublicUrl, PublicAddress, type PublicAddressShape } from "./http/PublicAddress.ts"
export { Caller, type CallerShape, type IdempotencyClaim, type KeyFailure } from "./http/Caller.ts"
export type { Admission, Face, IdempotencyRules, Tagged, Visit } from "./http/Face.ts"
export {
  BodyLimit,
  BodyValues,
  FormBody,
  Gate,
  MultipartBody,
  OwnAuthentication,
  OwnQuery,
  RawBody,
  type GateKeeper
} from "./http/Gate.ts"
export { call, type Refusals } from "./http/HostCalls.ts"
export { atHome, makeHostCalls, type Asking, type ChangeOptions, type HostCallsOptions } from "./http/hostCallsOf.ts"
export {
  checkMode,
  checkNames,
  fieldNames,
  paged,
  type FieldNames,
  type HostPage,
  type Renames
} from "./http/HostInput.ts"
export {
  bySchema,
  handledAlike,
  handlersBy,
  handlersOf,
  type PayloadReader,
  type ReadPayload
} from "./http/Handlers.ts"
export {
  plainFace,
  Unauthorized,
  type FailureTable,
  type FailureWords,
  type PlainFaceOptions,
  type PlainFailure
} from "./http/plainFace.ts"
export {
  makeResponding,
  type RefusedRequest,
  type PlannedAnswer,
  type RespondingOptions,
  type Unanswerable
} from "./http/Responding.ts"
export { checkUtf8, LongTextBody, longTextOf, takeOutLongTexts, type ShortBody } from "./http/LongTexts.ts"
export {
  listEnvelope,
  readDocuments,
  readPage,
  type Page,
  type PageRequest,
  type Positioned
} from "./http/ListEnvelope.ts"
export { networkOf, type RateLimitPlan, type RateLimitReading } from "./http/RateLimit.ts"
export * as Parameters from "./http/Parameters.ts"
export * as Publication from "./http/Publication.ts"
export * as Refusal from "./http/Refusal.ts"
// By themselves, too: a compiler that names inferred types does not look into namespaces.
export { InvalidParameters } from "./http/Refusal.ts"
export type { ShownFrom, WireObject } from "./http/Wire.ts"
export { operatorFile } from "./http/operatorFile.ts"
export { firstIssues, issuesOf as parameterIssues, refusalAnnotation } from "./http/SchemaErrors.ts"
export { jsonInTurns } from "./http/LongJson.ts"
export { bytesOfLongText, sha256InTurns, utf8InTurns } from "./http/LongText.ts"
export { textsIn, type LongText } from "./store/longTexts.ts"
export type { FormPart, MultipartReader } from "./http/Multipart.ts"
export { readLongBytes, readLongText, type LongColumn } from "./store/readLongText.ts"
export { joined, mapInTurns, untilDone } from "./store/Turns.ts"
export * as Wire from "./http/Wire.ts"

// Writing and reading
export {
  balanceOf,
  balances,
  entriesOf,
  lastWritten,
  trialBalance,
  type BalanceLimit,
  type BooksOf,
  type Imbalance,
  type PostedEntry
} from "./ledger/post.ts"
export { createDocuments } from "./store/createDocuments.ts"
export { carryOutJob, carryOutUnkeyed } from "./store/carryOut.ts"
export { noChange, once, type Besides, type Plan, type Step } from "./store/Plan.ts"
export { planOf, type Change, type ChangeEvent } from "./store/planOf.ts"
export { commit, type CommitFailure, type JobUnit, type Unit } from "./store/commit.ts"
export type { IdempotencyRecord } from "./store/idempotencyRepository.ts"
export { cancelUnbegun as cancelUnbegunJob, LeaseLost, type ClaimedJob } from "./store/jobRepository.ts"
export {
  dataOf as eventDataOf,
  eventById,
  eventTypesOf,
  listEvents,
  type EventFilter,
  type OutboxEvent,
  type StoredEvent
} from "./store/outboxRepository.ts"
export { eraseScope, eraseScopes } from "./store/eraseScope.ts"
export { prunedBefore } from "./store/retentionRepository.ts"
export type { Period, PluginRetention, TablePeriod } from "./store/retention.ts"
export {
  documentTable,
  namedDocument,
  type ColumnValue,
  type DocumentTable,
  type ListedDocument,
  type Narrowing,
  type NamedDocument,
  type Stored
} from "./store/documentTable.ts"
export {
  createOwnedDocuments,
  ownedDocumentTable,
  type ListedUnder,
  type OwnedDocuments,
  type OwnedDocumentTable,
  type OwnedPage,
  type StoredUnder
} from "./store/ownedDocumentTable.ts"
export { openText, readDocument } from "./store/sealing.ts"
export { sealEarlier, type SealedColumn } from "./store/sealEarlier.ts"
export { renameAccounts } from "./ledger/rename.ts"
export { keptRead, type KeptQuery } from "./store/keptRead.ts"
export { readKeyset, type KeysetQuery, type KeysetRow } from "./store/readKeyset.ts"
export { isAhead, removeSome, writeAhead, type Ahead } from "./store/writtenAhead.ts"
export { makeWaitingRoom, type WaitingRoom } from "./store/WaitingRoom.ts"
export {
  above,
  atMost,
  below,
  given,
  integer,
  key,
  longText,
  orNull,
  plus,
  same,
  sealed,
  sealedDocument,
  table,
  text,
  versionedTable,
  type Changes,
  type Column,
  type Columns,
  type Compared,
  type GivenOf,
  type Inserter,
  type Inserting,
  type Plus,
  type RowOf,
  type Table,
  type VersionedTable,
  type Where
} from "./rows/Table.ts"
export {
  declaredDocuments,
  storedAs,
  StoredUnreadable,
  type Form,
  type FormOf,
  type StoredAs,
  type StoredForm,
  type Upgrade
} from "./rows/storedAs.ts"
export { repeated, remembered, statement, value, type Part, type SqlStatement, type Value } from "./rows/statement.ts"

export type { Listed } from "./webhooks/deliveryRepository.ts"
export * as Credentials from "./store/credentialRepository.ts"

// Spans and figures for operators
export { counterFamily, durationFamily, gaugeFamily, watched, type WorkSpan } from "./services/Watching.ts"

// Jobs and webhooks
export { defineJob, type JobDefinition, type JobOutcome } from "./jobs/Job.ts"
export { dueKeys } from "./store/jobRepository.ts"
export { RetryRefused, type DeliveryStatus, type WebhookDelivery } from "./webhooks/Delivery.ts"
export { DeliveryNotFound } from "./webhooks/deliveryOperations.ts"
export type { OwnedDelivery, WebhookAttempt } from "./webhooks/deliveryRepository.ts"
export {
  InvalidUrl,
  NoEventTypes,
  TooManyEndpoints,
  UnknownEventType,
  type EndpointChange,
  type EndpointRegistration,
  type WebhookEndpoint
} from "./webhooks/Endpoint.ts"
export { EndpointNotFound } from "./webhooks/endpointOperations.ts"
export {
  webhooksOf,
  type ChangedEndpoint,
  type LoggedDelivery,
  type Replay,
  type WebhookFailure
} from "./http/webhooksOf.ts"
export { SignatureInvalid, verifySignature, type SignatureFormat } from "./webhooks/signature.ts"
export {
  defineWebhookProfile,
  plainWebhooks,
  WebhookAddressPolicy,
  webhookTime,
  type WebhookProfile
} from "./webhooks/WebhookProfile.ts"

// Services, and how a plugin makes ports of its own that hosts implement
export {
  ask,
  checkFunctions,
  timeoutMsOf,
  type Answer as HostAnswer,
  type HostCall,
  type Question
} from "./services/ask.ts"
export { NoAnswer, type NoAnswerReason } from "./services/NoAnswer.ts"
export { makeOutages, type Outages } from "./services/Outages.ts"
export {
  AddressRefused,
  checkAddress,
  checkUrl,
  maxUrlCharacters,
  plainAddress,
  publicHttpsOnly,
  UrlRefused,
  type AddressPolicy
} from "./services/AddressGuard.ts"
export { resolverOf, type ResolveAddresses } from "./services/NodeResolver.ts"
export { Clock } from "./services/Clock.ts"
export { Ids } from "./services/Ids.ts"
export { Notifier } from "./services/Notifier.ts"
export * as RiskAssessment from "./services/risk/assessment.ts"
export { scoreOfRules, type RiskFallback, type TriggeredRule } from "./services/risk/RiskScore.ts"
export { defaultSignalLimits, testHighRiskCountry, type SignalLimits } from "./services/risk/signals.ts"
export { RiskModel, type RiskFeatures, type RiskHistory, type RiskScore } from "./services/RiskModel.ts"
export { sandboxLists, sandboxOutages } from "./services/screening/sandbox-list.ts"
export { matchForm } from "./services/screening/matchForm.ts"
export { likenessOfNames } from "./services/screening/likenessOfNames.ts"
export { subjectVersion, withoutFalsePositives, type FalsePositive } from "./services/screening/falsePositives.ts"
export {
  Screening,
  ScreeningUnavailable,
  type ListChange,
  type ListStatus,
  type ListVersion,
  type ScreeningMatch,
  type ScreeningOptions,
  type ScreeningResult,
  type MatchReason,
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
  type Read,
  type RegionName,
  type RegionStore,
  type SqlValue,
  type Statement,
  type Write
} from "./services/Store.ts"
