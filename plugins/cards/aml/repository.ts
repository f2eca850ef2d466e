/** Alerts and their history as rows: columns are what lists are filtered by, the rest is one JSON document. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  ownedDocumentTable,
  readKeyset,
  type KeysetRow,
  storedAs,
  table as declareTable,
  text,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import { isHighRisk, isOpen, type Alert, type AuditEntry } from "./Alert.ts"
import type { AmlRuleId } from "./rules.ts"

type Reader = { readonly store: RegionStore; readonly scope: string }

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
    transactions: ["list of", "text"],
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

const table = ownedDocumentTable("alert", {
  stored: storedAlert,
  columns: ["customer", "rule", "period", "status", "sar_required", "accepting"],
  columnsOf: ({ accepting, customer, period, rule, sarRequired, status }: Alert) => ({
    customer,
    rule,
    period,
    status,
    sar_required: sarRequired ? 1 : 0,
    accepting: accepting ? 1 : 0
  }),
  fixed: ["customer", "rule", "period"]
})

export const { byId, insert, list, update } = table

const audit = declareTable("cards_aml_audit", { scope: text, alert: text, created_at: integer, state: text })

/** The write of a line of history. Lines are only ever added. */
export const insertAudit = (scope: string, entry: AuditEntry): Write =>
  audit.insert({ scope, alert: entry.alert, created_at: entry.at, state: storedLine.write(entry) })

/** The alert that findings of a rule about a customer go to, or `undefined`. */
export const acceptingOne = (
  { scope, store }: Reader,
  of: { readonly customer: string; readonly rule: AmlRuleId; readonly period: string }
) =>
  Effect.map(
    table.where(store, scope, "customer = ? AND rule = ? AND period = ? AND accepting = 1", [
      of.customer,
      of.rule,
      of.period
    ]),
    ([found]) => found
  )

/** Whether another open alert makes a customer high-risk, or one ended in a report. */
export const keepsHighRisk = ({ scope, store }: Reader, customer: string, except: string) =>
  Effect.map(
    table.where(store, scope, "customer = ? AND status <> 'closed' AND id <> ?", [customer, except]),
    (found) => found.some(({ alert }) => isHighRisk(alert) && (isOpen(alert) || alert.status === "sar_filed"))
  )

/** The history of an alert, newest first. */
export const history = (
  { scope, store }: Reader,
  alert: string,
  { after, rows }: { readonly after: Cursor.CursorPosition | undefined; readonly rows: number }
) =>
  Effect.map(
    readKeyset<{ readonly state: string } & KeysetRow>(
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
    (found) =>
      found.map(({ created_at: createdAt, sequence, state }) => ({
        entry: storedLine.read(state),
        createdAt,
        sequence
      }))
  )
