/** What can be done with refunds: gather the facts, let the entity decide, commit refund and payment together. */
import * as Effect from "effect/Effect"
import type { Cursor, DecidedJob } from "../../../src/domain.ts"
import {
  Clock,
  Ids,
  readPage,
  retryOnConflict,
  type Signer,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import { Acquirer, type AcquirerUnknown } from "../acquirer/Acquirer.ts"
import type { RefundAnswer } from "../acquirer/answers.ts"
import { commitResource, type Actor } from "../commitResource.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import * as payments from "../payments/operations.ts"
import { ReferenceMissing, type Payment } from "../payments/Payment.ts"
import * as Refund from "./Refund.ts"
import { encodeRefund } from "./RefundBody.ts"
import * as repository from "./repository.ts"

/** Builds the answer that is kept for replay. */
export type Present = (refund: Refund.Refund) => Answer

/** A refund with the answer to give; in-process callers have none. */
export interface Presented {
  readonly refund: Refund.Refund
  readonly answer: Answer | undefined
}

type Reader = Pick<CallerShape, "store" | "scope">

/** The rows that a decision was made on. */
interface Versions {
  /** `undefined` for a new refund. */
  readonly refund: number | undefined
  readonly payment: number
}

const commitDecision = Effect.fnUntraced(function* (
  actor: Actor,
  decision: Refund.RefundDecision,
  options: {
    readonly versions: Versions
    readonly answer?: Answer | undefined
    readonly jobs?: ReadonlyArray<DecidedJob>
    readonly completes?: ClaimedJob | undefined
  }
) {
  const { payment, refund } = decision.state
  const { answer, completes, jobs = [], versions } = options
  const resourceJson = JSON.stringify(encodeRefund(refund))
  yield* commitResource(actor, {
    writes: [
      // The payment's row is what two refunds, or a refund and a dispute, collide on.
      payments.changed(actor.scope, payment, versions.payment),
      versions.refund === undefined
        ? repository.insert(actor.scope, refund)
        : repository.update(actor.scope, refund, versions.refund)
    ],
    entries: decision.entries,
    events: decision.events.map(({ type }) => ({ type, resource: refund.id, resourceJson })),
    jobs: [...decision.jobs, ...jobs],
    answer,
    completes
  })
})

/** The acquirer that took the payment, and what it must be told to give money back. */
const refundRequest = Effect.fnUntraced(function* (
  caller: Reader,
  payment: Payment,
  refund: { readonly id: string; readonly amountMinor: number }
) {
  const { live, test } = yield* Acquirer
  const paymentMethod = yield* paymentMethods.findKept(caller.store, caller.scope, payment.paymentMethod)
  return {
    acquirer: payment.livemode ? live : test,
    request: {
      reference: refund.id,
      refund: refund.id,
      payment: payment.id,
      acquirerReference: payment.acquirerReference ?? payment.id,
      amountMinor: refund.amountMinor,
      currency: payment.currency,
      livemode: payment.livemode,
      paymentMethod
    }
  }
})

const wordOf = (answer: RefundAnswer): Refund.RefundWord =>
  answer.outcome === "declined"
    ? { outcome: "failed", decline: { code: answer.code, message: answer.message } }
    : answer

/**
 * What becomes of a refund. An acquirer in our own memory answers at once; any other is asked by a job, after the refund
 * is on disk, so that no crash can send money back twice.
 */
const planRefund = Effect.fnUntraced(function* (
  caller: Reader,
  payment: Payment,
  refund: { readonly id: string; readonly amountMinor: number }
): Effect.fn.Return<Refund.RefundPlan, StoreUnavailable | AcquirerUnknown, Signer> {
  const { acquirer, request } = yield* refundRequest(caller, payment, refund)
  if (!acquirer.local) return { atOnce: "unsent" }
  const { refund: behaviour } = request.paymentMethod.behaviour
  return {
    atOnce: wordOf(yield* acquirer.refund(request)),
    later: behaviour === undefined ? undefined : Refund.sandboxLaterWords[behaviour]
  }
})

/**
 * Refunds a payment, in full or in part. Fails with `ReferenceMissing` when the payment does not exist, `RefundRefused`
 * or `RefundAmountTooLarge`. A customer on a sanctions list can be refunded: returning money is not processing a payment.
 */
export const create = Effect.fnUntraced(
  function* (caller: CallerShape, command: Refund.CreateRefund, present?: Present) {
    const clock = yield* Clock
    const ids = yield* Ids
    const now = wholeSeconds(clock.now())
    const found = yield* payments.findStored(caller.store, caller.scope, command.paymentId)
    if (found === undefined) return yield* new ReferenceMissing({ param: "payment_id" })
    const id = ids.next("ref")
    const amountMinor = yield* Effect.fromResult(Refund.refundAmount(found.payment, command.amountMinor))
    const plan = yield* planRefund(caller, found.payment, { id, amountMinor })
    const decision = yield* Effect.fromResult(
      Refund.create(found.payment, command, { id, now, scope: caller.scope, plan })
    )
    const { refund } = decision.state
    const answer = present?.(refund)
    yield* commitDecision(caller, decision, { versions: { refund: undefined, payment: found.version }, answer })
    return { refund, answer } satisfies Presented
  },
  (operation) => retryOnConflict(operation)
)

const find = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Refund.RefundNotFound())
})

