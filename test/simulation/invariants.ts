/**
 * What holds after every step, whatever happened: each invariant has a name, a sentence, and a check on the rows themselves. The
 * model is not asked, save for what no row says.
 */
import * as Effect from "effect/Effect"
import { openScreeningsOf, type Customer } from "../../plugins/cards/customers/Customer.ts"
import type { Payment } from "../../plugins/bank/payments/Payment.ts"
import * as payments from "../../plugins/bank/payments/repository.ts"
import { testAccount } from "../../plugins/cards/index.ts"
import { checkInvariants } from "../../plugins/cards/ledger/invariants.ts"
import type { RegionStore } from "../../src/services/Store.ts"
import {
  commitsAreOurs,
  docsKeysWorkOnce,
  readDocsRows,
  textsStay,
  versionsCount,
  workIsDone,
  type DocsRows
} from "./docsInvariants.ts"
import { bankScope, cardsScope, Unexpected, type World } from "./World.ts"

/** Of payments that came in for an account that no client has. */
const strangersScope = "admin/test"

/** A journal: accounts to amounts, debits positive. */
interface Journal {
  readonly plugin: string
  readonly scope: string
  readonly source: string
  readonly step: string
  readonly currency: string
  readonly nets: ReadonlyArray<readonly [account: string, amount: number]>
}

/** The rows that are looked at. */
interface Rows {
  readonly journals: ReadonlyArray<Journal>
  readonly cards: ReadonlyArray<any>
  readonly bank: ReadonlyArray<Payment>
  readonly payouts: ReadonlyArray<any>
  readonly docs: DocsRows
  readonly used: ReadonlyArray<{ readonly day: string; readonly used: number }>
  readonly credited: ReadonlyArray<{ readonly payment: string; readonly times: number }>
  readonly undelivered: ReadonlyArray<{ readonly id: string; readonly status: string | null }>
  /** Customers for whom nothing may be processed, those who are gone included. */
  readonly matched: ReadonlySet<string>
}

/** What was taken of a payment, or was on its way to the processor, when its customer was matched. */
type AtMatch = ReadonlyMap<string, { readonly taken: number; readonly isAsked: boolean }>

/** What was seen at earlier steps. */
export interface Seen {
  readonly ends: Map<string, string>
  readonly atMatch: Map<string, AtMatch>
}

/** Nothing was seen so far. */
export const nothingSeen = (): Seen => ({ ends: new Map(), atMatch: new Map() })

/** What was seen, to go on from. */
export const copyOf = ({ atMatch, ends }: Seen): Seen => ({ ends: new Map(ends), atMatch: new Map(atMatch) })

type Check = (rows: Rows, world: World, seen: Seen) => Iterable<readonly [about: string, wrong: string]>

const netOf = (journals: ReadonlyArray<Journal>, source: string, isOne: (account: string) => boolean): number => {
  let net = 0
  for (const journal of journals) {
    if (journal.source !== source) continue
    for (const [account, amount] of journal.nets) if (isOne(account)) net += amount
  }
  return net
}

const finalCards = new Set(["captured", "partially_captured", "voided", "abandoned", "expired", "failed"])
const finalBank = new Set(["settled", "returned", "failed", "rejected", "cancelled"])
const unsent = new Set(["held", "pending_approval", "rejected", "cancelled"])

const isUnmoved = ({ returned, status }: Payment): boolean =>
  ["failed", "rejected", "cancelled"].includes(status) || (status === "returned" && returned?.fundsMoved === false)

function* entriesBalance({ journals }: Rows) {
  for (const { nets, source, step } of journals) {
    const sum = nets.reduce((total, [, amount]) => total + amount, 0)
    if (sum !== 0) yield [source, `journal ${step} adds up to ${sum}`] as const
  }
}

function* capturedIsAuthorized({ cards }: Rows) {
  for (const { amountCapturedMinor, amountMinor, id } of cards) {
    if (amountCapturedMinor > amountMinor) yield [id, `captured ${amountCapturedMinor} of ${amountMinor}`] as const
  }
}

