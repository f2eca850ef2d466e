/** Refunds in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import { call, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { faultWords, readFault } from "../acquirer/answers.ts"
import { CardsApi } from "../api.ts"
import { callsOf, checkReported } from "../callsOf.ts"
import { commandOf } from "./api.ts"
import * as operations from "./operations.ts"
import { refundOutcomes, type CreateRefund, type RefundWord } from "./Refund.ts"

const own = callsOf(CardsApi, "refunds")
const creating = own.change("create", { renames: { amountMinor: "amount" } })
const listing = own.list("list")

/** Refunds a payment, in full or in part. Fails with `InvalidParameters`, and as the documented codes say. */
export const create = (caller: CallerShape, command: CreateRefund) =>
  creating(caller, { command }, (asking, body) => operations.create(asking, commandOf(body)))

/** A refund by its id. Fails with `RefundNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of refunds, newest first. Fails with `InvalidParameters`. */
export const list = (caller: CallerShape, filter: { readonly paymentId?: string } = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { payment_id }, of) =>
    operations.list(asking, { paymentId: payment_id }, of)
  )

const words = `one of ${refundOutcomes.join(", ")}, with a decline or without: ${faultWords}`

const isWord = ({ decline, outcome }: RefundWord): boolean =>
  refundOutcomes.includes(outcome) && (decline === undefined || readFault(decline) !== undefined)

/**
 * Records what the processor reports about a refund later, such as that a card's bank sent it back. Reported twice, it
 * is recorded once. Answers the refund as it stands then. Fails with `InvalidParameters` for what is no such word.
 */
export const settle = (caller: CallerShape, id: string, word: RefundWord) =>
  Effect.andThen(
    checkReported(isWord({ ...word }), "word", words),
    call(caller, "cards.refunds.settle", { id, word }, (asking) => operations.settle(asking, id, word))
  )
