/**
 * Asks an acquirer outside: the intent is on disk, the call is made under its reference, and its answer is written down.
 * After a crash or a time-out the same is done again by a job, until there is an answer.
 */
import * as Effect from "effect/Effect"
import { Clock, retryOnConflict, type ClaimedJob, type RegionStore } from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { Acquirer, type AcquirerShape, type AcquirerUnknown } from "../acquirer/Acquirer.ts"
import type { AuthorizeRequest, FollowingRequest } from "../acquirer/AcquirerImplementation.ts"
import type { AuthorizeAnswer, CaptureAnswer, VoidAnswer } from "../acquirer/answers.ts"
import { jobActor, type Actor } from "../commitResource.ts"
import { wholeSeconds } from "../events.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import * as Authorizing from "./Authorizing.ts"
import * as Capturing from "./Capturing.ts"
import { commitDecision, merchantCountryOf, scaWrites, type Present, type Presented } from "./committing.ts"
import { isLiabilityShifted, PaymentDeclined, type Payment, type PaymentIntent } from "./Payment.ts"
import * as repository from "./repository.ts"

/** The request to authorize a payment. */
export const authorizeRequest = (
  payment: Pick<
    Payment,
    "id" | "amountMinor" | "currency" | "livemode" | "offSession" | "captureMethod" | "sca" | "authentication"
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
  requestedAt: on.now
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
  acquirerReference: payment.acquirerReference ?? payment.id,
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

/** How an answer is written down. */
export interface AnswerOptions {
  readonly present?: Present | undefined
  readonly completes?: ClaimedJob | undefined
}

/** What the request fails with that asked: a capture or a cancellation that is refused changes nothing about the payment. */
const refusalOf = (paymentId: string, { answer, operation }: Answered): PaymentDeclined | undefined => {
  if (operation === "authorize" || answer.outcome !== "declined") return undefined
  const { code, message, source = "issuer" } = answer
  return new PaymentDeclined({ decline: { code, message, source }, paymentId })
}

/** Writes an answer down, unless somebody else did so meanwhile. A refusal is kept as a refusal. */
const take = Effect.fnUntraced(
  function* (actor: Actor, id: string, intent: PaymentIntent, answered: Answered, options: AnswerOptions) {
    const clock = yield* Clock
    const now = wholeSeconds(clock.now())
    const found = yield* repository.byId(actor.store, actor.scope, id)
    if (found === undefined || found.payment.intent?.reference !== intent.reference) return undefined
    const { payment, version } = found
    const terms = (yield* AccountSettings).get(actor.principal.account)
    const facts = { now, scope: actor.scope, terms }
    const decision =
      answered.operation === "authorize"
        ? Authorizing.answered(payment, answered.answer, facts)
        : Capturing.answered(payment, answered.answer, facts)
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
    const refused = refusalOf(id, answered)
    const presented = yield* commitDecision(actor, decision, { ...options, refused, version, alongside, amends: true })
    return { presented, refused }
  },
  (operation) => retryOnConflict(operation)
)

/** Asks about the intent of a payment and takes the answer. `undefined` when another one has taken it. */
const carryOut = Effect.fnUntraced(function* (
  actor: Actor,
  payment: Payment,
  intent: PaymentIntent,
  options: AnswerOptions
) {
  const clock = yield* Clock
  const { live, test } = yield* Acquirer
  const method = yield* paymentMethods.findKept(actor.store, actor.scope, payment.paymentMethod)
  const on = { method, now: wholeSeconds(clock.now()) }
  const answered = yield* ask(payment.livemode ? live : test, payment, intent, on)
  return yield* take(actor, payment.id, intent, answered, options)
})

/**
 * Asks about what was just committed. When nobody knows what came of it the payment stays as it is, which is what the
 * client is told; a job asks again. Fails with `PaymentDeclined` when a capture or cancellation is refused.
 */
export const askAgain = Effect.fnUntraced(function* (actor: Actor, begun: Presented, options: AnswerOptions) {
  const { intent } = begun.payment
  if (intent === null) return begun
  const outcome = yield* carryOut(actor, begun.payment, intent, options).pipe(
    // Money may have moved: whatever goes wrong from here on must not make the request start anew.
    Effect.catchTags({
      AcquirerUnknown: () => Effect.succeed(undefined),
      VersionConflict: () => Effect.succeed(undefined)
    })
  )
  if (outcome === undefined) return begun
  const { presented, refused } = outcome
  return refused === undefined ? presented : yield* refused
})

/** For the job: asks again about an intent that is still open. Fails with `AcquirerUnknown` when there is no answer. */
export const resume = Effect.fnUntraced(function* (
  store: RegionStore,
  scope: string,
  id: string,
  completes: ClaimedJob
) {
  const found = yield* repository.byId(store, scope, id)
  if (found === undefined || found.payment.intent === null) return false
  const taken = yield* carryOut(jobActor(store, scope), found.payment, found.payment.intent, { completes })
  return taken !== undefined
})
