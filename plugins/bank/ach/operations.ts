/** ACH payments as clients make, cancel, reverse and present them again. What operators do with them is in `delivery` and `inbound`. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type CallerShape, type PageRequest, type RegionStore } from "../../../src/plugin.ts"
import { AchConnection } from "../AchOperator.ts"
import { standInOf } from "../administration/Actor.ts"
import * as administration from "../administration/operations.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { RailAccessDenied } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import { placesOf } from "../compliance/Countries.ts"
import { cancel as cancelPayment } from "../payments/cancellation.ts"
import * as participants from "../participants/operations.ts"
import type { CreateAch } from "../payments/Lifecycle.ts"
import * as payments from "../payments/operations.ts"
import { isAch, isInSuspense, PaymentNotFound, type AchPayment, type Payment } from "../payments/Payment.ts"
import { withOutcome } from "../plans.ts"
import { BankSettings } from "../settings.ts"
import { admit, type AchAsked } from "./AchAdmission.ts"
import { newDetails, type AchDetails, type AchReversal } from "./AchDetails.ts"
import { cancelled, originalOf } from "./AchOutcome.ts"
import { nextStandardWindow } from "./AchPlan.ts"
import {
  checkRepresentment,
  checkReversal,
  NotRepresentable,
  NotReversible,
  ReversalWindowExpired
} from "./AchReturn.ts"
import type { AchRuleFacts } from "./AchRules.ts"
import { ClassNotEnabled } from "./AchTerms.ts"
import * as repository from "./repository.ts"

/** What the rules of a request look at, for the client who asks. */
export const ruleFacts = Effect.fnUntraced(function* (caller: CallerShape) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  return { now: clock.now(), enabled: client.secCodes, schedule: settings.ach.schedule } satisfies AchRuleFacts
})

/** The banks of an entry. */
export const banksOf = Effect.fnUntraced(function* (
  store: RegionStore,
  of: { readonly originator: { readonly routingNumber: string }; readonly receiver: { readonly routingNumber: string } }
) {
  return {
    originator: yield* participants.find(store, of.originator.routingNumber),
    beneficiary: yield* participants.find(store, of.receiver.routingNumber)
  }
})

/** What admission looks at besides the entry: the same for all entries of one request. */
export const admissionFacts = Effect.fnUntraced(function* (caller: CallerShape) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const { operator } = yield* AchConnection
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  const now = clock.now()
  const today = easternDateOf(now)
  return {
    now,
    today,
    client,
    mayUse: yield* clients.accountAccess(client),
    usedTodayCents: yield* payments.usedOn(caller.store, { clientId: client.id, day: today }),
    isConnected: operator !== undefined,
    settings: settings.ach,
    places: yield* administration.countries(caller.store)
  }
})

/** What opening an entry needs of it. */
export const entryOf = (command: CreateAch) =>
  ({ command, rail: "ach", railSteps: [], countedCents: command.amountCents }) as const

/** Creates an entry: admitted, screened, and then held, waiting for approval, or queued for its window. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, asked: AchAsked) {
  const facts = yield* admissionFacts(caller)
  const banks = yield* banksOf(caller.store, asked)
  const command = yield* Effect.tapError(Effect.fromResult(admit(asked, { ...facts, banks })), (failure) =>
    failure._tag === "SanctionedCountry" ? payments.logSanctioned(caller, failure) : Effect.void
  )
  const { client, today } = facts
  return yield* payments.openFor(caller, { client, today, banks, ...entryOf(command) })
})

/** An ACH payment of the caller. Fails with `PaymentNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const { document } = yield* payments.findOwn(caller, id)
  return isAch(document) ? document : yield* new PaymentNotFound()
})

/** One that was returned. Fails with `PaymentNotFound` or `PaymentNotReturned` (decisions B112). */
export const retrieveReturned = (caller: CallerShape, id: string) =>
  Effect.flatMap(retrieve(caller, id), payments.returnedOf)

/** ACH payments of the caller, newest first. */
export const list = (
  caller: Pick<CallerShape, "store" | "scope">,
  filter: Parameters<typeof payments.list>[1],
  page: Pick<PageRequest, "limit" | "cursor">
) => payments.list(caller, { ...filter, kind: "ach" }, page)

/** Takes an entry back before its window closes. Fails with `PaymentNotFound` or `PaymentNotCancellable`. */
export const cancel = (caller: CallerShape, id: string) =>
  cancelPayment(caller, id, { isOne: isAch, decide: cancelled })

/**
 * Opens a payment that follows from another one, and changes that one with it. It counts against no limit, and is refused to a client
 * that may no longer use ACH, the class or the account, and where a country came under sanctions.
 */
const follow = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: {
    readonly original: AchPayment
    readonly version: number
    readonly command: CreateAch
    readonly changed: (payment: Payment) => Partial<AchDetails>
  }
) {
  const { command, original } = of
  const client = yield* clients.retrieve(caller.store, original.clientId)
  yield* clients.requireAccount(client, original.originator, "originator.accountNumber")
  if (!client.rails.includes("ach")) return yield* new RailAccessDenied({ rails: ["ach"] })
  if (!client.secCodes.includes(command.ach.secCode)) {
    return yield* new ClassNotEnabled({ enabled: client.secCodes })
  }
  yield* payments.refuseSanctioned(caller, placesOf(command), original.id)
  return yield* payments.open(caller.store, {
    scope: original.scope,
    clientId: original.clientId,
    madeBy: standInOf(caller.principal),
    ...entryOf(command),
    banks: yield* banksOf(caller.store, { originator: command.originator, receiver: command.beneficiary }),
    today: "",
    idempotencyKey: caller.claim?.key,
    writes: (payment) => [
      payments.changeOf({ ...original, ach: { ...original.ach, ...of.changed(payment) } }, of.version)
    ]
  })
})

