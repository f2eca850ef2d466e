/** Payments as clients make and read them. What networks do with them is in `submission` and `network`. */
import * as Effect from "effect/Effect"
import {
  amendAnswer,
  Clock,
  commit,
  Ids,
  readPage,
  recordOf,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type IdempotencyClaim,
  type PageRequest,
  type RegionStore,
  type Write,
  type VersionConflict
} from "../../../src/plugin.ts"
import type { Cursor } from "../../../src/domain.ts"
import * as administration from "../administration/operations.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { verdictOf } from "../approval-rules/ApprovalRule.ts"
import * as approvalRules from "../approval-rules/operations.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { isFedwireOpen, nextFedwireOpening } from "../calendar/fedwire-hours.ts"
import { checkJob, isOver } from "../batches/Batch.ts"
import { currentWindow } from "../ach/AchPlan.ts"
import { AmountLimitExceeded, type Client } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import { findSanctioned } from "../compliance/Countries.ts"
import * as compliance from "../compliance/operations.ts"
import { holdOf, type Screened } from "../compliance/PaymentScreening.ts"
import { freeze } from "../events.ts"
import type { RailId } from "../rails/rail-ids.ts"
import { chooseRail, type RailQuestion } from "../routing/RailChoice.ts"
import * as routing from "../routing/operations.ts"
import { BankSettings } from "../settings.ts"
import { PaymentWaiters } from "../waiters.ts"
import { admitted, checkChoice } from "./Admission.ts"
import { uuidOf } from "./Identifiers.ts"
import * as Lifecycle from "./Lifecycle.ts"
import { finalStatuses, isAch, PaymentNotFound, type Payment } from "./Payment.ts"
import * as repository from "./repository.ts"

/** Bytes of randomness in a UUID. */
const uuidBytes = 16

/** What a commit of a payment carries besides its decision. */
export interface PaymentUnit {
  readonly store: RegionStore
  readonly now: number
  /** `undefined` for a new payment. */
  readonly version: number | undefined
  readonly writes?: ReadonlyArray<Write<AmountLimitExceeded | VersionConflict>>
  readonly jobs?: Lifecycle.PaymentDecision["jobs"]
  readonly alerts?: ReadonlyArray<AlertDraft>
  readonly completes?: ClaimedJob | undefined
  readonly record?: ReturnType<typeof recordOf>
}

/** Statuses that give their amount back to the daily limit (decisions B.2). */
const unused: ReadonlySet<string> = new Set(["failed", "rejected", "cancelled"])

/**
 * Writes a decision about a payment with everything that hangs on it, and then calls whoever waits for it. The one way in
 * which a payment changes.
 */
export const commitPayment = Effect.fnUntraced(function* (decision: Lifecycle.PaymentDecision, unit: PaymentUnit) {
  const ids = yield* Ids
  const waiters = yield* PaymentWaiters
  const { now, store, version } = unit
  const payment = decision.state
  const endedBatch = isOver(payment) ? (payment.ach?.batch?.id ?? undefined) : undefined
  yield* commit(store, {
    plugin: "bank",
    scope: payment.scope,
    now,
    nextId: ids.next,
    writes: [
      version === undefined ? repository.payments.insert(payment) : repository.payments.update(payment, version),
      ...(unused.has(payment.status) ? [repository.giveBackLimit(payment)] : []),
      ...(endedBatch === undefined ? [] : [repository.endBatchRecord(payment.id)]),
      ...(unit.writes ?? []),
      ...administration.alertWrites(unit.alerts ?? [], { nextId: ids.next, now })
    ],
    entries: decision.entries,
    events: decision.events.map((event) => freeze(event, { id: ids.next("evt"), resource: payment.id, now })),
    jobs: [
      ...decision.jobs,
      ...(unit.jobs ?? []),
      ...(endedBatch === undefined ? [] : [checkJob(endedBatch, payment.id, now)])
    ],
    cancelledJobs: decision.cancelledJobs,
    completes: unit.completes,
    record: unit.record
  })
  if (finalStatuses.has(payment.status) || payment.kind === "wire") waiters.call(payment.id)
  return payment
})

