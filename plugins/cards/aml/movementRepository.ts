/** Movements and the states of customers and instruments, as rows. */
import * as Effect from "effect/Effect"
import {
  integer,
  key,
  orNull,
  storedAs,
  table,
  text,
  versionedTable,
  type Read,
  type RegionStore,
  type StoredAs,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { maxPaymentsRaised } from "./Alert.ts"
import type { AmlState, InstrumentState, Leaving, Movement, Totals } from "./AmlState.ts"
import type { Selection } from "./rules.ts"
import type { WindowName } from "./thresholds.ts"

type Reader = { readonly store: RegionStore; readonly scope: string }

const movements = table("cards_aml_movements", {
  id: key(text),
  scope: text,
  customer: text,
  kind: text,
  at: integer,
  usd_minor: integer,
  grey: integer,
  instrument: orNull(text),
  grouped: integer,
  rate_id: text,
  state: text
})

const storedMovement = storedAs<Movement>({
  table: "cards_aml_movements",
  form: {
    id: "text",
    customer: "text",
    kind: "text",
    at: "number",
    usdMinor: "number",
    rateMissing: "boolean",
    instrument: "text",
    grouped: "boolean",
    call: "boolean",
    grey: "boolean",
    exposed: "boolean",
    date: "text"
  }
})

/** The write that keeps a movement, with the name of the rates by which its amount was converted. */
export const insertMovement = (scope: string, movement: Movement, rateId: string): Write =>
  movements.insert({
    id: movement.id,
    scope,
    customer: movement.customer,
    kind: movement.kind,
    at: movement.at,
    usd_minor: movement.usdMinor,
    grey: movement.grey ? 1 : 0,
    instrument: movement.instrument,
    grouped: movement.grouped ? 1 : 0,
    rate_id: rateId,
    state: storedMovement.write(movement)
  })

const states = versionedTable("cards_aml_states", { id: text, scope: text, state: text }, ["scope"])

const sums = { payments: "number", inMinor: "number", outMinor: "number", greyMinor: "number" } as const

export const customerStates = storedAs<AmlState>({
  table: "cards_aml_states/customer",
  form: {
    lastAt: "number",
    lastPaymentAt: "number or null",
    totals: {
      day: sums,
      twoDays: sums,
      week: sums,
      month: sums
    },
    day: ["or null", { date: "text", since: "number", inMinor: "number" }],
    tight: ["list of", ["list of", "number"]],
    band: ["list of", ["list of", "number"]],
    largeAt: "number or null",
    instruments: ["list of", ["list of", "any"]],
    destinations: ["list of", ["list of", "any"]],
    usual: { count: "number", mean: "number", variance: "number" }
  }
})

export const instrumentStates = storedAs<InstrumentState>({
  table: "cards_aml_states/instrument",
  form: {
    band: ["list of", ["list of", "number"]],
    largeAt: "number or null",
    customers: ["list of", ["list of", "any"]]
  }
})

/** A state with the version that a change must find; version 0: there is no state yet. */
export interface Stored<State> {
  readonly state: State | undefined
  readonly version: number
}

/** What a state is about. */
export type StateKey = `customer ${string}` | `instrument ${string}`

const idOf = (scope: string, key: StateKey) => `${scope} ${key}`

/** A state, as far as there is one. */
export const findState = <State>(
  { scope, store }: Reader,
  stored: StoredAs<State>,
  key: StateKey
): Read<Stored<State>> =>
  Effect.map(
    store.read<{ readonly state: string; readonly version: number }>(
      `SELECT state, version FROM cards_aml_states WHERE id = ?`,
      [idOf(scope, key)]
    ),
    ([row]) =>
      row === undefined ? { state: undefined, version: 0 } : { state: stored.read(row.state), version: row.version }
  )

/** At which versions all states of a scope are now, 0 for one that is not there. */
export const stateVersions = ({ scope, store }: Reader): Read<(key: StateKey) => number> =>
  Effect.map(
    store.read<{ readonly id: string; readonly version: number }>(
      `SELECT id, version FROM cards_aml_states WHERE scope = ?`,
      [scope]
    ),
    (rows) => {
      const versions = new Map(rows.map(({ id, version }) => [id, version]))
      return (key) => versions.get(idOf(scope, key)) ?? 0
    }
  )

/** The write of a state that was read at a version. */
export const keepState = <State>(
  scope: string,
  stored: StoredAs<State>,
  of: { readonly key: StateKey; readonly state: State; readonly version: number }
): Write<VersionConflict> => {
  const { key, state, version } = of
  const row = { id: idOf(scope, key), scope, state: stored.write(state) }
  return version === 0 ? states.insert(row) : states.update(row, version)
}

/** Sums of the movements of a customer in each range. One read, whose cost is the number of movements in them. */
export const sumsOf = (
  { scope, store }: Reader,
  customer: string,
  ranges: ReadonlyArray<Leaving>
): Read<Partial<Record<WindowName, Totals>>> => {
  if (ranges.length === 0) return Effect.succeed({})
  const select = `SELECT CAST(? AS TEXT) AS name,
    COALESCE(SUM(CASE WHEN kind = 'payment' THEN 1 ELSE 0 END), 0) AS payments,
    COALESCE(SUM(CASE WHEN kind = 'payment' THEN usd_minor ELSE 0 END), 0) AS "inMinor",
    COALESCE(SUM(CASE WHEN kind = 'payout' THEN usd_minor ELSE 0 END), 0) AS "outMinor",
    COALESCE(SUM(CASE WHEN grey = 1 THEN usd_minor ELSE 0 END), 0) AS "greyMinor"
    FROM cards_aml_movements WHERE scope = ? AND customer = ? AND at >= ? AND at < ?`
  return Effect.map(
    store.read<Totals & { readonly name: WindowName }>(
      ranges.map(() => select).join(" UNION ALL "),
      ranges.flatMap(({ before, from, window }) => [window, scope, customer, from, before])
    ),
    (rows) => Object.fromEntries(rows.map(({ name, ...totals }) => [name, totals]))
  )
}

const shownColumns = `SELECT id FROM cards_aml_movements`
const shownOrder = `ORDER BY at DESC, sequence DESC LIMIT CAST(? AS INTEGER)`
const shownWhere = `at >= ? AND usd_minor >= ? AND usd_minor < ? AND grey >= ? AND kind = 'payment'`
const shownOfCustomer = `${shownColumns} WHERE scope = ? AND customer = ? AND ${shownWhere} ${shownOrder}`
const shownOfInstrument = `${shownColumns} WHERE scope = ? AND instrument = ? AND grouped = 1 AND ${shownWhere} ${shownOrder}`

/** No amount is larger. */
const anyAmount = Number.MAX_SAFE_INTEGER

/** Ids of the payments that a selection shows beside a movement, the newest ones, older first. */
export const shownBy = (
  { scope, store }: Reader,
  movement: Movement,
  selection: Selection
): Read<ReadonlyArray<string>> => {
  const ofCustomer = selection.by === "customer"
  // The movement itself is one of them, and is not on disk yet.
  const rows = movement.kind === "payment" ? maxPaymentsRaised - 1 : maxPaymentsRaised
  return Effect.map(
    store.read<{ readonly id: string }>(ofCustomer ? shownOfCustomer : shownOfInstrument, [
      scope,
      ofCustomer ? movement.customer : movement.instrument,
      selection.since,
      selection.minimumMinor ?? 0,
      selection.belowMinor ?? anyAmount,
      selection.greyOnly === true ? 1 : 0,
      rows
    ]),
    (found) => [...found.map(({ id }) => id).reverse(), ...(movement.kind === "payment" ? [movement.id] : [])]
  )
}

/** A movement with its place in the order of commits. */
export interface PlacedMovement {
  readonly sequence: number
  readonly movement: Movement
}

/** Movements of a scope in the order of their commits, after a place. */
export const movementsAfter = (
  { scope, store }: Reader,
  sequence: number,
  rows: number
): Read<ReadonlyArray<PlacedMovement>> =>
  Effect.map(
    store.read<{ readonly sequence: number; readonly state: string }>(
      `SELECT sequence, state FROM cards_aml_movements WHERE sequence > ? AND scope = ?
       ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
      [sequence, scope, rows]
    ),
    (found) => found.map((row) => ({ sequence: row.sequence, movement: storedMovement.read(row.state) }))
  )
