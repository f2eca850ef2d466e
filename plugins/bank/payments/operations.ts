/** Payments as clients make and read them. What networks do with them is in `submission` and `network`. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  readPage,
  type CallerShape,
  type PageRequest,
  type RegionStore,
  type Screening,
  type Stored,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { Cursor } from "../../../src/domain.ts"
import * as administration from "../administration/operations.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { AmountLimitExceeded, Client } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import { findSanctioned, placesOf, type SanctionedCountry } from "../compliance/Countries.ts"
import * as compliance from "../compliance/operations.ts"
import {
  holdOf,
  RequestListed,
  RequestScreeningUnavailable,
  type PaymentScreened
} from "../compliance/PaymentScreening.ts"
import * as participants from "../participants/operations.ts"
import { chooseRail, type RailQuestion } from "../routing/RailChoice.ts"
import * as routing from "../routing/operations.ts"
import { waitFor, type PaymentWaiters } from "../waiters.ts"
import { admitted, checkChoice } from "./Admission.ts"
import { cancel } from "./cancellation.ts"
import { nothing } from "../plans.ts"
import { planDecision, type PaymentPlan, type PaymentPlanIfAny, type PlanningNeeds } from "./plan.ts"
import { cancel as cancelDecision, holdQueued, rejectQueued, type CreatePayment } from "./Lifecycle.ts"
import { find } from "./owned.ts"
import { openFor, type Admitted } from "./opening.ts"
import { isAch, StateConflict, type Party, type Payment, type PaymentRejection } from "./Payment.ts"
import * as repository from "./repository.ts"

/** The requested payment, with the preferred rail. */
export interface CreateInstant extends CreatePayment {
  readonly beneficiary: Party
  readonly railPreference: RailQuestion["preference"]
}

/**
 * Keeps in the compliance log that a country under sanctions was refused, although nothing is created (decisions B.2, step 12).
 * It is no part of the answer: a repetition is refused anew.
 */
export const logSanctioned = (
  caller: CallerShape,
  { field }: Pick<SanctionedCountry, "field">,
  resource = caller.principal.account
) => administration.commitAudited(caller, { action: "payment.sanctioned_country", resource, after: { field } })

/** Step 12: refuses countries under sanctions. `resource` is the payment, where there is one already. */
export const refuseSanctioned = Effect.fnUntraced(function* (
  caller: CallerShape,
  addresses: Parameters<typeof findSanctioned>[1],
  resource?: string
) {
  const sanctioned = findSanctioned(yield* administration.countries(caller.store), addresses)
  if (sanctioned === undefined) return
  yield* logSanctioned(caller, sanctioned, resource)
  return yield* sanctioned
})

/**
 * Refuses a request to another bank that screening did not find clear, and keeps a match in the compliance log. There is nothing to
 * hold, since no money is set aside: an officer's exception lets it pass when it is sent again.
 */
export const refuseListed = Effect.fnUntraced(function* (
  caller: CallerShape,
  screened: PaymentScreened,
  of: { readonly action: string; readonly resource: string; readonly fieldOf?: (field: string) => string }
) {
  if (screened._tag === "Unavailable") return yield* new RequestScreeningUnavailable()
  if (screened._tag === "Clear") return
  const { action, fieldOf = (same) => same, resource } = of
  const { field: at, ...match } = screened.match
  const field = fieldOf(at)
  yield* administration.commitAudited(caller, { action, resource, after: { ...match, field } })
  return yield* new RequestListed({ field })
})

/** Screens why a client wants a payment back, in its words. The writes keep what was found. */
export const screenReason = Effect.fnUntraced(function* (
  caller: CallerShape,
  { clientId, id: resource }: Payment,
  { id, text }: { readonly id: string; readonly text: string | null }
) {
  if (text === null) return []
  const screened = yield* compliance.screenText(caller.store, "additionalInfo", text, { attempt: 1, clientId })
  yield* refuseListed(caller, screened, { action: "payment.screening_match", resource })
  return [yield* compliance.keepEvidence({ id, hold: null }, screened, { attempt: 1, now: (yield* Clock).now() })]
})