/** When a rail opens, and on which day a payment is sent. The instant rails never close. */
const sendFacts = (rail: RailId, now: number) => {
  const opensAt = rail === "fedwire" && !isFedwireOpen(now) ? nextFedwireOpening(now) : undefined
  return { opensAt, sendDate: easternDateOf(opensAt ?? now) }
}

/** What planning the send of a payment needs to know now. */
export const planning = Effect.fnUntraced(function* (
  store: RegionStore,
  payment: Pick<Payment, "rail" | "amountCents" | "clientId" | "ach">
) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const now = clock.now()
  const rules = yield* approvalRules.list(store)
  const { ach } = payment
  return {
    now,
    ...sendFacts(payment.rail, now),
    ...(ach === undefined ? {} : { window: currentWindow(ach, now, settings.ach.schedule) }),
    approval: verdictOf(rules, { ...payment, secCode: ach?.secCode })
  } satisfies Lifecycle.SendFacts
})

/** What is asked for, with the rail that is preferred. */
export interface CreateInstant extends Lifecycle.CreatePayment {
  readonly railPreference: RailQuestion["preference"]
}

/** Steps 7 to 12 of decisions B.2: nothing is created, and nothing told. */
const admit = Effect.fnUntraced(function* (caller: CallerShape, client: Client, command: CreateInstant, now: number) {
  const { store } = caller
  const facts = yield* routing.railFacts(store, { client, ...command })
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
  const sanctioned = findSanctioned(yield* administration.countries(store), [
    ["beneficiary.address", complete.beneficiary.address],
    ["originator.address", complete.originator.address]
  ])
  if (sanctioned !== undefined) {
    // Kept in the compliance log although nothing is created (decisions B.2, step 12).
    yield* administration.commitAudited(
      caller,
      { action: "payment.sanctioned_country", resource: client.id, after: { field: sanctioned.field } },
      []
    )
    return yield* sanctioned
  }
  return { command: complete, rail, choice, today, banks: facts }
})

/** A payment that was admitted. */
export interface Opening {
  readonly scope: string
  readonly clientId: string
  readonly command: Lifecycle.CreatePayment
  readonly rail: RailId
  readonly railSteps: Payment["railSteps"]
  readonly banks: Screened["banks"]
  /** The day whose limit it counts against; empty: it counts against none. */
  readonly today: string
  /** The limit of the day, which this counts against now; absent: that was done before, or is not. */
  readonly limit?: { readonly dailyCents: number | null }
  readonly idempotencyKey: string | undefined
  /** What is written with it. */
  readonly writes?: (payment: Payment) => ReadonlyArray<Write<AmountLimitExceeded | VersionConflict>>
  readonly record?: (payment: Payment) => ReturnType<typeof recordOf>
}

/** Names of payments tell their rails apart (decisions B.1). */
const idPrefixes: Partial<Readonly<Record<RailId, string>>> = { ach: "pmt_ach", fedwire: "pmt_wire" }

/** The write that counts an amount against a client's day. */
export const limitWrite = (of: {
  readonly clientId: string
  readonly day: string
  readonly amountCents: number
  readonly dailyCents: number | null
}) => {
  const mostCents = of.dailyCents ?? Number.MAX_SAFE_INTEGER
  return repository.useLimit(
    { ...of, mostCents },
    () => new AmountLimitExceeded({ limit: "daily", limitCents: mostCents })
  )
}

/** Creates an admitted payment: screened, and then held, waiting for approval, or queued, all in one commit. */
export const open = Effect.fnUntraced(function* (store: RegionStore, of: Opening) {
  const ids = yield* Ids
  const { clientId, command, limit, rail, today } = of
  const screened = yield* compliance.screenPayment(store, { ...command, banks: of.banks }, 1)
  const plan = yield* planning(store, { rail, amountCents: command.amountCents, clientId, ach: command.ach })
  const { now } = plan
  const decision = Lifecycle.create(command, {
    ...plan,
    id: ids.next(idPrefixes[rail] ?? "pmt_inst"),
    scope: of.scope,
    clientId,
    today,
    uetr: uuidOf(ids.secret(uuidBytes)),
    rail,
    railSteps: of.railSteps,
    hold: holdOf(screened, { holdId: ids.next("hold"), now }),
    idempotencyKey: of.idempotencyKey
  })
  const held = decision.state.hold === null ? undefined : compliance.openHold(decision.state, screened, 1, now)
  return yield* commitPayment(decision, {
    store,
    now,
    version: undefined,
    writes: [
      ...(limit === undefined
        ? []
        : [limitWrite({ clientId, day: today, amountCents: command.amountCents, dailyCents: limit.dailyCents })]),
      ...(held?.writes ?? []),
      ...(of.writes?.(decision.state) ?? [])
    ],
    jobs: held?.jobs ?? [],
    record: of.record?.(decision.state)
  })
})

