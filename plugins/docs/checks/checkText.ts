/** Checks a text: reads it, runs the rules, and gives every finding its place (decisions docs 4.4). */
import * as Result from "effect/Result"
import { builtinRules } from "../rules/builtin/builtinRules.ts"
import { compileRule } from "../rules/compileRule.ts"
import type { NamedRule } from "../rules/Rule.ts"
import { severityIn } from "../rules/RuleSet.ts"
import { instructionReason, readTextRule } from "../rules/textRules.ts"
import type { CheckRule } from "./CheckRule.ts"
import { builtinOnly, type CheckRules } from "./CheckRules.ts"
import { scoreOf, summaryOf, type Finding, type Found, type NotChecked, type Summary } from "./Finding.ts"
import { metricsOf, type Metrics } from "./metrics.ts"
import { placeOf, type ProseText } from "./ProseText.ts"
import { readMarkdown } from "../markdown/readMarkdown.ts"
import { rulesOfTerms } from "./Terms.ts"

/** What came of a check. */
export interface CheckResult {
  readonly score: number
  readonly summary: Summary
  readonly metrics: Metrics
  /** In the order of the text. */
  readonly findings: ReadonlyArray<Finding>
  readonly notChecked: ReadonlyArray<NotChecked>
}

/** Findings that are listed; all are counted. Our choice. */
export const maxFindings = 2_000

/** Steps of all patterns of one check: about 5 s. Our choice. */
const maxPatternSteps = 100_000_000

interface Gathered {
  readonly rules: Array<CheckRule>
  readonly notChecked: Array<NotChecked>
}

const add = ({ notChecked, rules }: Gathered, rule: NamedRule): void => {
  const compiled = compileRule(rule)
  if (Result.isSuccess(compiled)) rules.push(compiled.success)
  else notChecked.push({ text: rule.name, reason: compiled.failure.message })
}

const addSentences = (gathered: Gathered, sentences: ReadonlyArray<string>, source: "custom" | "style-guide"): void => {
  for (const [at, sentence] of sentences.entries()) {
    const read = readTextRule(sentence)
    if (read.kind === "rule") add(gathered, { ...read.rule, id: `${source}/${at + 1}`, source })
    else gathered.notChecked.push({ text: read.text, reason: instructionReason })
  }
}

const gather = ({ builtin, customRules, rules, styleGuide, terms }: CheckRules): Gathered => {
  const gathered: Gathered = { rules: [], notChecked: [] }
  for (const rule of builtinRules) {
    const severity = severityIn(builtin, rule)
    if (severity !== undefined) gathered.rules.push({ ...rule, severity })
  }
  for (const rule of rules) add(gathered, rule)
  addSentences(gathered, customRules, "custom")
  addSentences(gathered, styleGuide, "style-guide")
  for (const rule of rulesOfTerms(terms)) add(gathered, rule)
  return gathered
}

/** A finding with its place. The excerpt is the source between the places, always. */
const placed = ({ lines, source }: ProseText, { id, severity, source: from }: CheckRule, found: Found): Finding => {
  const start = placeOf(lines, found.start)
  const end = placeOf(lines, found.end)
  return {
    ruleId: id,
    severity,
    message: found.message,
    suggestion: found.suggestion ?? null,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    excerpt: source.slice(found.start, found.end),
    source: from
  }
}

const inOrder = (a: Finding, b: Finding): number =>
  a.line - b.line || a.column - b.column || (a.ruleId < b.ruleId ? -1 : 1)

/** Checks a text that was read. */
export const checkProse = (text: ProseText, against: CheckRules): CheckResult => {
  const metrics = metricsOf(text)
  const { notChecked, rules } = gather(against)
  const findings: Array<Finding> = []
  const context = {
    metrics,
    budget: { left: maxPatternSteps },
    notChecked: (item: NotChecked) => void notChecked.push(item)
  }
  for (const rule of rules) for (const found of rule.check(text, context)) findings.push(placed(text, rule, found))
  const summary = summaryOf(findings)
  if (findings.length > maxFindings) {
    const reason = `There are ${findings.length} findings; those after the first ${maxFindings} are counted and not listed`
    notChecked.push({ text: "", reason })
  }
  return {
    score: scoreOf(summary, metrics.words),
    summary,
    metrics,
    findings: findings.sort(inOrder).slice(0, maxFindings),
    notChecked
  }
}

/** Checks a text, by the built-in rules and what is given. It never fails: any text is Markdown. */
export const checkText = (source: string, against: Partial<CheckRules> = {}): CheckResult =>
  checkProse(readMarkdown(source), { ...builtinOnly, ...against })
