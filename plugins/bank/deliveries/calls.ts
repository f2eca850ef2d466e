/** Deliveries to the webhooks of all clients, in process: the same as over HTTP, for administrators. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(BankApi, "deliveries")
const reading = read("retrieve")
const retrying = change("retry")

/** What a list of deliveries may be narrowed by. */
export interface DeliveryFilter {
  readonly eventId?: string
  readonly webhookId?: string
  /** `exhausted`: all attempts failed; `dropped`: the webhook was disabled or deleted. */
  readonly status?: "pending" | "delivered" | "exhausted" | "dropped"
}

/** A page of deliveries with their attempts, newest first. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, filter: DeliveryFilter = {}, page?: HostPage) =>
  reading(
    caller,
    (asking) =>
      paged(page, (of) => {
        const { webhookId: endpointId, ...search } = filter
        return operations.list(asking, { ...search, endpointId }, of)
      }),
    filter
  )

/** A delivery with its attempts. Fails with `DeliveryNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/**
 * Makes one more attempt now, up to 72 hours after the event; gives the delivery as it was before. Fails with `DeliveryNotFound` or
 * `RetryRefused`.
 */
export const retry = (caller: CallerShape, id: string) =>
  retrying(caller, { id }, (asking) => operations.retry(asking, id))