function* returnedIsCaptured({ cards }: Rows) {
  for (const { amountCapturedMinor, amountRefundedMinor, disputes, id } of cards) {
    const back = amountRefundedMinor + (disputes?.withheldMinor ?? 0)
    if (back > amountCapturedMinor) yield [id, `gave back ${back} of ${amountCapturedMinor}`] as const
  }
}

function* limitsHold({ bank, used }: Rows, { terms }: World) {
  const days = new Map<string, { certain: number; all: number }>()
  for (const payment of bank) {
    // A reversal counts against no day: it asks for money that was counted.
    if (payment.limitDay === "" || payment.direction === "inbound") continue
    const amount = payment.wire?.countedCents ?? payment.amountCents
    const day = days.get(payment.limitDay) ?? { certain: 0, all: 0 }
    const isLate = payment.suspense?.isContradicted === true && payment.suspense.found !== "failed"
    if (!isUnmoved(payment)) day.certain += amount
    if (!isUnmoved(payment) || isLate) day.all += amount
    days.set(payment.limitDay, day)
  }
  for (const [day, { all, certain }] of days) {
    const noted = used.find((row) => row.day === day)?.used ?? 0
    if (certain > terms.bank.daily) yield [day, `${certain} moved on a day whose limit is ${terms.bank.daily}`] as const
    if (noted !== all) yield [day, `${noted} are noted as used, and payments use ${all}`] as const
  }
}

function* eventsArrive({ undelivered }: Rows) {
  for (const { id, status } of undelivered)
    yield [id, `event has ${status ?? "no"} delivery, and no attempt is due`] as const
}

function* keysWorkOnce({ bank, cards, credited }: Rows, { model, ofRails, processor, terms }: World) {
  const keys = new Set<string>()
  for (const { ach, id, idempotencyKey } of bank) {
    // Entries of a batch share its key.
    if (idempotencyKey === null || (ach?.batch ?? null) !== null) continue
    if (keys.has(idempotencyKey)) yield [id, `is the second payment of ${idempotencyKey}`] as const
    keys.add(idempotencyKey)
  }
  if (cards.length !== model.cards.payments.size)
    yield ["cards", `${cards.length} payments, ${model.cards.payments.size} were asked for`] as const
  const instant = ofRails ? 0 : bank.filter(({ kind }) => kind === "instant").length
  if (instant !== model.bank.transfers.size)
    yield ["bank", `${instant} payments, ${model.bank.transfers.size} were asked for`] as const
  for (const { payment, times } of credited)
    if (times > 1) yield [payment, `credited ${times} times by the network`] as const
  if (!terms.cards.isRemote) return
  for (const { amountCapturedMinor, amountMinor, amountRefundedMinor, id, intent } of cards) {
    const taken = processor.taken.get(id) ?? 0
    const least = amountCapturedMinor - amountRefundedMinor
    // What is on its way to the processor, or was answered and not heard, may have moved there already.
    if (taken < least || taken > (intent === null ? amountCapturedMinor : amountMinor))
      yield [id, `the processor has ${taken}, the books ${least}`] as const
  }
}

function* endsAreFinal({ bank, cards }: Rows, _world: World, { ends }: Seen) {
  const all = [
    ...cards.map(({ id, state }) => [id, state, finalCards] as const),
    ...bank.map(({ id, status }) => [id, status, finalBank] as const)
  ]
  for (const [id, state, finals] of all) {
    const before = ends.get(id)
    const goesOn = before === "settled" && state === "returned"
    if (before !== undefined && before !== state && !goesOn) yield [id, `was ${before} and is ${state}`] as const
    if (finals.has(state)) ends.set(id, state)
  }
}

function* matchedIsStill({ bank, journals }: Rows) {
  for (const { id, status } of bank) {
    if (!unsent.has(status)) continue
    const sent = netOf(journals, id, (account) => /^(clearing|settlement)/.test(account))
    const steps = journals.filter(({ source }) => source === id).map(({ step }) => step)
    if (sent !== 0 || steps.includes("submit")) yield [id, `is ${status} and was sent: ${steps.join(", ")}`] as const
  }
}

