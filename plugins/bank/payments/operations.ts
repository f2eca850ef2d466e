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
import type { PlainDate } from "../calendar/PlainDate.ts"
import { AmountLimitExceeded, type Client } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import { findSanctioned } from "../compliance/Countries.ts"
import * as compliance from "../compliance/operations.ts"
import { holdOf, type Screened } from "../compliance/PaymentScreening.ts"
import { freeze } from "../events.ts"
import { isInstantRail, type RailId } from "../rails/rail-ids.ts"
import { chooseRail, type RailQuestion, type RailStep } from "../routing/RailChoice.ts"
import * as routing from "../routing/operations.ts"
import { BankSettings } from "../settings.ts"
import { PaymentWaiters } from "../waiters.ts"
import { sendTiming } from "../wire/SendTiming.ts"
import { admitted, checkChoice } from "./Admission.ts"
import { uuidOf } from "./Identifiers.ts"
import * as Lifecycle from "./Lifecycle.ts"
import { countedCentsOf, finalStatuses, PaymentNotFound, type Party, type Payment } from "./Payment.ts"
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
  yield* commit(store, {
    plugin: "bank",
    scope: payment.scope,
    now,
    nextId: ids.next,
    writes: [
      version === undefined ? repository.payments.insert(payment) : repository.payments.update(payment, version),
      ...(unused.has(payment.status) ? [repository.giveBackLimit(payment)] : []),
      ...(unit.writes ?? []),
      ...administration.alertWrites(unit.alerts ?? [], { nextId: ids.next, now })
    ],
    entries: decision.entries,
    events: decision.events.map((event) => freeze(event, { id: ids.next("evt"), resource: payment.id, now })),
    jobs: [...decision.jobs, ...(unit.jobs ?? [])],
    cancelledJobs: decision.cancelledJobs,
    completes: unit.completes,
    record: unit.record
  })
  if (finalStatuses.has(payment.status) || payment.kind === "wire") waiters.call(payment.id)
  return payment
})

/** What planning the send of a payment needs to know now. `wanted` is a value date that was asked for. */
export const planning = Effect.fnUntraced(function* (
  store: RegionStore,
  payment: Pick<Payment, "rail" | "amountCents" | "clientId" | "wire">,
  wanted: PlainDate | undefined = payment.wire?.valueDate
) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const now = clock.now()
  const rules = yield* approvalRules.list(store)
  const timing = sendTiming({ rail: payment.rail, now, wanted, hours: settings.wire.fedwireHours })
  const question = { ...payment, amountCents: countedCentsOf(payment) }
  return { now, ...timing, approval: verdictOf(rules, question) } satisfies Lifecycle.SendFacts
})

/** What is asked for, with the rail that is preferred. */
export interface CreateInstant extends Lifecycle.CreatePayment {
  readonly beneficiary: Party
  readonly railPreference: RailQuestion["preference"]
}

/** A payment that may be created: decisions B.2 came to step 13. */
export interface Admitted {
  readonly client: Client
  readonly command: Lifecycle.CreatePayment
  readonly rail: RailId
  readonly railSteps: ReadonlyArray<RailStep>
  /** What it counts against limits and rules, in cents of USD. */
  readonly countedCents: number
  /** The calendar date in New York whose limit it counts against. */
  readonly today: PlainDate
  readonly banks: Screened["banks"]
  /** A value date that was asked for. */
  readonly wanted?: PlainDate | undefined
}

/** Step 12: refuses countries under sanctions, and keeps that in the compliance log although nothing is created. */
export const refuseSanctioned = Effect.fnUntraced(function* (
  caller: CallerShape,
  client: Client,
  addresses: Parameters<typeof findSanctioned>[1]
) {
  const sanctioned = findSanctioned(yield* administration.countries(caller.store), addresses)
  if (sanctioned === undefined) return
  yield* administration.commitAudited(
    caller,
    { action: "payment.sanctioned_country", resource: client.id, after: { field: sanctioned.field } },
    []
  )
  return yield* sanctioned
})

/** How much of its daily limit a client has used. */
export const usedOn = repository.usedOn

/** Wires that wait for their rail to open, in the order in which they were made. */
export const waitingWires = repository.waitingWires

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
  yield* refuseSanctioned(caller, client, [
    ["beneficiary.address", complete.beneficiary.address],
    ["originator.address", complete.originator.address]
  ])
  return {
    client,
    command: complete,
    rail,
    railSteps: choice.steps,
    countedCents: command.amountCents,
    today,
    banks: { originator: facts.originatorBank, beneficiary: facts.beneficiaryBank }
  } satisfies Admitted
})

