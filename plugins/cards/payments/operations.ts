/** What can be done with payments: gather the facts, let the entity decide, commit. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Cursor } from "../../../src/domain.ts"
import {
  Clock,
  commit,
  Ids,
  readPage,
  recordOf,
  retryOnConflict,
  RiskAssessment,
  RiskModel,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type PageRequest,
  type RegionStore
} from "../../../src/plugin.ts"
import { modeOfScope } from "../../../src/domain.ts"
import { AccountSettings } from "../accounts.ts"
import { declineOf } from "../acquirer/sandbox.ts"
import { freeze, wholeSeconds } from "../events.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { checkExpiry, type Client, type PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import * as Payment from "./Payment.ts"
import { encodePayment } from "./PaymentBody.ts"
import * as repository from "./repository.ts"

/** Builds the answer that is kept for replay, from the payment and its JSON. */
export type Present = (payment: Payment.Payment, paymentJson: string) => Answer

/** A payment with the answer to give; in-process callers have none. */
export interface Presented {
  readonly payment: Payment.Payment
  readonly answer: Answer | undefined
}

/** What may be said of a payment beyond the command: only the risk model looks at it. */
export interface PaymentContext {
  readonly client?: Client | undefined
  readonly offSession?: boolean | undefined
}

/** Writes a decision about a payment with everything that hangs on it. */
const commitDecision = Effect.fnUntraced(function* (
  caller: Omit<CallerShape, "requestId"> & { readonly requestId: string | undefined },
  decision: Payment.PaymentDecision,
  options: {
    readonly now: number
    /** `undefined` for a new payment. */
    readonly version: number | undefined
    readonly present?: Present | undefined
    readonly completes?: ClaimedJob
  }
) {
  const ids = yield* Ids
  const payment = decision.state
  const paymentJson = JSON.stringify(encodePayment(payment))
  const answer = options.present?.(payment, paymentJson)
  yield* commit(caller.store, {
    plugin: "cards",
    scope: caller.scope,
    now: options.now,
    nextId: ids.next,
    writes: [
      options.version === undefined
        ? repository.insert(caller.scope, payment)
        : repository.update(caller.scope, payment, options.version)
    ],
    entries: decision.entries,
    events: decision.events.map(({ type }) =>
      freeze(caller, {
        id: ids.next("evt"),
        type,
        resource: payment.id,
        resourceJson: paymentJson,
        createdAt: options.now
      })
    ),
    jobs: decision.jobs,
    cancelledJobs: decision.cancelledJobs,
    record: caller.requestId === undefined ? undefined : recordOf({ ...caller, requestId: caller.requestId }, answer),
    completes: options.completes
  })
  return { payment, answer }
})

const scoreRisk = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: Payment.CreatePayment,
  method: PaymentMethod,
  context: PaymentContext,
  now: number
) {
  const model = yield* RiskModel
  const { behaviour, billingDetails, card } = method
  const client = { ...method.client, ...context.client }
  return yield* model.score({
    account: caller.scope,
    region: caller.store.name,
    amountMinor: command.amountMinor,
    currency: command.currency,
    evaluatedAt: now,
    paymentMethod: {
      type: "card",
      fingerprint: card.fingerprint,
      brand: card.brand,
      cardCountry: card.country,
      funding: card.funding,
      category: card.category
    },
    billing: { country: billingDetails.address?.country, postalCode: billingDetails.address?.postalCode },
    client: {
      ip: client.ip,
      deviceId: client.deviceId,
      userAgent: client.userAgent,
      acceptLanguage: client.acceptLanguage
    },
    offSession: context.offSession ?? false,
    ...(behaviour.forcedScore === undefined ? {} : { forcedScore: behaviour.forcedScore })
  })
})

const blockedByRisk: Payment.PaymentDecline = {
  code: "fraudulent",
  message: "The payment was blocked because it looks fraudulent",
  source: "risk"
}

/** What the issuer says against it. A card that was good when it was tokenized may have expired since. */
const issuerDecline = ({ behaviour, card }: PaymentMethod, now: number) =>
  declineOf(Result.isSuccess(checkExpiry(card, now)) ? behaviour.outcome : "expired_card")

/**
 * Creates a payment. A declined payment is a payment too: it is stored with its `decline`. Fails with
 * `ReferenceMissing` when the payment method or customer does not exist, and `StoreUnavailable`.
 */
