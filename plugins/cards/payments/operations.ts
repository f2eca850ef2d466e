/** What can be done with payments: gather the facts, ask the acquirer, let the entity decide, commit. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import { Clock, Ids, readPage, type CallerShape, type VersionConflict, type Write } from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import type { Actor } from "../plans.ts"
import { riskWrites } from "../risk/assessing.ts"
import * as sca from "../sca/operations.ts"
import { authenticationRequest, authorizeRequest, followingRequest, stopOf, thenAsk } from "./acquirer.ts"
import * as Authentication from "./Authentication.ts"
import * as Authorization from "./Authorization.ts"
import * as Capture from "./Capture.ts"
import { planDecision, merchantCountryOf, scaWrites } from "./plan.ts"
import * as admission from "./admission.ts"
import * as Payment from "./Payment.ts"
import * as repository from "./repository.ts"

export { refusals, type ShownPayment } from "./plan.ts"
export type { PaymentContext } from "./admission.ts"

type Reader = Pick<CallerShape, "store" | "scope">

const termsOf = (actor: Pick<Actor, "principal">) =>
  Effect.map(AccountSettings, (settings) => settings.get(actor.principal.account))

const acquirerOf = (of: { readonly livemode: boolean }) =>
  Effect.map(Acquirer, ({ live, test }) => (of.livemode ? live : test))

/** Everything but the first step of a new payment. */
const gather = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: Payment.CreatePayment,
  context: admission.PaymentContext
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const now = wholeSeconds(clock.now())
  const payer = yield* admission.findPayer(caller, command)
  yield* admission.refuseBlocked(caller, command, payer)
  const gathered: admission.Gathered = {
    ...payer,
    command: admission.withPayer(command, payer),
    context,
    now,
    amountEurMinor: admission.inEuro(command),
    merchantCountry: yield* merchantCountryOf(caller)
  }
  const assessed = yield* admission.assessRisk(caller, gathered)
  const { decline, flagged, origin, risk } = assessed
  const facts = {
    id: ids.next("pay"),
    scope: caller.scope,
    now,
    livemode: caller.principal.mode === "live",
    offSession: context.offSession ?? false,
    risk,
    flagged,
    origin,
    terms: yield* termsOf(caller),
    disputedFor: gathered.method.behaviour.dispute
  }
  const result = decline === undefined ? yield* admission.assessSca(caller, gathered, risk) : null
  return { gathered, assessed, facts: { ...facts, sca: result } }
})

/**
 * Creates a payment. A declined payment is a payment too: it is stored with its `decline`. Fails with `ReferenceMissing`
 * when the payment method or customer does not exist, `AttachmentRefused` when they do not belong together,
 * `CustomerBlocked` when nothing may be processed for the customer, and `StoreUnavailable`. The counters of exemptions or risk
 * may have moved when it is written: then it is decided anew, and no acquirer outside was asked.
 */
export const create = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: Payment.CreatePayment,
  context: admission.PaymentContext = {}
) {
  const { assessed, facts, gathered } = yield* gather(caller, command, context)
  const { decline } = assessed
  const { method } = gathered
  const decide = (step: Authorization.FirstStep) => Authorization.create(gathered.command, { ...facts, step })
  const begin = (decision: Payment.PaymentDecision, counted: ReadonlyArray<Write<VersionConflict>> = []) => {
    const alongside = [...gathered.holds, ...riskWrites(assessed, decision.state), ...counted]
    return planDecision(caller, decision, { version: undefined, alongside })
  }
  if (decline !== undefined) return yield* begin(decide({ kind: "blocked", decline }))
  const acquirer = yield* acquirerOf(facts)
  if (facts.sca?.decision === "challenge" && acquirer.authentication === undefined) {
    // Our page authenticates nobody: it is for tests.
    if (facts.livemode) return yield* begin(decide({ kind: "blocked", decline: Authentication.impossible }))
    const authentication = yield* admission.challengeOf(caller, facts.id, gathered)
    return yield* begin(decide({ kind: "challenged", authentication }))
  }
  if (!acquirer.local) {
    const reference = (yield* Ids).next("acr")
    const wayBack = acquirer.authentication && (yield* admission.wayBackOf(caller, facts.id, gathered))
    const { amountEurMinor } = gathered
    const used = { sca: facts.sca, method, customer: null, authenticated: false, amountEurMinor }
    const exempted = sca.onAuthorized(caller.scope, used, true)
    return thenAsk(caller, yield* begin(decide({ kind: "asking", reference, ...(wayBack && { wayBack }) }), exempted))
  }
  const { amountMinor, currency } = gathered.command
  const answer = yield* acquirer.authorize(
    authorizeRequest(
      {
        id: facts.id,
        amountMinor,
        currency,
        livemode: facts.livemode,
        offSession: facts.offSession,
        captureMethod: gathered.command.captureMethod ?? "automatic",
        sca: facts.sca,
        authentication: null,
        intent: null
      },
      { method, reference: facts.id, now: facts.now }
    )
  )
  const decision = decide({ kind: "answered", answer })
  const counted = scaWrites(caller.scope, decision.state, {
    before: undefined,
    method,
    merchantCountry: gathered.merchantCountry,
    now: facts.now,
    guarded: true
  })
  return yield* begin(decision, counted)
})

