/** Deciding again when somebody else wrote first. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { VersionConflict } from "../services/Store.ts"

/**
 * Times an operation is run again (our choice). Of several that change one row at the same time, one goes through each
 * time: so eight of them all do. A row that is contended longer is answered with the conflict.
 */
const maxRetries = 8

/** Pauses between tries (our choice): 2 ms at first and half as much more each time, some 100 ms together. */
const pauses = Schedule.exponential("2 millis", 1.5)

/** Re-runs an operation from its reads when its commit found a row changed, at most eight times. */
export const retryOnConflict = <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(operation, {
    times: maxRetries,
    schedule: pauses,
    while: (error) => error instanceof VersionConflict
  })
