/**
 * Every invariant of the money in an account (decisions C3), checked on the rows themselves: tests ask after every step,
 * and `GET /v2/test_helpers/invariants` for whoever wants to know. Tables are read page by page.
 */
import * as Effect from "effect/Effect"
import {
  balances,
  entriesOf,
  eventTypesOf,
  lastWritten,
  prunedBefore,
  trialBalance,
  type Imbalance,
  type PostedEntry,
  type RegionStore,
  type StoredAs,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import type { Dispute } from "../disputes/Dispute.ts"
import { storedDispute } from "../disputes/repository.ts"
import { withheldMinor } from "../payments/Remaining.ts"
import type { Payment } from "../payments/Payment.ts"
import { storedPayment } from "../payments/stored.ts"
import type { Payout } from "../payouts/Payout.ts"
import { storedPayout } from "../payouts/repository.ts"
import type { Refund } from "../refunds/Refund.ts"
import { storedRefund } from "../refunds/repository.ts"
import * as expect from "./expectations.ts"
import * as repository from "./repository.ts"

/** One thing that does not hold. */
export interface BrokenInvariant {
  readonly invariant: InvariantName
  /** Which object or account, what it should be, and what it is. */
  readonly detail: string
}

/** The checks, with a sentence each. */
export const invariants = {
  balances_add_up: "The signed balances of a currency add up to zero",
  balances_match_journals: "Every running balance is the sum of its journals",
  journals_match_state: "The journals of a payment, refund, dispute or payout add up to what its state says",
  failed_moves_nothing: "A payment that failed or was given up before an authorization has no journal",
  captured_within_authorized: "No more is captured than was authorized",
  returned_within_captured:
    "What is refunded, and disputed and not won, is within what was captured, but for disputes that an acquirer reported",
  refunded_matches_refunds: "The refunded amount of a payment is that of its refunds that did not fail",
  disputed_matches_disputes:
    "What a payment has withheld is that of its disputes that were not won; one at most is open",
  payouts_are_covered: "No payout left less than nothing available",
  journals_have_a_cause: "Every journal belongs to an object of the account, or is test money",
  changes_are_told_once: "Every change of state has exactly one event"
} as const

export type InvariantName = keyof typeof invariants

/** The answer. */
export interface InvariantReport {
  readonly ok: boolean
  readonly failures: ReadonlyArray<BrokenInvariant>
  /** Present when the region wrote all the while, so that failures may be of the moment only. Ask again when it is quiet. */
  readonly written_meanwhile?: true
}

/** The most failures in one report (our choice): if the books are wrong throughout, more would not help. */
const maxFailures = 100

/** Objects that are read at a time (our choice): others wait no longer than some tens of milliseconds. */
const rowsPerPage = 100

/** What the checks of one run share. */
interface Audit {
  readonly store: RegionStore
  readonly scope: string
  readonly failures: Array<BrokenInvariant>
  /** Objects that are older may have lost events whose time was over. */
  readonly eventsSince: number
  /** Journals that belong to an object. */
  journals: number
}

const report = ({ failures }: Audit, invariant: InvariantName, detail: string): void => {
  if (failures.length < maxFailures) failures.push({ invariant, detail })
}

const netsOf = (entries: ReadonlyArray<PostedEntry>): Map<string, number> => {
  const nets = new Map<string, number>()
  for (const { postings } of entries) {
    for (const { account, amountMinor, direction } of postings) {
      nets.set(account, (nets.get(account) ?? 0) + (direction === "debit" ? amountMinor : -amountMinor))
    }
  }
  return nets
}

/** Compares what an object's journals add up to with what its state says. */
const checkNets = (audit: Audit, id: string, nets: ReadonlyMap<string, number>, expected: expect.Nets): void => {
  for (const account of new Set([...nets.keys(), ...Object.keys(expected)])) {
    const found = nets.get(account) ?? 0
    const wanted = (expected as Readonly<Record<string, number | undefined>>)[account] ?? 0
    if (found !== wanted) report(audit, "journals_match_state", `${id}: ${account} is ${found}, not ${wanted}`)
  }
}

const checkEvents = Effect.fnUntraced(function* (
  audit: Audit,
  { createdAt, id }: { readonly id: string; readonly createdAt: number },
  expected: ReadonlyArray<string>
) {
  const told = yield* eventTypesOf(audit.store, id)
  const least = createdAt < audit.eventsSince ? 0 : 1
  for (const type of expected) {
    const times = told.filter((found) => found === type).length
    if (times < least || times > 1) report(audit, "changes_are_told_once", `${id}: ${type} was told ${times} times`)
  }
})

/** What every object has. */
interface Dated {
  readonly id: string
  readonly createdAt: number
}

/** How an object of each kind is checked. */
interface Kind<Entity> {
  readonly stored: StoredAs<Entity>
  readonly nets: (entity: Entity, posted: expect.Posted) => expect.Nets
  readonly events: (entity: Entity) => ReadonlyArray<string>
  /** What else must hold of one. */
  readonly more?: (
    audit: Audit,
    entity: Entity,
    entries: ReadonlyArray<PostedEntry>
  ) => Effect.Effect<void, StoreUnavailable>
}

const checkOne = Effect.fnUntraced(function* <Entity extends Dated>(audit: Audit, kind: Kind<Entity>, entity: Entity) {
  const { id } = entity
  const entries = yield* entriesOf(audit.store, cardsPlugin.id, id)
  audit.journals += entries.length
  const nets = netsOf(entries)
  const posted = { steps: new Set(entries.map(({ step }) => step)), feeMinor: -(nets.get("platform.fees") ?? 0) }
  checkNets(audit, id, nets, kind.nets(entity, posted))
  yield* checkEvents(audit, entity, kind.events(entity))
  if (kind.more !== undefined) yield* kind.more(audit, entity, entries)
})

const checkAll = Effect.fnUntraced(function* <Entity extends Dated>(audit: Audit, kind: Kind<Entity>) {
  for (let sequence = 0; ;) {
    const from = { stored: kind.stored, sequence, rows: rowsPerPage }
    const page = yield* repository.entitiesAfter(audit.store, audit.scope, from)
    for (const { entity } of page) yield* checkOne(audit, kind, entity)
    const last = page[page.length - 1]
    if (last === undefined || page.length < rowsPerPage) return
    sequence = last.sequence
    yield* Effect.yieldNow
  }
})

const sumOf = (amounts: ReadonlyArray<{ readonly amountMinor: number }>): number =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** What was taken back from a captured payment, against the objects that took it. */
const checkReturned = Effect.fnUntraced(function* (audit: Audit, payment: Payment) {
  const { scope, store } = audit
  const paymentId = payment.id
  const refunds = yield* repository.entitiesOfPayment(store, scope, { stored: storedRefund, paymentId })
  const disputes = yield* repository.entitiesOfPayment(store, scope, { stored: storedDispute, paymentId })
  const refunded = sumOf(refunds.filter(({ status }) => status === "pending" || status === "succeeded"))
  if (refunded !== payment.amountRefundedMinor) {
    const detail = `${paymentId}: refunds are ${refunded}, the payment says ${payment.amountRefundedMinor}`
    report(audit, "refunded_matches_refunds", detail)
  }
  const kept = disputes.filter(({ status }) => status !== "won")
  const withheld = sumOf(kept)
  const open = disputes.filter(({ status }) => status === "needs_response" || status === "under_review").length
  if (withheld !== withheldMinor(payment) || open !== (payment.disputes?.open === true ? 1 : 0)) {
    const says = `${withheldMinor(payment)}, open: ${String(payment.disputes?.open ?? false)}`
    const detail = `${paymentId}: disputes are ${withheld} with ${open} open, the payment says ${says}`
    report(audit, "disputed_matches_disputes", detail)
  }
  const returned = refunded + sumOf(kept.filter(({ acquirerDispute }) => acquirerDispute === undefined))
  if (returned > payment.amountCapturedMinor) {
    report(audit, "returned_within_captured", `${paymentId}: ${returned} of ${payment.amountCapturedMinor}`)
  }
})

const movesNothing: ReadonlyArray<Payment["state"]> = [
  "requires_action",
  "authorizing",
  "submitted",
  "abandoned",
  "failed"
]

const checkPayment = (audit: Audit, payment: Payment, entries: ReadonlyArray<PostedEntry>) => {
  const { amountCapturedMinor, amountMinor, id, state } = payment
  if (movesNothing.includes(state) && entries.length > 0) {
    report(audit, "failed_moves_nothing", `${id} is ${state} and has ${entries.length} journals`)
  }
  if (amountCapturedMinor > amountMinor) {
    report(audit, "captured_within_authorized", `${id}: ${amountCapturedMinor} of ${amountMinor}`)
  }
  return amountCapturedMinor === 0 ? Effect.void : checkReturned(audit, payment)
}

const paymentKind: Kind<Payment> = {
  stored: storedPayment,
  nets: expect.paymentNets,
  events: expect.paymentEvents,
  more: checkPayment
}

const refundKind: Kind<Refund> = {
  stored: storedRefund,
  nets: expect.refundNets,
  events: expect.refundEvents
}

const disputeKind: Kind<Dispute> = {
  stored: storedDispute,
  nets: expect.disputeNets,
  events: expect.disputeEvents
}

const payoutKind: Kind<Payout> = {
  stored: storedPayout,
  nets: expect.payoutNets,
  events: expect.payoutEvents
}

/** Follows the available balance from journal to journal. */
const makeOverdraftWatch = (audit: Audit) => {
  const available = new Map<string, number>()
  return ({ currency, postings, source, step }: PostedEntry): void => {
    for (const { account, amountMinor, direction } of postings) {
      if (account !== "merchant.available") continue
      const left = (available.get(currency) ?? 0) + (direction === "credit" ? amountMinor : -amountMinor)
      available.set(currency, left)
      if (left < 0 && step === "create" && source.startsWith("po_")) {
        report(audit, "payouts_are_covered", `${source} left ${left} ${currency} available`)
      }
    }
  }
}

const checkBooks = Effect.fnUntraced(function* (audit: Audit) {
  let journals = 0
  const watch = makeOverdraftWatch(audit)
  const visit = (entry: PostedEntry) => {
    if (entry.step !== "test_funding") journals += 1
    watch(entry)
  }
  const differences: ReadonlyArray<Imbalance> = yield* trialBalance(audit.store, {
    plugin: cardsPlugin.id,
    scope: audit.scope,
    visit
  })
  for (const { account, balance, currency, posted } of differences) {
    report(audit, "balances_match_journals", `${account} ${currency} is ${balance}, its journals ${posted}`)
  }
  const sums = new Map<string, bigint>()
  for (const { balance, currency } of yield* balances(audit.store, { plugin: cardsPlugin.id, scope: audit.scope })) {
    sums.set(currency, (sums.get(currency) ?? 0n) + balance)
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n) report(audit, "balances_add_up", `${currency}: ${sum}`)
  }
  return journals
})

