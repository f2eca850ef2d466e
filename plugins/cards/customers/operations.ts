/** What can be done with customers: gather the facts, let the entity decide, commit. */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  Clock,
  Ids,
  noChange,
  once,
  readPage,
  UniqueViolation,
  type Besides,
  type CallerShape,
  type Plan,
  type RegionStore,
  type ScreeningSubject,
  type VersionConflict
} from "../../../src/plugin.ts"
import { isEmbargoed } from "../aml/jurisdictions.ts"
import { onScreened } from "../aml/onboarding.ts"
import * as bankAccounts from "../bank-accounts/operations.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { detachAll } from "../payment-methods/attachments.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { eventAbout, jobActor, planned, type Actor, type ResourceChange, type ResourceEvent } from "../plans.ts"
import * as screenings from "../screening/operations.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import { isExposed, isSupersededBy, type ScreeningRecord } from "../screening/ScreeningRecord.ts"
import * as Customer from "./Customer.ts"
import { CustomerBody } from "./CustomerBody.ts"
import { claimEmail, emailHashOf, releaseEmail } from "./emails.ts"
import { keysOf } from "./names.ts"
import { listStateOf } from "./listState.ts"
import { keepListState, stamp } from "./listStateRepository.ts"
import * as repository from "./repository.ts"
import { screeningRetryJob, type ScreeningRetry } from "./screening-retry.ts"
import { countActive, Subscriptions } from "./subscriptions.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** What a change of a customer may be refused with when it is written. */
type Refused = Customer.EmailTaken | VersionConflict

type CustomerPlan = Plan<Customer.Customer, Refused>

/** For other slices: a customer of a scope with its version, or `undefined`. `Customer.blockOf` says whether it may pay. */
export const find = repository.findCustomer

/** For other slices: why nothing may be processed for a customer, also when it was deleted since; `undefined` when it may. */
export const blockFor = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.findCustomer(caller.store, caller.scope, id)
  return found === undefined
    ? yield* repository.keptBlock(caller.store, caller.scope, id)
    : Customer.blockOf(found.customer)
})

/** For other slices: the write that fails when the customer was changed or deleted since it was read. */
export const unchanged = repository.unchanged

const found = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const stored = yield* repository.findCustomer(caller.store, caller.scope, id)
  return stored ?? (yield* new Customer.CustomerNotFound())
})

/** For this slice: what a screening says about a customer. */
export const factsOf = (
  record: ScreeningRecord
): Pick<Customer.CustomerFacts, "flags"> & {
  readonly screening: Customer.CustomerScreening
} => ({
  screening: { screeningId: record.id, result: record.result, approved: false },
  flags: isExposed(record) ? ["pep"] : []
})

/** For other slices: what a screening says about a customer who may have open matches already. */
export const factsAbout = Effect.fnUntraced(function* (
  caller: Reader,
  customer: Customer.Customer,
  record: ScreeningRecord
) {
  const ids = Customer.openScreeningsOf(customer)
  if (record.result !== "match" || ids.length === 0) return factsOf(record)
  const earlier = yield* screenings.decidedOn(caller.store, caller.scope, { customer: customer.id, ids })
  const supersedes = earlier.filter((one) => ids.includes(one.id) && isSupersededBy(one, record)).map(({ id }) => id)
  return { ...factsOf(record), supersedes } satisfies Customer.ScreeningFacts
})

/** For this slice: whom to look for. A customer may be a person or a company, and nothing says which. */
export const subjectOf = (name: string, { address }: Pick<Customer.Customer, "address">): ScreeningSubject => ({
  name,
  entityType: "any",
  country: address?.country
})

/** For this slice: screens a customer by a name. */
export const screenName = (
  caller: Reader,
  name: string,
  of: Pick<Customer.Customer, "id" | "address">,
  again: { readonly attempt?: number; readonly id?: string } = {}
) => screenings.screen(caller, { ...again, customer: of.id, subject: subjectOf(name, of) })

/** For this slice: the events of a decision. Those of a screening are about the screening. */
export const eventsOf = (
  decision: Customer.CustomerDecision,
  record: ScreeningRecord | undefined
): Array<ResourceEvent> =>
  decision.events.map(({ type }) =>
    type === "screening.match" && record !== undefined
      ? eventAbout(type, record, ScreeningBody.write)
      : eventAbout(type, decision.state, CustomerBody.write)
  )

