/** The rules of the service (decisions docs 4.4), in the order in which they are listed. */
import type { BuiltinRule } from "../../checks/CheckRule.ts"
import { headingRules } from "./headings.ts"
import { markupRules } from "./markup.ts"
import { sentenceRules } from "./sentences.ts"
import { wordingRules, type RuleRow } from "./wording.ts"

/** What ids of built-in rules begin with. */
export const builtinPrefix = "docs/"

const rows: Readonly<Record<string, RuleRow>> = { ...headingRules, ...markupRules, ...wordingRules, ...sentenceRules }

export const builtinRules: ReadonlyArray<BuiltinRule> = Object.entries(rows).map(
  ([name, { check, description, fixes, severity }]) => ({
    id: `${builtinPrefix}${name}`,
    severity,
    source: "builtin",
    description,
    fixes: fixes === true,
    check
  })
)

/** Whether there is a built-in rule of this id. */
export const isBuiltinId = (id: string): boolean => builtinRules.some((rule) => rule.id === id)
