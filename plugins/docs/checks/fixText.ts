/** Applies the replacements that are safe (decisions docs 4.4), as long as code, links, numbers and negations stay. */
import { builtinOnly, type CheckRules } from "./CheckRules.ts"
import { checkProse, type CheckResult } from "./checkText.ts"
import type { Finding } from "./Finding.ts"
import { offsetOf, type ProseText } from "./ProseText.ts"
import { readMarkdown } from "../markdown/readMarkdown.ts"
import { changed, survivorsOf, together } from "./Survivors.ts"

/** A replacement that was made, at its place in the text of that moment. */
export interface AppliedFix extends Pick<Finding, "ruleId" | "line" | "column" | "excerpt"> {
  readonly replacement: string
}

/** What came of fixing. */
export interface FixedText {
  readonly text: string
  readonly applied: ReadonlyArray<AppliedFix>
  /** What was found before. */
  readonly before: CheckResult
  /** What is found now. */
  readonly after: CheckResult
}

/** Replacements make room for others: so often they are looked for. Our choice. */
const maxPasses = 5

/** How often a pass looks at which of its replacements hold together. Our choice. */
const maxTries = 100

interface Edit {
  readonly start: number
  readonly end: number
  readonly fix: AppliedFix
}

const editsOf = (text: ProseText, findings: ReadonlyArray<Finding>): ReadonlyArray<Edit> => {
  let free = 0
  return findings.flatMap(({ column, endColumn, endLine, excerpt, line, ruleId, suggestion }) => {
    const replacement = suggestion?.replacement
    const start = offsetOf(text.lines, { line, column })
    if (suggestion?.safe !== true || replacement === undefined || start < free) return []
    const end = offsetOf(text.lines, { line: endLine, column: endColumn })
    free = end + 1
    return [{ start, end, fix: { ruleId, line, column, excerpt, replacement } }]
  })
}

const apply = (source: string, edits: ReadonlyArray<Edit>): string => {
  let result = ""
  let at = 0
  for (const { end, fix, start } of edits) {
    result += source.slice(at, start) + fix.replacement
    at = end
  }
  return result + source.slice(at)
}

/** The edits that together leave everything standing that must. */
const harmless = (text: ProseText, edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> => {
  const before = survivorsOf(text)
  return together(
    edits,
    (some) => changed(before, survivorsOf(readMarkdown(apply(text.source, some)))) === undefined,
    maxTries
  )
}

/** Fixes what can be fixed without a look. Fixing the result again changes nothing. */
export const fixText = (source: string, against: CheckRules = builtinOnly): FixedText => {
  let text = readMarkdown(source)
  const before = checkProse(text, against)
  let after = before
  const applied: Array<AppliedFix> = []
  for (let pass = 0; pass < maxPasses; pass++) {
    const edits = harmless(text, editsOf(text, after.findings))
    if (edits.length === 0) break
    applied.push(...edits.map(({ fix }) => fix))
    text = readMarkdown(apply(text.source, edits))
    after = checkProse(text, against)
  }
  return { text: text.source, applied, before, after }
}
