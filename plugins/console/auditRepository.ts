/** What was done in the console: a row for each action, begun before it runs and completed after it. */
import {
  given,
  integer,
  key,
  listing,
  openText,
  sealed,
  table,
  text,
  type Listing,
  type RegionStore
} from "../../src/plugin.ts"

/** How an action ended. `begun`: it was cut off. */
export type AuditResult = "begun" | "done" | "refused" | "failed"

export interface AuditRow {
  readonly sequence: number
  readonly id: string
  readonly session: string
  readonly role: string
  readonly action: string
  readonly resource: string
  readonly reason: string
  readonly result: AuditResult
  readonly detail: string
  readonly created_at: number
}

// Reasons are free texts of people, and may name somebody.
const audit = table("console_audit", {
  id: key(text),
  session: text,
  role: text,
  action: text,
  resource: text,
  reason: sealed(text),
  result: text,
  detail: sealed(text),
  created_at: integer
})

/** The write that begins a row. */
export const begin = audit.inserting({})

/** The write that completes it. */
export const complete = audit.updating({ set: { result: given, detail: given, resource: given }, where: { id: given } })

/** The trail, newest first. */
export const trail: Listing<AuditRow> = listing<AuditRow>({
  table: "console_audit",
  columns: ["id", "session", "role", "action", "resource", "reason", "result", "detail", "created_at"],
  filters: {
    role: { column: "role" },
    result: { column: "result" },
    action: { column: "action" },
    resource: { column: "resource" },
    from: { from: "created_at" },
    to: { before: "created_at" }
  }
})

export const opened = (store: RegionStore, row: AuditRow): AuditRow => ({
  ...row,
  reason: openText(store, row.reason),
  detail: openText(store, row.detail)
})
