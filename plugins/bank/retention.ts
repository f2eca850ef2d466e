/**
 * How long the service keeps what is no payment. Payments, files, recalls and the identifiers by which the networks' messages are
 * known stay for good: a late message must find them.
 */
import type { PluginRetention } from "../../src/plugin.ts"

/** Records of sanctions decisions: 31 CFR 501.601, ten years since 12 March 2025. */
const sanctionsDays = 3_653

/** The periods and their sources. */
export const retention: PluginRetention = {
  events: { days: 3, leastDays: 3, source: "spec bank §8: event retention 72 hours" },
  deliveries: { days: 3, leastDays: 3, source: "spec bank §4: events are kept 72 hours for manual retry" },
  tables: [
    {
      name: "screenings",
      table: "bank_screenings",
      days: sanctionsDays,
      source: "31 CFR 501.601: ten years, also from the decision about a hold",
      // The audit trail has a line of each decision, and goes after this table.
      neededWhile: `EXISTS (SELECT 1 FROM bank_holds WHERE payment_id = aged.payment_id
        AND (status = 'open' OR EXISTS (SELECT 1 FROM bank_audit WHERE resource = bank_holds.id)))`
    },
    { name: "audit", table: "bank_audit", days: sanctionsDays, source: "31 CFR 501.601: ten years" },
    {
      name: "alerts",
      table: "bank_alerts",
      days: 400,
      source: "our choice: a year and a month, once acknowledged",
      neededWhile: `aged.status = 'open'`
    },
    {
      name: "messages",
      table: "bank_network_messages",
      days: 2_192,
      source: "Nacha Operating Rules 1.4: records of entries for six years; the same for every rail"
    },
    {
      name: "network_log",
      table: "bank_sim_messages",
      days: 400,
      source: "our choice: a year and a month; the sandbox has it only"
    }
  ]
}
