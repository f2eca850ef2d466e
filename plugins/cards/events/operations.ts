/** Looking events up: they are written with what they tell of, and never change. */
import * as Effect from "effect/Effect"
import { eventById, listEvents, readPage, type CallerShape, type EventFilter } from "../../../src/plugin.ts"
import type { PageOf } from "../lists.ts"
import { EventNotFound } from "./EventNotFound.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** An event by its id. Fails with `EventNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const event = yield* eventById(caller.store, id)
  const isOwn = event !== undefined && event.plugin === "cards" && event.scope === caller.scope
  return isOwn ? event : yield* new EventNotFound()
})

/** A page of events, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, filter: EventFilter, page: PageOf) =>
  readPage(
    caller,
    {
      ...page,
      endpoint: "cards.events",
      filters: {
        type: filter.type,
        resource: filter.resource,
        createdFrom: filter.createdFrom?.toString(),
        createdTo: filter.createdTo?.toString()
      }
    },
    (after, rows) => listEvents(caller.store, { plugin: "cards", scope: caller.scope, filter, after, rows })
  )
