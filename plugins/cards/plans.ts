/** What operations on resources plan to write: rows, journals, jobs, and events with the resource as it is shown. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type CallerShape, type Plan, type RegionStore, type Unit } from "../../src/plugin.ts"
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

/** An event that shows a resource as it is now. */
export const eventAbout = <A extends { readonly id: string }>(
  type: CardsEventType,
  resource: A,
  encode: (resource: A) => unknown
): ResourceEvent => ({ type, resource: resource.id, resourceJson: JSON.stringify(encode(resource)) })

/** The events of a decision about a resource. */
export const eventsAbout = <A extends { readonly id: string }>(
  events: ReadonlyArray<{ readonly type: CardsEventType }>,
  resource: A,
  encode: (resource: A) => unknown
): ReadonlyArray<ResourceEvent> => {
  const resourceJson = JSON.stringify(encode(resource))
  return events.map(({ type }) => ({ type, resource: resource.id, resourceJson }))
}

export interface ResourceChange<E> extends Partial<Pick<Unit<E>, "entries" | "limits" | "jobs" | "cancelledJobs">> {
  readonly writes: Unit<E>["writes"]
  readonly events?: ReadonlyArray<ResourceEvent>
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

/** Events as they are written, dated `now` (whole seconds, as everything that clients see). */
export const frozen = (
  actor: Actor,
  events: ReadonlyArray<ResourceEvent>,
  by: { readonly now: number; readonly nextId: (prefix: string) => string }
) => events.map((event) => freeze(actor, { ...event, id: by.nextId("evt"), createdAt: by.now }))

/** The unit of a change, dated now. */
export const unitOf = Effect.fnUntraced(function* <E = never>(
  actor: Actor,
  { events = [], ...change }: ResourceChange<E>
) {
  const now = wholeSeconds((yield* Clock).now())
  const nextId = (yield* Ids).next
  const dated = { now, nextId }
  return {
    ...change,
    ...dated,
    plugin: cardsPlugin,
    scope: actor.scope,
    events: frozen(actor, events, dated)
  } satisfies Unit<E>
})

/** The plan of a change with this outcome. */
export const planned = <A, E = never>(
  actor: Actor,
  outcome: A,
  change: ResourceChange<E>
): Effect.Effect<Plan<A, E>, never, Clock | Ids> => Effect.map(unitOf(actor, change), (unit) => ({ outcome, unit }))
