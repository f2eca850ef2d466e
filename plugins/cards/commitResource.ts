/** Writes what was decided about resources, with their events and the answer that a repetition of the request gets. */
import * as Effect from "effect/Effect"
import {
  Clock,
  commit,
  Ids,
  recordOf,
  type Answer,
  type CallerShape,
  type Commit,
  type RegionStore
} from "../../src/plugin.ts"
import { modeOfScope } from "../../src/domain.ts"
import { cardsPlugin } from "./declaration.ts"
import { freeze, wholeSeconds, type CardsEventType } from "./events.ts"

/** On whose behalf something is written. A job has no request. */
export type Actor = Omit<CallerShape, "requestId"> & { readonly requestId: string | undefined }

/** An event to tell: the resource as it is shown. */
export interface ResourceEvent {
  readonly type: CardsEventType
  /** Id of the resource. */
  readonly resource: string
  readonly resourceJson: string
}

/** What one change writes. */
export interface ResourceChange<E> extends Partial<
  Pick<Commit<E>, "entries" | "limits" | "jobs" | "cancelledJobs" | "completes">
> {
  readonly writes: Commit<E>["writes"]
  readonly events?: ReadonlyArray<ResourceEvent>
  /** Kept for replay. In-process callers and jobs have none. */
  readonly answer?: Answer | undefined
}

/** Whoever acts when nobody asked: events name no request. */
export const jobActor = (store: RegionStore, scope: string): Actor => ({
  principal: {
    plugin: "cards",
    account: scope.slice(0, scope.lastIndexOf("/")),
    mode: modeOfScope(scope),
    credential: "job",
    scopes: [],
    plan: "growth"
  },
  scope,
  store,
  requestId: undefined,
  claim: undefined
})

/** Writes a change in one transaction. Events are dated in whole seconds, as everything that clients see. */
export const commitResource = Effect.fnUntraced(function* <E = never>(actor: Actor, change: ResourceChange<E>) {
  const clock = yield* Clock
  const ids = yield* Ids
  const now = wholeSeconds(clock.now())
  const { answer, events = [], ...unit } = change
  const { requestId } = actor
  yield* commit<E>(actor.store, {
    ...unit,
    plugin: cardsPlugin,
    scope: actor.scope,
    now,
    nextId: ids.next,
    events: events.map((event) => freeze(actor, { ...event, id: ids.next("evt"), createdAt: now })),
    record: requestId === undefined ? undefined : recordOf({ ...actor, requestId }, answer)
  })
})