const checkOnce = Effect.fnUntraced(function* (
  store: RegionStore,
  scope: string
): Effect.fn.Return<ReadonlyArray<BrokenInvariant>, StoreUnavailable> {
  const eventsSince = yield* prunedBefore(store, "cards.events")
  const audit: Audit = { store, scope, failures: [], eventsSince, journals: 0 }
  yield* checkAll(audit, paymentKind)
  yield* checkAll(audit, refundKind)
  yield* checkAll(audit, disputeKind)
  yield* checkAll(audit, payoutKind)
  const journals = yield* checkBooks(audit)
  if (journals !== audit.journals) {
    report(audit, "journals_have_a_cause", `${journals} journals, ${audit.journals} of them of a known object`)
  }
  return audit.failures
})

/** How often failures are looked for again because something was written meanwhile (our choice). */
const maxRuns = 5

/**
 * Checks every invariant of one account and mode in a region. Rows and journals are read one after the other: where
 * something was written meanwhile, failures may be of the moment only, so it looks again, some times. Fails with
 * `StoreUnavailable` only.
 */
export const checkInvariants = Effect.fnUntraced(function* (
  store: RegionStore,
  scope: string
): Effect.fn.Return<InvariantReport, StoreUnavailable> {
  for (let run = 1; ; run++) {
    const before = yield* lastWritten(store)
    const failures = yield* checkOnce(store, scope)
    if (failures.length === 0) return { ok: true, failures }
    const isQuiet = (yield* lastWritten(store)) === before
    if (isQuiet) return { ok: false, failures }
    if (run === maxRuns) return { ok: false, failures, written_meanwhile: true }
  }
})
