/** What operations of this plugin write together: rows and jobs. */
import * as Effect from "effect/Effect"
import { Clock, commit, Ids, type CallerShape, type ClaimedJob, type Plan, type Unit } from "../../src/plugin.ts"
import { docsPlugin } from "./declaration.ts"

/** Whom a unit of work is done for: a request, or a job with the scope of what it works on. */
export type Keeper = Pick<CallerShape, "store" | "scope"> & Partial<Pick<CallerShape, "principal">>

/** What is written with an outcome. */
export interface Change<A, E> extends Partial<Pick<Unit<E>, "writes" | "jobs" | "cancelledJobs">> {
  readonly outcome: A
}

const unitOf = Effect.fnUntraced(function* <E>(
  { scope }: Keeper,
  { writes = [], ...change }: Omit<Change<unknown, E>, "outcome">
) {
  return { ...change, writes, plugin: docsPlugin, scope, now: (yield* Clock).now(), nextId: (yield* Ids).next }
})

/** The plan of a change, dated now. */
export const planned = <A, E = never>(
  keeper: Keeper,
  { outcome, ...change }: Change<A, E>
): Effect.Effect<Plan<A, E>, never, Clock | Ids> => Effect.map(unitOf(keeper, change), (unit) => ({ outcome, unit }))

/** Writes a change at once, for jobs and for requests that have no key. Fails as `commit` does. */
export const keep = Effect.fnUntraced(function* <E = never>(
  keeper: Keeper,
  { completes, ...change }: Omit<Change<unknown, E>, "outcome"> & { readonly completes?: ClaimedJob }
) {
  yield* commit<E>(keeper.store, { ...(yield* unitOf(keeper, change)), completes })
})