/** With which lists a customer was compared; with none where the screening could not take place. */
const comparedWith = Effect.fnUntraced(function* (id: string, record: ScreeningRecord) {
  const lists = yield* listStateOf(record.listsScreened)
  return lists === undefined ? [stamp(id, null)] : [stamp(id, lists.id), keepListState(lists, record.screenedAt)]
})

/** What the screening of a customer's name adds to a commit: itself, and another try where it could not take place. */
const screeningParts = Effect.fnUntraced(function* (caller: Reader, id: string, record: ScreeningRecord | undefined) {
  if (record === undefined) return { writes: [], jobs: [] }
  const retry = { customer: id, scope: caller.scope, screening: record.id, attempt: 2 }
  const again = screeningRetryJob(retry, (yield* Clock).now())
  return {
    writes: [screenings.keep(caller.scope, record), ...(yield* comparedWith(id, record))],
    jobs: record.result === "pending" ? [again] : []
  }
})

/** Two customers of one address that were written in the same moment: the second one is refused. */
const refuseTaken = <F>(
  commit: (besides: Besides) => Effect.Effect<void, F>
): Effect.Effect<void, F | Customer.EmailTaken> =>
  Effect.mapError(commit({ writes: [] }), (failure) =>
    failure instanceof UniqueViolation ? new Customer.EmailTaken() : failure
  )

/**
 * Creates a customer and screens the name, if there is one (C96). A match does not prevent it: the customer exists and
 * nothing is processed for it. Fails with `EmailTaken`.
 */
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: Customer.CreateCustomer) {
  const clock = yield* Clock
  const ids = yield* Ids
  const id = ids.next("cus")
  const { address = null, name } = command
  const record = name === undefined ? undefined : yield* screenName(caller, name, { id, address })
  const decision = Customer.create(command, {
    id,
    now: wholeSeconds(clock.now()),
    livemode: caller.principal.mode === "live",
    screening: null,
    flags: [],
    ...(record === undefined ? {} : factsOf(record))
  })
  const emailHash = yield* emailHashOf(command.email)
  const claims = yield* claimEmail(caller, emailHash, id)
  const screening = yield* screeningParts(caller, id, record)
  const exposed = yield* onScreened(caller, record)
  const plan = yield* planned<Customer.Customer, Refused>(caller, decision.state, {
    writes: [
      ...claims,
      repository.insert(yield* keysOf(caller.scope, decision.state), decision.state),
      ...screening.writes,
      ...exposed.writes
    ],
    events: [...eventsOf(decision, record), ...exposed.events],
    jobs: screening.jobs
  })
  return { ...plan, around: refuseTaken } satisfies CustomerPlan
})

/** A customer by its id. Fails with `CustomerNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(found(caller, id), ({ customer }) => customer)

/** A page of customers, newest first; with `email` the one who has it. Fails with `InvalidCursor`. */
export const list = Effect.fnUntraced(function* (
  caller: Reader,
  filter: { readonly email: string | undefined },
  page: PageOf
) {
  const emailHash = filter.email === undefined ? undefined : yield* emailHashOf(filter.email)
  return yield* readPage(caller, { ...page, endpoint: "cards.customers", filters: { emailHash } }, (after, rows) =>
    Effect.map(repository.list(caller.store, caller.scope, { emailHash, after, rows }), (listed) =>
      listed.map(({ customer, sequence }) => ({ ...customer, sequence }))
    )
  )
})

const checkDefault = Effect.fnUntraced(function* (
  caller: Reader,
  customer: string,
  { defaultPaymentMethod }: Customer.UpdateCustomer
) {
  if (typeof defaultPaymentMethod !== "string") return
  const method = yield* paymentMethods.find(caller.store, caller.scope, defaultPaymentMethod)
  if (method?.customer !== customer) return yield* new Customer.DefaultPaymentMethodRefused()
})

/** The writes about the address of a change, and what is left to do when they are on disk. */
const moveEmail = Effect.fnUntraced(function* (caller: Reader, before: Customer.Customer, after: Customer.Customer) {
  const [hashBefore, hashAfter] = [yield* emailHashOf(before.email), yield* emailHashOf(after.email)]
  if (hashBefore === hashAfter) return { writes: [], afterwards: Effect.void }
  const claims = yield* claimEmail(caller, hashAfter, after.id)
  const released = yield* releaseEmail(caller, hashBefore, after.id)
  return { writes: [...claims, ...released.writes], afterwards: released.afterwards }
})