/** Creates an instant payment. Fails as decisions B.2 orders it; then nothing was created. */
const createPayment = Effect.fnUntraced(function* (
  caller: CallerShape,
  asked: CreateInstant,
  present: (payment: Payment) => Answer
) {
  const clock = yield* Clock
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  const { banks, choice, command, rail, today } = yield* admit(caller, client, asked, clock.now())
  return yield* open(caller.store, {
    scope: caller.scope,
    clientId: client.id,
    command,
    rail,
    railSteps: choice.steps,
    banks: { originator: banks.originatorBank, beneficiary: banks.beneficiaryBank },
    today,
    limit: { dailyCents: client.limits.daily },
    idempotencyKey: caller.claim?.key,
    record: (payment) => recordOf(caller, present(payment))
  })
})

/** Keeps the answer that was given in the end, so that a repetition gets the same (decisions B.1, "Replay"). */
const keepFinal = (caller: CallerShape, claim: IdempotencyClaim, answer: Answer) =>
  caller.store.write([
    amendAnswer({
      scope: claim.scope,
      key: claim.key,
      fingerprint: claim.fingerprint,
      expiresAt: claim.expiresAt,
      requestId: caller.requestId,
      status: answer.status,
      body: answer.body
    })
  ])

/** How long a call may wait now. */
const waitLimitMs = Effect.fnUntraced(function* () {
  const clock = yield* Clock
  const settings = yield* BankSettings
  return clock.state().mode === "frozen" ? settings.standingClockLimitMs : settings.synchronousLimitMs
})

/**
 * Initiates an instant payment and waits for its outcome (spec bank §4), at most the synchronous limit; a payment that is
 * on its way then is answered as it is. The call may be broken off while it waits: nothing depends on it.
 */
export const initiate = Effect.fn("bank.payments.initiate")(function* (
  caller: CallerShape,
  command: CreateInstant,
  present: (payment: Payment) => Answer
) {
  const waiters = yield* PaymentWaiters
  const created = yield* createPayment(caller, command, present)
  if (created.status !== "queued" || created.scheduledFor !== null)
    return { payment: created, answer: present(created) }
  yield* Effect.interruptible(waiters.wait(created.id, yield* waitLimitMs()))
  const payment = (yield* repository.payments.byId(caller.store, created.id))?.document ?? created
  const answer = present(payment)
  if (answer.status === 200 && caller.claim !== undefined) yield* keepFinal(caller, caller.claim, answer)
  return { payment, answer }
})

/** A payment of any client by its id: for officers and networks. */
export const find = (store: RegionStore, id: string) => repository.payments.byId(store, id)

/** A payment that a network names by a message id. */
export const findByMessage = (store: RegionStore, messageId: string) =>
  repository.payments.byColumn(store, "message_id", messageId)

/** A payment of the caller. Another client's is not found either (decisions B35). */
export const retrieve = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* find(caller.store, id)
  return found?.document.scope === caller.scope ? found.document : yield* new PaymentNotFound()
})

/** A payment of the caller on another rail than ACH, which has its own path. */
export const retrieveDirect = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const payment = yield* retrieve(caller, id)
  return isAch(payment) ? yield* new PaymentNotFound() : payment
})

/** How much of its daily limit a client has used, in cents. */
export const usedOn = repository.usedOn

/** A payment of the caller that was returned. Fails with `PaymentNotFound` where nothing was (decisions B112). */
export const retrieveReturned = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const payment = yield* retrieve(caller, id)
  return payment.returned === null ? yield* new PaymentNotFound() : payment
})

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

export { answerOf } from "./answers.ts"
