/** What goes wrong with test helpers. */
import * as Data from "effect/Data"

/** A live key was shown: test helpers would change real data (decisions B13). */
export class LiveKeyNotAllowed extends Data.TaggedError("LiveKeyNotAllowed") {}

/** What was requested cannot be done. `param` names the parameter, where it is one's fault. */
export class TestRefused extends Data.TaggedError("TestRefused")<{
  readonly message: string
  readonly param: string | undefined
}> {}

/** The request names neither a duration to advance the clock by nor a time to advance it to. */
export class ClockMoveMissing extends Data.TaggedError("ClockMoveMissing") {}

/** No stub of a subscription has this id. */
export class SubscriptionNotFound extends Data.TaggedError("SubscriptionNotFound") {}

/** What goes wrong with test helpers. */
export type TestFailure = LiveKeyNotAllowed | TestRefused | ClockMoveMissing | SubscriptionNotFound
