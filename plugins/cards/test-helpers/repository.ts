/** Beginning anew: everything that the plugin keeps for one account and mode in a region. */
import { given, table, text, type RegionName, type Write } from "../../../src/plugin.ts"

/** The tables whose rows belong to a scope. A test holds the list to the schema, and says why the others stay. */
export const scopedTables = [
  "cards_payments",
  "cards_payment_methods",
  "cards_customers",
  "cards_kyc_verifications",
  "cards_blocked_customers",
  "cards_screenings",
  "cards_screening_entries",
  "cards_subscriptions",
  "cards_bank_accounts",
  "cards_refunds",
  "cards_disputes",
  "cards_payouts",
  "cards_sca",
  "cards_aml_movements",
  "cards_aml_states",
  "cards_aml_alerts",
  "cards_aml_audit",
  "cards_risk_attempts",
  "cards_risk_cards",
  "cards_risk_devices",
  "cards_risk_settings",
  "cards_risk_rules"
] as const

const removals = scopedTables.map((name) => table(name, { scope: text }).deleting({ scope: given }))

/** The writes that empty the tables of a scope. */
export const eraseRows = (scope: string): ReadonlyArray<Write> => removals.map((remove) => remove({ scope }))

const removeClaims = table("cards_customer_emails", { scope: text, region: text }).deleting({
  scope: given,
  region: given
})

/** The write, in the home region, that frees the e-mail addresses of a scope's customers in one region. */
export const eraseEmailClaims = (scope: string, region: RegionName): Write => removeClaims({ scope, region })
