/**
 * State rebuilt from what is only ever added: the ledger's entries and the events, into an empty store, and compared with the rows
 * that a store keeps. Says which columns follow from them; the others do not.
 */
import type { ReadRows, Row } from "./rows.ts"

/** Rows of a table by their keys: only the columns that can be rebuilt. */
type Rows = Map<string, Readonly<Record<string, unknown>>>

/** Tables by their names. */
type Tables = Readonly<Record<keyof typeof rebuiltColumns, Rows>>

/** What can be rebuilt, by table. Of payments by card that is all that callers are shown. */
export const rebuiltColumns = {
  ledger_balances: "plugin, scope, account, currency, balance",
  cards_payments: "id, scope, status, amount, currency, customer, created_at, shown",
  cards_refunds: "id, scope, payment, amount, status, created_at",
  cards_disputes: "id, scope, payment, amount, status, created_at",
  cards_payouts: "id, scope, destination, amount, status, created_at",
  bank_payments: "id, scope, rail, amount, status"
} as const

const instant = (time: unknown): number => Date.parse(String(time))

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((all, one) => all + one, 0)

const postingsOf = (entry: Row) =>
  JSON.parse(String(entry["postings"])) as ReadonlyArray<[account: string, minor: number]>

const balancesFrom = (entries: ReadonlyArray<Row>): Rows => {
  const balances: Rows = new Map()
  for (const entry of entries) {
    const { currency, plugin, scope } = entry
    for (const [account, minor] of postingsOf(entry)) {
      const key = `${plugin} ${scope} ${account} ${currency}`
      const held = balances.get(key) ?? { plugin, scope, account, currency, balance: 0 }
      balances.set(key, { ...held, balance: Number(held["balance"]) + minor })
    }
  }
  return balances
}

/** A balance of nothing need not have a row. */
const withoutZeros = (balances: Rows): Rows => new Map([...balances].filter(([, { balance }]) => balance !== 0))

/** The last that events showed of each object, by the name that the cards service gives to its kind. */
const lastShown = (events: ReadonlyArray<Row>): ReadonlyMap<string, any> => {
  const shown = new Map<string, any>()
  for (const { body, plugin, resource, scope } of events) {
    const { data } = JSON.parse(String(body))
    if (plugin === "cards" && data.id === resource) shown.set(String(resource), { ...data, scope })
    // Each event of the bank shows a part.
    else if (plugin === "bank") {
      shown.set(String(resource), { ...shown.get(String(resource)), ...data, scope, object: "bank_payment" })
    }
  }
  return shown
}

/** A store made of the ledger and the events alone. */
const rebuild = async (read: ReadRows): Promise<Tables> => {
  const entries = await read(
    "SELECT plugin, scope, source, step, currency, postings FROM ledger_entries ORDER BY sequence"
  )
  const events = await read("SELECT plugin, scope, resource, body FROM events ORDER BY sequence")
  const objects = [...lastShown(events).values()]
  const of = (kind: string): ReadonlyArray<any> => objects.filter(({ object }) => object === kind)
  const captures = new Map(
    entries
      .filter(({ plugin, step }) => plugin === "cards" && step === "capture")
      .map((entry) => [
        entry["source"],
        sum(postingsOf(entry).flatMap(([account, minor]) => (account === "scheme.receivable" ? [minor] : [])))
      ])
  )
  const refunds = of("refund")
  const disputes = of("dispute")
  const payments = of("payment").map(({ scope, ...last }) => {
    const returned = refunds.filter(
      (one) => one.payment_id === last.id && ["pending", "succeeded"].includes(one.status)
    )
    const amounts = {
      amount_captured: captures.get(last.id) ?? 0,
      amount_refunded: sum(returned.map(({ amount }) => amount))
    }
    const { amount, created_at, currency, customer = null, id, status } = last
    const dispute = disputes.findLast((one) => one.payment_id === last.id)
    const shown = { ...last, ...amounts, ...(dispute === undefined ? {} : { dispute: dispute.id, disputed: true }) }
    return [id, { id, scope, status, amount, currency, customer, created_at: instant(created_at), shown }] as const
  })
  const madeFrom = (kind: string, more: (one: any) => Readonly<Record<string, unknown>>): Rows =>
    new Map(
      of(kind).map((one) => {
        const { amount, created_at, id, scope, status } = one
        return [id, { id, scope, ...more(one), amount, status, created_at: instant(created_at) }]
      })
    )
  return {
    ledger_balances: withoutZeros(balancesFrom(entries)),
    cards_payments: new Map(payments),
    cards_refunds: madeFrom("refund", ({ payment_id: payment }) => ({ payment })),
    cards_disputes: madeFrom("dispute", ({ payment_id: payment }) => ({ payment })),
    cards_payouts: madeFrom("payout", ({ destination }) => ({ destination })),
    bank_payments: new Map(
      of("bank_payment").flatMap(({ amount, paymentId: id, rail, scope, status }) =>
        id === undefined ? [] : [[id, { id, scope, rail, amount, status }]]
      )
    )
  }
}

