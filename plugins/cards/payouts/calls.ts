/** Payouts in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import { call, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { faultWords } from "../acquirer/answers.ts"
import { readPayoutNotice } from "../acquirer/notices.ts"
import { CardsApi } from "../api.ts"
import { callsOf, checkReported } from "../callsOf.ts"
import { commandOf } from "./api.ts"
import * as operations from "./operations.ts"
import type { CreatePayout } from "./Payout.ts"

const own = callsOf(CardsApi, "payouts")
const creating = own.change("create", { renames: { amountMinor: "amount" } })
const listing = own.list("list")

/** Creates a payout. Fails with `InvalidParameters`, or with what the first closed gate says. */
export const create = (caller: CallerShape, command: CreatePayout) =>
  creating(caller, { command }, (asking, body) => operations.create(asking, commandOf(body)))

/** A payout by its id. Fails with `PayoutNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of payouts, newest first. Fails with `InvalidParameters`. */
export const list = (caller: CallerShape, filter: operations.PayoutFilter = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { destination, status }, of) =>
    operations.list(asking, { destination, status }, of)
  )

/** Takes a payout back before its batch leaves. Fails with `PayoutStateRefused`. */
export const cancel = (caller: CallerShape, id: string) =>
  call(caller, "cards.payouts.cancel", { id }, (asking) => operations.cancel(asking, id))

const reports = `paid, or failed or returned with a fault: ${faultWords}`

/**
 * Records what the bank says about a payout that has left. In live mode nothing else moves it on: the sandbox's bank does
 * so for test payouts only. Fails with `InvalidParameters` for what is no report, or `PayoutStateRefused`.
 */
export const report = (caller: CallerShape, id: string, what: operations.BankReport) =>
  Effect.andThen(
    checkReported(readPayoutNotice({ ...what, payout: id }) !== undefined, "what", reports),
    call(caller, "cards.payouts.report", { id, what }, (asking) => operations.report(asking, id, what))
  )
