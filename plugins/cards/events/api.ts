/** Events on the wire (decisions B2, B12): what happened, as receivers of webhooks were told. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { EventBody, EventTypeWord, idPath, listOf, ReferenceId, Timestamp } from "../wire.ts"

const ListEventsQuery = {
  ...listQuery,
  ...Wire.parameters({
    type: [Schema.optionalKey(EventTypeWord), "Only events of this type."],
    "created[gte]": [Schema.optionalKey(Timestamp), "Only events of this time or later."],
    "created[lte]": [Schema.optionalKey(Timestamp), "Only events of this time or earlier."],
    resource: [Schema.optionalKey(ReferenceId), "Only events about the object with this id, such as a payment."]
  })
}

export const EventsApi = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/v2/events", {
      query: ListEventsQuery,
      success: listOf("EventList", EventBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      Publication.words(
        "List events",
        "The newest first. Events stay here whether or not a webhook endpoint received them, so a program that was away can catch up."
      )
    ),
    HttpApiEndpoint.get("retrieve", "/v2/events/:id", {
      params: idPath("The event."),
      success: EventBody,
      error: refused("EventNotFound")
    }).annotateMerge(
      Publication.words("Retrieve an event", "The very body that webhook endpoints receive: it never changes.")
    )
  )
  .annotateMerge(Publication.tag("Events", "What happened, in order: the bodies that webhook endpoints receive."))

/** What a query narrows a list by. */
export const filterOf = (query: Schema.Struct.Type<typeof ListEventsQuery>) => ({
  type: query.type,
  resource: query.resource,
  createdFrom: query["created[gte]"],
  createdTo: query["created[lte]"]
})
