/** An alert as it is shown, in answers and in events alike: the fields of spec cards §2 and no others. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { Id, SentTime } from "../wire.ts"
import { alertStatuses, type Alert, type AuditEntry } from "./Alert.ts"
import { alertTypes, ruleOf } from "./rules.ts"
import type { Rebuilt } from "./rebuilding.ts"

/** Every status, which lists are filtered by. */
export const AlertStatusWord = Schema.Literals(alertStatuses).annotate({
  identifier: "AlertStatus",
  expected: "open, under_review, closed or sar_filed",
  description: "How far people have come with the alert; `sar_filed`: a suspicious activity report was filed."
})

/** An alert as it is shown (spec cards §2). */
export const AlertBody = Wire.object<Alert>()(
  "Alert",
  "What a monitoring rule found about a customer, for people to look at.",
  {
    id: [Id, "Begins with `aml_`."],
    object: Wire.is("aml_alert", "Always `aml_alert`."),
    customer_id: [Id, (alert) => alert.customer, "The customer."],
    alert_type: [Schema.Literals(alertTypes), (alert) => ruleOf(alert.rule).alertType, "What it looks like."],
    status: [AlertStatusWord, "How far people have come with it."],
    sar_required: [
      Schema.Boolean,
      "Whether a suspicious activity report must be considered. Then two people must agree to close it."
    ],
    transactions: [Schema.Array(Id), "The payments that show it, up to 200, in the order in which they were captured."],
    rule_id: [Schema.String, (alert) => alert.rule, "The rule."],
    rule_name: [Schema.String, (alert) => ruleOf(alert.rule).name, "The rule's name for people."],
    created_at: [SentTime, "When it was raised."]
  }
)

/** A line of an alert's history as it is shown (ours: the specification has none). */
export const AuditBody = Wire.object<AuditEntry>()(
  "AlertHistoryEntry",
  "Who did what with an alert, and why. History is never changed.",
  {
    object: Wire.is("aml_alert_history_entry", "Always `aml_alert_history_entry`."),
    alert_id: [Id, (entry) => entry.alert, "The alert."],
    action: [
      Schema.Literals(["raised", "extended", "changed"]),
      "`extended`: the rule found more. `changed`: somebody changed its status."
    ],
    actor: [Schema.String, "The key that asked for it; `monitoring` for the engine itself."],
    from: [Schema.NullOr(AlertStatusWord), "The status before; `null` for a new alert."],
    to: [AlertStatusWord, "The status after."],
    note: [Schema.NullOr(Schema.String), "Why, in the words of who changed it."],
    cause: [Schema.NullOr(Schema.String), "The payment, payout or screening that led to it, if one did."],
    created_at: [SentTime, (entry) => entry.at, "When it happened."]
  }
)

/** What a rebuild came to, as it is shown. */
export const RebuildBody = Wire.object<Rebuilt>()("MonitoringRebuild", "What a rebuild of monitoring came to.", {
  object: Wire.is("aml_rebuild", "Always `aml_rebuild`."),
  customers: [Schema.Int, "How many customers were looked at."],
  corrected: [Schema.Int, "How many of them differed from what was stored."]
})
