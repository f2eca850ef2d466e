/** Deciding again when somebody else wrote first. */
import * as Effect from "effect/Effect"
import { VersionConflict } from "../services/Store.ts"

/**
 * Times an operation is run again (our choice). Of several that change one row at the same time, one goes through each
 * time: so eight of them all do. A row that is contended longer is answered with the conflict.
 */
const maxRetries = 8

/**
 * Re-runs an operation from its reads when its commit found a row changed, at most `times` times (default eight). A loop
 * of its own, because a schedule would be made for every request and hardly ever asked.
 */
export const retryOnConflict = <A, E, R>(
  operation: Effect.Effect<A, E, R>,
  times: number = maxRetries
): Effect.Effect<A, E, R> =>
  Effect.catch(operation, (error) =>
    error instanceof VersionConflict && times > 0 ? retryOnConflict(operation, times - 1) : Effect.fail(error)
  )
