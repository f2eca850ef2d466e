/** What goes wrong in the administration and in approvals. */
import * as Data from "effect/Data"

/** No object of this kind has this id. `what` is said to the caller. */
export class ObjectNotFound extends Data.TaggedError("ObjectNotFound")<{ readonly what: string }> {}

/** Whoever made a payment wants to approve it, or to decide its hold. */
export class SelfApprovalForbidden extends Data.TaggedError("SelfApprovalForbidden") {}

/** All of them. */
export type AdministrationFailure = ObjectNotFound | SelfApprovalForbidden
