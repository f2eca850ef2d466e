/** Requests for payment: sent, taken back, read, and what comes of them. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  carryOutJob,
  Clock,
  Ids,
  readPage,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type PageRequest,
  type Plan,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { standInOf } from "../administration/Actor.ts"
import * as administration from "../administration/operations.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { RailAccessDenied } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import * as compliance from "../compliance/operations.ts"
import * as participants from "../participants/operations.ts"
import { isReached } from "../participants/Participant.ts"
import { InactiveRoutingNumbers, RailLimitExceeded } from "../payments/Admission.ts"
import { dateOfMessageId, messageIdOf, uuidOf } from "../payments/Identifiers.ts"
import { noteRailEvent, refuseListed, refuseSanctioned, stopOf, type NotLeaving } from "../payments/operations.ts"
import { ownerOf, type Payment } from "../payments/Payment.ts"
import { nothing, planned, takeNews, type Change } from "../plans.ts"
import { Rails, type RailEvent, type RfpInstruction } from "../Rail.ts"
import { type RailId } from "../rails/rail-ids.ts"
import { maximumOf } from "../routing/RailChoice.ts"
import { waitAfter } from "../sendRetry.ts"
import { BankSettings } from "../settings.ts"
import { PaymentWaiters, waitFor } from "../waiters.ts"
import { listRfps, rfps } from "./repository.ts"
import * as Rfp from "./Rfp.ts"

const uuidBytes = 16

type RfpPlan<R = never> = Plan<Rfp.Rfp, VersionConflict, R>

const planRfp = (
  { state: rfp, ...decided }: Rfp.RfpDecision,
  of: {
    readonly now: number
    readonly version: number | undefined
    readonly writes?: ReadonlyArray<Write>
    readonly audited?: Change<VersionConflict>["audited"]
  }
) =>
  planned<Rfp.Rfp, VersionConflict>(rfp, {
    scope: rfp.scope,
    now: of.now,
    writes: [of.version === undefined ? rfps.insert(rfp) : rfps.update(rfp, of.version), ...(of.writes ?? [])],
    told: { about: rfp.id, events: decided.events },
    jobs: decided.jobs,
    cancelledJobs: decided.cancelledJobs,
    audited: of.audited
  })

/** Whether a request can be sent: both banks are there, the payer's takes requests, and the amount can be paid. */
const admit = Effect.fnUntraced(function* (caller: CallerShape, command: Rfp.CreateRfp) {
  const settings = yield* BankSettings
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  const payee = yield* participants.find(caller.store, command.payee.routingNumber)
  const payer = yield* participants.find(caller.store, command.payer.routingNumber)
  if (payee?.status !== "active" || payer?.status !== "active") {
    const fields = [
      ...(payee?.status === "active" ? [] : ["payee.routingNumber"]),
      ...(payer?.status === "active" ? [] : ["payer.routingNumber"])
    ]
    return yield* new InactiveRoutingNumbers({ fields })
  }
  yield* clients.requireAccount(client, command.payee, "payee.accountNumber")
  const { rail } = command
  if (!client.rails.includes(rail)) return yield* new RailAccessDenied({ rails: [rail] })
  const participation = payer[rail]
  const rails = yield* Rails
  if (rails.get(rail)?.capabilities.requestForPayment !== true) {
    return yield* new Rfp.RfpNotReachable({ rail, side: "payer" })
  }
  if (!isReached(participation) || participation.rfp !== true) {
    return yield* new Rfp.RfpNotReachable({ rail, side: "payer" })
  }
  // The money comes over the same rail.
  if (!isReached(payee[rail])) {
    return yield* new Rfp.RfpNotReachable({ rail, side: "payee" })
  }
  // The payer's bank is the one that will send.
  const maximumCents = maximumOf(rail, {
    originatorBank: payer,
    beneficiaryBank: payee,
    connectedRails: [rail],
    allowedRails: client.rails,
    fednowEligible: false,
    limits: settings.limits,
    rules: []
  })
  if (maximumCents !== undefined && command.amountCents > maximumCents) {
    return yield* new RailLimitExceeded({ rail, maximumCents })
  }
  yield* refuseSanctioned(caller, [
    ["payer.address", command.payer.address],
    ["payee.address", command.payee.address]
  ])
  return { client, banks: { originator: payer, beneficiary: payee } }
})

