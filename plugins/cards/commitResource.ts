/** Writes what was decided about resources, with their events and the answer that a repetition of the request gets. */
import * as Effect from "effect/Effect"
import { commit, recordOf, type Answer, type ClaimedJob } from "../../src/plugin.ts"
import { unitOf, type Actor, type ResourceChange as Change } from "./plans.ts"

export { jobActor, type Actor, type ResourceEvent } from "./plans.ts"

/** What one change writes. */
export interface ResourceChange<E> extends Change<E> {
  /** Kept for replay. In-process callers and jobs have none. */
  readonly answer?: Answer | undefined
  readonly completes?: ClaimedJob | undefined
}

/** Writes a change in one transaction. Events are dated in whole seconds, as everything that clients see. */
export const commitResource = Effect.fnUntraced(function* <E = never>(
  actor: Actor,
  { answer, completes, ...change }: ResourceChange<E>
) {
  const { requestId } = actor
  yield* commit<E>(actor.store, {
    ...(yield* unitOf(actor, change)),
    completes,
    record: requestId === undefined ? undefined : recordOf({ ...actor, requestId }, answer)
  })
})
