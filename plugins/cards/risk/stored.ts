/** Rules as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { RiskRule } from "./RiskRule.ts"

export const storedRule = storedAs<RiskRule>({
  table: "cards_risk_rules",
  form: {
    id: "text",
    createdAt: "number",
    livemode: "boolean",
    name: "text",
    action: "text",
    when: {},
    scoreContribution: "number",
    enabled: "boolean",
    priority: "number"
  }
})