/** What would be decided about a payment now, as `create` begins. Nothing is kept, and it counts as no attempt. */
export const preview = (caller: CallerShape, command: Payment.CreatePayment, context: admission.PaymentContext) =>
  Effect.map(gather(caller, command, context), ({ facts: { flagged, risk, sca: authentication } }) => ({
    risk,
    flagged,
    sca: authentication
  }))

/** What was read of a payment. Fails with `PaymentNotFound` where there is none. */
const orNotFound = <A, E>(read: Effect.Effect<A | undefined, E>) =>
  Effect.flatMap(read, (found) =>
    found === undefined ? Effect.fail(new Payment.PaymentNotFound()) : Effect.succeed(found)
  )

const find = (caller: Reader, id: string) => orNotFound(repository.byId(caller.store, caller.scope, id))

const nowOf = Effect.map(Clock, (clock) => wholeSeconds(clock.now()))

/** A payment by its id. Fails with `PaymentNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), (found) => found.payment)

/** The JSON that a payment is shown as, by its id. Fails with `PaymentNotFound`. */
export const retrieveShown = (caller: Reader, id: string) =>
  orNotFound(repository.shownById(caller.store, caller.scope, id))

/** A page of payments, newest first: entries, or whole payments with `full`. Fails with `InvalidCursor`. */
export const list = (caller: Reader, filter: repository.PaymentFilter, page: PageOf) =>
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

const methodOf = (caller: Reader, payment: Payment.Payment) =>
  paymentMethods.findKept(caller.store, caller.scope, payment.paymentMethod)

/** What came of an authentication on the acquirer's own page; `undefined` while nobody can say, and when it is too late. */
const outcomeOutside = Effect.fnUntraced(
  function* (actor: Actor, payment: Payment.Payment) {
    const { authentication } = yield* acquirerOf(payment)
    const acquirerReference = payment.authentication?.acquirerReference
    if (authentication === undefined || acquirerReference === undefined) return undefined
    if (!Authentication.awaitsAuthentication(payment, yield* nowOf)) return undefined
    const method = yield* methodOf(actor, payment)
    const { outcome } = yield* authentication(authenticationRequest(payment, { method, acquirerReference }))
    return outcome === "pending" ? undefined : outcome
  },
  Effect.catchTag("AcquirerUnknown", () => Effect.undefined)
)

/** Asks the issuer about a payment whose cardholder was authenticated. */
const authorizeConfirmed = Effect.fnUntraced(function* (
  caller: CallerShape,
  { payment, version }: repository.StoredPayment,
  counted: ReadonlyArray<Write<VersionConflict>>
) {
  const now = yield* nowOf
  yield* Effect.fromResult(Authentication.checkConfirm(payment, now))
  const holds = [...(yield* admission.gate(caller, payment)), ...counted]
  const method = yield* methodOf(caller, payment)
  if (method.detached === true) return yield* admission.refuseDetached()
  const acquirer = yield* acquirerOf(payment)
  if (!acquirer.local) {
    const asking = Authorization.asking(payment, { reference: (yield* Ids).next("acr") }, { now, scope: caller.scope })
    return thenAsk(caller, yield* planDecision(caller, asking, { version, alongside: holds }))
  }
  const answer = yield* acquirer.authorize(authorizeRequest(payment, { method, reference: payment.id, now }))
  const facts = { now, scope: caller.scope, terms: yield* termsOf(caller) }
  const decision = Authorization.answered(payment, answer, facts)
  const alongside = scaWrites(caller.scope, decision.state, {
    before: payment,
    method,
    merchantCountry: yield* merchantCountryOf(caller),
    now,
    guarded: true
  })
  return yield* planDecision(caller, decision, { version, alongside: [...holds, ...alongside] })
})

/**
 * Confirms a payment whose cardholder was authenticated: now the issuer is asked. What came of an authentication on the
 * acquirer's page the acquirer is asked first. Fails with `PaymentStateRefused`, with `AttachmentRefused` when the method was taken
 * back meanwhile, and with `PaymentDeclined` when the authentication failed; a decline by the issuer is stored, as in `create`.
 */