/** What moved for customers: what was taken from them, and what has left for them. */
const movedOf = ({ cards, payouts }: Rows) => [
  ...cards,
  ...payouts.map(({ amountMinor, status, ...payout }) => ({
    ...payout,
    amountCapturedMinor: status === "in_transit" || status === "paid" ? amountMinor : 0,
    intent: null
  }))
]

function* matchedMovesNothing({ matched, ...rows }: Rows, _world: World, { atMatch }: Seen) {
  for (const customer of atMatch.keys()) if (!matched.has(customer)) atMatch.delete(customer)
  for (const customer of matched) {
    const payments = movedOf({ matched, ...rows }).filter((one) => one.customer === customer)
    const known = atMatch.get(customer)
    if (known === undefined) {
      const found = payments.map(
        ({ amountCapturedMinor: taken, id, intent, state }) =>
          [id, { taken, isAsked: intent !== null || state === "authorizing" }] as const
      )
      atMatch.set(customer, new Map(found))
      continue
    }
    for (const { amountCapturedMinor, id } of payments) {
      const then = known.get(id)
      if (then === undefined) yield [id, `was taken up for ${customer}, who is matched`] as const
      else if (amountCapturedMinor > then.taken && !then.isAsked)
        yield [id, `moved ${amountCapturedMinor} for ${customer}, who is matched`] as const
    }
  }
}

function* clearingIsEmpty({ bank, journals }: Rows, { model }: World) {
  for (const payment of bank) {
    const { amountCents, id, status } = payment
    const inClearing = -netOf(journals, id, (account) => account.startsWith("clearing:"))
    const isHeld = status === "held" || status === "pending_approval" || status === "queued"
    // What asks for money sets nothing aside.
    const reserved = payment.ach?.direction === "debit" ? 0 : amountCents
    if (inClearing !== (status === "submitted" ? reserved : 0))
      yield [id, `is ${status} with ${inClearing} in clearing`] as const
    const held = -netOf(journals, id, (account) => account.startsWith("customer_hold:"))
    if (held !== (isHeld ? reserved : 0)) yield [id, `is ${status} with ${held} set aside`] as const
    const believed = model.bank.transfers.get(id)
    if (!finalBank.has(status) || believed === undefined) continue
    const back = isUnmoved(payment) ? amountCents : believed.isTakenBack === true ? 0 : (believed.returned ?? 0)
    const cleared = netOf(
      journals.filter(({ step }) => step.startsWith("clear:")),
      id,
      (account) => account.startsWith("customer:")
    )
    // What a network took back comes to its originator out of suspense.
    if (believed.isTakenBack === true && cleared > -amountCents)
      yield [id, "was taken back and not given back"] as const
    const paid = netOf(journals, id, (account) => account.startsWith("customer:")) - cleared
    if (paid !== amountCents - back)
      yield [id, `is ${status} and cost its originator ${paid}, not ${amountCents - back}`] as const
  }
}

/** What a payment cost its originator when it is over, by what it says itself; less than nothing where it brought something. */
const costOf = (payment: Payment): number => {
  const { ach, amountCents, returned, status } = payment
  if (isUnmoved(payment)) return 0
  const cents = status === "settled" ? amountCents : amountCents - returned!.amountCents
  return ach?.direction === "debit" ? -cents : cents
}

/** Where the money of an originator is: with it, collected and not yet its own, or owed by it. */
const ownPlaces = /^(?:customer:|customer_hold:|uncollected$|receivable:returns$)/

function* costsWhatItSays({ bank, journals }: Rows) {
  for (const payment of bank) {
    const { id, status, suspense } = payment
    if (payment.direction === "inbound" || suspense !== undefined || !finalBank.has(status)) continue
    const cost = netOf(journals, id, (account) => ownPlaces.test(account))
    if (cost !== costOf(payment))
      yield [id, `is ${status} and cost its originator ${cost}, not ${costOf(payment)}`] as const
    const collected = netOf(journals, id, (account) => account === "uncollected")
    if (payment.ach?.isReturnTimeOver === true && collected !== 0)
      yield [id, `its return time is over, and ${collected} are not its originator's`] as const
  }
}

