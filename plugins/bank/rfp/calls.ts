/** Requests for payment in process: the same operations as over HTTP, for callers with the same scopes. */
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { CreateRfpBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { RfpStatus } from "./Rfp.ts"

const { change, list: lists, read } = callsOf(BankApi, "rfp")
const creating = change("create", { renames: { amountCents: "amount" } })
const reading = read("retrieve")
const listing = lists("list")
const canceling = change("cancel")

/** A request that another bank's customer pays. */
export type CreateRequestForPayment = Omit<typeof CreateRfpBody.Encoded, "amount"> & { readonly amountCents: number }

/** Sends a request for payment. Nothing is created when it fails. */
export const create = (caller: CallerShape, command: CreateRequestForPayment) =>
  creating(caller, { command }, (asking, { amount, ...body }) =>
    operations.create(asking, { ...body, amountCents: amount })
  )

/** A request by its id. Fails with `RfpNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/** A page of requests, newest first. */
export const list = (caller: CallerShape, filter: { readonly status?: RfpStatus } = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { status }, of) => operations.list(asking, { status }, of))

/** Takes a request back. Fails with `RfpNotFound` or `StateConflict`. */
export const cancel = (caller: CallerShape, id: string) =>
  canceling(caller, { id }, (asking) => operations.cancel(asking, id))
