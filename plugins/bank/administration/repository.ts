/** Alerts and the audit trail as rows. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  documentTable,
  integer,
  namedDocument,
  openText,
  listing,
  orNull,
  readKeyset,
  type KeysetRow,
  sealed,
  storedAs,
  table,
  text,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { SanctionedPlace } from "../compliance/Countries.ts"
import type { Alert } from "./Alert.ts"

export const storedAlert = storedAs<Alert>({
  table: "bank_alerts",
  form: {
    id: "text",
    createdAt: "number",
    type: "text",
    acknowledgedBy: "text or null",
    acknowledgedAt: "number or null",
    resource: "text",
    message: "text"
  }
})

export const alerts = documentTable<Alert, "status" | "resource">(storedAlert, ["status", "resource"], (alert) => ({
  status: alert.acknowledgedAt === null ? "open" : "acknowledged",
  resource: alert.resource
}))

/** The places under sanctions, where administrators keep their own list. */
export const keptPlaces = namedDocument(
  storedAs<ReadonlyArray<SanctionedPlace>>({
    table: "bank_settings/sanctioned_places",
    form: ["list of", { country: "text", name: "text", active: "boolean" }]
  })
)

/** A line of the audit trail: who did what. `before` and `after` are what changed, as JSON. */
export interface AuditEntry {
  readonly id: string
  readonly actor: string
  readonly action: string
  readonly resource: string
  readonly requestId: string | null
  readonly before: unknown
  readonly after: unknown
  readonly createdAt: number
}

const jsonOf = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

const audit = table("bank_audit", {
  id: text,
  actor: text,
  action: text,
  resource: text,
  request_id: orNull(text),
  before: sealed(orNull(text)),
  after: sealed(orNull(text)),
  created_at: integer
})

/** The write that adds a line. There is none that changes or removes one. */
export const addAudit = (entry: AuditEntry): Write =>
  audit.insert({
    id: entry.id,
    actor: entry.actor,
    action: entry.action,
    resource: entry.resource,
    request_id: entry.requestId,
    before: jsonOf(entry.before),
    after: jsonOf(entry.after),
    created_at: entry.createdAt
  })

interface AuditRow extends KeysetRow, Omit<AuditEntry, "before" | "after" | "createdAt"> {
  readonly before: string | null
  readonly after: string | null
}

const auditColumns = ["id", "actor", "action", "resource", 'request_id AS "requestId"', "before", "after"]

/** Shown as it was when it was written, whatever has become of its form. */
const storedSide = storedAs<unknown>({ table: "bank_audit", form: "any" })

/** What changed, as it was kept. */
export const changeOf = (store: RegionStore, { after, before }: Pick<AuditRow, "after" | "before">) => ({
  before: before === null ? null : storedSide.read(openText(store, before)),
  after: after === null ? null : storedSide.read(openText(store, after))
})

/** Lines of the trail, newest first. */
export const listAudit = (
  store: RegionStore,
  resource: string | undefined,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<AuditEntry & { readonly sequence: number }>> =>
  Effect.map(
    readKeyset<AuditRow>(
      store,
      { table: "bank_audit", columns: auditColumns, where: [["resource = ?", resource]] },
      after,
      rows
    ),
    (found) => found.map(({ created_at: createdAt, ...line }) => ({ ...line, ...changeOf(store, line), createdAt }))
  )

/** The trail over all time, for a console. */
export const auditTrail = listing<AuditRow>({
  table: "bank_audit",
  columns: [...auditColumns, "created_at"],
  filters: {
    resource: { column: "resource" },
    from: { from: "created_at" },
    to: { before: "created_at" }
  }
})
