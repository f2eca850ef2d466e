/** Screenings and the entries that tests add, as rows. */
import * as Effect from "effect/Effect"
import {
  integer,
  matchForm,
  orNull,
  storedAs,
  table as declareTable,
  text,
  versionedTable,
  type Read,
  type RegionStore,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { nameKeyOf, type ScreeningEntry, type ScreeningRecord } from "./ScreeningRecord.ts"

export const storedRecord = storedAs<ScreeningRecord>({
  table: "cards_screenings",
  form: {
    id: "text",
    customer: "text or null",
    livemode: "boolean",
    name: "text",
    subject: { entityType: "text" },
    result: "text",
    matches: ["list of", matchForm],
    listsScreened: ["list of", { list: "text", stateDate: "text", version: "text" }],
    threshold: "number or null",
    scorer: "text or null",
    resolution: "text or null",
    screenedAt: "number"
  }
})

const storedEntry = storedAs<ScreeningEntry>({
  table: "cards_screening_entries",
  form: { list: "text", id: "text", createdAt: "number", name: "text", entityType: "text" }
})

const table = versionedTable(
  "cards_screenings",
  { id: text, scope: text, customer: orNull(text), result: text, created_at: integer, state: text },
  ["scope", "customer", "created_at"]
)

const rowOf = (scope: string, record: ScreeningRecord) => ({
  id: record.id,
  scope,
  customer: record.customer,
  result: record.result,
  created_at: record.screenedAt,
  state: storedRecord.write(record)
})

export const insert = (scope: string, record: ScreeningRecord): Write => table.insert(rowOf(scope, record))

export const update = (scope: string, record: ScreeningRecord, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, record), version)

type Found = { readonly record: ScreeningRecord; readonly version: number } | undefined

const firstOf = (store: RegionStore, rest: string, params: ReadonlyArray<string>): Read<Found> =>
  Effect.map(
    store.read<{ readonly state: string; readonly version: number }>(
      `SELECT state, version FROM cards_screenings ${rest}`,
      params
    ),
    ([row]) => (row === undefined ? undefined : { record: storedRecord.read(row.state), version: row.version })
  )

/** A screening of a scope with its version, or `undefined`. */
export const byId = (store: RegionStore, scope: string, id: string): Read<Found> =>
  firstOf(store, "WHERE id = ? AND scope = ?", [id, scope])

/** The screening of a customer that could not take place yet, with its version, or `undefined`. */
export const pendingOf = (store: RegionStore, scope: string, customer: string): Read<Found> =>
  firstOf(
    store,
    "WHERE scope = ? AND customer = ? AND result = 'pending' ORDER BY created_at DESC, sequence DESC LIMIT 1",
    [scope, customer]
  )

/** The screenings of a customer that somebody approved, and those with some ids: oldest first. */
export const decidedOn = (
  store: RegionStore,
  scope: string,
  of: { readonly customer: string; readonly ids: ReadonlyArray<string> }
): Read<ReadonlyArray<ScreeningRecord>> =>
  Effect.map(
    store.read<{ readonly state: string }>(
      `SELECT state FROM cards_screenings WHERE scope = ? AND customer = ? AND result = 'match'
       ORDER BY created_at, sequence`,
      [scope, of.customer]
    ),
    (rows) =>
      rows
        .map(({ state }) => storedRecord.read(state))
        .filter(({ id, resolution }) => resolution === "approved" || of.ids.includes(id))
  )

const entries = declareTable("cards_screening_entries", {
  id: text,
  scope: text,
  name_key: text,
  created_at: integer,
  state: text
})

export const insertEntry = (scope: string, entry: ScreeningEntry): Write =>
  entries.insert({
    id: entry.id,
    scope,
    name_key: nameKeyOf(entry.name),
    created_at: entry.createdAt,
    state: storedEntry.write(entry)
  })

/** Entries of a scope that bear a name. */
export const entriesNamed = (store: RegionStore, scope: string, name: string): Read<ReadonlyArray<ScreeningEntry>> =>
  Effect.map(
    store.read<{ readonly state: string }>(
      `SELECT state FROM cards_screening_entries WHERE scope = ? AND name_key = ? ORDER BY sequence`,
      [scope, nameKeyOf(name)]
    ),
    (rows) => rows.map((row) => storedEntry.read(row.state))
  )