/** Creates a payment that was admitted: screened, and then held, waiting for approval, or queued, all in one commit. */
const createPayment = Effect.fnUntraced(function* (
  caller: CallerShape,
  { banks, client, command, countedCents, rail, railSteps, today, wanted }: Admitted,
  present: (payment: Payment) => Answer
) {
  const ids = yield* Ids
  const screened = yield* compliance.screenPayment(caller.store, { ...command, banks }, 1)
  const plan = yield* planning(caller.store, { rail, amountCents: countedCents, clientId: client.id }, wanted)
  const { now } = plan
  const decision = Lifecycle.create(command, {
    ...plan,
    id: ids.next(isInstantRail(rail) ? "pmt_inst" : "pmt_wire"),
    scope: caller.scope,
    clientId: client.id,
    today,
    uetr: uuidOf(ids.secret(uuidBytes)),
    rail,
    railSteps,
    hold: holdOf(screened, { holdId: ids.next("hold"), now }),
    idempotencyKey: caller.claim?.key
  })
  const held = decision.state.hold === null ? undefined : compliance.openHold(decision.state, screened, 1, now)
  const { daily } = client.limits
  return yield* commitPayment(decision, {
    store: caller.store,
    now,
    version: undefined,
    writes: [
      repository.useLimit(
        {
          clientId: client.id,
          day: today,
          amountCents: countedCents,
          mostCents: daily ?? Number.MAX_SAFE_INTEGER
        },
        () => new AmountLimitExceeded({ limit: "daily", limitCents: daily ?? Number.MAX_SAFE_INTEGER })
      ),
      ...(held?.writes ?? [])
    ],
    jobs: held?.jobs ?? [],
    record: recordOf(caller, present(decision.state))
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

/** How long the initiation of a wire waits until it is submitted: there is no outcome to wait for (our choice). */
const wireWaitMs = 5_000

/** How long a call may wait now. */
const waitLimitMs = Effect.fnUntraced(function* () {
  const clock = yield* Clock
  const settings = yield* BankSettings
  return clock.state().mode === "frozen" ? settings.standingClockLimitMs : settings.synchronousLimitMs
})

/** Initiates an instant payment. Fails as decisions B.2 orders it; then nothing was created. */
export const initiate = Effect.fn("bank.payments.initiate")(function* (
  caller: CallerShape,
  command: CreateInstant,
  present: (payment: Payment) => Answer
) {
  const clock = yield* Clock
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  return yield* begin(caller, yield* admit(caller, client, command, clock.now()), present)
})

/**
 * Creates a payment and waits for its outcome (spec bank §4), a wire for its submission, at most the synchronous limit; a
 * payment that is on its way then is answered as it is. The call may be broken off while it waits: nothing depends on it.
 */
export const begin = Effect.fn("bank.payments.begin")(function* (
  caller: CallerShape,
  admitted: Admitted,
  present: (payment: Payment) => Answer
) {
  const waiters = yield* PaymentWaiters
  const created = yield* createPayment(caller, admitted, present)
  if (created.status !== "queued" || created.scheduledFor !== null)
    return { payment: created, answer: present(created) }
  const limitMs = Math.min(yield* waitLimitMs(), created.kind === "wire" ? wireWaitMs : Infinity)
  yield* Effect.interruptible(waiters.wait(created.id, limitMs))
  const payment = (yield* repository.payments.byId(caller.store, created.id))?.document ?? created
  const answer = present(payment)
  if (answer.status === 200 && caller.claim !== undefined) yield* keepFinal(caller, caller.claim, answer)
  return { payment, answer }
})

/** What answers to this request say besides their payment, at the moment of asking. */
export const answerContext = Effect.fnUntraced(function* (caller: Pick<CallerShape, "requestId">) {
  const clock = yield* Clock
  const { wire } = yield* BankSettings
  return () => ({
    requestId: caller.requestId,
    now: clock.now(),
    outsideHoursStatus: wire.outsideHoursStatus
  })
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

/** A payment of the caller that was returned. Fails with `PaymentNotFound` where nothing was (decisions B112). */
export const retrieveReturned = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const payment = yield* retrieve(caller, id)
  return payment.returned === null ? yield* new PaymentNotFound() : payment
})

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
