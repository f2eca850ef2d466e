/** Rules and rule sets as rows. */
import { ownedDocumentTable, storedAs } from "../../../src/plugin.ts"
import type { Rule } from "./Rule.ts"
import type { RuleSet } from "./RuleSet.ts"

export const rules = ownedDocumentTable("rule", {
  stored: storedAs<Rule>({
    table: "docs_rules",
    form: { id: "text", createdAt: "number", name: "text", kind: "text", updatedAt: "number", severity: "text" }
  })
})

export const ruleSets = ownedDocumentTable("set", {
  stored: storedAs<RuleSet>({
    table: "docs_rule_sets",
    form: { id: "text", createdAt: "number", name: "text", updatedAt: "number" }
  })
})
