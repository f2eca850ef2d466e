/** Requests for payment: sent, taken back, read, and what comes of them. */
import * as Effect from "effect/Effect"
import {
  Clock,
  commit,
  Ids,
  readPage,
  recordOf,
  retryOnConflict,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type PageRequest,
  type RegionStore,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { adminAccount } from "../administration/Actor.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import * as administration from "../administration/operations.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { RailAccessDenied } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import * as compliance from "../compliance/operations.ts"
import { freeze } from "../events.ts"
import * as participants from "../participants/operations.ts"
import { InactiveRoutingNumbers, RailLimitExceeded } from "../payments/Admission.ts"
import { messageIdOf, uuidOf } from "../payments/Identifiers.ts"
import { inboundPayment } from "../payments/network.ts"
import { commitPayment, noteRailEvent, refuseSanctioned } from "../payments/operations.ts"
import { Rails, type InboundCredit, type RailEvent, type RfpInstruction } from "../Rail.ts"
import { isInstantRail, type RailId } from "../rails/rail-ids.ts"
import { maximumOf } from "../routing/RailChoice.ts"
import { BankSettings } from "../settings.ts"
import { PaymentWaiters, waitFor } from "../waiters.ts"
import { rfps } from "./repository.ts"
import * as Rfp from "./Rfp.ts"

const uuidBytes = 16

interface RfpUnit {
  readonly store: RegionStore
  readonly now: number
  readonly version: number | undefined
  readonly writes?: ReadonlyArray<Write>
  readonly alerts?: ReadonlyArray<AlertDraft>
  readonly record?: ReturnType<typeof recordOf>
  readonly completes?: ClaimedJob
}

const rowWrite = (rfp: Rfp.Rfp, version: number | undefined): Write<VersionConflict> =>
  version === undefined ? rfps.insert(rfp) : rfps.update(rfp, version)

const commitRfp = Effect.fnUntraced(function* (decision: Rfp.RfpDecision, unit: RfpUnit) {
  const ids = yield* Ids
  const { now, store, version } = unit
  const rfp = decision.state
  yield* commit(store, {
    plugin: bankPlugin,
    scope: rfp.scope,
    now,
    nextId: ids.next,
    writes: [
      rowWrite(rfp, version),
      ...(unit.writes ?? []),
      ...administration.alertWrites(unit.alerts ?? [], { nextId: ids.next, now })
    ],
    events: decision.events.map((event) => freeze(event, { id: ids.next("evt"), resource: rfp.id, now })),
    jobs: decision.jobs,
    cancelledJobs: decision.cancelledJobs,
    record: unit.record,
    completes: unit.completes
  })
  return rfp
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
  if (!participation.participates || participation.signedOff === true || participation.rfp !== true) {
    return yield* new Rfp.RfpNotReachable({ rail, side: "payer" })
  }
  // The money comes over the same rail.
  if (!payee[rail].participates || payee[rail].signedOff === true) {
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
  yield* refuseSanctioned(caller, client, [
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

/**
 * Screens a request. There is nothing to hold, since no money is set aside: one with a possible match is refused, and that
 * is kept in the compliance log. An officer's exception lets it pass when it is sent again.
 */
const screen = Effect.fnUntraced(function* (
  caller: CallerShape,
  { description, payee, payer }: Rfp.CreateRfp,
  { banks, client }: Effect.Success<ReturnType<typeof admit>>
) {
  const of = { originator: payer, beneficiary: payee, remittanceInfo: description, banks }
  const screened = yield* compliance.screenPayment(caller.store, of, { attempt: 1, clientId: client.id })
  if (screened._tag === "Unavailable") return yield* new Rfp.RfpScreeningUnavailable()
  if (screened._tag === "Clear") return screened
  const { field, ...match } = screened.match
  const audited = { action: "rfp.screening_match", resource: client.id, after: { ...match, field: fieldOf(field) } }
  yield* administration.commitAudited(caller, audited, [])
  return yield* new Rfp.RfpPartyListed({ field: fieldOf(field) })
})

/** How long the call waits until the request left: there is no outcome to wait for (our choice). */
const sendWaitMs = 5_000

/** Sends a request for payment; `present` builds the answer that is kept. Nothing is created when it fails. */
export const create = Effect.fn("bank.rfp.create")(function* (
  caller: CallerShape,
  command: Rfp.CreateRfp,
  present: (rfp: Rfp.Rfp) => Answer
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const admitted = yield* admit(caller, command)
  const { client } = admitted
  const screened = yield* screen(caller, command, admitted)
  const now = clock.now()
  const id = ids.next("rfp")
  const decision = Rfp.create(command, {
    id,
    clientId: client.id,
    scope: caller.scope,
    now,
    uetr: uuidOf(ids.secret(uuidBytes)),
    messageId: messageIdOf({
      rail: command.rail,
      id,
      date: easternDateOf(now),
      connection: command.payee.routingNumber
    })
  })
  yield* commitRfp(decision, {
    store: caller.store,
    now,
    version: undefined,
    writes: [yield* compliance.keepEvidence({ id, hold: null }, screened, { attempt: 1, now })],
    record: recordOf(caller, present(decision.state))
  })
  yield* waitFor(id, sendWaitMs)
  return present((yield* rfps.byId(caller.store, id))?.document ?? decision.state)
})

const found = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const stored = yield* rfps.byId(caller.store, id)
  return stored?.document.scope === caller.scope ? stored : yield* new Rfp.RfpNotFound()
})

/** A request of any client. Fails with `RfpNotFound`. */
export const retrieveAny = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  return (yield* rfps.byId(store, id))?.document ?? (yield* new Rfp.RfpNotFound())
})

/** A request of the caller. Fails with `RfpNotFound`. */
export const retrieve = (caller: Pick<CallerShape, "store" | "scope">, id: string) =>
  Effect.map(found(caller, id), ({ document }) => document)

/** A page of requests, newest first. */
export const list = (
  caller: CallerShape,
  filter: { readonly status?: Rfp.RfpStatus | undefined },
  page: Pick<PageRequest, "limit" | "cursor">
) =>
  readPage(caller, { ...page, endpoint: "bank.rfps", filters: filter }, (after, rows) =>
    rfps.list(caller.store, { scope: caller.scope, status: filter.status }, after, rows)
  )

/** Takes a request back. Fails with `RfpNotFound` or `StateConflict`. */
export const cancel = Effect.fnUntraced(
  function* (caller: CallerShape, id: string) {
    const clock = yield* Clock
    const { document, version } = yield* found(caller, id)
    const now = clock.now()
    const decision = yield* Effect.fromResult(Rfp.cancel(document, now))
    return yield* commitRfp(decision, { store: caller.store, now, version })
  },
  (operation) => retryOnConflict(operation)
)

const instructionOf = (rfp: Rfp.Rfp): RfpInstruction => ({
  messageId: rfp.messageId,
  rfpId: rfp.id,
  uetr: rfp.uetr,
  createdAt: rfp.createdAt,
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
const noteSent = Effect.fnUntraced(
  function* (store: RegionStore, rfpId: string, completes: ClaimedJob) {
    const clock = yield* Clock
    const waiters = yield* PaymentWaiters
    const stored = yield* rfps.byId(store, rfpId)
    const now = clock.now()
    const decision = stored === undefined ? undefined : Rfp.sent(stored.document, now)
    if (stored !== undefined && decision !== undefined) {
      yield* commitRfp(decision, { store, now, version: stored.version, completes })
    }
    waiters.call(rfpId)
    return (decision === undefined ? "done" : "committed") as JobOutcome
  },
  (operation) => retryOnConflict(operation)
)

/** Sends a request to the network. Sent again, it carries the same message id. */
export const send = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob) {
  const stored = yield* rfps.byId(store, (job.payload as Rfp.RfpJob).rfpId)
  if (stored?.document.status !== "pending") return "done" as JobOutcome
  const rail = yield* railOf(stored.document.rail)
  yield* rail.sendRequestForPayment?.(instructionOf(stored.document)) ?? Effect.void
  return yield* noteSent(store, stored.document.id, job)
})

/** Tells the network that a request was taken back. */
export const sendCancellation = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob) {
  const clock = yield* Clock
  const stored = yield* rfps.byId(store, (job.payload as Rfp.RfpJob).rfpId)
  if (stored?.document.status === "cancelled") {
    const request = instructionOf(stored.document)
    const rail = yield* railOf(stored.document.rail)
    const messageId = messageIdOf({
      rail: stored.document.rail,
      // Another message than the request, and the same one whenever it is sent again.
      id: `${request.rfpId.slice(0, -1)}C`,
      date: easternDateOf(stored.document.createdAt),
      connection: request.payee.routingNumber
    })
    yield* rail.cancelRequestForPayment?.({ messageId, createdAt: clock.now(), request }) ?? Effect.void
  }
  return "done" as JobOutcome
})

