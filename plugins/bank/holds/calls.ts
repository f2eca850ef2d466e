/** The officer's queue in process: payments that compliance stopped. The same as over HTTP, for callers with the same scopes. */
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { Hold } from "../compliance/Hold.ts"
import { noteOf, type CreateExceptionBody, type DecideHoldBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change, list: lists, read } = callsOf(BankApi, "holds")
const reading = read("retrieve")
const listing = lists("list")
const releasing = change("release")
const rejecting = change("reject")
const excepting = change("addException")

/** A page of holds, newest first. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, filter: { readonly status?: Hold["status"] } = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { status }, of) => operations.list(asking, { status }, of))

/** A hold by its id, with what matched. Fails with `HoldNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/**
 * Lets the payment go on. Fails with `HoldNotFound`, `StateConflict` where it was decided, `SelfApprovalForbidden` for the client
 * that made the payment, or `SanctionedCountry` where one came under sanctions meanwhile.
 */
export const release = (caller: CallerShape, id: string, command: typeof DecideHoldBody.Encoded) =>
  releasing(caller, { id, command }, (asking, body) => operations.releaseHold(asking, id, noteOf(body)))

/** Ends the payment as `rejected`. Fails as `release`, but never with `SanctionedCountry`. */
export const reject = (caller: CallerShape, id: string, command: typeof DecideHoldBody.Encoded) =>
  rejecting(caller, { id, command }, (asking, body) => operations.rejectHold(asking, id, noteOf(body)))

/** From now on payments are not held because this value resembles this entry of a list. */
export const addException = (caller: CallerShape, command: typeof CreateExceptionBody.Encoded) =>
  excepting(caller, { command }, (asking, { expiresAt = null, ...draft }) =>
    operations.addException(asking, { ...draft, expiresAt })
  )
