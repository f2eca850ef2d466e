/** What can be done with refunds: gather the facts, let the entity decide, commit refund and payment together. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  readDocuments,
  type CallerShape,
  type Plan,
  type Signer,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { Acquirer, type AcquirerUnknown } from "../acquirer/Acquirer.ts"
import type { RefundAnswer } from "../acquirer/answers.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import * as payments from "../payments/operations.ts"
import { ReferenceMissing, type Payment } from "../payments/Payment.ts"
import { eventsAbout, planned, type Actor } from "../plans.ts"
import * as Refund from "./Refund.ts"
import { RefundBody } from "./RefundBody.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** The rows that a decision was made on. */
interface Versions {
  /** `undefined` for a new refund. */
  readonly refund: number | undefined
  readonly payment: number
}

const planDecision = (actor: Actor, { state, ...decided }: Refund.RefundDecision, versions: Versions) => {
  const { payment, refund } = state
  return planned<Refund.Refund, VersionConflict>(actor, refund, {
    writes: [
      // The payment's row is what two refunds, or a refund and a dispute, collide on.
      payments.changed(actor.scope, payment, versions.payment),
      versions.refund === undefined
        ? repository.insert(actor.scope, refund)
        : repository.update(actor.scope, refund, versions.refund)
    ],
    entries: decided.entries,
    events: eventsAbout(decided.events, refund, RefundBody.write),
    jobs: decided.jobs
  })
}

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
 * What becomes of a refund. An acquirer in our own memory answers at once; any other gets its request from a job, after the refund
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
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: Refund.CreateRefund) {
  const ids = yield* Ids
  const now = wholeSeconds((yield* Clock).now())
  const found = yield* payments.findStored(caller.store, caller.scope, command.paymentId)
  if (found === undefined) return yield* new ReferenceMissing({ param: "payment_id" })
  const id = ids.next("ref")
  const amountMinor = yield* Effect.fromResult(Refund.refundAmount(found.payment, command.amountMinor))
  const plan = yield* planRefund(caller, found.payment, { id, amountMinor })
  const decision = yield* Effect.fromResult(
    Refund.create(found.payment, command, { id, now, scope: caller.scope, plan })
  )
  return yield* planDecision(caller, decision, { refund: undefined, payment: found.version })
})

const find = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Refund.RefundNotFound())
})

/** For the processor's notices: whose refund this is, or `undefined`. */
export const ownerOf = repository.ownerOf

/** A refund by its id. Fails with `RefundNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), ({ refund }) => refund)

/** A page of refunds, newest first, of the account or of one payment. */
export const list = (caller: Reader, { paymentId }: { readonly paymentId?: string | undefined }, page: PageOf) =>
  readDocuments(caller, repository, {
    ...page,
    endpoint: "cards.refunds",
    filters: { payment_id: paymentId },
    narrowing: { payment: paymentId }
  })

/**
 * Records what the processor says about a refund later on. A word that changes nothing, because the refund has moved on or it
 * came twice, writes nothing: the outcome is the refund as it stands then. Fails with `RefundNotFound`.
 */
export const settle = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  word: Refund.RefundWord
): Effect.fn.Return<
  Plan<Refund.Refund, VersionConflict>,
  Refund.RefundNotFound | StoreUnavailable,
  Clock | Ids | Signer
> {
  const { refund, version } = yield* find(actor, id)
  const paid = yield* payments.findStored(actor.store, actor.scope, refund.paymentId)
  const decision = paid === undefined ? undefined : Refund.settle({ refund, payment: paid.payment }, word)
  if (paid === undefined || decision === undefined) return { outcome: refund }
  return yield* planDecision(actor, decision, { refund: version, payment: paid.version })
})

/** What a test says has become of a refund. Fails with `RefundStateRefused` when it cannot become that. */
export const resolve = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  outcome: Exclude<Refund.RefundOutcome, "pending">
) {
  const decline = outcome === "failed" ? Refund.returnedByBank : undefined
  const plan = yield* settle(actor, id, { outcome, decline })
  return plan.unit === undefined ? yield* new Refund.RefundStateRefused({ status: plan.outcome.status }) : plan
})

/**
 * Asks the acquirer for a refund that is on disk, under the refund's id: asked again after a crash or a time-out, it
 * gives the same answer. Gives the step that takes the answer. Fails with `AcquirerUnknown` when there is none, to be asked
 * again.
 */
export const send = Effect.fnUntraced(function* (actor: Actor, id: string) {
  const { refund } = yield* find(actor, id)
  const paid = yield* payments.findStored(actor.store, actor.scope, refund.paymentId)
  if (paid === undefined || refund.status !== "pending") return undefined
  const { acquirer, request } = yield* refundRequest(actor, paid.payment, refund)
  return settle(actor, id, wordOf(yield* acquirer.refund(request)))
})
