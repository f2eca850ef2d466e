/** The one thing that goes wrong with looking events up. */
import * as Data from "effect/Data"

/** No event of this account, mode and region has this id. */
export class EventNotFound extends Data.TaggedError("EventNotFound") {}
