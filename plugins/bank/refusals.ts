/** Everything that a call in process may be refused with, for hosts who tell refusals apart. */
export { AchNotConnected, EntryUnwritable } from "./ach/AchAdmission.ts"
export { NotRepresentable, NotReversible, ReversalWindowExpired } from "./ach/AchReturn.ts"
export { ClassNotEnabled, EffectiveDateRefused, SameDayNotEligible } from "./ach/AchTerms.ts"
export { BatchNotFound } from "./batches/Batch.ts"
export { AccountAccessDenied, AmountLimitExceeded, ClientNotFound, RailAccessDenied } from "./clients/Client.ts"
export { HoldNotFound } from "./compliance/Hold.ts"
export { RequestListed, RequestScreeningUnavailable } from "./compliance/PaymentScreening.ts"
export { SanctionedCountry } from "./compliance/Countries.ts"
export { ObjectNotFound, ParticipantNotFound, ReturnAboveAmount, SelfApprovalForbidden } from "./failures.ts"
export { ClientDeactivated, IdempotencyKeyMissing, InsufficientScope } from "./face-errors.ts"
export {
  InactiveRoutingNumbers,
  RailLimitExceeded,
  RailNotAvailable,
  TravelRuleFieldsMissing
} from "./payments/Admission.ts"
export { PaymentNotCancellable, PaymentNotFound, PaymentNotReturned, StateConflict } from "./payments/Payment.ts"
export { ReturnRequestNotFound, ReturnRequestRefused } from "./returns/ReturnRequest.ts"
export { RfpNotFound, RfpNotReachable } from "./rfp/Rfp.ts"
export { ClientCredentialsRefused } from "./tokens/Token.ts"
export { RecallNotAllowed, RecallNotFound } from "./wire/Recall.ts"
export { IbanOfAnotherCountry, NetworkNotConnected, UnknownWireBanks } from "./wire/WireAdmission.ts"
