/** Endpoints and deliveries of a plugin over all scopes, for operators. */
import { listing, type Listing } from "../store/listing.ts"
import type { DeliveryRow } from "./deliveryRepository.ts"
import type { EndpointRow } from "./endpointRepository.ts"

export type ListedEndpoint = Pick<EndpointRow, "sequence" | "id" | "scope" | "status" | "created_at">

/** A delivery as it is listed. Of an endpoint that was deleted there is no scope. */
export interface ListedDelivery extends Omit<DeliveryRow, "first_attempt_at"> {
  readonly scope: string | null
  readonly type: string | null
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const endpointsOfAll = (plugin: string): Listing<ListedEndpoint> =>
  listing({
    table: "webhook_endpoints",
    columns: ["id", "scope", "status", "created_at"],
    where: `plugin = ${quoted(plugin)}`,
    filters: { status: { column: "status" }, account: { accountOf: "scope" } }
  })

/** Deliveries to endpoints whose ids begin so. */
export const deliveriesOfAll = (prefix: string): Listing<ListedDelivery> =>
  listing({
    table: "webhook_deliveries",
    columns: [
      "id",
      "event_id",
      "endpoint_id",
      "status",
      "attempts",
      "next_attempt_at",
      "created_at",
      "(SELECT scope FROM webhook_endpoints WHERE webhook_endpoints.id = endpoint_id) AS scope",
      "(SELECT type FROM events WHERE events.id = event_id) AS type"
    ],
    where: `substr(endpoint_id, 1, ${prefix.length + 1}) = ${quoted(`${prefix}_`)}`,
    filters: {
      status: { column: "status" },
      endpoint: { column: "endpoint_id" },
      event: { column: "event_id" },
      from: { from: "created_at" },
      to: { before: "created_at" }
    }
  })
