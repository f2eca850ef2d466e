/** What texts are checked against, apart from what checks them: requests gather it, threads use it. */
import type { NamedRule } from "../rules/Rule.ts"
import type { RuleLevel } from "../rules/RuleSet.ts"
import type { Term } from "./Terms.ts"

/** What a text is checked against. Plain data: it crosses to another thread. */
export interface CheckRules {
  /** Custom rules as objects. */
  readonly rules: ReadonlyArray<NamedRule>
  /** Rules in words, as the client gave them. */
  readonly customRules: ReadonlyArray<string>
  /** Sentences of style guides. */
  readonly styleGuide: ReadonlyArray<string>
  /** Terms of glossaries. */
  readonly terms: ReadonlyArray<Term>
  /** Built-in rule → how it counts. */
  readonly builtin: Readonly<Record<string, RuleLevel>>
}

/** Nothing but the built-in rules. */
export const builtinOnly: CheckRules = { rules: [], customRules: [], styleGuide: [], terms: [], builtin: {} }
