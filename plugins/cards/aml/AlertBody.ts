/** An alert as it is shown, in answers and in events alike: the fields of spec cards §2 and no others. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { alertStatuses, type Alert, type AuditEntry } from "./Alert.ts"
import { alertTypes, ruleOf } from "./rules.ts"

/** Every status, which lists are filtered by. */
export const AlertStatusWord = Schema.Literals(alertStatuses).annotate({
  expected: "open, under_review, closed or sar_filed"
})

/** An alert as it is shown (spec cards §2). */
export const AlertBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("aml_alert"),
  customer_id: Schema.String,
  alert_type: Schema.Literals(alertTypes),
  status: AlertStatusWord,
  sar_required: Schema.Boolean,
  transactions: Schema.Array(Schema.String),
  rule_id: Schema.String,
  rule_name: Schema.String,
  created_at: Schema.String
})

/** An alert as it is shown. */
export const encodeAlert = (alert: Alert): typeof AlertBody.Type => {
  const { alertType, name } = ruleOf(alert.rule)
  return {
    id: alert.id,
    object: "aml_alert",
    customer_id: alert.customer,
    alert_type: alertType,
    status: alert.status,
    sar_required: alert.sarRequired,
    transactions: alert.transactions,
    rule_id: alert.rule,
    rule_name: name,
    created_at: timestamp(alert.createdAt)
  }
}

/** A line of an alert's history as it is shown (ours: the specification has none). */
export const AuditBody = Schema.Struct({
  object: Schema.Literal("aml_alert_history_entry"),
  alert_id: Schema.String,
  action: Schema.Literals(["raised", "extended", "changed"]),
  actor: Schema.String,
  from: Schema.NullOr(AlertStatusWord),
  to: AlertStatusWord,
  note: Schema.NullOr(Schema.String),
  cause: Schema.NullOr(Schema.String),
  created_at: Schema.String
})

/** A line of an alert's history as it is shown. */
export const encodeAudit = (entry: AuditEntry): typeof AuditBody.Type => ({
  object: "aml_alert_history_entry",
  alert_id: entry.alert,
  action: entry.action,
  actor: entry.actor,
  from: entry.from,
  to: entry.to,
  note: entry.note,
  cause: entry.cause,
  created_at: timestamp(entry.at)
})
