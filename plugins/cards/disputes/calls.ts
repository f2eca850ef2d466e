/** Disputes in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import { call, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { isTime } from "../acquirer/answers.ts"
import { isId } from "../acquirer/notices.ts"
import { CardsApi } from "../api.ts"
import { callsOf, checkReported } from "../callsOf.ts"
import { evidenceOf } from "./api.ts"
import type { ClosingTrigger, OpenDispute } from "./Dispute.ts"
import type { Evidence } from "./Evidence.ts"
import * as operations from "./operations.ts"

const own = callsOf(CardsApi, "disputes")
const responding = own.change("respond")
const listing = own.list("list")

// What a test says of a dispute is judged as what a processor reports.
const opening = callsOf(CardsApi, "moneyHelpers").change("openDispute", { renames: { amountMinor: "amount" } })

/**
 * Records a dispute that the processor reports. Without an amount all that is left of the payment is disputed. Fails with
 * `InvalidParameters`, and as `operations.open`.
 */
export const open = (caller: CallerShape, reported: OpenDispute) => {
  const { acquirerDispute, respondBy, ...command } = { ...reported }
  const isName = acquirerDispute === undefined || isId(acquirerDispute)
  return Effect.andThen(
    checkReported(isName, "acquirerDispute", "a text of 1 to 255 characters").pipe(
      Effect.andThen(
        checkReported(respondBy === undefined || isTime(respondBy), "respondBy", "a time in epoch milliseconds")
      )
    ),
    opening(caller, { command }, (asking, { amount: amountMinor, payment_id: paymentId, reason }) =>
      operations.open(asking, { paymentId, reason, amountMinor, acquirerDispute, respondBy })
    )
  )
}

/** A dispute by its id. Fails with `DisputeNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of disputes, newest first. Fails with `InvalidParameters`. */
export const list = (caller: CallerShape, filter: operations.DisputeFilter = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { payment_id, status }, of) =>
    operations.list(asking, { paymentId: payment_id, status }, of)
  )

/**
 * Saves evidence as a draft, or submits it. Card numbers in it are masked. Fails with `InvalidParameters` or
 * `DisputeRefused`.
 */
export const respondWith = (
  caller: CallerShape,
  id: string,
  command: { readonly evidence: Evidence; readonly submit: boolean }
) =>
  // Bodies have the evidence beside `submit`.
  responding(
    caller,
    { id, command: command && { ...command, evidence: undefined, ...command.evidence } },
    (asking, body) => operations.respondWith(asking, id, { evidence: evidenceOf(body), submit: body.submit ?? false })
  )

const ends: ReadonlyArray<ClosingTrigger> = ["accept", "win", "lose"]

/**
 * Accepts a dispute (`accept`), or records that the issuer decided it (`win`, `lose`). Fails with `InvalidParameters` for another
 * word, or `DisputeRefused`.
 */
export const close = (caller: CallerShape, id: string, trigger: Exclude<ClosingTrigger, "expire">) =>
  Effect.andThen(
    checkReported(ends.includes(trigger), "trigger", ends.join(", ")),
    call(caller, "cards.disputes.close", { id, trigger }, (asking) => operations.close(asking, id, trigger))
  )
