/**
 * Makes a data folder of the engine as large as one that ran for a year: the rows of payments that were made over HTTP are
 * copied, with ids and times of their own, through all indexes. The books stay right. Ten million events by requests
 * would take a day. It is bound to the schema of SQLite and fails when that changes.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** How large the store becomes. Both are whole multiples of what is in it. */
export interface Growth {
  readonly payments: number
  readonly eventsPerPayment: number
  /** Days over which the payments are spread, up to now. */
  readonly days: number
}

const dayMs = 86_400_000

/** Letters of ids: base 32 without those that are mistaken for others. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

/** A number as five letters. */
const lettersOf = (number: number): string =>
  Array.from({ length: 5 }, (_, place) => letters[Math.floor(number / 32 ** (4 - place)) % 32]).join("")

/** Five letters for each copy, which no id of the tables has: with those of an original, its copy would be itself. */
const makeMarks = (database: DatabaseSync, ...tables: ReadonlyArray<string>) => {
  const marksOf = (table: string) =>
    database.prepare(`SELECT DISTINCT substr(id, instr(id, '_') + 10, 5) AS mark FROM ${table}`).all()
  const used = new Set(tables.flatMap(marksOf).map(({ mark }) => String(mark)))
  let last = 0
  return (): string => {
    for (;;) {
      const mark = lettersOf(++last)
      if (!used.has(mark)) return mark
    }
  }
}

/** SQL for the id of a copy: the first five of the random letters (after a prefix and nine letters of time) are the mark. */
const copiedId = (column: string, mark: string): string =>
  `substr(${column}, 1, instr(${column}, '_') + 9) || ${mark} || substr(${column}, instr(${column}, '_') + 15)`

const columnsOf = (database: DatabaseSync, table: string): ReadonlyArray<string> =>
  database
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== "sequence")

/** A statement that copies the first rows of a table; `changed` holds the columns that differ, as SQL. */
const copier = (database: DatabaseSync, table: string, changed: Readonly<Record<string, string>>) => {
  const columns = columnsOf(database, table)
  const missing = Object.keys(changed).filter((name) => !columns.includes(name))
  if (missing.length > 0) throw new Error(`${table} has no column ${missing.join(", ")}`)
  const values = columns.map((name) => changed[name] ?? name).join(", ")
  return database.prepare(
    `INSERT INTO ${table} (${columns.join(", ")})
     SELECT ${values} FROM ${table} WHERE sequence <= :last ORDER BY sequence`
  )
}

const count = (database: DatabaseSync, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0])

/** Copies in one transaction. */
const batch = 50

/** Grows the store in a folder that no server uses; returns a sample of the ids of its payments, and how many events it has. */
export const growStore = (folder: string, { days, eventsPerPayment, payments }: Growth) => {
  const file = readdirSync(folder).find((name) => name.endsWith(".db"))
  if (file === undefined) throw new Error("there is no database to grow")
  const database = new DatabaseSync(join(folder, file))
  // A crash here costs nothing but a new run.
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")
  const [made, events, entries] = ["cards_payments", "events", "ledger_entries"].map((table) =>
    count(database, `SELECT max(sequence) FROM ${table}`)
  ) as [number, number, number]
  const copies = payments / made - 1
  const sets = (eventsPerPayment * made) / events
  if (!Number.isInteger(copies) || !Number.isInteger(sets)) throw new Error("the sizes are no multiples of the seed's")
  const stepMs = Math.floor((days * dayMs) / (copies + 1))
  // The copied ones become the oldest, so that times ascend with the sequence as they do in a store that lived.
  const earlier = (copies + 1) * stepMs
  const shift = (by: string) =>
    `UPDATE cards_payments SET created_at = created_at ${by},
       state = replace(state, '"createdAt":' || created_at, '"createdAt":' || (created_at ${by}));
     UPDATE events SET created_at = created_at ${by};
     UPDATE ledger_entries SET created_at = created_at ${by};`
  database.exec(`BEGIN; ${shift(`- ${earlier}`)} DELETE FROM event_index;`)
  const time = "created_at + :later"
  const paymentId = copiedId("id", ":mark")
  const copyPayments = copier(database, "cards_payments", {
    id: paymentId,
    created_at: time,
    state: `replace(replace(state, id, ${paymentId}), '"createdAt":' || created_at, '"createdAt":' || (${time}))`
  })
  const copyEvents = copier(database, "events", {
    id: copiedId("id", ":own"),
    resource: copiedId("resource", ":mark"),
    created_at: time,
    body: `replace(replace(body, resource, ${copiedId("resource", ":mark")}), id, ${copiedId("id", ":own")})`
  })
  const copyEntries = copier(database, "ledger_entries", {
    id: copiedId("id", ":mark"),
    source: copiedId("source", ":mark"),
    created_at: time
  })
  const nextMark = makeMarks(database, "cards_payments", "ledger_entries")
  const nextOwn = makeMarks(database, "events")
  for (let copy = 1; copy <= copies; copy++) {
    const [mark, later] = [nextMark(), copy * stepMs]
    copyPayments.run({ mark, later, last: made })
    copyEntries.run({ mark, later, last: entries })
    for (let set = 0; set < sets; set++) copyEvents.run({ mark, own: nextOwn(), later, last: events })
    if (copy % batch === 0) database.exec("COMMIT; BEGIN")
  }
  database.exec(`UPDATE ledger_balances SET balance = balance * ${copies + 1};
    INSERT INTO event_index (sequence, plugin, scope, type, resource, created_at)
      SELECT sequence, plugin, scope, type, resource, created_at FROM events;
    COMMIT; ANALYZE; PRAGMA journal_mode = WAL`)
  const every = Math.max(1, Math.floor(payments / 10_000))
  const ids = database.prepare("SELECT id FROM cards_payments WHERE sequence % ? = 0").all(every)
  const grown = { ids: ids.map(({ id }) => String(id)), events: count(database, "SELECT count(*) FROM events") }
  database.close()
  return grown
}