function* suspenseHasACase({ bank, journals }: Rows, { model }: World) {
  for (const { id, needsAttention, suspense } of bank) {
    const lies = netOf(journals, id, (account) => account === "suspense")
    if (lies !== (suspense?.amountCents ?? 0))
      yield [id, `${lies} lie in suspense, the payment says ${suspense?.amountCents ?? 0}`] as const
    const believed = model.bank.transfers.get(id)?.suspense ?? lies
    if (lies !== believed) yield [id, `${lies} lie in suspense, and the networks moved ${believed}`] as const
    if (lies !== 0 && !needsAttention) yield [id, `${lies} lie in suspense, and nobody is to look`] as const
  }
}

function* networkAgrees({ bank, credited }: Rows, { model }: World) {
  const paid = new Set(credited.map(({ payment }) => payment))
  for (const { id, settledAt, status, suspense } of bank) {
    if (!paid.has(id) || !finalBank.has(status)) continue
    // Its word is still on the way.
    const believed = model.bank.transfers.get(id)
    if (believed === undefined || believed.isMeddled || believed.words.some(({ says }) => says === "settled")) continue
    if (settledAt === null && suspense?.isContradicted !== true)
      yield [id, `is ${status}, and the network credited it`] as const
  }
}

function* booksHaveOwners({ journals }: Rows) {
  for (const { plugin, scope, source, step } of journals) {
    const isBank = source.startsWith("pmt_")
    const scopes = isBank ? [bankScope, strangersScope] : [cardsScope]
    if (plugin !== (isBank ? "bank" : "cards") || !scopes.includes(scope)) {
      yield [source, `journal ${step} is in the books of ${plugin} ${scope}`] as const
    }
  }
}

/** Every invariant, by the sentence that it keeps. */
export const invariants: Readonly<Record<string, readonly [sentence: string, check: Check]>> = {
  entries_balance: ["The lines of every journal add up to nothing", entriesBalance],
  captured_within_authorized: ["No more is captured than was authorized", capturedIsAuthorized],
  returned_within_captured: ["What is refunded and disputed is within what was captured", returnedIsCaptured],
  limits_hold: ["No day moves more than its limit, and what is noted as used is what payments use", limitsHold],
  events_arrive: ["Every event was delivered, or is due, or all its attempts were made", eventsArrive],
  keys_work_once: ["One key has one effect, in the books, at the network and at the processor", keysWorkOnce],
  ends_are_final: ["A final state never changes", endsAreFinal],
  matched_is_still: ["No money moves for a subject that was matched, or that nobody approved", matchedIsStill],
  matched_moves_nothing: ["Nothing is taken from a customer who is on a list, nor paid to it", matchedMovesNothing],
  clearing_is_empty: [
    "Nothing of a finished payment is in clearing or set aside, and its originator paid what moved",
    clearingIsEmpty
  ],
  costs_what_it_says: ["What a finished payment says it moved is what its originator paid or got", costsWhatItSays],
  suspense_has_a_case: ["What lies in suspense belongs to a payment that somebody must look at", suspenseHasACase],
  network_agrees: ["A payment that the network credited is settled, or somebody must look at it", networkAgrees],
  books_have_owners: ["No plugin writes into the books of another one", booksHaveOwners],
  texts_stay: ["A version never changes, nor what has ended", ({ docs }, _, { ends }) => textsStay(docs, ends)],
  versions_count: ["Versions count from 1, and their document names the last", ({ docs }) => versionsCount(docs)],
  docs_keys_work_once: [
    "One key begins one generation or publication, and a generation makes one version",
    ({ docs }, world) => docsKeysWorkOnce(docs, world)
  ],
  work_is_done: ["What was asked for has ended, or is run later", ({ docs }) => workIsDone(docs)],
  commits_are_ours: [
    "No text is committed twice, and what is published was committed",
    ({ docs }, world) => commitsAreOurs(docs, world)
  ]
}