/** The payer sends the money and the payee gets it: what screening calls originator and beneficiary. */
const fieldNames: Readonly<Record<string, string>> = {
  originator: "payer",
  beneficiary: "payee",
  remittanceInfo: "description"
}

const fieldOf = (field: string): string => {
  const [side = field, ...rest] = field.split(".")
  return [fieldNames[side] ?? side, ...rest].join(".")
}

const screen = Effect.fnUntraced(function* (
  caller: CallerShape,
  { description, payee, payer }: Rfp.CreateRfp,
  { banks, client }: Effect.Success<ReturnType<typeof admit>>
) {
  const of = { originator: payer, beneficiary: payee, remittanceInfo: description, banks }
  const screened = yield* compliance.screenPayment(caller.store, of, { attempt: 1, clientId: client.id })
  yield* refuseListed(caller, screened, { action: "rfp.screening_match", resource: client.id, fieldOf })
  return screened
})

const messageIdAt = ({ id, payee, rail }: Pick<Rfp.Rfp, "id" | "payee" | "rail">, at: number) =>
  messageIdOf({ rail, id, date: easternDateOf(at), connection: payee.routingNumber })

/** How long the call waits until the request left: there is no outcome to wait for (our choice). */
const sendWaitMs = 5_000

/** Sends a request for payment. Nothing is created when it fails. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: Rfp.CreateRfp) {
  const ids = yield* Ids
  const admitted = yield* admit(caller, command)
  const { client } = admitted
  const screened = yield* screen(caller, command, admitted)
  const now = (yield* Clock).now()
  const id = ids.next("rfp")
  const decision = Rfp.create(command, {
    id,
    clientId: client.id,
    scope: caller.scope,
    now,
    uetr: uuidOf(ids.secret(uuidBytes)),
    messageId: messageIdAt({ ...command, id }, now)
  })
  const plan = yield* planRfp(decision, {
    now,
    version: undefined,
    writes: [yield* compliance.keepEvidence({ id, hold: null }, screened, { attempt: 1, now })],
    // A payment says itself which administrator made it.
    audited:
      standInOf(caller.principal) === undefined
        ? undefined
        : { by: administration.actingOf(caller), action: "rfp.create", resource: id }
  })
  const standing = Effect.map(rfps.byId(caller.store, id), (stored) => ({ outcome: stored?.document ?? plan.outcome }))
  const waiting: RfpPlan<Clock | PaymentWaiters> = { ...plan, next: Effect.as(waitFor(id, sendWaitMs), standing) }
  return waiting
})

const found = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const stored = yield* rfps.byId(caller.store, id)
  return stored?.document.scope === caller.scope ? stored : yield* new Rfp.RfpNotFound()
})

/** For other slices: a request of any client, or `undefined`. */
export const findRfp = (store: RegionStore, id: string) =>
  Effect.map(rfps.byId(store, id), (stored) => stored?.document)

/** A request of any client. Fails with `RfpNotFound`. */
export const retrieveAny = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  return (yield* findRfp(store, id)) ?? (yield* new Rfp.RfpNotFound())
})

/** A request of the caller. Fails with `RfpNotFound`. */
export const retrieve = (caller: Pick<CallerShape, "store" | "scope">, id: string) =>
  Effect.map(found(caller, id), ({ document }) => document)

/** A page of requests, newest first. */
export const list = Effect.fnUntraced(function* (
  caller: CallerShape,
  filter: { readonly status?: Rfp.RfpStatus | undefined },
  page: Pick<PageRequest, "limit" | "cursor">
) {
  const of = { scope: caller.scope, status: filter.status, now: (yield* Clock).now() }
  return yield* readPage(caller, { ...page, endpoint: "bank.rfps", filters: filter }, (after, rows) =>
    listRfps(caller.store, of, after, rows)
  )
})