/** Ends a request whose time is over. */
export const expire = Effect.fnUntraced(
  function* (store: RegionStore, job: ClaimedJob) {
    const clock = yield* Clock
    const stored = yield* rfps.byId(store, (job.payload as Rfp.RfpJob).rfpId)
    const decision = stored === undefined ? undefined : Rfp.expire(stored.document)
    if (stored === undefined || decision === undefined) return "done" as JobOutcome
    yield* commitRfp(decision, { store, now: clock.now(), version: stored.version, completes: job })
    return "committed" as JobOutcome
  },
  (operation) => retryOnConflict(operation)
)

/** Applies what the payer's bank says of a request, once. */
export const applyStatus = Effect.fnUntraced(
  function* (store: RegionStore, event: Extract<RailEvent, { readonly type: "rfp" }>) {
    const clock = yield* Clock
    const named = event.rfpId === undefined ? undefined : yield* rfps.byId(store, event.rfpId)
    const { messageId } = event
    const stored = named ?? (messageId === undefined ? undefined : yield* rfps.byColumn(store, "message_id", messageId))
    const now = clock.now()
    const answer = {
      status: event.status,
      ...(event.reason === undefined ? {} : { reason: event.reason }),
      ...(event.narrative === undefined ? {} : { narrative: event.narrative })
    }
    const decision = stored === undefined ? undefined : Rfp.afterStatus(stored.document, answer, now)
    if (stored === undefined || decision === undefined) return
    yield* commitRfp(decision, {
      store,
      now,
      version: stored.version,
      writes: [noteRailEvent({ railEventId: event.railEventId, resource: stored.document.id, now })]
    }).pipe(Effect.catchTag("UniqueViolation", () => Effect.void))
  },
  (operation) => retryOnConflict(operation)
)

