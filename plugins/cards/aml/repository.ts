/** Alerts and their history as rows: columns are what lists are filtered by, the rest is one JSON document. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  readKeyset,
  type KeysetQuery,
  storedAs,
  table as declareTable,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { isHighRisk, isOpen, type Alert, type AlertStatus, type AuditEntry } from "./Alert.ts"
import type { AmlRuleId } from "./rules.ts"

type Reader = { readonly store: RegionStore; readonly scope: string }

/** An alert as it was read, with the version that an update must find. */
export interface StoredAlert {
  readonly alert: Alert
  readonly version: number
}

export const storedAlert = storedAs<Alert>({
  table: "cards_aml_alerts",
  form: {
    id: "text",
    customer: "text",
    createdAt: "number",
    livemode: "boolean",
    status: "text",
    rule: "text",
    period: "text",
    sarRequired: "boolean",
    transactions: "list",
    accepting: "boolean",
    reviewer: "text or null"
  }
})

const storedLine = storedAs<AuditEntry>({
  table: "cards_aml_audit",
  form: {
    at: "number",
    alert: "text",
    actor: "text",
    action: "text",
    from: "text or null",
    to: "text",
    note: "text or null",
    cause: "text or null"
  }
})

const table = versionedTable(
  "cards_aml_alerts",
  {
    id: text,
    scope: text,
    customer: text,
    rule: text,
    period: text,
    status: text,
    sar_required: integer,
    accepting: integer,
    created_at: integer,
    state: text
  },
  ["scope", "customer", "rule", "period", "created_at"]
)

const rowOf = (scope: string, alert: Alert) => ({
  id: alert.id,
  scope,
  customer: alert.customer,
  rule: alert.rule,
  period: alert.period,
  status: alert.status,
  sar_required: alert.sarRequired ? 1 : 0,
  accepting: alert.accepting ? 1 : 0,
  created_at: alert.createdAt,
  state: storedAlert.write(alert)
})

export const insert = (scope: string, alert: Alert): Write => table.insert(rowOf(scope, alert))

export const update = (scope: string, alert: Alert, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, alert), version)

const audit = declareTable("cards_aml_audit", { scope: text, alert: text, created_at: integer, state: text })

/** The write of a line of history. Lines are only ever added. */
export const insertAudit = (scope: string, entry: AuditEntry): Write =>
  audit.insert({ scope, alert: entry.alert, created_at: entry.at, state: storedLine.write(entry) })

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = (row: StateRow): StoredAlert => ({
  alert: storedAlert.read(row.state),
  version: Number(row.version)
})

/** An alert of a scope, or `undefined`. */
export const byId = ({ scope, store }: Reader, id: string): Effect.Effect<StoredAlert | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_aml_alerts WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : storedOf(row))
  )

/** The alert that findings of a rule about a customer go to, or `undefined`. */
export const acceptingOne = (
  { scope, store }: Reader,
  of: { readonly customer: string; readonly rule: AmlRuleId; readonly period: string }
): Effect.Effect<StoredAlert | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(
      `SELECT state, version FROM cards_aml_alerts
       WHERE scope = ? AND customer = ? AND rule = ? AND period = ? AND accepting = 1`,
      [scope, of.customer, of.rule, of.period]
    ),
    ([row]) => (row === undefined ? undefined : storedOf(row))
  )

/** Whether another open alert makes a customer high-risk, or one ended in a report. */
export const keepsHighRisk = (
  { scope, store }: Reader,
  customer: string,
  except: string
): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(
      `SELECT state, version FROM cards_aml_alerts
       WHERE scope = ? AND customer = ? AND status <> 'closed' AND id <> ?`,
      [scope, customer, except]
    ),
    (rows) =>
      rows.map(storedOf).some(({ alert }) => isHighRisk(alert) && (isOpen(alert) || alert.status === "sar_filed"))
  )

/** What a list of alerts may be narrowed by. */
export interface AlertFilter {
  readonly status?: AlertStatus | undefined
  readonly sarRequired?: boolean | undefined
  readonly customer?: string | undefined
}

/** From where on to read, and how many rows. */
export interface Range {
  readonly after: Cursor.CursorPosition | undefined
  readonly rows: number
}

interface ListedRow {
  readonly state: string
  readonly created_at: number
  readonly sequence: number
}

const placed = (row: ListedRow) => ({ createdAt: Number(row.created_at), sequence: Number(row.sequence) })

/** Alerts, newest first. */
export const list = ({ scope, store }: Reader, filter: AlertFilter, { after, rows }: Range) => {
  const where: KeysetQuery["where"] = [
    ["scope = ?", scope],
    ["customer = ?", filter.customer],
    ["status = ?", filter.status],
    ["sar_required = ?", filter.sarRequired === undefined ? undefined : Number(filter.sarRequired)]
  ]
  return Effect.map(
    readKeyset<ListedRow>(store, { table: "cards_aml_alerts", columns: ["state"], where }, after, rows),
    (found) => found.map((row) => ({ alert: storedAlert.read(row.state), ...placed(row) }))
  )
}

/** The history of an alert, newest first. */
export const history = ({ scope, store }: Reader, alert: string, { after, rows }: Range) =>
  Effect.map(
    readKeyset<ListedRow>(
      store,
      {
        table: "cards_aml_audit",
        columns: ["state"],
        where: [
          ["scope = ?", scope],
          ["alert = ?", alert]
        ]
      },
      after,
      rows
    ),
    (found) => found.map((row) => ({ entry: storedLine.read(row.state), ...placed(row) }))
  )
