/** Payouts in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import { call, type CallerShape } from "../../../src/plugin.ts"
import { checked, present } from "../checked.ts"
import { CreatePayoutBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { CreatePayout } from "./Payout.ts"
import type { PayoutFilter } from "./repository.ts"

const checkCreate = checked(CreatePayoutBody)

/** Creates a payout. Fails with `InvalidParameters`, or with what the first closed gate says. */
export const create = (caller: CallerShape, command: CreatePayout) =>
  checkCreate(
    present({
      amount: command.amountMinor,
      currency: command.currency,
      destination: command.destination,
      method: command.method
    })
  ).pipe(Effect.andThen(call(caller, "cards.payouts.create", command, (asking) => operations.create(asking, command))))

/** A payout by its id. Fails with `PayoutNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of payouts, newest first; `limit` 1 to 100. */
export const list = (
  caller: CallerShape,
  filter: PayoutFilter = {},
  page: { readonly limit: number; readonly cursor?: string } = { limit: 20 }
) => operations.list(caller, filter, { limit: page.limit, cursor: page.cursor, page: undefined })

/** Takes a payout back before its batch leaves. Fails with `PayoutStateRefused`. */
export const cancel = (caller: CallerShape, id: string) =>
  call(caller, "cards.payouts.cancel", { id }, (asking) => operations.cancel(asking, id))

/**
 * Records what the bank says of a payout that has left. In live mode nothing else moves it on: the sandbox's bank does
 * so for test payouts only. Fails with `PayoutStateRefused`.
 */
export const report = (caller: CallerShape, id: string, what: operations.BankReport) =>
  call(caller, "cards.payouts.report", { id, what }, (asking) => operations.report(asking, id, what))
