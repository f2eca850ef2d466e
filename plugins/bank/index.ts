/** `bursar/bank`: the bank transfer service, as a plugin, with its ports and its messages. */
export type { AchAdmissionFailure } from "./ach/AchAdmission.ts"
export * as administration from "./administration/calls.ts"
export * as approvalRules from "./approval-rules/calls.ts"
export * as approvals from "./approvals/calls.ts"
export type { Alert } from "./administration/Alert.ts"
export type { AuditEntry } from "./administration/repository.ts"
export type { ApprovalRule } from "./approval-rules/ApprovalRule.ts"
export type { AchReversal } from "./ach/AchDetails.ts"
export type { AchOptions } from "./ach/AchPlan.ts"
export {
  AchConnection,
  makeAchOperator,
  type AchFileFinding,
  type AchNews,
  type AchOperator,
  type AchOperatorImplementation,
  type AchProfile,
  type OutgoingAchFile
} from "./AchOperator.ts"
export * as batches from "./batches/calls.ts"
export * as clients from "./clients/calls.ts"
export type { Batch, BatchCounts, BatchRecord } from "./batches/Batch.ts"
export type { CountedBatch } from "./batches/operations.ts"
export type { ClientConfig, ClientLimits } from "./clients/Client.ts"
export type { ClientSecrets } from "./clients/operations.ts"
export type { SanctionedPlace } from "./compliance/Countries.ts"
export type { Hold, ScreeningException } from "./compliance/Hold.ts"
export { parseClients } from "./clients/config-file.ts"
export * as deliveries from "./deliveries/calls.ts"
export { configureClients } from "./provision.ts"
export type { ErrorCode } from "./error-catalogue.ts"
export type { BankFailure } from "./errors.ts"
export { events as eventTypes, type BankEventType } from "./events.ts"
export * as holds from "./holds/calls.ts"
export { simulator } from "./later.ts"
export * as messages from "./messages/index.ts"
export * as networkMessages from "./network-messages/calls.ts"
export type { NetworkMessage } from "./network-messages/NetworkMessage.ts"
export { keepMessages } from "./network-messages/journal.ts"
export * as participants from "./participants/calls.ts"
export type { BicEntry } from "./participants/Bic.ts"
export type { Directory } from "./participants/repository.ts"
export { type Participant } from "./participants/Participant.ts"
export { Participants } from "./Participants.ts"
export type { AchPayment, Payment, PaymentStatus } from "./payments/Payment.ts"
export type { PaymentFilter } from "./payments/repository.ts"
export * as payments from "./payments/calls.ts"
export { bank, type BankConnections } from "./plugin.ts"
export { adminPrincipal, clientPrincipal } from "./principal.ts"
export { railContract, RailContractBroken, type RailCheck, type RailUnderTest } from "./railContract.ts"
export {
  makeRail,
  NothingSent,
  RailUnreachable,
  Rails,
  type CreditInstruction,
  type Inquiry,
  type MessageRef,
  type Rail,
  type RailCapabilities,
  type RailEvent,
  type RailFinding,
  type RailImplementation
} from "./Rail.ts"
export { makeIsoRail, type IsoRailOptions, type IsoTransport } from "./rails/iso.ts"
export * from "./refusals.ts"
export type { AskBack, ReturnRequest } from "./returns/ReturnRequest.ts"
export type { Rfp } from "./rfp/Rfp.ts"
export * as requestsForPayment from "./rfp/calls.ts"
export * as routing from "./routing/calls.ts"
export type { RailChoice } from "./routing/RailChoice.ts"
export type { RoutingRule } from "./routing/RoutingRule.ts"
export type { LoggedMessage } from "./simulator/repository.ts"
export * as rules from "./rules.ts"
export type { BankOptions, CrashPoint, WireOptions } from "./settings.ts"
export { testClient } from "./testClient.ts"
export * as tokens from "./tokens/calls.ts"
export * as webhooks from "./webhooks/calls.ts"
export { verifySignature } from "./verifySignature.ts"
