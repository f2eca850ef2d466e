/** The audit trail as a list of the console. */
import { listPanel, type Tone } from "../../src/plugin.ts"
import { opened, trail, type AuditResult } from "./auditRepository.ts"

const tones: Readonly<Record<AuditResult, Tone>> = { begun: "wait", done: "good", refused: "bad", failed: "bad" }

/** Every row of the trail. */
export const auditPanel = listPanel({
  id: "audit",
  title: "Console audit",
  noun: ["entry", "entries"],
  empty: "Each thing that somebody does in the console leaves an entry here, with who did it and why.",
  group: "Engine",
  icon: "scroll-text",
  columns: [
    { key: "action", title: "Action", kind: "text" },
    { key: "session", title: "Who", kind: "code" },
    { key: "resource", title: "On", kind: "id" },
    { key: "reason", title: "Why", kind: "text" },
    { key: "result", title: "Result", kind: "status" },
    { key: "detail", title: "What came of it", kind: "text" },
    { key: "at", title: "When", kind: "time" },
    { key: "role", title: "Role", kind: "code" }
  ],
  filters: [
    { key: "result", title: "Result", of: ["done", "refused", "failed", "begun"] },
    { key: "action", title: "Action" },
    { key: "resource", title: "On" },
    { key: "from", title: "From" },
    { key: "to", title: "Before" }
  ],
  list: trail,
  rowOf: (row, store) => {
    const { action, created_at, detail, id, reason, resource, result, role, session } = opened(store, row)
    const status = { value: result, tone: tones[result] }
    return { id, at: Number(created_at), session, role, action, resource, reason, result: status, detail }
  }
})
