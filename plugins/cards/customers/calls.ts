/** Customers in process: the same operations as over HTTP, with values instead of bodies. */
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { createOf, updateOf } from "./api.ts"
import type { CreateCustomer, UpdateCustomer } from "./Customer.ts"
import * as operations from "./operations.ts"

const { change, list: listOf } = callsOf(CardsApi, "customers")
const creating = change("create")
const updating = change("update")
const removing = change("remove")
const listing = listOf("list")

/** Creates a customer; a name is screened. Fails with `InvalidParameters` or `EmailTaken`. */
export const create = (caller: CallerShape, command: CreateCustomer) =>
  creating(caller, { command }, (asking, body) => operations.create(asking, createOf(body)))

/** A customer by its id. Fails with `CustomerNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of customers, newest first. Fails with `InvalidParameters`. */
export const list = (caller: CallerShape, filter: { readonly email?: string } = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { email }, of) => operations.list(asking, { email }, of))

/** Changes a customer: what is left out stays, `null` clears. Fails with `CustomerNotFound`, or as `create`. */
export const update = (caller: CallerShape, id: string, command: UpdateCustomer) =>
  updating(caller, { id, command }, (asking, body) => operations.update(asking, { id, change: updateOf(body) }))

/** Deletes a customer for good; gives it as it was. Fails with `CustomerNotFound` or `ActiveSubscriptions`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))