/** The same columns as the store keeps them. */
const kept = async (read: ReadRows): Promise<Tables> => {
  const rowsOf = async (table: string, columns: string, row: (one: any) => Row): Promise<Rows> =>
    new Map((await read(`SELECT ${columns} FROM ${table}`)).map((one) => [String(one["id"]), row(one)]))
  const withState = (table: string, column: string) =>
    rowsOf(table, `id, scope, ${column}, created_at, state`, (one) => {
      const { amountMinor: amount, status } = JSON.parse(one.state)
      return { id: one.id, scope: one.scope, [column]: one[column], amount, status, created_at: Number(one.created_at) }
    })
  const balances = await read(
    "SELECT plugin, scope, account, currency, CAST(balance AS TEXT) AS balance FROM ledger_balances"
  )
  return {
    ledger_balances: withoutZeros(
      new Map(
        balances.map((row) => [
          `${row["plugin"]} ${row["scope"]} ${row["account"]} ${row["currency"]}`,
          { ...row, balance: Number(row["balance"]) }
        ])
      )
    ),
    cards_payments: await rowsOf("cards_payments", rebuiltColumns.cards_payments, (one) => ({
      ...one,
      amount: Number(one.amount),
      created_at: Number(one.created_at),
      shown: JSON.parse(one.shown)
    })),
    cards_refunds: await withState("cards_refunds", "payment"),
    cards_disputes: await withState("cards_disputes", "payment"),
    cards_payouts: await withState("cards_payouts", "destination"),
    bank_payments: await rowsOf("bank_payments", rebuiltColumns.bank_payments, (one) => ({
      ...one,
      amount: Number(one.amount)
    }))
  }
}

/** In one order, so that texts can be compared. */
const ordered = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, inner]) => [name, ordered(inner)])
      )

/** How many rows were compared, how many have no event any more, and the first difference of each table. */
export interface Replay {
  readonly compared: Readonly<Record<string, number>>
  readonly untold: Readonly<Record<string, number>>
  readonly differences: ReadonlyArray<string>
}

/** Rebuilds and compares. Rows whose events are gone, because their time was over, cannot be compared. */
export const replay = async (read: ReadRows): Promise<Replay> => {
  const [rebuilt, stored] = [await rebuild(read), await kept(read)]
  const compared: Record<string, number> = {}
  const untold: Record<string, number> = {}
  const differences: Array<string> = []
  for (const [table, rows] of Object.entries(stored)) {
    const made = rebuilt[table as keyof Tables]
    const columnsOf = (row: Readonly<Record<string, unknown>> | undefined, column: string) =>
      JSON.stringify(ordered(row?.[column]) ?? null)
    compared[table] = [...rows.keys()].filter((key) => made.has(key)).length
    untold[table] = rows.size - compared[table]
    const first = [...new Set([...made.keys(), ...rows.keys()])]
      .filter((key) => made.has(key))
      .flatMap((key) =>
        Object.keys(made.get(key)!).flatMap((column) => {
          const [wanted, found] = [columnsOf(made.get(key), column), columnsOf(rows.get(key), column)]
          return wanted === found ? [] : [`${table} ${key}: ${column} is ${found}, ledger and events say ${wanted}`]
        })
      )
    differences.push(...first.slice(0, 1))
  }
  return { compared, untold, differences }
}
