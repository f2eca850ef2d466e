/** The balance in process, and the journals behind it: the same as over HTTP. */
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import * as operations from "./operations.ts"

const listing = callsOf(CardsApi, "balance").list("listEntries")

/** The money of the account by currency, in the smallest currency unit; `available` may be negative. */
export const retrieve = (caller: CallerShape) => operations.retrieve(caller)

/**
 * A page of the journals that one object caused, newest first: `source` is the id of a payment, refund, dispute, payout or
 * funding. Amounts are in the smallest currency unit. An object of another account has none. Fails with `InvalidParameters`.
 */
export const listEntries = (caller: CallerShape, filter: { readonly source: string }, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { source }, of) => operations.listEntries(asking, { source }, of))