const commandOf = (original: AchPayment, referenceId: string | undefined, ach: AchDetails): CreateAch => ({
  amountCents: original.amountCents,
  originator: original.originator,
  beneficiary: original.beneficiary,
  remittanceInfo: original.remittanceInfo ?? undefined,
  referenceId: referenceId ?? original.referenceId ?? undefined,
  ach
})

/** Whether a payment ended without reaching a bank. What was not presented reverses nothing, and is no presentment. */
const isUnpresented = ({ status }: Payment): boolean =>
  status === "cancelled" || status === "rejected" || status === "failed"

/** The input of a reversal. */
export interface Reverse extends Pick<AchReversal, "reason"> {
  readonly referenceId: string | undefined
}

/**
 * Takes a settled credit back by a debit of its own (decisions B.5). Fails with `PaymentNotFound`, `NotReversible`,
 * `ReversalWindowExpired`, `RailAccessDenied` or `AccountAccessDenied`.
 */
export const reverse = Effect.fnUntraced(function* (caller: CallerShape, id: string, asked: Reverse) {
  const clock = yield* Clock
  const ids = yield* Ids
  const settings = yield* BankSettings
  const { document: original, version } = yield* payments.findOwn(caller, id)
  if (!isAch(original)) return yield* new NotReversible({ reason: "not_ach" })
  // Its money may be taken back already, and would come twice.
  if (isInSuspense(original)) return yield* new NotReversible({ reason: "not_settled" })
  const now = clock.now()
  const { reversal: before } = original.ach
  const earlier = before === null ? undefined : yield* payments.find(caller.store, before.paymentId)
  const reversalId = earlier === undefined || isUnpresented(earlier.document) ? undefined : before?.id
  const { until } = yield* Effect.fromResult(checkReversal({ ...originalOf(original), reversalId }, now))
  const window = nextStandardWindow(now, settings.ach.schedule)
  if (settings.ach.reversalWindow === "transmittable" && window.settlesAt > until) {
    return yield* new ReversalWindowExpired({ expiredAt: until })
  }
  const newId = ids.next("rev")
  const ach = newDetails({ ...original.ach, direction: "debit" }, window, {
    purpose: "reversal",
    reversalOf: original.id,
    // Debits of WEB say what they are, credits need not.
    webTelPaymentType: original.ach.webTelPaymentType ?? (original.ach.secCode === "WEB" ? "S" : null)
  })
  const reversalOf = (taking: Payment): AchReversal => ({
    id: newId,
    paymentId: taking.id,
    reason: asked.reason,
    referenceId: asked.referenceId ?? null,
    createdAt: now
  })
  const plan = yield* follow(caller, {
    original,
    version,
    command: commandOf(original, asked.referenceId, ach),
    changed: (taking) => ({ reversal: reversalOf(taking) })
  })
  const taking = plan.outcome
  return withOutcome(plan, { original, reversal: reversalOf(taking), taking })
})

/** The payment that was presented first, and those by which it was presented again. */
const chainOf = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const asked = yield* payments.findOwn(caller, id)
  if (!isAch(asked.document)) return yield* new NotRepresentable({ reason: "not_a_returned_debit" })
  const { representmentOf } = asked.document.ach
  const first = representmentOf === null ? asked : yield* payments.findOwn(caller, representmentOf)
  const root = repository.achPayment(first.document)
  const presented: Array<AchPayment> = []
  for (const one of root.ach.representments) {
    const again = repository.achPayment((yield* payments.findOwn(caller, one)).document)
    if (!isUnpresented(again)) presented.push(again)
  }
  return { root, presented, version: first.version }
})

/**
 * Presents a returned debit again (spec bank §7; decisions B141). The id may be of the first presentment or of a later one.
 * Fails with `PaymentNotFound`, `NotRepresentable`, `RailAccessDenied` or `AccountAccessDenied`.
 */
export const represent = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  asked: { readonly referenceId: string | undefined }
) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const { presented, root, version } = yield* chainOf(caller, id)
  const now = clock.now()
  const first = originalOf(root)
  const { attempt } = yield* Effect.fromResult(
    checkRepresentment(
      { ...originalOf(presented.at(-1) ?? root, presented.length), firstSettlementDate: first.settlementDate },
      now
    )
  )
  const ach = newDetails(root.ach, nextStandardWindow(now, settings.ach.schedule), {
    purpose: "representment",
    representmentOf: root.id,
    attempt,
    firstSettlementDate: first.settlementDate ?? null
  })
  return yield* follow(caller, {
    original: root,
    version,
    command: commandOf(root, asked.referenceId, ach),
    changed: ({ id: added }) => ({ representments: [...presented.map((one) => one.id), added] })
  })
})

/** When a file was written that entries left with, and its bytes. */
export const sentFile = Effect.fnUntraced(function* (store: RegionStore, fileId: string) {
  const file = yield* repository.files.byId(store, fileId)
  const text = yield* repository.textOf(store, fileId)
  return file === undefined || text === undefined ? undefined : { createdAt: file.document.createdAt, text }
})