/** The screening that a change of a customer asks for; `undefined` where it asks for none. */
const screenChange = (caller: CallerShape, before: Customer.Customer, change: Customer.UpdateCustomer) => {
  const { address = before.address } = change
  const name = Customer.nameToScreen(before, change)
  return name === undefined ? Effect.undefined : screenName(caller, name, { id: before.id, address })
}

const screenFirst = Effect.fnUntraced(function* (caller: CallerShape, id: string, change: Customer.UpdateCustomer) {
  const { customer } = yield* found(caller, id)
  yield* checkDefault(caller, id, change)
  return yield* screenChange(caller, customer, change)
})

/**
 * Changes what is given and leaves the rest; a new name is screened (decisions B8), and the name of somebody in another country. Fails with `CustomerNotFound`,
 * `EmailTaken`, `TooManyPairs` or `DefaultPaymentMethodRefused`.
 */
export const update = (
  caller: CallerShape,
  { change, id }: { readonly id: string; readonly change: Customer.UpdateCustomer }
) => {
  // Before anything is read for good: screening may take seconds, and nothing may be held meanwhile.
  const screened = once(screenFirst(caller, id, change))
  return Effect.gen(function* () {
    const first = yield* screened
    const stored = yield* found(caller, id)
    // Detached meanwhile, it would be the default of nobody.
    yield* checkDefault(caller, id, change)
    // Where somebody else renamed the customer meanwhile, the name that it had is a new one.
    const { name = stored.customer.name } = change
    const latest = first?.name === name ? first : yield* screenChange(caller, stored.customer, change)
    const isSame = latest?.name === stored.customer.name && latest.result !== "pending"
    // Somebody who moved and is found on nothing else stays as before.
    const of = { customer: id, ids: Customer.openScreeningsOf(stored.customer) }
    const record = isSame && (yield* screenings.isKnown(caller, of, latest)) ? undefined : latest
    const facts = record === undefined ? undefined : yield* factsAbout(caller, stored.customer, record)
    const decision = yield* Effect.fromResult(Customer.update(stored.customer, change, facts))
    const email = yield* moveEmail(caller, stored.customer, decision.state)
    const screening = yield* screeningParts(caller, id, record)
    const exposed = yield* onScreened(caller, record)
    const plan = yield* planned<Customer.Customer, Refused>(caller, decision.state, {
      writes: [
        ...email.writes,
        repository.update(yield* keysOf(caller.scope, decision.state), decision.state, stored.version),
        ...(change.name === null ? [stamp(id, null)] : []),
        ...screening.writes,
        ...exposed.writes
      ],
      events: [...eventsOf(decision, record), ...exposed.events],
      jobs: screening.jobs
    })
    return { ...plan, around: refuseTaken, after: email.afterwards } satisfies CustomerPlan
  })
}

/**
 * Deletes a customer for good: its bank accounts are deleted, its payment methods are detached and lose the details of their
 * holder, its address is free again, and payments keep its id.
 * Where nothing was to be processed for it, nothing is afterwards: payments that it made before stay as they are (C78).
 * Fails with `CustomerNotFound`, or `ActiveSubscriptions` (C180).
 */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { customer, version } = yield* found(caller, id)
  const subscriptions = yield* Subscriptions
  const activeSubscriptions =
    (yield* countActive(caller, id)) + (yield* subscriptions.countActive({ scope: caller.scope, customer: id }))
  const decision = yield* Effect.fromResult(Customer.remove(customer, { activeSubscriptions }))
  const detached = yield* detachAll(caller, id)
  const accounts = yield* bankAccounts.removeAll(caller, id)
  const released = yield* releaseEmail(caller, yield* emailHashOf(customer.email), id)
  const block = Customer.blockLeftBy(customer, { embargoed: isEmbargoed(customer.address ?? {}) })
  const now = (yield* Clock).now()
  const plan = yield* planned<Customer.Customer, VersionConflict>(caller, customer, {
    writes: [
      repository.remove(customer, version),
      ...(block === undefined ? [] : [repository.keepBlock(caller.scope, id, { block, now })]),
      ...detached.writes,
      ...accounts,
      ...released.writes
    ],
    events: [...detached.events, ...eventsOf(decision, undefined)]
  })
  return { ...plan, after: released.afterwards } satisfies CustomerPlan
})