const accessOf = Effect.fnUntraced(function* (store: RegionStore, clientId: string) {
  const client = yield* clients
    .retrieve(store, clientId)
    .pipe(Effect.catchTag("ClientNotFound", () => Effect.undefined))
  return client?.active === true ? { client, mayUse: yield* clients.accountAccess(client) } : undefined
})

type Access = Effect.Success<ReturnType<typeof accessOf>>

const lostAccess = (access: Access, { originator, rail }: Leaving) => {
  if (access === undefined) return ["CLIENT_DEACTIVATED", "The client that made it is deactivated"] as const
  if (!access.client.rails.includes(rail))
    return ["RAIL_ACCESS_DENIED", `Its client may no longer use ${rail}`] as const
  return access.mayUse(originator)
    ? undefined
    : (["ACCOUNT_ACCESS_DENIED", "Its client may no longer use the account"] as const)
}

type Told = "id" | "createdAt" | "clientId" | "direction" | "rail" | "originator" | "beneficiary" | "remittanceInfo"

/** What leaves: a payment, or a request for one, whose client is the one who gets the money. */
type Leaving = Pick<Payment, Told | "mentions" | "wire" | "ach">

/** Why a payment that waited may not leave any more. */
interface Ineligible extends Omit<PaymentRejection, "at"> {
  readonly sanctioned?: SanctionedCountry
}

/** What screening finds when a payment leaves that waited for longer than that, and did not find before. */
const foundSince = Effect.fnUntraced(function* (store: RegionStore, payment: Leaving) {
  const now = (yield* Clock).now()
  if (now - payment.createdAt < compliance.screenedForMs) return undefined
  return yield* compliance.screenAgain(store, { ...payment, banks: yield* participants.banksOf(store, payment) })
})

type Found = NonNullable<Effect.Success<ReturnType<typeof foundSince>>>

/** Why what was to leave does not. */
export type NotLeaving = Ineligible | Found

/**
 * Tells what must hold still when a payment leaves that waited: its client is there and may use the rail and the account, and no
 * country that it touches is under sanctions. `undefined`: all does. Clients are looked up once.
 */
export const eligibility = Effect.fnUntraced(function* (store: RegionStore) {
  const places = yield* administration.countries(store)
  const known = new Map<string, Access>()
  return Effect.fnUntraced(function* (payment: Leaving) {
    const { clientId, direction } = payment
    if (!known.has(clientId)) known.set(clientId, yield* accessOf(store, clientId))
    const by = "system"
    // What came in is its owner's, whatever that may send.
    const lost = direction === "inbound" ? undefined : lostAccess(known.get(clientId), payment)
    if (lost !== undefined) return { stage: "validation", reasonCode: lost[0], reason: lost[1], by } as Ineligible
    const sanctioned = findSanctioned(places, placesOf(payment))
    if (sanctioned === undefined) return undefined
    const reason = `${sanctioned.place} is under comprehensive sanctions`
    return { stage: "compliance", reasonCode: "SANCTIONED_COUNTRY", reason, by, sanctioned } as Ineligible
  })
})

/** How long payments that leave together are screened, in milliseconds of real time: a file must be written in its window (our choice). */
const screeningMs = 15_000

/**
 * Tells why payments that are to leave do not: for want of eligibility, or for a match. While nobody can say, or when it takes too
 * long, what screening found when they were made counts, and no more are screened. `evidence` are the writes that keep what was
 * found of those that leave.
 */
export const stops = Effect.fnUntraced(function* (store: RegionStore) {
  const { now, wallNow } = yield* Clock
  const until = wallNow() + screeningMs
  const isIneligible = yield* eligibility(store)
  const evidence: Array<Write> = []
  let isAnswered = true
  const whyNot = Effect.fnUntraced(function* (payment: Leaving) {
    const why = yield* isIneligible(payment)
    if (why !== undefined || !isAnswered || wallNow() > until) return why
    const found = yield* foundSince(store, payment)
    if (found === undefined || found.screened._tag === "Match") return found
    isAnswered = found.screened._tag === "Clear"
    evidence.push(yield* compliance.keepEvidence({ hold: null, ...payment }, found.screened, { ...found, now: now() }))
    return undefined
  })
  return { evidence, whyNot }
})