export const confirm = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const found = yield* find(caller, id)
  const outcome = yield* outcomeOutside(caller, found.payment)
  if (outcome === undefined) return yield* authorizeConfirmed(caller, found, [])
  const decision = yield* Effect.fromResult(Authentication.authenticated(found.payment, outcome, yield* nowOf))
  const { decline } = decision.state
  if (decline !== null) {
    const refused = new Payment.PaymentDeclined({ decline, paymentId: id })
    return yield* planDecision(caller, decision, { version: found.version, refused })
  }
  const counted = sca.onAuthenticated(caller.scope, yield* methodOf(caller, decision.state))
  return yield* authorizeConfirmed(caller, { ...found, payment: decision.state }, counted)
})

/**
 * Captures an authorized payment, once, in full or in part. Fails with `PaymentStateRefused`, `CaptureAmountTooLarge` or
 * `PaymentDeclined`; the authorization stands in each case.
 */
export const capture = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  command: { readonly amountMinor?: number | undefined }
) {
  const now = yield* nowOf
  const { payment, version } = yield* find(caller, id)
  const amountMinor = yield* Effect.fromResult(Capture.checkCapture(payment, command, now))
  const holds = yield* admission.gate(caller, payment)
  const facts = { now, scope: caller.scope, terms: yield* termsOf(caller) }
  const acquirer = yield* acquirerOf(payment)
  if (!acquirer.local) {
    const intent = { operation: "capture" as const, reference: (yield* Ids).next("acr"), amountMinor }
    const asking = Capture.asking(payment, intent, facts)
    return thenAsk(caller, yield* planDecision(caller, asking, { version, alongside: holds }))
  }
  const method = yield* methodOf(caller, payment)
  const answer = yield* acquirer.capture(
    followingRequest(payment, { method, reference: `${payment.id}:capture`, amountMinor })
  )
  if (answer.outcome === "declined") return yield* declinedBy(payment, answer)
  const decision = yield* Effect.fromResult(Capture.capture(payment, command, facts))
  const merchantCountry = yield* merchantCountryOf(caller)
  const alongside = scaWrites(caller.scope, decision.state, {
    before: payment,
    method,
    merchantCountry,
    now,
    guarded: false
  })
  return yield* planDecision(caller, decision, { version, alongside: [...holds, ...alongside] })
})

const declinedBy = (
  payment: Payment.Payment,
  {
    code,
    message,
    source
  }: Omit<Payment.PaymentDecline, "source"> & {
    readonly source?: Payment.PaymentDecline["source"]
  }
) => new Payment.PaymentDeclined({ decline: { code, message, source: source ?? "issuer" }, paymentId: payment.id })

/**
 * Cancels a payment before capture, also where a request was not answered and is not repeated, since nothing may be processed for the
 * customer. Fails with `PaymentStateRefused` once it was captured or ended.
 */
export const cancel = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const now = yield* nowOf
  const { payment, version } = yield* find(caller, id)
  const isStopped = (yield* stopOf(caller, payment)) !== undefined
  const { voids } = yield* Effect.fromResult(Capture.checkCancel(payment, isStopped))
  const acquirer = yield* acquirerOf(payment)
  if (voids && !acquirer.local) {
    const reference = (yield* Ids).next("acr")
    const intent = { operation: "void" as const, reference, amountMinor: payment.amountMinor }
    const asking = Capture.asking(payment, intent, { now, scope: caller.scope })
    return thenAsk(caller, yield* planDecision(caller, asking, { version }))
  }
  const decision = yield* Effect.fromResult(Capture.cancel(payment))
  return yield* planDecision(caller, decision, { version })
})

/**
 * Takes down what came of a cardholder's authentication. Fails with `PaymentStateRefused` when the payment does not wait
 * for one (any more).
 */
export const authenticate = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  result: Authentication.AuthenticationResult
) {
  const now = yield* nowOf
  const { payment, version } = yield* find(actor, id)
  const decision = yield* Effect.fromResult(Authentication.authenticated(payment, result, now))
  const method = result === "succeeded" ? yield* methodOf(actor, payment) : undefined
  const alongside = method === undefined ? [] : sca.onAuthenticated(actor.scope, method)
  return yield* planDecision(actor, decision, { version, alongside })
})

/**
 * Asks the acquirer what came of an authentication on its own page, and gives the step that takes it down; `undefined` while
 * nobody can say.
 */
export const learnAuthentication = (actor: Actor, payment: Payment.Payment) =>
  Effect.map(outcomeOutside(actor, payment), (outcome) => outcome && authenticate(actor, payment.id, outcome))

/** For other slices: a payment as it was read, or `undefined`. */
export const findStored = repository.byId

/** For the authentication page, which knows no account: a payment of a region with its owner, or `undefined`. */
export const findAnywhere = repository.byIdAnywhere

/** For other slices: the write of a payment that was changed since it was read at `version`. */
export const changed = repository.update
