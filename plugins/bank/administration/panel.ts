/** Alerts and the audit trail of the service, for operators. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { call, documentPanel, isIn, listPanel, statusBy } from "../../../src/plugin.ts"
import { adminIn, type PanelNeeds } from "../panelParts.ts"
import type { Alert } from "./Alert.ts"
import { acknowledge } from "./operations.ts"
import { auditTrail, changeOf, storedAlert } from "./repository.ts"

const status = statusBy({ open: "wait", acknowledged: "none" })

export const alertsPanel = (mode: Mode) =>
  documentPanel<Alert, PanelNeeds>({
    id: "alerts",
    title: "Alerts",
    noun: ["alert", "alerts"],
    empty: "An alert says what the bank’s operators have to look at, such as a hold that nobody decided for a day.",
    group: "Bank",
    icon: "bell",
    idPrefix: "alt_",
    stored: storedAlert,
    scopeOf: () => `/${mode}`,
    columns: {
      type: ["About", "code", (alert) => alert.type],
      status: ["Status", "status", (alert) => status(alert.acknowledgedAt === null ? "open" : "acknowledged")],
      message: ["What happened", "text", (alert) => alert.message],
      resource: ["On", "id", (alert) => alert.resource],
      at: ["Raised", "time", (alert) => alert.createdAt]
    },
    filters: [
      { key: "status", title: "Status", of: ["open", "acknowledged"] },
      { key: "resource", title: "On" }
    ],
    waits: { status: "open" },
    principalOf: adminIn(mode),
    actions: [
      {
        id: "acknowledge",
        title: "Acknowledge",
        confirm: "Somebody has seen it.",
        applies: isIn("open"),
        run: (caller, { id }) =>
          Effect.as(
            call(caller, "bank.alerts.acknowledge", { id }, (asking) => acknowledge(asking, id)),
            { message: "The alert was acknowledged", id }
          )
      }
    ]
  })

/** The audit trail. */
export const auditPanel = listPanel({
  id: "audit",
  title: "Bank audit",
  noun: ["entry", "entries"],
  empty: "Each decision of an administrator or officer of the bank leaves an entry here, with who made it.",
  group: "Bank",
  icon: "scroll-text",
  columns: {
    at: ["When", "time", (row) => row.created_at],
    actor: ["Who", "id", ({ actor }) => actor],
    action: ["Action", "code", ({ action }) => action],
    resource: ["On", "id", ({ resource }) => resource]
  },
  filters: [
    { key: "resource", title: "On" },
    { key: "from", title: "From" },
    { key: "to", title: "Before" }
  ],
  list: auditTrail,
  rowOf: ({ id }) => ({ id }),
  item: {
    find: (store, id) => auditTrail.find(store, "id", id),
    show: (row, store) => ({
      title: `${row.actor}: ${row.action}`,
      sections: [{ title: "On", fields: [{ label: "Resource", kind: "id", value: row.resource }] }],
      json: changeOf(store, row)
    })
  }
})
