/** The monitoring queue for operators: what a rule found about a customer, and what is done about it. */
import * as Effect from "effect/Effect"
import { call, documentPanel, isIn, statusBy, textIn, type CoreServices, type PanelItem } from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import { alertStatuses, type Alert, type AlertStatus } from "./Alert.ts"
import { AlertBody } from "./AlertBody.ts"
import * as operations from "./operations.ts"
import { history, storedAlert } from "./repository.ts"

const status = statusBy({ open: "wait", under_review: "held", closed: "none", sar_filed: "bad" })

/** Who acts where nobody is named: one person, however many sessions the token of all administrators has opened. */
const anyAdministrator = "console"

/** Lines of an alert's history that are shown (our choice). */
const mostLines = 50

export const alertsPanel = documentPanel<Alert, CoreServices>({
  id: "alerts",
  title: "Monitoring",
  noun: ["alert", "alerts"],
  empty:
    "A rule of the monitoring raises an alert when the payments of a customer look unusual, such as many just below 10,000 USD.",
  group: "Cards",
  icon: "radar",
  idPrefix: "aml_",
  stored: storedAlert,
  columns: {
    rule: ["Rule", "code", (alert) => alert.rule],
    status: ["Status", "status", (alert) => status(alert.status)],
    customer: ["Customer", "id", (alert) => alert.customer],
    payments: ["Payments", "number", (alert) => alert.transactions.length],
    sar: ["Must be reported", "text", (alert) => alert.sarRequired],
    at: ["Raised", "time", (alert) => alert.createdAt]
  },
  filters: [
    { key: "status", title: "Status", of: alertStatuses },
    { key: "rule", title: "Rule" },
    { key: "customer", title: "Customer" }
  ],
  waits: { status: "open" },
  json: AlertBody.write,
  principalOf: (scope, actor, person) => ownerOf(scope, person === undefined ? anyAdministrator : actor),
  samples: ({ id }) => samplesOf(`/v2/aml/alerts/${id}`, `aml.retrieve("${id}")`),
  links: ({ customer, transactions }) => [
    linkTo("customers", customer, "The customer"),
    ...transactions.slice(-10).map((payment) => linkTo("payments", payment, `Payment ${payment}`))
  ],
  sections: ({ document, scope, store }) =>
    Effect.map(
      history({ store, scope }, document.id, { after: undefined, rows: mostLines }),
      (lines): PanelItem["sections"] => [
        {
          title: "History",
          fields: lines.map(({ entry: { action, actor, at, note, to } }) => ({
            label: new Date(at).toISOString(),
            kind: "text",
            value: `${actor} ${action} it, now ${to}${note === null ? "" : `: ${note}`}`
          }))
        }
      ]
    ),
  actions: [
    {
      id: "change",
      title: "Change the status",
      confirm: "The status changes, with a line in the history of the alert.",
      input: [
        { key: "status", title: "Status", kind: "choice", of: ["under_review", "closed", "sar_filed"], required: true },
        { key: "note", title: "Note", kind: "note", required: false, hint: "Left out: the reason that you give below" }
      ],
      applies: isIn("open", "under_review"),
      run: (caller, { id }, input, { reason }) => {
        const command = { status: textIn(input, "status") as AlertStatus, note: textIn(input, "note") ?? reason }
        const changed = call(caller, "cards.aml.change", { id, ...command }, (asking) =>
          operations.change(asking, id, command)
        )
        return Effect.as(changed, { message: `The alert is ${command.status.replace("_", " ")}`, id })
      }
    }
  ]
})
