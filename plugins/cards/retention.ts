/**
 * How long the service keeps what is no payment. Payments with what hangs on them, customers, verifications and the movements
 * that monitoring counts stay for good; what risk looks at goes by itself after its windows.
 */
import type { PluginRetention } from "../../src/plugin.ts"

/** Ten years: 31 CFR 501.601 for sanctions, and the longest that Regulation (EU) 2024/1624 art. 77 allows. */
const complianceDays = 3_653

const finalAlert = `('closed', 'sar_filed')`

/** The periods and their sources. Events and deliveries have the core's. */
export const retention: PluginRetention = {
  tables: [
    {
      name: "screenings",
      table: "cards_screenings",
      days: complianceDays,
      source: "31 CFR 501.601: ten years",
      // Of a customer who is there, matches and their approvals go on to count, and the newest says where he stands.
      neededWhile: `EXISTS (SELECT 1 FROM cards_customers WHERE id = aged.customer) AND (aged.result <> 'clear'
        OR NOT EXISTS (SELECT 1 FROM cards_screenings AS newer WHERE newer.scope = aged.scope
          AND newer.customer = aged.customer AND newer.created_at >= aged.created_at AND newer.sequence > aged.sequence))`
    },
    {
      name: "aml_audit",
      table: "cards_aml_audit",
      days: complianceDays,
      source: "Regulation (EU) 2024/1624 art. 77: five years, and five more; 31 CFR 1020.320: five years",
      neededWhile: `EXISTS (SELECT 1 FROM cards_aml_alerts WHERE id = aged.alert AND status NOT IN ${finalAlert})`
    },
    {
      name: "aml_alerts",
      table: "cards_aml_alerts",
      days: complianceDays,
      source: "as aml_audit",
      neededWhile: `aged.status NOT IN ${finalAlert} OR aged.accepting = 1`
    }
  ]
}