export const create = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: Payment.CreatePayment,
  context: PaymentContext = {},
  present?: Present
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const settings = yield* AccountSettings
  const now = wholeSeconds(clock.now())
  const method = yield* paymentMethods.find(caller.store, caller.scope, command.paymentMethod)
  if (method === undefined) return yield* new Payment.ReferenceMissing({ param: "payment_method" })
  // Customers are not part of this version, so none exists.
  if (command.customer !== undefined) return yield* new Payment.ReferenceMissing({ param: "customer" })
  const score = yield* scoreRisk(caller, command, method, context, now)
  const ruled = RiskAssessment.outcomeOf(score.score, settings.get(caller.principal.account)?.risk)
  const outcome = method.behaviour.alwaysBlocked === true ? "blocked" : ruled
  const decision = Payment.create(command, {
    id: ids.next("pay"),
    scope: caller.scope,
    now,
    livemode: caller.principal.mode === "live",
    risk: {
      score: score.score,
      level: RiskAssessment.levelOf(score.score),
      signals: score.signals,
      outcome,
      model: score.model,
      rulesTriggered: score.rulesTriggered
    },
    flagged: RiskAssessment.isFlagged(score.score),
    decline: outcome === "blocked" ? blockedByRisk : issuerDecline(method, now)
  })
  return yield* commitDecision(caller, decision, { now, version: undefined, present })
})

const find = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Payment.PaymentNotFound())
})

/** A payment by its id. Fails with `PaymentNotFound`. */
export const retrieve = (caller: Pick<CallerShape, "store" | "scope">, id: string) =>
  Effect.map(find(caller, id), (found) => found.payment)

/** A page of payments, newest first. Fails with `InvalidCursor`. */
export const list = (
  caller: Pick<CallerShape, "store" | "scope">,
  filter: repository.PaymentFilter,
  page: Pick<PageRequest, "limit" | "cursor">
) =>
  readPage(
    caller,
    {
      ...page,
      endpoint: "cards.payments",
      filters: {
        status: filter.status,
        customer: filter.customer,
        createdFrom: filter.createdFrom?.toString(),
        createdTo: filter.createdTo?.toString()
      }
    },
    (after: Cursor.CursorPosition | undefined, rows) => repository.list(caller.store, caller.scope, filter, after, rows)
  )

/**
 * Captures an authorized payment, once, in full or in part. Fails with `PaymentStateRefused` or
 * `CaptureAmountTooLarge`.
 */
export const capture = (
  caller: CallerShape,
  id: string,
  command: { readonly amountMinor?: number | undefined },
  present?: Present
) =>
  Effect.gen(function* () {
    const clock = yield* Clock
    const now = wholeSeconds(clock.now())
    const { payment, version } = yield* find(caller, id)
    const decision = yield* Effect.fromResult(Payment.capture(payment, command, { now, scope: caller.scope }))
    return yield* commitDecision(caller, decision, { now, version, present })
  }).pipe(retryOnConflict)

/** Cancels an authorized payment. Fails with `PaymentStateRefused` once it was captured or ended. */
export const cancel = (caller: CallerShape, id: string, present?: Present) =>
  Effect.gen(function* () {
    const clock = yield* Clock
    const { payment, version } = yield* find(caller, id)
    const decision = yield* Effect.fromResult(Payment.cancel(payment))
    return yield* commitDecision(caller, decision, { now: wholeSeconds(clock.now()), version, present })
  }).pipe(retryOnConflict)

/** The caller on whose behalf a job works: nobody asked, so events name no request. */
const jobCaller = (store: RegionStore, scope: string) => ({
  principal: {
    plugin: "cards",
    account: scope.slice(0, scope.lastIndexOf("/")),
    mode: modeOfScope(scope),
    credential: "job",
    scopes: [],
    plan: "growth"
  },
  scope,
  store,
  requestId: undefined,
  claim: undefined
})

/** Ends an authorization that was not captured in time. Answers whether there was anything to do. */
export const expire = (store: RegionStore, scope: string, id: string, completes: ClaimedJob) =>
  Effect.gen(function* () {
    const clock = yield* Clock
    const found = yield* repository.byId(store, scope, id)
    const decision = found === undefined ? undefined : Payment.expire(found.payment)
    if (found === undefined || decision === undefined) return false
    const now = wholeSeconds(clock.now())
    yield* commitDecision(jobCaller(store, scope), decision, { now, version: found.version, completes })
    return true
  }).pipe(retryOnConflict)

/** Posts the release of a partial capture. */
export const release = Effect.fnUntraced(function* (
  store: RegionStore,
  scope: string,
  id: string,
  completes: ClaimedJob
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const found = yield* repository.byId(store, scope, id)
  const entries = found === undefined ? [] : Payment.release(found.payment)
  yield* commit(store, { plugin: "cards", scope, now: clock.now(), nextId: ids.next, writes: [], entries, completes })
})