/** Why something that leaves alone does not, by `stops`. What was found of it is kept where it leaves. */
export const stopOf = Effect.fnUntraced(function* (store: RegionStore, leaving: Leaving) {
  const { evidence, whyNot } = yield* stops(store)
  const why = yield* whyNot(leaving)
  if (evidence.length > 0) yield* store.write(evidence)
  return why
})

/** Why a payment may not leave as things stand now, if it may not. */
export const ineligible = (store: RegionStore, payment: Leaving) =>
  Effect.flatMap(eligibility(store), (why) => why(payment))

/** Refuses to let a payment go that may not leave any more. Fails with `StateConflict` or `SanctionedCountry`. */
export const requireStanding = Effect.fnUntraced(function* (caller: CallerShape, payment: Payment) {
  const why = yield* ineligible(caller.store, payment)
  if (why === undefined) return
  if (why.sanctioned === undefined) {
    return yield* new StateConflict({ message: `${why.reason}. The payment can be rejected` })
  }
  yield* logSanctioned(caller, why.sanctioned, payment.id)
  return yield* why.sanctioned
})

const planHeld = Effect.fnUntraced(function* (
  store: RegionStore,
  before: Stored<Payment>,
  { attempt, screened }: Found,
  now: number
): Effect.fn.Return<PaymentPlanIfAny, StoreUnavailable, PlanningNeeds> {
  const { hold: earlier } = before.document
  const holdId = earlier?.holdId ?? (yield* Ids).next("hold")
  const decision = holdQueued(before.document, holdOf(screened, { holdId, now })!)
  if (decision === undefined) return nothing
  const { hold, jobs, writes } = compliance.openHold(decision.state, screened, attempt, now)
  // A payment has one hold, which is open again.
  const known = yield* compliance.findHold(store, holdId)
  return yield* planDecision(decision, {
    now,
    before,
    writes: [
      yield* compliance.keepEvidence(decision.state, screened, { attempt, now }),
      ...(known === undefined ? writes : [compliance.updateHold(hold, known.version)])
    ],
    jobs,
    audited: { by: { actor: "system", requestId: null }, action: "hold.match", resource: holdId }
  })
})

/** The plan of what becomes of a queued payment that does not leave: it is held or ends; nothing where it left, or ended, meanwhile. */
export const planStopped = Effect.fnUntraced(function* (
  store: RegionStore,
  id: string,
  why: NotLeaving
): Effect.fn.Return<PaymentPlanIfAny, StoreUnavailable, PlanningNeeds> {
  const before = yield* find(store, id)
  const now = (yield* Clock).now()
  if ("screened" in why) return before === undefined ? nothing : yield* planHeld(store, before, why, now)
  const { sanctioned, ...rejection } = why
  const decision = before === undefined ? undefined : rejectQueued(before.document, rejection, now)
  if (decision === undefined) return nothing
  const { by: actor, reasonCode } = rejection
  const said =
    sanctioned === undefined
      ? { action: "payment.reject", after: { status: "rejected", reasonCode } }
      : { action: "payment.sanctioned_country", after: { field: sanctioned.field } }
  const audited = { by: { actor, requestId: null }, resource: id, ...said }
  return yield* planDecision(decision, { now, before, audited })
})

/** How much of its daily limit a client has used, in cents. */
export const usedOn = repository.usedOn

/** Wires that wait for their rail to open, in the order in which they were made. */
export const waitingWires = repository.waitingWires

/** Steps 7 to 12 of decisions B.2: nothing is created, and nothing told. */
const admit = Effect.fnUntraced(function* (caller: CallerShape, client: Client, command: CreateInstant, now: number) {
  const { store } = caller
  const facts = yield* routing.railFacts(store, { client, ...command })
  yield* clients.requireAccount(client, command.originator, "originator.accountNumber")
  const choice = chooseRail(
    {
      preference: command.railPreference,
      amountCents: command.amountCents,
      clientId: client.id,
      purposeCode: command.purposeCode ?? null,
      now
    },
    facts
  )
  const today = easternDateOf(now)
  const rail = yield* Effect.fromResult(
    checkChoice(choice, {
      client,
      amountCents: command.amountCents,
      usedTodayCents: yield* repository.usedOn(store, { clientId: client.id, day: today }),
      addresses: { originator: command.originator.address, beneficiary: command.beneficiary.address }
    })
  )
  const complete = admitted(command)
  yield* refuseSanctioned(caller, placesOf(complete))
  return {
    client,
    command: complete,
    rail,
    railSteps: choice.steps,
    isAutomatic: command.railPreference === "auto",
    countedCents: command.amountCents,
    today,
    banks: { originator: facts.originatorBank, beneficiary: facts.beneficiaryBank }
  } satisfies Admitted
})

