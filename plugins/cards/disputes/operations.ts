/** What can be done with disputes: gather the facts, let the entity decide, commit dispute and payment together. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  Clock,
  Ids,
  readPage,
  retryOnConflict,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type Write
} from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { commitResource, type Actor } from "../commitResource.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { merchantCountryOf } from "../payments/committing.ts"
import * as payments from "../payments/operations.ts"
import { isLiabilityShifted, ReferenceMissing } from "../payments/Payment.ts"
import { eurMinorOf } from "../reference-rates.ts"
import * as sca from "../sca/operations.ts"
import * as Dispute from "./Dispute.ts"
import { encodeDispute } from "./DisputeBody.ts"
import type { Evidence } from "./Evidence.ts"
import * as repository from "./repository.ts"

/** Builds the answer that is kept for replay. */
export type Present = (dispute: Dispute.Dispute) => Answer

/** A dispute with the answer to give; in-process callers and jobs have none. */
export interface Presented {
  readonly dispute: Dispute.Dispute
  readonly answer: Answer | undefined
}

/** How a change is answered, and which job asked for it. */
export interface ChangeOptions {
  readonly present?: Present | undefined
  readonly completes?: ClaimedJob | undefined
}

type Reader = Pick<CallerShape, "store" | "scope">

const commitDecision = Effect.fnUntraced(function* (
  actor: Actor,
  decision: Dispute.DisputeDecision,
  options: ChangeOptions & {
    /** The rows that the decision was made on; a new dispute has none. */
    readonly versions: { readonly dispute: number | undefined; readonly payment: number }
    /** What the outcome adds to counters. */
    readonly alongside?: ReadonlyArray<Write>
  }
) {
  const { dispute, payment } = decision.state
  const answer = options.present?.(dispute)
  const resourceJson = JSON.stringify(encodeDispute(dispute))
  yield* commitResource(actor, {
    writes: [
      // The payment's row is what two disputes, or a dispute and a refund, collide on.
      payments.changed(actor.scope, payment, options.versions.payment),
      options.versions.dispute === undefined
        ? repository.insert(actor.scope, dispute)
        : repository.update(actor.scope, dispute, options.versions.dispute),
      ...(options.alongside ?? [])
    ],
    entries: decision.entries,
    events: decision.events.map(({ type }) => ({ type, resource: dispute.id, resourceJson })),
    jobs: decision.jobs,
    cancelledJobs: decision.cancelledJobs,
    answer,
    completes: options.completes
  })
  return { dispute, answer } satisfies Presented
})

/**
 * Opens a dispute, as the scheme reports it. Fails with `ReferenceMissing` when the payment does not exist,
 * `PaymentStateRefused` when it was not captured, `PaymentNotDisputable` or `DisputeAmountTooLarge`.
 */
export const open = Effect.fnUntraced(
  function* (actor: Actor, command: Dispute.OpenDispute, options: ChangeOptions = {}) {
    const clock = yield* Clock
    const ids = yield* Ids
    const settings = yield* AccountSettings
    const now = wholeSeconds(clock.now())
    const found = yield* payments.findStored(actor.store, actor.scope, command.paymentId)
    if (found === undefined) return yield* new ReferenceMissing({ param: "payment_id" })
    const feeMinor = settings.get(actor.principal.account)?.fees?.disputeMinor ?? 0
    const decision = yield* Effect.fromResult(
      Dispute.open(found.payment, command, { id: ids.next("dsp"), now, scope: actor.scope, feeMinor })
    )
    const versions = { dispute: undefined, payment: found.version }
    return yield* commitDecision(actor, decision, { ...options, versions })
  },
  (operation) => retryOnConflict(operation)
)

const find = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Dispute.DisputeNotFound())
})

const findBoth = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const { dispute, version } = yield* find(caller, id)
  const paid = yield* payments.findStored(caller.store, caller.scope, dispute.paymentId)
  if (paid === undefined) return yield* Effect.die(new Error(`${dispute.id} has lost its payment`))
  return { dispute, payment: paid.payment, versions: { dispute: version, payment: paid.version } }
})

/** A dispute by its id. Fails with `DisputeNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), ({ dispute }) => dispute)

/** A page of disputes, newest first. */
export const list = (caller: Reader, filter: repository.DisputeFilter, page: PageOf) =>
  readPage(
    caller,
    {
      ...page,
      endpoint: "cards.disputes",
      filters: { status: filter.status, payment_id: filter.paymentId }
    },
    (after: Cursor.CursorPosition | undefined, rows) =>
      repository.list(caller.store, { scope: caller.scope, filter, after, rows })
  )

/** Saves evidence as a draft, or submits it with all drafts. Fails with `DisputeNotFound` or `DisputeRefused`. */
export const respondWith = Effect.fnUntraced(
  function* (
    actor: Actor,
    id: string,
    command: { readonly evidence: Evidence; readonly submit: boolean; readonly present?: Present }
  ) {
    const clock = yield* Clock
    const found = yield* findBoth(actor, id)
    const facts = {
      now: wholeSeconds(clock.now()),
      scope: actor.scope,
      liabilityShifted: isLiabilityShifted(found.payment)
    }
    const decision = yield* Effect.fromResult(Dispute.respondWith(found, command, facts))
    return yield* commitDecision(actor, decision, { versions: found.versions, present: command.present })
  },
  (operation) => retryOnConflict(operation)
)

/** Fraud that was lost counts against the merchant's exemptions from authentication (decisions C2). */
const fraudWrites = Effect.fnUntraced(function* (actor: Actor, dispute: Dispute.Dispute) {
  if (dispute.status !== "lost" || dispute.reason !== "fraudulent") return []
  const clock = yield* Clock
  return sca.onFraud(actor.scope, {
    merchantCountry: yield* merchantCountryOf(actor),
    amountEurMinor: eurMinorOf(dispute.amountMinor, dispute.currency),
    now: clock.now()
  })
})

/**
 * Ends a dispute: accepted by the merchant, past its deadline, or decided by the issuer. Fails with `DisputeNotFound`,
 * or with `DisputeRefused` when it has ended.
 */
export const close = Effect.fnUntraced(
  function* (actor: Actor, id: string, how: ChangeOptions & { readonly trigger: Dispute.ClosingTrigger }) {
    const { versions, ...both } = yield* findBoth(actor, id)
    const decision = yield* Effect.fromResult(Dispute.close(both, how.trigger))
    const alongside = yield* fraudWrites(actor, decision.state.dispute)
    return yield* commitDecision(actor, decision, { ...how, versions, alongside })
  },
  (operation) => retryOnConflict(operation)
)
