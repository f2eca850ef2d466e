/** What is true of the books, the payments and the events when a month and its returns are over; what is not, is told. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { Store, trialBalance, type PostedEntry } from "bursar/plugin"
import type { Month } from "./month.ts"

interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly resource: string
  readonly body: string
}

/** What of a payment is not sealed. */
interface StoredPayment {
  readonly id: string
  readonly status: string
  readonly rail: string
  readonly timeline: ReadonlyArray<{ readonly type: string }>
}

/** What the store holds at the end. */
export const readAll = Effect.gen(function* () {
  const stores = yield* Store
  const store = yield* stores.region(stores.home)
  const journals: Array<PostedEntry> = []
  const imbalances = yield* trialBalance(store, { visit: (entry) => void journals.push(entry) })
  const balances = yield* store.read<{ account: string; currency: string; balance: number }>(
    "SELECT account, currency, SUM(balance) AS balance FROM ledger_balances GROUP BY account, currency ORDER BY account, currency",
    []
  )
  const events = yield* store.read<StoredEvent>("SELECT id, type, resource, body FROM events ORDER BY sequence", [])
  const rows = yield* store.read<{ state: string }>("SELECT state FROM bank_payments ORDER BY sequence", [])
  const credits = yield* store.read<{ id: string; times: number }>(
    `SELECT end_to_end_id AS id, COUNT(*) AS times FROM bank_sim_messages
         WHERE direction = 'out' AND credited = 1 GROUP BY end_to_end_id`,
    []
  )
  return {
    imbalances,
    journals,
    balances: balances.map((row) => ({ ...row, balance: Number(row.balance) })),
    events,
    payments: rows.map(({ state }) => JSON.parse(state.split("\n", 1)[0]!) as StoredPayment),
    credits
  }
})

/** What a store holds. */
export type Ending = Effect.Success<typeof readAll>

/** Something that is not as it must be. */
export type Finding = string

const final: ReadonlySet<string> = new Set(["settled", "returned", "failed", "rejected", "cancelled"])

const addUp = (of: Iterable<readonly [key: string, amount: number]>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const [key, amount] of of) sums.set(key, (sums.get(key) ?? 0) + amount)
  return sums
}

const notZero = (sums: ReadonlyMap<string, number>, what: string): ReadonlyArray<Finding> =>
  [...sums].filter(([, sum]) => sum !== 0).map(([key, sum]) => `${what} ${key}: ${sum}`)

/** What nothing is left on once every payment has ended. */
const passing = /^(clearing|customer_hold|uncollected)/

/** The books: the balances are what the journals add up to, all of them are zero together, and nothing is on the way. */
export const auditBooks = ({ balances, imbalances, journals }: Ending): ReadonlyArray<Finding> => {
  const left = journals.flatMap(({ postings, source }) =>
    postings
      .filter(({ account }) => account.startsWith("clearing"))
      .map(({ amountMinor, direction }) => [source, direction === "debit" ? amountMinor : -amountMinor] as const)
  )
  return [
    ...imbalances.map(({ account }) => `The balance of ${account} is not what its journals add up to`),
    ...notZero(addUp(balances.map(({ balance, currency }) => [currency, balance] as const)), "Sum of all accounts in"),
    ...balances
      .filter(({ account, balance }) => passing.test(account) && balance !== 0)
      .map(({ account, balance }) => `${account} has ${balance}`),
    ...notZero(addUp(left), "Clearing of")
  ]
}

/** The payments: each that was taken is there, has ended, and was credited by a network at most once. */
export const auditPayments = ({ credits, payments }: Ending, { taken }: Month): ReadonlyArray<Finding> => {
  const ids = new Set(payments.map(({ id }) => id))
  return [
    ...taken.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} was taken and is not there`),
    ...payments.filter(({ status }) => !final.has(status)).map(({ id, status }) => `${id} is ${status}`),
    ...credits.filter(({ times }) => Number(times) > 1).map(({ id, times }) => `${id} was credited ${times} times`)
  ]
}

/** Events of a payment by letters, for their order. */
const letters: Readonly<Record<string, string>> = {
  "payment.validated": "v",
  "compliance.hold": "h",
  "compliance.released": "l",
  "compliance.rejected": "x",
  "payment.approved": "a",
  "payment.submitted": "s",
  "payment.settled": "S",
  "payment.returned": "r",
  "payment.rejected": "R",
  "wire.recall.resolved": "w"
}

/** Validated, perhaps held, perhaps approved and sent; then one end, which a return may follow, told by a recall or itself. */
const inOrder = /^v(h+l?)?(xR|R|a(s(S(w*r?|w+)|r|R|w)?)?)?$/

/** The events: those of a payment are numbered without a gap, in their order, and are its timeline; a batch has one. */
export const auditEvents = ({ events, payments }: Ending, { batches }: Month): ReadonlyArray<Finding> => {
  const told = Map.groupBy(events, ({ resource }) => resource)
  const findings: Array<Finding> = []
  for (const { id, timeline } of payments) {
    const own = told.get(id) ?? []
    const types = own.map(({ type }) => type)
    const numbers = own.map(({ body }) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence)
    if (numbers.some((number, at) => number !== at + 1)) findings.push(`${id} has the numbers ${numbers.join()}`)
    if (types.join() !== timeline.map(({ type }) => type).join())
      findings.push(`${id} tells more or less than it knows`)
    if (!inOrder.test(types.map((type) => letters[type] ?? "?").join(""))) findings.push(`${id} tells ${types.join()}`)
  }
  for (const id of batches) {
    if (
      told
        .get(id)
        ?.map(({ type }) => type)
        .join() !== "batch.completed"
    )
      findings.push(`${id} is not completed once`)
  }
  const known = new Set([...payments.map(({ id }) => id), ...batches])
  findings.push(...[...told.keys()].filter((id) => !known.has(id)).map((id) => `An event tells of ${id}`))
  return findings
}

/** Everything that is found. */
export const audit = (ending: Ending, month: Month): ReadonlyArray<Finding> => [
  ...auditBooks(ending),
  ...auditPayments(ending, month),
  ...auditEvents(ending, month)
]

/** The bytes of all events, journals and balances, in short. */
export const digestOf = ({ balances, events, journals }: Ending): string => {
  const hash = createHash("sha256")
  for (const { body } of events) hash.update(body)
  for (const journal of journals) hash.update(JSON.stringify(journal))
  return hash.update(JSON.stringify(balances)).digest("hex")
}
