/** What can be done with disputes: gather the facts, let the entity decide, commit dispute and payment together. */
import * as Effect from "effect/Effect"
import { Clock, Ids, readDocuments, type CallerShape, type VersionConflict, type Write } from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { merchantCountryOf } from "../payments/plan.ts"
import * as payments from "../payments/operations.ts"
import { isLiabilityShifted, ReferenceMissing } from "../payments/Payment.ts"
import { eventsAbout, planned, type Actor } from "../plans.ts"
import { eurMinorOf } from "../reference-rates.ts"
import * as sca from "../sca/operations.ts"
import * as Dispute from "./Dispute.ts"
import { DisputeBody } from "./DisputeBody.ts"
import type { Evidence } from "./Evidence.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** The rows that a decision was made on. */
interface Versions {
  /** `undefined` for a new dispute. */
  readonly dispute: number | undefined
  readonly payment: number
}

const planDecision = (
  actor: Actor,
  { state, ...decided }: Dispute.DisputeDecision,
  { alongside = [], ...versions }: Versions & { readonly alongside?: ReadonlyArray<Write> }
) => {
  const { dispute, payment } = state
  return planned<Dispute.Dispute, VersionConflict>(actor, dispute, {
    writes: [
      // The payment's row is what two disputes, or a dispute and a refund, collide on.
      payments.changed(actor.scope, payment, versions.payment),
      versions.dispute === undefined
        ? repository.insert(actor.scope, dispute)
        : repository.update(actor.scope, dispute, versions.dispute),
      ...alongside
    ],
    entries: decided.entries,
    events: eventsAbout(decided.events, dispute, DisputeBody.write),
    jobs: decided.jobs,
    cancelledJobs: decided.cancelledJobs
  })
}

/**
 * Opens a dispute, as the scheme reports it. Fails with `ReferenceMissing` when the payment does not exist,
 * `PaymentStateRefused` when it was not captured, `PaymentNotDisputable` or `DisputeAmountTooLarge`.
 */
export const open = Effect.fnUntraced(function* (actor: Actor, command: Dispute.OpenDispute) {
  const ids = yield* Ids
  const settings = yield* AccountSettings
  const now = wholeSeconds((yield* Clock).now())
  const found = yield* payments.findStored(actor.store, actor.scope, command.paymentId)
  if (found === undefined) return yield* new ReferenceMissing({ param: "payment_id" })
  const feeMinor = settings.get(actor.principal.account)?.fees?.disputeMinor ?? 0
  const decision = yield* Effect.fromResult(
    Dispute.open(found.payment, command, { id: ids.next("dsp"), now, scope: actor.scope, feeMinor })
  )
  return yield* planDecision(actor, decision, { dispute: undefined, payment: found.version })
})

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

/** What a list of disputes may be narrowed by. */
export interface DisputeFilter {
  readonly status?: Dispute.DisputeStatus | undefined
  readonly paymentId?: string | undefined
}

/** A page of disputes, newest first. */
export const list = (caller: Reader, { paymentId, status }: DisputeFilter, page: PageOf) =>
  readDocuments(caller, repository, {
    ...page,
    endpoint: "cards.disputes",
    filters: { status, payment_id: paymentId },
    narrowing: { status, payment: paymentId }
  })

/** Saves evidence as a draft, or submits it with all drafts. Fails with `DisputeNotFound` or `DisputeRefused`. */
export const respondWith = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  command: { readonly evidence: Evidence; readonly submit: boolean }
) {
  const now = wholeSeconds((yield* Clock).now())
  const { versions, ...both } = yield* findBoth(actor, id)
  const facts = { now, scope: actor.scope, liabilityShifted: isLiabilityShifted(both.payment) }
  const decision = yield* Effect.fromResult(Dispute.respondWith(both, command, facts))
  return yield* planDecision(actor, decision, versions)
})

/** Fraud with a card that was lost counts against the merchant's exemptions from authentication (decisions C2). */
const fraudWrites = Effect.fnUntraced(function* (actor: Actor, { dispute, payment }: Dispute.DisputedPayment) {
  if (dispute.status !== "lost" || dispute.reason !== "fraudulent") return []
  const method = yield* paymentMethods.find(actor.store, actor.scope, payment.paymentMethod)
  if (method?.type !== "card") return []
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
export const close = Effect.fnUntraced(function* (actor: Actor, id: string, trigger: Dispute.ClosingTrigger) {
  const { versions, ...both } = yield* findBoth(actor, id)
  const decision = yield* Effect.fromResult(Dispute.close(both, trigger))
  const alongside = yield* fraudWrites(actor, decision.state)
  return yield* planDecision(actor, decision, { ...versions, alongside })
})

/** The dispute of a payment that the acquirer calls by this name, or `undefined`. */
export const findAcquirers = (
  actor: Actor,
  { acquirerDispute, payment }: Record<"acquirerDispute" | "payment", string>
) =>
  Effect.map(
    repository.list(actor.store, {
      scope: actor.scope,
      narrowing: { payment },
      after: undefined,
      rows: maxDisputes
    }),
    (found) => found.find(({ dispute }) => dispute.acquirerDispute === acquirerDispute)?.dispute
  )

/** Disputes of one payment that are looked at (our choice): card schemes allow a handful. */
const maxDisputes = 100

/**
 * Sends the evidence of a dispute to the acquirer that reported it, once it is on disk. Nothing is to be sent where the acquirer
 * takes none, or the dispute has been decided meanwhile. Fails with `DisputeNotFound` or `AcquirerUnknown`.
 */
export const sendEvidence = Effect.fnUntraced(function* (actor: Actor, id: string) {
  const { dispute } = yield* find(actor, id)
  const { acquirerDispute, evidence, livemode, paymentId: payment } = dispute
  const { live, test } = yield* Acquirer
  const { submitEvidence } = livemode ? live : test
  if (submitEvidence === undefined || acquirerDispute === undefined || dispute.status !== "under_review") return
  yield* submitEvidence({ reference: id, payment, acquirerDispute, evidence, livemode })
})