/** Takes a request back. Fails with `RfpNotFound` or `StateConflict`. */
export const cancel = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { document, version } = yield* found(caller, id)
  const now = (yield* Clock).now()
  const decision = yield* Effect.fromResult(Rfp.cancel(document, now))
  const by = administration.actingOf(caller)
  const audited = { by, action: "rfp.cancel", resource: id, before: { status: document.status } }
  return yield* planRfp(decision, { now, version, audited })
})

/** The plan of what is decided about a request as it stands now; `undefined`: nothing. */
const planChange = Effect.fnUntraced(function* (
  store: RegionStore,
  id: string,
  decide: (rfp: Rfp.Rfp, now: number) => Rfp.RfpDecision | undefined
): Effect.fn.Return<RfpPlan | typeof nothing, StoreUnavailable, Clock | Ids> {
  const stored = yield* rfps.byId(store, id)
  const now = (yield* Clock).now()
  const decision = stored === undefined ? undefined : decide(stored.document, now)
  return stored === undefined || decision === undefined
    ? nothing
    : yield* planRfp(decision, { now, version: stored.version })
})

const instructionOf = (rfp: Rfp.Rfp): RfpInstruction => ({
  messageId: rfp.messageId,
  rfpId: rfp.id,
  uetr: rfp.uetr,
  createdAt: rfp.madeAt ?? rfp.createdAt,
  expiresAt: rfp.expiresAt,
  amountCents: rfp.amountCents,
  payee: rfp.payee,
  payer: rfp.payer,
  description: rfp.description
})

const railOf = Effect.fnUntraced(function* (id: RailId) {
  return (yield* Rails).get(id) ?? (yield* Effect.die(new Error(`No rail ${id} is connected`)))
})

/** Notes that the network has a request. What came back of it may have noted that already. */
const noteSent = Effect.fnUntraced(function* (store: RegionStore, rfpId: string, job: ClaimedJob) {
  const waiters = yield* PaymentWaiters
  const outcome = yield* carryOutJob(store, planChange(store, rfpId, Rfp.sent), job)
  waiters.call(rfpId)
  return outcome
})

/** The plan of taking a request back that may not leave any more. */
const planWithdrawn = Effect.fnUntraced(function* (
  store: RegionStore,
  id: string,
  why: NotLeaving
): Effect.fn.Return<RfpPlan | typeof nothing, StoreUnavailable, Clock | Ids> {
  const stored = yield* rfps.byId(store, id)
  const now = (yield* Clock).now()
  const decision = stored === undefined ? undefined : Result.getOrUndefined(Rfp.cancel(stored.document, now))
  if (stored === undefined || decision === undefined) return nothing
  const reasonCode = "screened" in why ? "OFAC_MATCH" : why.reasonCode
  const by = { actor: "system", requestId: null }
  const audited = { by, action: "rfp.cancel", resource: id, after: { reasonCode } }
  const writes =
    "screened" in why ? [yield* compliance.keepEvidence({ id, hold: null }, why.screened, { ...why, now })] : []
  return yield* planRfp(decision, { now, version: stored.version, writes, audited })
})

