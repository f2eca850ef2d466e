/** Which payments a person has to approve (decisions B.5, approvals). */
import type { SecCode } from "../clients/Client.ts"
import type { RailId } from "../rails/rail-ids.ts"

/** A rule. The first that holds decides, lower priorities first; whatever is left out does not matter. */
export interface ApprovalRule {
  readonly id: string
  readonly priority: number
  readonly when: {
    readonly rails?: ReadonlyArray<RailId> | undefined
    /** Cents, inclusive. */
    readonly minAmount?: number | undefined
    readonly maxAmount?: number | undefined
    readonly clientIds?: ReadonlyArray<string> | undefined
    readonly secCodes?: ReadonlyArray<SecCode> | undefined
  }
  readonly verdict: "auto" | "human"
  /** How many people must approve. */
  readonly approvers: 1 | 2
  readonly createdAt: number
}

/** What rules look at. */
export interface ApprovalQuestion {
  readonly rail: RailId
  readonly amountCents: number
  readonly clientId: string
  readonly secCode?: SecCode | undefined
}

/** The rule that decides about approval. */
export interface ApprovalVerdict {
  readonly ruleId: string
  readonly verdict: "auto" | "human"
  readonly approvers: 1 | 2
}

/** Where no rule holds (decisions B.5). */
export const defaultVerdict: ApprovalVerdict = { ruleId: "default", verdict: "auto", approvers: 1 }

const holds = ({ when }: ApprovalRule, question: ApprovalQuestion): boolean =>
  (when.rails?.includes(question.rail) ?? true) &&
  question.amountCents >= (when.minAmount ?? 0) &&
  question.amountCents <= (when.maxAmount ?? Infinity) &&
  (when.clientIds?.includes(question.clientId) ?? true) &&
  (when.secCodes === undefined || (question.secCode !== undefined && when.secCodes.includes(question.secCode)))

/** What the rules say of a payment. They are given by priority. */
export const verdictOf = (rules: ReadonlyArray<ApprovalRule>, question: ApprovalQuestion): ApprovalVerdict => {
  const rule = rules.find((candidate) => holds(candidate, question))
  return rule === undefined ? defaultVerdict : { ruleId: rule.id, verdict: rule.verdict, approvers: rule.approvers }
}
