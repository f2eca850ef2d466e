/** Approval rules: kept by administrators, asked by payments. */
import { storedAs } from "../../../src/plugin.ts"
import { ruleBook } from "../administration/rule-book.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"

/** A rule before it has an id. */
export type RuleDraft = Omit<ApprovalRule, "id" | "createdAt">

export const storedApprovalRule = storedAs<ApprovalRule>({
  table: "bank_approval_rules",
  form: { id: "text", createdAt: "number", when: {}, priority: "number", verdict: "text", approvers: "number" }
})

export const { add, list, remove, replace } = ruleBook(storedApprovalRule, "approval rule")