/** A refund by its id. Fails with `RefundNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), ({ refund }) => refund)

/** A page of refunds, newest first, of the account or of one payment. */
export const list = (caller: Reader, filter: { readonly paymentId?: string | undefined }, page: PageOf) =>
  readPage(
    caller,
    { ...page, endpoint: "cards.refunds", filters: { payment_id: filter.paymentId } },
    (after: Cursor.CursorPosition | undefined, rows) =>
      repository.list(caller.store, { scope: caller.scope, paymentId: filter.paymentId, after, rows })
  )

/**
 * Records what the processor says of a refund later on. Answers the refund as it stands then; a word that changes
 * nothing, because the refund has moved on or it came twice, writes nothing. Fails with `RefundNotFound`.
 */
export const settle = Effect.fnUntraced(
  function* (
    actor: Actor,
    id: string,
    word: Refund.RefundWord,
    options: { readonly completes?: ClaimedJob; readonly present?: Present } = {}
  ) {
    const stored = yield* find(actor, id)
    const paid = yield* payments.findStored(actor.store, actor.scope, stored.refund.paymentId)
    const decision =
      paid === undefined ? undefined : Refund.settle({ refund: stored.refund, payment: paid.payment }, word)
    if (paid === undefined || decision === undefined)
      return { refund: stored.refund, changed: false, answer: undefined }
    const { refund } = decision.state
    const answer = options.present?.(refund)
    const versions = { refund: stored.version, payment: paid.version }
    yield* commitDecision(actor, decision, { versions, completes: options.completes, answer })
    return { refund, changed: true, answer }
  },
  (operation) => retryOnConflict(operation)
)

/** What a test says has become of a refund. Fails with `RefundStateRefused` when it cannot become that. */
export const resolve = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  outcome: Exclude<Refund.RefundOutcome, "pending">,
  present?: Present
) {
  const decline = outcome === "failed" ? Refund.returnedByBank : undefined
  const settled = yield* settle(actor, id, { outcome, decline }, present === undefined ? {} : { present })
  if (!settled.changed) return yield* new Refund.RefundStateRefused({ status: settled.refund.status })
  return settled
})

/**
 * Asks the acquirer for a refund that is on disk, under the refund's id: asked again after a crash or a time-out, it
 * gives the same answer. Fails with `AcquirerUnknown` when there is none, to be asked again.
 */
export const send = Effect.fnUntraced(function* (actor: Actor, id: string, completes: ClaimedJob) {
  const { refund } = yield* find(actor, id)
  const paid = yield* payments.findStored(actor.store, actor.scope, refund.paymentId)
  if (paid === undefined || refund.status !== "pending") return { refund, changed: false, answer: undefined }
  const { acquirer, request } = yield* refundRequest(actor, paid.payment, refund)
  return yield* settle(actor, id, wordOf(yield* acquirer.refund(request)), { completes })
})
