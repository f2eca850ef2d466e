/**
 * Asks an acquirer outside: the intent is on disk, the call is made under its reference, and its answer is written down.
 * After a crash or a time-out the same is done again by a job, until there is an answer.
 */
import * as Effect from "effect/Effect"
import {
  carryOutJob,
  Clock,
  type ClaimedJob,
  type Ids,
  type Plan,
  type RegionStore,
  type Signer,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { Acquirer, type AcquirerShape, type AcquirerUnknown } from "../acquirer/Acquirer.ts"
import type { AuthorizeRequest, FollowingRequest } from "../acquirer/AcquirerImplementation.ts"
import type { AuthorizeAnswer, CaptureAnswer, SettlementAnswer, VoidAnswer } from "../acquirer/answers.ts"
import { wholeSeconds } from "../events.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import { jobActor, type Actor } from "../plans.ts"
import { RequestStopped } from "../customers/Customer.ts"
import { gate } from "./admission.ts"
import * as Authorization from "./Authorization.ts"
import * as Capture from "./Capture.ts"
import {
  merchantCountryOf,
  planDecision,
  scaWrites,
  type BegunPayment,
  type PaymentNeeds,
  type PaymentPlan
} from "./plan.ts"
import {
  isLiabilityShifted,
  PaymentDeclined,
  PaymentNotFound,
  stateRefusal,
  type Payment,
  type PaymentIntent
} from "./Payment.ts"
import { showPayment } from "./PaymentBody.ts"
import * as repository from "./repository.ts"

/** A payment that a job is about. */
export interface JobPayment {
  readonly store: RegionStore
  readonly scope: string
  readonly id: string
}

/** What a job does about a payment: nothing, or what its plan writes. */
export type JobPlan = Plan<unknown, VersionConflict, PaymentNeeds>

/** The plan of a job that finds nothing to do. */
export const nothing: JobPlan = { outcome: undefined }

export const authorizeRequest = (
  payment: Pick<
    Payment,
    | "id"
    | "amountMinor"
    | "currency"
    | "livemode"
    | "offSession"
    | "captureMethod"
    | "sca"
    | "authentication"
    | "intent"
  >,
  on: { readonly method: PaymentMethod; readonly reference: string; readonly now: number }
): AuthorizeRequest => ({
  reference: on.reference,
  payment: payment.id,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  livemode: payment.livemode,
  paymentMethod: on.method,
  capture: payment.captureMethod === "automatic",
  authenticated: isLiabilityShifted(payment),
  exemption: payment.sca?.exemption ?? null,
  offSession: payment.offSession,
  requestedAt: on.now,
  mustAuthenticate: payment.sca?.decision === "challenge" && payment.authentication === null,
  returnUrl: payment.intent?.wayBack?.url ?? null,
  authenticationReference: payment.authentication?.acquirerReference ?? null
})

/** A request about an authorization. */
export const followingRequest = (
  payment: Payment,
  on: { readonly method: PaymentMethod; readonly reference: string; readonly amountMinor: number }
): FollowingRequest => ({
  reference: on.reference,
  payment: payment.id,
  amountMinor: on.amountMinor,
  currency: payment.currency,
  livemode: payment.livemode,
  acquirerReference: payment.acquirerReference ?? payment.intent?.unanswered?.reference ?? payment.id,
  paymentMethod: on.method
})

/** An answer, with what it was asked about. */
type Answered =
  | { readonly operation: "authorize"; readonly answer: AuthorizeAnswer }
  | { readonly operation: "capture" | "void"; readonly answer: CaptureAnswer | VoidAnswer }

const ask = (
  acquirer: AcquirerShape,
  payment: Payment,
  intent: PaymentIntent,
  on: { readonly method: PaymentMethod; readonly now: number }
): Effect.Effect<Answered, AcquirerUnknown> => {
  const { amountMinor, operation, reference } = intent
  if (operation === "authorize") {
    const request = authorizeRequest(payment, { ...on, reference })
    return Effect.map(acquirer.authorize(request), (answer): Answered => ({ operation, answer }))
  }
  const request = followingRequest(payment, { method: on.method, reference, amountMinor })
  const answered = (answer: CaptureAnswer | VoidAnswer): Answered => ({ operation, answer })
  return operation === "capture"
    ? Effect.map(acquirer.capture(request), answered)
    : Effect.map(acquirer.void(request), answered)
}

/** The request about an authentication on the acquirer's page, by the acquirer's name for it. */
export const authenticationRequest = (
  payment: Payment,
  { acquirerReference, method }: { readonly acquirerReference: string; readonly method: PaymentMethod }
): FollowingRequest => {
  const on = { method, reference: `${payment.id}:authentication`, amountMinor: payment.amountMinor }
  return { ...followingRequest(payment, on), acquirerReference }
}

/** What the request fails with that asked: a capture or a cancellation that is refused changes nothing about the payment. */
const refusalOf = (paymentId: string, { answer, operation }: Answered): PaymentDeclined | undefined => {
  if (operation === "authorize" || answer.outcome !== "declined") return undefined
  const { code, message, source = "issuer" } = answer
  return new PaymentDeclined({ decline: { code, message, source }, paymentId })
}

/** Takes an answer down, unless somebody else did so meanwhile: then nothing changes. A refusal is kept as a refusal. */
const take = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  intent: PaymentIntent,
  answered: Answered
): Effect.fn.Return<PaymentPlan, StoreUnavailable, Clock | Ids | Signer> {
  const now = wholeSeconds((yield* Clock).now())
  const { payment, version } = yield* Effect.flatMap(repository.byId(actor.store, actor.scope, id), (found) =>
    found === undefined ? Effect.die(`The payment ${id} is gone`) : Effect.succeed(found)
  )
  if (payment.intent?.reference !== intent.reference) {
    return { outcome: { payment, paymentJson: showPayment(payment) } }
  }
  const terms = (yield* AccountSettings).get(actor.principal.account)
  const facts = { now, scope: actor.scope, terms }
  const decision =
    answered.operation === "authorize"
      ? Authorization.answered(payment, answered.answer, facts)
      : Capture.answered(payment, answered.answer, facts)
  const method = yield* paymentMethods.find(actor.store, actor.scope, payment.paymentMethod)
  const alongside =
    method === undefined
      ? []
      : scaWrites(actor.scope, decision.state, {
          before: payment,
          method,
          merchantCountry: yield* merchantCountryOf(actor),
          now,
          guarded: false
        })
  return yield* planDecision(actor, decision, { version, alongside, refused: refusalOf(id, answered) })
})