/** The plan of a decision about a customer whose address stays, with the screening that led to it. */
const planDecision = Effect.fnUntraced(function* (
  actor: Actor,
  decision: Customer.CustomerDecision,
  {
    record,
    version,
    writes
  }: {
    readonly version: number
    readonly record?: ScreeningRecord | undefined
    readonly writes: ResourceChange<VersionConflict>["writes"]
  }
) {
  const keys = yield* keysOf(actor.scope, decision.state)
  const exposed = yield* onScreened(actor, record)
  return yield* planned<Customer.Customer, VersionConflict>(actor, decision.state, {
    writes: [repository.update(keys, decision.state, version), ...writes, ...exposed.writes],
    events: [...eventsOf(decision, record), ...exposed.events]
  })
})

/** Changes a customer by a rule that needs no other facts, such as its flags. Fails with `CustomerNotFound`. */
export const change = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  rule: (customer: Customer.Customer) => Customer.CustomerDecision,
  writes: ResourceChange<VersionConflict>["writes"] = []
) {
  const { customer, version } = yield* found(actor, id)
  return yield* planDecision(actor, rule(customer), { version, writes })
})

/**
 * For other slices: keeps a screening of a customer that was made for another reason, such as a payout, and lets the
 * customer stand as it says. A `match` blocks the customer (decisions B9), whatever becomes of the request: it is kept by
 * itself, under nobody's key.
 */
export const recordScreening = (actor: Actor, record: ScreeningRecord & { readonly customer: string }) =>
  carryOutUnkeyed(
    actor.store,
    Effect.gen(function* () {
      const { customer, version } = yield* found(actor, record.customer)
      const decision = Customer.screened(customer, yield* factsAbout(actor, customer, record))
      const writes = [screenings.keep(actor.scope, record)]
      return yield* planDecision(actor, decision, { version, record, writes })
    })
  )

/** The plan of one more try, later. */
const tryAgain = Effect.fnUntraced(function* (actor: Actor, retry: ScreeningRetry) {
  const next = screeningRetryJob({ ...retry, attempt: retry.attempt + 1 }, (yield* Clock).now())
  return yield* planned(actor, undefined, { writes: [], jobs: [next] })
})

/** Screens a customer who was deleted before that could take place: what it left open waits for the answer. */
const screenDeleted = Effect.fnUntraced(function* (actor: Actor, retry: ScreeningRetry) {
  const { scope, store } = actor
  const { attempt, customer } = retry
  const pending = yield* screenings.pendingOf(store, scope, customer)
  const block = yield* repository.keptBlock(store, scope, customer)
  if (pending === undefined || block !== "screening_pending") return noChange(undefined)
  const { id, name, subject } = pending.record
  if ((retry.screening ?? id) !== id) return noChange(undefined)
  const record = yield* screenings.screen(actor, { attempt, customer, id, subject: { ...subject, name } })
  if (record.result === "pending") return yield* tryAgain(actor, retry)
  const isMatch = record.result === "match"
  const exposed = yield* onScreened(actor, record)
  return yield* planned<undefined, VersionConflict>(actor, undefined, {
    writes: [
      screenings.replace(scope, record, pending.version),
      repository.changeBlock(scope, customer, isMatch ? "screening_match" : undefined),
      ...exposed.writes
    ],
    events: [...(isMatch ? [eventAbout("screening.match", record, ScreeningBody.write)] : []), ...exposed.events]
  })
})

/** Tries a screening again that could not take place. Nothing changes when the customer was screened meanwhile. */
export const retryScreening = Effect.fnUntraced(function* (store: RegionStore, retry: ScreeningRetry) {
  const actor = jobActor(store, retry.scope)
  const stored = yield* repository.findCustomer(store, retry.scope, retry.customer)
  if (stored === undefined) return yield* screenDeleted(actor, retry)
  const pending = stored.customer.screening
  if (pending?.result !== "pending") return noChange(undefined)
  if ((retry.screening ?? pending.screeningId) !== pending.screeningId) return noChange(undefined)
  const { customer, version } = stored
  const kept = yield* screenings.find(store, retry.scope, pending.screeningId)
  // A name that was taken away is looked for as well: until then the customer is not clear.
  const name = customer.name ?? kept?.record.name
  if (name === undefined) return noChange(undefined)
  const record = yield* screenName(actor, name, customer, {
    attempt: retry.attempt,
    id: pending.screeningId
  })
  if (record.result === "pending") return yield* tryAgain(actor, retry)
  const compared = yield* comparedWith(customer.id, record)
  const writes = kept === undefined ? compared : [screenings.replace(retry.scope, record, kept.version), ...compared]
  const decision = Customer.screened(customer, yield* factsAbout(actor, customer, record))
  return yield* planDecision(actor, decision, { version, record, writes })
})