/** Initiates an instant payment. Fails as decisions B.2 orders it; then nothing was created. */
export const initiate = Effect.fnUntraced(function* (caller: CallerShape, command: CreateInstant) {
  const clock = yield* Clock
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  return yield* begin(caller, yield* admit(caller, client, command, clock.now()))
})

/** How long the initiation of a wire waits until it is submitted: there is no outcome to wait for (our choice). */
const wireWaitMs = 5_000

/**
 * Creates a payment and waits for its outcome (spec bank §4), a wire for its submission, at most the synchronous limit; a
 * payment that is on its way then is answered as it is. The call may be broken off while it waits: nothing depends on it.
 */
export const begin = Effect.fnUntraced(function* (
  caller: CallerShape,
  admitted: Admitted
): Effect.fn.Return<
  PaymentPlan<AmountLimitExceeded, Clock | PaymentWaiters>,
  StoreUnavailable,
  PlanningNeeds | Screening
> {
  const plan = yield* openFor(caller, admitted)
  const { id, kind, scheduledFor, status } = plan.outcome
  if (status !== "queued" || scheduledFor !== null) return plan
  const standing = Effect.map(find(caller.store, id), (found) => ({ outcome: found?.document ?? plan.outcome }))
  const waited = waitFor(id, kind === "wire" ? wireWaitMs : Infinity)
  return {
    ...plan,
    next: Effect.map(waited, (outcome) => (outcome === undefined ? standing : Effect.succeed({ outcome })))
  }
})

/** A payment that a network names by a message id. */
export const findByMessage = (store: RegionStore, messageId: string) =>
  repository.payments.byColumn(store, "message_id", messageId)

/** Instant payments, and wires, which may begin at the instant endpoint. */
type Direct = Payment & { readonly kind: "instant" | "wire" }

/** Cancels a payment of the caller on another rail than ACH. Fails with `PaymentNotFound` or `PaymentNotCancellable`. */
export const cancelDirect = (caller: CallerShape, id: string) =>
  cancel(caller, id, { isOne: (payment): payment is Direct => !isAch(payment), decide: cancelDecision })

/** The write of a payment that changes together with another one, and counts nothing. */
export const changeOf = (payment: Payment, version: number): Write<VersionConflict> =>
  repository.payments.update(payment, version)

/** A page of payments of the caller, newest first. Fails with `InvalidCursor`. */
export const list = (
  caller: Pick<CallerShape, "store" | "scope">,
  filter: repository.PaymentFilter,
  page: Pick<PageRequest, "limit" | "cursor">
) =>
  readPage(
    caller,
    {
      ...page,
      endpoint: "bank.payments",
      filters: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value?.toString()]))
    },
    (after: Cursor.CursorPosition | undefined, rows) => repository.list(caller.store, caller.scope, filter, after, rows)
  )

/** A page of payments that wait for a person, of all clients. */
export const listPending = (caller: CallerShape, page: Pick<PageRequest, "limit" | "cursor">) =>
  readPage(caller, { ...page, endpoint: "bank.approvals", filters: {} }, (after, rows) =>
    repository.listPending(caller.store, after, rows)
  )

/** The write by which news of a network count once. */
export const noteRailEvent = repository.noteRailEvent

export { find, findOwn, retrieve, retrieveDirect, returnedOf } from "./owned.ts"
export {
  planChange,
  planDecision,
  readAlready,
  type PaymentPlan,
  type PaymentPlanIfAny,
  type PlanningNeeds
} from "./plan.ts"
export { limitWrite, open, openFor, planning, type Admitted } from "./opening.ts"
