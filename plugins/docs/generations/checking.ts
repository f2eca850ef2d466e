/** Checks a document that was made (decisions docs 4.4): the report tells what was found, and what was not looked at. */
import * as Effect from "effect/Effect"
import { severities, type Finding, type NotChecked } from "../checks/Finding.ts"
import type { CheckResult } from "../checks/checkText.ts"
import { DocsRefused } from "../errors.ts"
import type { Keeper } from "../keep.ts"
import type { CheckSummary, GeneratedDocument } from "../model/GeneratedDocument.ts"
import { maxWarnings, type Warning } from "../model/Warning.ts"
import { chosen } from "../rules/operations.ts"
import type { GenerateTask } from "../workbench/Task.ts"
import { work } from "../workbench/work.ts"

/** Findings that a report keeps. Our choice: enough to act on, little enough to keep with every version. */
const maxReported = 50

/**
 * Characters of a document that are checked: about a quarter of a second. What is longer is mostly tables that the service writes
 * itself; `POST /checks` takes more at once. Our choice.
 */
export const maxCheckedCharacters = 100_000

/** The first sections that fit together, and what of the document is not among them. */
const partOf = ({ markdown, sections }: GeneratedDocument) => {
  if (markdown.length <= maxCheckedCharacters) return { text: markdown, left: undefined }
  let end = 0
  let at = 0
  for (const section of sections) {
    if (end + section.length > maxCheckedCharacters) break
    end += section.length
    at += 1
  }
  const left = `Sections from "${sections[at]?.title ?? ""}" on`
  return { text: markdown.slice(0, end), left }
}

const worst = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  [...findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)).slice(0, maxReported)

const summaryOf = (result: CheckResult, notChecked: ReadonlyArray<NotChecked>): CheckSummary => ({
  score: result.score,
  errors: result.summary.error,
  warnings: result.summary.warning,
  suggestions: result.summary.suggestion,
  findings: worst(result.findings),
  notChecked
})

export const withWarnings = (document: GeneratedDocument, more: ReadonlyArray<Warning>): GeneratedDocument => ({
  ...document,
  report: { ...document.report, warnings: [...document.report.warnings, ...more].slice(0, maxWarnings) }
})

const warningOf = ({ reason, text }: NotChecked): Warning => ({
  code: "not_checked",
  message: text === "" ? reason : `"${text}": ${reason}`
})

/**
 * The document with its check in the report, which says from where on a long one was not looked at. What cannot be checked is
 * a warning, too, never a failure; findings are one only where the settings say so (`check_failed`).
 */
export const checkedDocument = Effect.fnUntraced(function* (
  keeper: Keeper,
  document: GeneratedDocument,
  { context, settings }: Pick<GenerateTask, "context" | "settings">
) {
  // A rule set that is gone by now must not cost the document.
  const { gone, rules } = yield* chosen(keeper, settings).pipe(
    Effect.catchTag("NotFound", () =>
      Effect.map(chosen(keeper, { customRules: settings.customRules }), ({ rules: own }) => ({
        rules: own,
        gone: [{ text: settings.ruleSetId ?? "", reason: "The rule set was removed" }]
      }))
    )
  )
  const { left, text } = partOf(document)
  // Links of a part may lead to headings after it.
  const builtin = left === undefined ? rules.builtin : { ...rules.builtin, "docs/broken-anchor": "off" as const }
  const checked = yield* work({ kind: "check", text, rules: { ...rules, builtin }, context }, "checked").pipe(
    Effect.catchTag("DocsRefused", ({ message }) => Effect.succeed(message))
  )
  if (typeof checked === "string") return withWarnings(document, [{ code: "not_checked", message: checked }])
  const { result } = checked
  const rest: ReadonlyArray<NotChecked> =
    left === undefined ? [] : [{ text: left, reason: `Of a document, ${maxCheckedCharacters} characters are checked` }]
  const failed = [...gone, ...result.notChecked]
  const checks = summaryOf(result, [...failed, ...rest])
  if (settings.failOnError === true && checks.errors > 0) {
    const message = `The document breaks ${checks.errors} ${checks.errors === 1 ? "rule" : "rules"} that must not be broken: ${worst(result.findings)[0]!.message}`
    return yield* new DocsRefused({ code: "check_failed", message })
  }
  return withWarnings({ ...document, report: { ...document.report, checks } }, failed.map(warningOf))
})
