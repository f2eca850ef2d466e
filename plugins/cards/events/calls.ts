/** Stored events in process, newest first. `engine.events` gives them in the order of their commits, and waits for more. */
import * as Effect from "effect/Effect"
import {
  eventDataOf,
  type CallerShape,
  type EventFilter,
  type HostPage,
  type OutboxEvent
} from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { CardsEventType } from "../events.ts"
import { withTimes } from "../lists.ts"
import type { eventData } from "../published-events.ts"
import { filterOf } from "./api.ts"
import * as operations from "./operations.ts"

type Data = { readonly [Type in CardsEventType]: (typeof eventData)[Type]["Encoded"] }

/** An event of the account. `type` says what `data` is: the object as webhooks show it, as it was then. */
export type CardsEvent = {
  readonly [Type in CardsEventType]: {
    readonly id: string
    readonly type: Type
    /** Id of the object that it is about. */
    readonly resource: string
    /** Engine time, epoch milliseconds. */
    readonly createdAt: number
    readonly data: Data[Type]
  }
}[CardsEventType]

/** What a list of events may be narrowed by. Times are epoch milliseconds, both included. */
export interface CardsEventFilter extends EventFilter {
  readonly type?: CardsEventType | undefined
}

const shown = (event: OutboxEvent) => {
  const { createdAt, id, resource, type } = event
  return { id, type, resource, createdAt, data: eventDataOf(event) } as CardsEvent
}

/** An event by its id. Fails with `EventNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => Effect.map(operations.retrieve(caller, id), shown)

const listing = callsOf(CardsApi, "events").list("list", { createdFrom: "created[gte]", createdTo: "created[lte]" })

/** A page of events, newest first. Fails with `InvalidParameters` or `InvalidCursor`. */
export const list = (caller: CallerShape, filter: CardsEventFilter = {}, page?: HostPage) =>
  Effect.map(
    listing(caller, { filter: filter && withTimes(filter), page }, (asking, query, of) =>
      operations.list(asking, filterOf(query), of)
    ),
    ({ data, ...rest }) => ({ ...rest, data: data.map(shown) })
  )
