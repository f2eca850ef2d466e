/**
 * The ledger's rows: balanced journals and the running balances they add up to, written inside a commit. Balances are
 * signed with debits positive; `trialBalance` proves them against the journals.
 */
import * as Effect from "effect/Effect"
import { balanceChanges, checkBalanced, type LedgerEntry, type Posting } from "../domain/Ledger.ts"
import type { Currency } from "../domain/Currency.ts"
import type { Read, RegionStore, SqlValue, StoreUnavailable, Write } from "../services/Store.ts"
import { statement, value } from "../rows/statement.ts"
import { storedAs } from "../rows/storedAs.ts"
import { given, integer, key, plus, table, text } from "../rows/Table.ts"
import { writeOf } from "../rows/writeOf.ts"

/** A journal as it was written. */
export interface PostedEntry {
  /** Its place in the order of all journals of the region. */
  readonly sequence: number
  readonly id: string
  readonly plugin: string
  readonly scope: string
  readonly source: string
  readonly step: string
  readonly currency: Currency
  readonly postings: ReadonlyArray<Posting>
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

interface EntryRow extends Omit<PostedEntry, "postings" | "createdAt"> {
  readonly postings: string
  readonly created_at: number
}

const entryOf = ({ created_at, postings, ...row }: EntryRow): PostedEntry => ({
  ...row,
  postings: unpack(postings),
  createdAt: created_at
})

/** A posting as it is stored: account and amount, debits positive. A third of the length with names, on the busiest table. */
type Packed = readonly [account: string, signedMinor: number]

export const storedPostings = storedAs<ReadonlyArray<Packed>>({
  table: "ledger_entries",
  form: ["list of", ["list of", "any"]]
})

const pack = (postings: ReadonlyArray<Posting>): string =>
  storedPostings.write(
    postings.map(({ account, amountMinor, direction }) => [account, direction === "debit" ? amountMinor : -amountMinor])
  )

const unpack = (packed: string): ReadonlyArray<Posting> =>
  storedPostings.read(packed).map(([account, signedMinor]) => ({
    account,
    direction: signedMinor > 0 ? "debit" : "credit",
    amountMinor: Math.abs(signedMinor)
  }))

const journals = table("ledger_entries", {
  id: text,
  plugin: text,
  scope: text,
  source: text,
  step: text,
  currency: text,
  postings: text,
  created_at: integer
})

/** The running balances. */
export const heldBalances = table("ledger_balances", {
  plugin: key(text),
  scope: key(text),
  account: key(text),
  currency: key(text),
  balance: integer
})

/** Adds to a balance, whatever it is. */
export const addToBalance = heldBalances.inserting({ onExisting: { set: { balance: plus(given) } } })

// Bound numbers are doubles to some databases: a sum with one would lose cents beyond 2^53.
const addWithinLimit = statement`INSERT INTO ${heldBalances} (plugin, scope, account, currency, balance)
  SELECT moved.plugin, moved.scope, moved.account, moved.currency, moved.change FROM
    (SELECT ${value("plugin")} AS plugin, ${value("scope")} AS scope, ${value("account")} AS account,
       ${value("currency")} AS currency, CAST(${value("change")} AS BIGINT) AS change,
       CAST(${value("ceiling")} AS BIGINT) AS ceiling) AS moved
    LEFT JOIN ${heldBalances} AS held
      ON held.plugin = moved.plugin AND held.scope = moved.scope AND held.account = moved.account
        AND held.currency = moved.currency
  WHERE COALESCE(held.balance, 0) + moved.change <= moved.ceiling
  ON CONFLICT (plugin, scope, account, currency) DO UPDATE SET balance = ledger_balances.balance + excluded.balance
    WHERE ledger_balances.balance + excluded.balance <= CAST(${value("ceiling")} AS BIGINT)`

/**
 * An account that may not be overdrawn by this commit: its debit-positive balance stays at or below `ceilingMinor` (0
 * for a credit-normal account that must not go negative).
 */
export interface BalanceLimit<E> {
  readonly account: string
  readonly ceilingMinor: number
  readonly orElse: () => E
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The writes of a commit's journals, in the books of one plugin. A second journal with the same (source, step) in them
 * violates a unique constraint. Throws `UnbalancedEntry`.
 */
export const post = <E = never>(
  entries: ReadonlyArray<LedgerEntry>,
  into: {
    readonly plugin: string
    readonly scope: string
    readonly now: number
    readonly nextId: () => string
  },
  limits: ReadonlyArray<BalanceLimit<E>> = []
): Array<Write<E>> => {
  if (entries.length === 0) return []
  const { plugin, scope } = into
  const rows: Array<SqlValue> = []
  for (const entry of entries) {
    checkBalanced(entry)
    const { currency, postings, source, step } = entry
    rows.push(into.nextId(), plugin, scope, source, step, currency, pack(postings), into.now)
  }
  const writes: Array<Write<E>> = []
  const free: Array<SqlValue> = []
  // In one order everywhere, so that two commits never wait for each other's rows in a circle.
  const changes = balanceChanges(entries).toSorted(
    (a, b) => compare(a.account, b.account) || compare(a.currency, b.currency)
  )
  for (const { account, changeMinor, currency } of changes) {
    const limit = limits.find((candidate) => candidate.account === account)
    if (limit === undefined) {
      free.push(plugin, scope, account, currency, changeMinor)
      continue
    }
    const { ceilingMinor, orElse } = limit
    const added = { plugin, scope, account, currency, change: changeMinor, ceiling: ceilingMinor }
    writes.push({ ...addWithinLimit.write(added, orElse), contends: scope })
  }
  if (free.length > 0) writes.push(writeOf<E>(addToBalance.statement, free, undefined, undefined, scope))
  // Balances first: whoever holds a balance is the next to number its journals, so that those of one account stand in
  // the order in which they changed it, also where several processes write.
  writes.push(writeOf<E>(journals.insert.statement, rows))
  return writes
}

/** Whose books: those that a plugin keeps for an owner. */
export interface BooksOf {
  readonly plugin: string
  readonly scope: string
}

/** Balance of an account, debits positive, in minor units. An account without a journal has 0. */
export const balanceOf = (
  store: RegionStore,
  of: BooksOf & { readonly account: string; readonly currency: Currency }
): Read<bigint> =>
  Effect.map(
    // As text: a 64-bit sum can be larger than a JavaScript number holds exactly.
    store.read<{ readonly balance: string }>(
      `SELECT CAST(balance AS TEXT) AS balance FROM ledger_balances
       WHERE plugin = ? AND scope = ? AND account = ? AND currency = ?`,
      [of.plugin, of.scope, of.account, of.currency]
    ),
    (rows) => BigInt(rows[0]?.balance ?? "0")
  )

/** Every balance in one owner's books, debits positive, in minor units. */
export const balances = (store: RegionStore, { plugin, scope }: BooksOf) =>
  Effect.map(
    store.read<{ readonly account: string; readonly currency: Currency; readonly balance: string }>(
      `SELECT account, currency, CAST(balance AS TEXT) AS balance FROM ledger_balances
       WHERE plugin = ? AND scope = ? ORDER BY account, currency`,
      [plugin, scope]
    ),
    (rows) => rows.map((row) => ({ account: row.account, currency: row.currency, balance: BigInt(row.balance) }))
  )

/** A plugin's journals caused by one object, oldest first. The object's owner is their `scope`. */
export const entriesOf = (store: RegionStore, plugin: string, source: string): Read<ReadonlyArray<PostedEntry>> =>
  Effect.map(
    store.read<EntryRow>(
      `SELECT sequence, id, plugin, scope, source, step, currency, postings, created_at FROM ledger_entries
       WHERE plugin = ? AND source = ? ORDER BY sequence`,
      [plugin, source]
    ),
    (rows) => rows.map(entryOf)
  )

/** Names the last event and the last journal of a region: as long as it is the same, no object has changed. */
export const lastWritten = (store: RegionStore): Read<string> =>
  Effect.map(
    store.read<{ readonly event: number | null; readonly entry: number | null }>(
      `SELECT (SELECT max(sequence) FROM events) AS event, (SELECT max(sequence) FROM ledger_entries) AS entry`,
      []
    ),
    ([row]) => `${row?.event ?? 0}/${row?.entry ?? 0}`
  )

/** A difference found by `trialBalance`. */
export interface Imbalance {
  readonly plugin: string
  readonly scope: string
  readonly account: string
  readonly currency: string
  /** What the journals add up to, debits positive. */
  readonly posted: bigint
  /** What the running balance says. */
  readonly balance: bigint
}

/** Journals that are read at a time (our choice): it bounds the memory, and how long others wait. */
const entriesPerPage = 1_000

const selectPage = `SELECT sequence, id, plugin, scope, source, step, currency, postings, created_at FROM ledger_entries
  WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT CAST(? AS INTEGER)`

const nameOf = (row: Pick<Imbalance, "plugin" | "scope" | "account" | "currency">) =>
  `${row.plugin}\n${row.scope}\n${row.account}\n${row.currency}`

interface HeldRow extends Omit<Imbalance, "posted" | "balance"> {
  readonly balance: string
}

/** A row without a balance, where there is none at all: there may be journals all the same. */
type BalanceRow = { readonly last: number | null } & (HeldRow | { readonly plugin: null })

/** The balances, and the last journal that is in them, as one statement sees both. */
const readBalances = (store: RegionStore) =>
  store.read<BalanceRow>(
    `SELECT last, plugin, scope, account, currency, CAST(balance AS TEXT) AS balance
     FROM (SELECT max(sequence) AS last FROM ledger_entries) AS journals LEFT JOIN ledger_balances ON 1 = 1
     ORDER BY plugin, scope, account, currency`,
    []
  )

/**
 * Adds up every journal of a region, or of one plugin or scope in it, and compares with the running balances. Empty when the books
 * are right. Journals are read page by page; `visit` is shown each one, in order. Where several processes write at the
 * same time, ask while nothing is being written: a journal may become visible after a later one.
 */
export const trialBalance = Effect.fnUntraced(function* (
  store: RegionStore,
  of: Partial<BooksOf> & { readonly visit?: (entry: PostedEntry) => void } = {}
): Effect.fn.Return<ReadonlyArray<Imbalance>, StoreUnavailable> {
  const isAsked = ({ plugin, scope }: BooksOf) =>
    (of.plugin === undefined || of.plugin === plugin) && (of.scope === undefined || of.scope === scope)
  const found = yield* readBalances(store)
  const last = found[0]?.last ?? 0
  const sums = new Map<string, Imbalance>()
  for (const { last: _, ...row } of found) {
    if (row.plugin === null || !isAsked(row)) continue
    sums.set(nameOf(row), { ...row, posted: 0n, balance: BigInt(row.balance) })
  }
  const add = (entry: PostedEntry) => {
    for (const { account, amountMinor, direction } of entry.postings) {
      const at = { plugin: entry.plugin, scope: entry.scope, account, currency: entry.currency }
      const sum = sums.get(nameOf(at)) ?? { ...at, posted: 0n, balance: 0n }
      const change = BigInt(direction === "debit" ? amountMinor : -amountMinor)
      sums.set(nameOf(at), { ...sum, posted: sum.posted + change })
    }
  }
  for (let from = 0; from < last;) {
    const rows = yield* store.read<EntryRow>(selectPage, [from, last, entriesPerPage])
    for (const entry of rows.filter(isAsked).map(entryOf)) {
      add(entry)
      of.visit?.(entry)
    }
    from = rows.length < entriesPerPage ? last : rows[rows.length - 1]!.sequence
    yield* Effect.yieldNow
  }
  return [...sums.values()].filter((sum) => sum.posted !== sum.balance)
})