/** Sends a request to the network, unless its time is over, or it may not leave. Sent again, it carries the same message id. */
export const send = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<Rfp.RfpJob>) {
  const stored = yield* rfps.byId(store, job.payload.rfpId)
  const now = (yield* Clock).now()
  if (stored === undefined || Rfp.statusAt(stored.document, now) !== "pending") return "done" as JobOutcome
  const { description: remittanceInfo, payee: originator, payer: beneficiary, ...request } = stored.document
  const why = yield* stopOf(store, { ...request, direction: "outbound", originator, beneficiary, remittanceInfo })
  if (why !== undefined) return yield* carryOutJob(store, planWithdrawn(store, request.id, why), job)
  const isFirst = job.attempts === 1
  const { tries = 0 } = job.payload
  const later = (dueAt: number, of: { readonly tries: number }, message: Partial<Rfp.Rfp> = {}) =>
    carryOutJob(
      store,
      planChange(store, request.id, (rfp) => Rfp.sendLater({ ...rfp, ...message }, { ...of, dueAt })),
      job
    )
  // Networks take a message on its day only: one that certainly never left is made anew.
  if (isFirst && dateOfMessageId(request.messageId) !== easternDateOf(now)) {
    return yield* later(now, { tries }, { messageId: messageIdAt(stored.document, now), madeAt: now })
  }
  const sending = (yield* railOf(request.rail)).sendRequestForPayment?.(instructionOf(stored.document)) ?? Effect.void
  const wait = waitAfter(tries + 1)
  const unsent = yield* sending.pipe(
    Effect.as(undefined),
    Effect.catchTag("RailUnreachable", (failure) =>
      isFirst && failure.isUnsent === true && wait !== undefined ? Effect.succeed(wait) : Effect.fail(failure)
    )
  )
  if (unsent !== undefined) return yield* later(now + unsent, { tries: tries + 1 })
  return yield* noteSent(store, stored.document.id, job)
})

/** Tells the network that a request was taken back. */
export const sendCancellation = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<Rfp.RfpJob>) {
  const stored = yield* rfps.byId(store, job.payload.rfpId)
  if (stored?.document.status === "cancelled") {
    const request = instructionOf(stored.document)
    const createdAt = job.payload.cancelledAt ?? request.createdAt
    const rail = yield* railOf(stored.document.rail)
    // Another message than any request, whose ids have no L, and the same one whenever it is sent again. Requests of one
    // moment differ in their last characters.
    const messageId = messageIdAt({ ...stored.document, id: `L${request.rfpId.slice(-13)}` }, createdAt)
    yield* rail.cancelRequestForPayment?.({ messageId, createdAt, request }) ?? Effect.void
  }
  return "done" as JobOutcome
})

/** Ends a request whose time is over. */
export const expire = (store: RegionStore, { rfpId }: Rfp.RfpJob) => planChange(store, rfpId, Rfp.expire)

/** Applies what the payer's bank says about a request, once. */
export const applyStatus = (store: RegionStore, event: Extract<RailEvent, { readonly type: "rfp" }>) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const { messageId, narrative, rail, railEventId, reason, rfpId, status } = event
      const named = rfpId === undefined ? undefined : yield* rfps.byId(store, rfpId)
      const stored =
        named ?? (messageId === undefined ? undefined : yield* rfps.byColumn(store, "message_id", messageId))
      const now = (yield* Clock).now()
      const answer = { status, reason, narrative }
      const decision = stored?.document.rail === rail ? Rfp.afterStatus(stored.document, answer, now) : undefined
      if (stored === undefined || decision === undefined) return nothing
      const note = noteRailEvent({ railEventId, resource: stored.document.id, now })
      return yield* planRfp(decision, { now, version: stored.version, writes: [note] })
    })
  )

/** What follows for the request that money names which came in: once it is the beneficiary's, so not while it is held. */
export const answeredBy = Effect.fnUntraced(function* (store: RegionStore, payment: Payment) {
  const { amountCents, direction, endToEndId, id: paymentId, rail, settledAt } = payment
  const isReceived = direction === "inbound" && settledAt !== null
  const stored = isReceived ? yield* rfps.byId(store, endToEndId) : undefined
  if (stored === undefined || settledAt === null) return { events: [], cancelledJobs: [], writes: [], alerts: [] }
  const paid = { paymentId, rail, amountCents, isToPayee: Rfp.isPayee(stored.document, ownerOf(payment)) }
  const { alerts, decision } = Rfp.afterPayment(stored.document, paid, settledAt)
  return { ...decision, writes: [rfps.update(decision.state, stored.version)], alerts }
})
