/** Approval rules: kept by administrators, asked by payments. */
import { ruleBook } from "../administration/rule-book.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"

/** A rule before it has an id. */
export type RuleDraft = Omit<ApprovalRule, "id" | "createdAt">

export const { add, list, remove, replace } = ruleBook<ApprovalRule>("bank_approval_rules", "approval rule")