/** Asks about the intent of a payment, and gives the step that takes the answer. */
const asked = Effect.fnUntraced(function* (actor: Actor, payment: Payment, intent: PaymentIntent) {
  const clock = yield* Clock
  const { live, test } = yield* Acquirer
  const method = yield* paymentMethods.findKept(actor.store, actor.scope, payment.paymentMethod)
  const on = { method, now: wholeSeconds(clock.now()) }
  const answered = yield* ask(payment.livemode ? live : test, payment, intent, on)
  return take(actor, payment.id, intent, answered)
})

/**
 * The plan of an intent, and after its commit the question. When nobody knows what came of it the payment stays as it is,
 * which is what the client gets; a job asks again. A capture or cancellation that is refused ends in `PaymentDeclined`.
 */
export const thenAsk = (actor: Actor, begun: BegunPayment): PaymentPlan => {
  const { payment } = begun.outcome
  if (payment.intent === null) return begun
  return {
    ...begun,
    next: Effect.catchTag(asked(actor, payment, payment.intent), "AcquirerUnknown", () => Effect.undefined)
  }
}

/**
 * Why an open request about a payment is not repeated: nobody knows whether the acquirer heard of it, and it takes no money as long
 * as nothing may be processed for the customer.
 */
export const stopOf = (actor: Actor, payment: Payment) =>
  payment.intent === null || payment.intent.operation === "void"
    ? Effect.undefined
    : Effect.catchTags(Effect.as(gate(actor, payment), undefined), {
        CustomerBlocked: ({ block }) => Effect.succeed(block),
        CountrySanctioned: () => Effect.succeed("sanctioned_country" as const)
      })