/** Books money that came in, once, and fulfils the request that it names, if it does. */
export const applyInbound = Effect.fnUntraced(
  function* (store: RegionStore, event: Extract<RailEvent, { readonly type: "inbound" }>, modeSuffix: "test" | "live") {
    const clock = yield* Clock
    const credit: InboundCredit = event.credit
    if (!isInstantRail(event.rail)) return
    const stored = yield* rfps.byId(store, credit.endToEndId)
    const owner = {
      clientId: stored?.document.clientId ?? adminAccount,
      scope: stored?.document.scope ?? `${adminAccount}/${modeSuffix}`,
      rfpId: stored?.document.id ?? null,
      referenceId: stored?.document.referenceId ?? null
    }
    const now = clock.now()
    const booked = yield* inboundPayment(event.rail, credit, owner)
    const paid = { paymentId: booked.state.id, rail: event.rail, amountCents: credit.amountCents }
    const after = stored === undefined ? undefined : Rfp.afterPayment(stored.document, paid, now)
    const decision = {
      ...booked,
      events: [...booked.events, ...(after?.decision.events ?? [])],
      cancelledJobs: after?.decision.cancelledJobs ?? []
    }
    yield* commitPayment(decision, {
      store,
      now,
      before: undefined,
      writes: [
        noteRailEvent({ railEventId: event.railEventId, resource: booked.state.id, now }),
        ...(after === undefined || stored === undefined ? [] : [rfps.update(after.decision.state, stored.version)])
      ],
      alerts: after?.alerts ?? []
    }).pipe(Effect.catchTag("UniqueViolation", () => Effect.void))
  },
  (operation) => retryOnConflict(operation)
)
