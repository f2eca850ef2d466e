/** Events on the wire (decisions B2, B12): what happened, as receivers of webhooks were told. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { events, type CardsEventType } from "../events.ts"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf, ReferenceId, Timestamp } from "../wire.ts"

const types = Object.keys(events) as unknown as readonly [CardsEventType, ...ReadonlyArray<CardsEventType>]

/** An event as it is shown. `data` is the resource as it was at the time (spec cards §6). */
export const EventBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("event"),
  type: Schema.Literals(types),
  created_at: Schema.String,
  livemode: Schema.Boolean,
  api_version: Schema.String,
  region: Schema.String,
  request: Schema.NullOr(Schema.Struct({ id: Schema.String, idempotency_key: Schema.NullOr(Schema.String) })),
  data: Schema.Record(Schema.String, Schema.Unknown)
})

/** The endpoints of this slice. */
export const EventsApi = HttpApiGroup.make("events").add(
  HttpApiEndpoint.get("list", "/v2/events", {
    query: {
      ...listQuery,
      type: Schema.optionalKey(Schema.Literals(types).annotate({ expected: "an event type of this service" })),
      "created[gte]": Schema.optionalKey(Timestamp),
      "created[lte]": Schema.optionalKey(Timestamp),
      resource: Schema.optionalKey(ReferenceId)
    },
    success: listOf("EventList", EventBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/events/:id", {
    params: { id: Schema.String },
    success: EventBody,
    error: ErrorBody
  })
)