const parsed = (state: string): any => JSON.parse(state.split("\nsealed:")[0]!)

const undeliveredText = `SELECT e.id, d.status FROM events e JOIN webhook_endpoints w ON w.plugin = e.plugin AND w.scope = e.scope
  LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.endpoint_id = w.id
  WHERE e.created_at > ? AND (d.id IS NULL OR d.status = 'dropped' OR (d.status = 'pending' AND NOT EXISTS
    (SELECT 1 FROM jobs j WHERE j.name = 'webhooks.attempt' AND j.job_key = d.id || '/' || (d.attempts + 1) AND j.state = 'waiting')))`

const creditedText = `SELECT end_to_end_id AS payment, count(*) AS times FROM bank_sim_messages
  WHERE credited = 1 AND direction = 'out' AND end_to_end_id IS NOT NULL GROUP BY end_to_end_id`

/** Deliveries are kept for three days by the bank: older ones are not looked for. */
const keptMs = 2 * 86_400_000

/** The objects of the world: data that it began with have other owners. */
const ownRows = Effect.fnUntraced(function* (store: RegionStore, { earlierTexts }: World) {
  const statesIn = (table: string, scope: string) =>
    Effect.map(store.read<{ readonly state: string }>(`SELECT state FROM ${table} WHERE scope = ?`, [scope]), (rows) =>
      rows.map(({ state }) => parsed(state))
    )
  const customers: ReadonlyArray<Customer> = yield* statesIn("cards_customers", cardsScope)
  const gone = yield* store.read<{ readonly id: string }>("SELECT id FROM cards_blocked_customers WHERE scope = ?", [
    cardsScope
  ])
  const used = yield* store.read<Rows["used"][number]>("SELECT day, used FROM bank_limit_use WHERE client_id = ?", [
    bankScope.split("/")[0]!
  ])
  return {
    cards: yield* statesIn("cards_payments", cardsScope),
    bank: yield* payments.list(store, bankScope, {}, undefined, 100_000),
    payouts: yield* statesIn("cards_payouts", cardsScope),
    docs: yield* readDocsRows(store, earlierTexts),
    matched: new Set([
      ...customers.filter((customer) => openScreeningsOf(customer).length > 0).map(({ id }) => id),
      ...gone.map(({ id }) => id)
    ]),
    used: used.map((row) => ({ ...row, used: Number(row.used) }))
  }
})

const readRows = Effect.fnUntraced(function* (world: World) {
  const { store } = yield* Effect.promise(() => world.engine().caller({ principal: testAccount("acct_simulation") }))
  const read = <Row extends object>(text: string, ...params: ReadonlyArray<number>) =>
    store.read<Row>(text, [...params])
  const entries = yield* read<any>(
    "SELECT plugin, scope, source, step, currency, postings FROM ledger_entries ORDER BY sequence"
  )
  const own = yield* ownRows(store, world)
  const rows: Rows = {
    ...own,
    journals: entries
      .filter(({ scope }) => !world.earlierOwners.has(scope))
      .map(({ postings, ...entry }) => ({ ...entry, nets: JSON.parse(postings) })),
    credited: (yield* read<Rows["credited"][number]>(creditedText)).map((row) => ({
      ...row,
      times: Number(row.times)
    })),
    undelivered: yield* read<Rows["undelivered"][number]>(undeliveredText, world.now() - keptMs)
  }
  return { rows, own: yield* checkInvariants(store, cardsScope) }
})

/** Checks all of them; the plugin's own, too. Throws `Unexpected` for the first that does not hold. */
export const checkAll = async (world: World, seen: Seen): Promise<void> => {
  const engine = world.engine()
  await engine.drain()
  const { own, rows } = await engine.call(readRows(world))
  for (const [name, [, check]] of Object.entries(invariants)) {
    for (const [about, wrong] of check(rows, world, seen)) throw new Unexpected(`${name}: ${about} ${wrong}`, about)
  }
  for (const { detail, invariant } of own.failures)
    throw new Unexpected(`${invariant}: ${detail}`, detail.split(":")[0])
}
