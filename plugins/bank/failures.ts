/** What goes wrong in the administration, in approvals and at the controls of a sandbox. */
import * as Data from "effect/Data"

/** No object of this kind has this id. The message names `what`. */
export class ObjectNotFound extends Data.TaggedError("ObjectNotFound")<{ readonly what: string }> {}

/** The directory of banks has no bank with this routing number. */
export class ParticipantNotFound extends Data.TaggedError("ParticipantNotFound") {}

/** Whoever made a payment wants to approve it, or to decide its hold. */
export class SelfApprovalForbidden extends Data.TaggedError("SelfApprovalForbidden") {}

/** Engine time cannot be moved like this; `field` names the field of the request, `expected` what it must be. */
export class ClockMoveRefused extends Data.TaggedError("ClockMoveRefused")<{
  readonly field: "set" | "advance"
  readonly expected: string
}> {}

/** A return at the simulated network was above the amount that was paid. `mostMinor` is that amount, in minor units. */
export class ReturnAboveAmount extends Data.TaggedError("ReturnAboveAmount")<{ readonly mostMinor: number }> {}

export type AdministrationFailure =
  ObjectNotFound | ParticipantNotFound | SelfApprovalForbidden | ClockMoveRefused | ReturnAboveAmount
