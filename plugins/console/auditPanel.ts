/** The audit trail as a list of the console. */
import { listPanel, openText, type Tone } from "../../src/plugin.ts"
import { trail, type AuditResult } from "./auditRepository.ts"

const tones: Readonly<Record<AuditResult, Tone>> = { begun: "wait", done: "good", refused: "bad", failed: "bad" }

/** Every row of the trail. */
export const auditPanel = listPanel({
  id: "audit",
  title: "Console audit",
  noun: ["entry", "entries"],
  empty: "Each thing that somebody does in the console leaves an entry here, with who did it and why.",
  group: "Engine",
  icon: "scroll-text",
  columns: {
    action: ["Action", "text", ({ action }) => action],
    session: ["Who", "code", ({ session }) => session],
    resource: ["On", "id", ({ resource }) => resource],
    reason: ["Why", "text", (row, store) => openText(store, row.reason)],
    result: ["Result", "status", ({ result }) => ({ value: result, tone: tones[result] })],
    detail: ["What came of it", "text", (row, store) => openText(store, row.detail)],
    at: ["When", "time", (row) => Number(row.created_at)],
    role: ["Role", "code", ({ role }) => role]
  },
  filters: [
    { key: "result", title: "Result", of: ["done", "refused", "failed", "begun"] },
    { key: "action", title: "Action" },
    { key: "resource", title: "On" },
    { key: "from", title: "From" },
    { key: "to", title: "Before" }
  ],
  list: trail,
  rowOf: ({ id }) => ({ id })
})
