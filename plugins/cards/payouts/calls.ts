/** Payouts in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { checked, present } from "../checked.ts"
import { CreatePayoutBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { CreatePayout, Payout } from "./Payout.ts"
import type { PayoutFilter } from "./repository.ts"

const payoutOf = ({ payout }: operations.Presented): Payout => payout

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
  ).pipe(Effect.andThen(operations.create(caller, command)), Effect.map(payoutOf))

/** A payout by its id. Fails with `PayoutNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of payouts, newest first; `limit` 1 to 100. */
export const list = (
  caller: CallerShape,
  filter: PayoutFilter = {},
  page: { readonly limit: number; readonly cursor?: string } = { limit: 20 }
) => operations.list(caller, filter, { limit: page.limit, cursor: page.cursor, page: undefined })

/** Takes a payout back before its batch leaves. Fails with `PayoutStateRefused`. */
export const cancel = (caller: CallerShape, id: string) => Effect.map(operations.cancel(caller, id), payoutOf)

/**
 * Records what the bank says of a payout that has left. In live mode nothing else moves it on: the sandbox's bank does
 * so for test payouts only. Fails with `PayoutStateRefused`.
 */
export const report = (caller: CallerShape, id: string, what: operations.BankReport) =>
  Effect.map(operations.report(caller, id, what), payoutOf)
