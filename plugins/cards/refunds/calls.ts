/** Refunds in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import { call, type CallerShape } from "../../../src/plugin.ts"
import { checked, present } from "../checked.ts"
import { CreateRefundBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { CreateRefund, RefundWord } from "./Refund.ts"

const checkCreate = checked(CreateRefundBody)

/** Refunds a payment, in full or in part. Fails with `InvalidParameters`, and as the documented codes say. */
export const create = (caller: CallerShape, command: CreateRefund) =>
  checkCreate(present({ payment_id: command.paymentId, amount: command.amountMinor, reason: command.reason })).pipe(
    Effect.andThen(call(caller, "cards.refunds.create", command, (asking) => operations.create(asking, command)))
  )

/** A refund by its id. Fails with `RefundNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of refunds, newest first; `limit` 1 to 100. */
export const list = (
  caller: CallerShape,
  filter: { readonly paymentId?: string } = {},
  page: { readonly limit: number; readonly cursor?: string } = { limit: 20 }
) => operations.list(caller, filter, { limit: page.limit, cursor: page.cursor, page: undefined })

/**
 * Records what the processor said of a refund after it was made, such as that a card's bank sent it back. Said twice, it
 * is recorded once. Answers the refund as it stands then.
 */
export const settle = (caller: CallerShape, id: string, word: RefundWord) =>
  call(caller, "cards.refunds.settle", { id, word }, (asking) => operations.settle(asking, id, word))