/**
 * For the job: asks again about an intent that is still open. Fails with `AcquirerUnknown` when there is no answer, and with
 * `RequestStopped`.
 */
export const resume = Effect.fnUntraced(function* ({ id, scope, store }: JobPayment, job: ClaimedJob) {
  const found = yield* repository.byId(store, scope, id)
  if (found === undefined || found.payment.intent === null) return "done" as const
  const actor = jobActor(store, scope)
  const block = yield* stopOf(actor, found.payment)
  if (block !== undefined) return yield* new RequestStopped({ block })
  return yield* carryOutJob(store, yield* asked(actor, found.payment, found.payment.intent), job)
})

/**
 * Has the acquirer give back an authorization that ended here. What it says changes nothing: it may have ended there as well. Fails
 * with `AcquirerUnknown`, to be asked again.
 */
export const giveBack = Effect.fnUntraced(function* ({ id, scope, store }: JobPayment) {
  const found = yield* repository.byId(store, scope, id)
  if (found === undefined) return
  const { live, test } = yield* Acquirer
  const { amountMinor, livemode, paymentMethod } = found.payment
  const method = yield* paymentMethods.findKept(store, scope, paymentMethod)
  const request = followingRequest(found.payment, { method, reference: `${id}:give_back`, amountMinor })
  yield* (livemode ? live : test).void(request)
})

const takeSettlement = Effect.fnUntraced(function* (
  actor: Actor,
  found: repository.StoredPayment,
  answer: SettlementAnswer
) {
  const clock = yield* Clock
  const terms = (yield* AccountSettings).get(actor.principal.account)
  const facts = { now: wholeSeconds(clock.now()), scope: actor.scope, terms }
  const decision = Authorization.settled(found.payment, answer, facts)
  return decision === undefined ? undefined : yield* planDecision(actor, decision, { version: found.version })
})

/** Asks what has become of a bank debit. */
export const settleDebit = Effect.fnUntraced(function* ({
  id,
  scope,
  store
}: JobPayment): Effect.fn.Return<JobPlan, StoreUnavailable | AcquirerUnknown, Clock | Ids | Signer> {
  const found = yield* repository.byId(store, scope, id)
  if (found === undefined || found.payment.state !== "submitted") return nothing
  const { live, test } = yield* Acquirer
  const { amountMinor, livemode, paymentMethod } = found.payment
  const method = yield* paymentMethods.findKept(store, scope, paymentMethod)
  const request = followingRequest(found.payment, { method, reference: `${id}:settlement`, amountMinor })
  const answer = yield* (livemode ? live : test).settlement(request)
  return (yield* takeSettlement(jobActor(store, scope), found, answer)) ?? nothing
})

/** What a processor reports about a bank debit. It changes nothing where the payment does not wait for that. */
export const settleReported = Effect.fnUntraced(function* (actor: Actor, id: string, answer: SettlementAnswer) {
  const found = yield* repository.byId(actor.store, actor.scope, id)
  return (found && (yield* takeSettlement(actor, found, answer))) ?? nothing
})

/** For tests: a bank debit settles or fails now. Fails with `PaymentStateRefused` when the payment waits for none. */
export const settleNow = Effect.fnUntraced(function* (actor: Actor, id: string, answer: SettlementAnswer) {
  const found = yield* repository.byId(actor.store, actor.scope, id)
  if (found === undefined) return yield* new PaymentNotFound()
  const taken = yield* takeSettlement(actor, found, answer)
  return (
    taken ??
    (yield* Effect.fromResult(
      stateRefusal("payment_unexpected_state", "The payment does not wait for a bank debit to settle")
    ))
  )
})
