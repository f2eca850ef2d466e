/**
 * Which group of the release notes a change belongs to (spec docs §1: new features, improvements, bug fixes). A change's own
 * mark says it first, then the heading it stood under, then its words. Nothing is without a group.
 */
import type { Change } from "../../model/ChangesModel.ts"

/** The groups. Breaking changes have one of their own; maintenance is counted and mostly not told. */
export const groups = ["breaking", "newFeatures", "improvements", "bugFixes", "maintenance"] as const

/** A group. */
export type Group = (typeof groups)[number]

/** Conventional types. */
const byType: Readonly<Record<string, Group>> = {
  feat: "newFeatures",
  feature: "newFeatures",
  fix: "bugFixes",
  bugfix: "bugFixes",
  security: "bugFixes",
  revert: "bugFixes",
  perf: "improvements",
  docs: "maintenance",
  doc: "maintenance",
  style: "maintenance",
  refactor: "maintenance",
  test: "maintenance",
  tests: "maintenance",
  build: "maintenance",
  ci: "maintenance",
  chore: "maintenance",
  deps: "maintenance",
  dep: "maintenance",
  bump: "maintenance",
  release: "maintenance",
  wip: "maintenance",
  merge: "maintenance",
  maint: "maintenance",
  workflow: "maintenance",
  workflows: "maintenance"
}

/** Scopes that no user meets: a fix of the build is no fix of the product. */
const innerScopes =
  /^(?:deps?(?:-dev)?|ci|tests?|build|docs?|lint|release|dev|actions?|workflows?|changelog|readme|repo)$/i

/** Headings of change lists. */
const byHeading: ReadonlyArray<readonly [RegExp, Group]> = [
  [/breaking/i, "breaking"],
  [
    /\b(?:build|chores?|ci|internal|maintenance|dependenc(?:y|ies)|tests?|docs?|documentation|housekeeping)\b/i,
    "maintenance"
  ],
  [/\b(?:added|additions?|new|features?)\b/i, "newFeatures"],
  [/\b(?:fix(?:e[sd])?|bugs?|bug ?fix(?:es)?|security|patches)\b/i, "bugFixes"],
  [/\b(?:changed|changes|improve(?:d|ments?)|enhancements?|performance|deprecated|removed|updated?)\b/i, "improvements"]
]

const dependency =
  /\b(?:dependenc(?:y|ies)|deps|lock ?file|go\.mod|package-lock|node_modules|submodules?|vendor(?:ed|ing)?)\b/i

/** Words of a plain subject; the first row that fits. */
const byWords: ReadonlyArray<readonly [RegExp, Group]> = [
  [/^merge (?:branch|pull request|remote|tag|commit)\b|^merged? in\b/i, "maintenance"],
  [
    /^(?:release|releasing|prepare|bump(?:ed|s)?)?\s*(?:for\s+)?(?:version\s+)?v?\d+\.\d+(?:\.\d+)?(?:[-.+][\w.]+)?$/i,
    "maintenance"
  ],
  [/^\W*workflows? (?:have )?(?:changed|linting)|\b(?:issue|pr|pull request) templates?\b/i, "maintenance"],
  [
    /^fix(?:e[sd])? (?:the )?(?:lint(?:er|ing)?|ci|build|tests?|typos?|docs?|comments?)\b|\b(?:regression|unit|integration) tests?\b/i,
    "maintenance"
  ],
  [/\bCVE-\d|\bsecurity (?:fix|issue|hole|bug|patch)|\bvulnerab/i, "bugFixes"],
  [/^(?:bump(?:ed|s)?|upgrade[sd]?|update[sd]?|pin(?:ned)?|roll)\b.*\b(?:to|from) v?\d/i, "maintenance"],
  [/^bump(?:ed|s)?\b|^(?:update[sd]?|upgrade[sd]?|refresh(?:ed)?|tidy) /i, "maintenance"],
  [
    /^(?:fix(?:e[sd]|ing)?|bug ?fix(?:e[sd])?|hot ?fix|resolve[sd]?|correct(?:ed|s)?|repair(?:ed|s)?|patch(?:ed)?|revert(?:ed|s)?|prevent(?:ed|s)?|work ?around)\b/i,
    "bugFixes"
  ],
  [
    /^(?:typos?|wip|lint|format(?:ting|ted)?|prettier|gofmt|clean(?: |-)?up|cleaned|cleanup|refactor(?:ed|ing|s)?|reformat|renam(?:e|ed|ing) (?:variable|file|test)|lint(?:ing|er)?|comments?|whitespace|nits?|misc|chore|ci|tests?|testing|docs?|readme|changelog|release|prepare|regenerate[sd]?|generate[sd]?|sync|minor|simplif(?:y|ied) (?:test|code)|move[sd]?|extract(?:ed)?|convert(?:ed)?|migrate[sd]?|privatize[sd]?|unexport(?:ed)?)\b/i,
    "maintenance"
  ],
  [
    /^(?:add(?:ed|s|ing)?|use[sd]?|update[sd]?|improve[sd]?|more|new|missing|write|increase)\b.*\b(?:tests?|test cases?|unit tests?|coverage|typos?|readme|changelog|comments?|docs?|documentation|doc strings?|godoc|ci|workflows?|github actions?|linters?|benchmarks?|fuzz(?:er|ing)?)\b\.?$/i,
    "maintenance"
  ],
  [
    /^(?:add(?:ed|s|ing)?|new|introduc(?:e[sd]?|ing)|support(?:ed|s|ing)?|implement(?:ed|s|ing)?|allow(?:ed|s|ing)?|enable[sd]?|creat(?:e[sd]?|ing)|initial|first|expose[sd]?|provide[sd]?|accept(?:ed|s)?)\b/i,
    "newFeatures"
  ],
  [
    /^(?:do(?:es)? not|don't|no longer|avoid|handle|ensure|stop|skip|ignore|guard|make sure|properly|correctly)\b/i,
    "bugFixes"
  ],
  [
    /\b(?:fix(?:e[sd]|ing)?|crash(?:e[sd])?|bug|panic|regression|deadlock|leak|broken|typo|wrong(?:ly)?|incorrect(?:ly)?)\b/i,
    "bugFixes"
  ]
]

/** `Libs/Rust: Add …`, `cmd/achcli/describe: include …`, `batch: check …`: a part of the product before the words. */
const part = /^(?:\*\*)?[\w./*-]+(?:(?:, ?|\/)[\w./*-]+){0,8}(?:\*\*)?(?: \*\*\(Breaking\)\*\*)?:\s+(?=\S)/

/** The words that say what was done. */
const actionOf = (text: string): string => {
  const plain = text.replaceAll("`", "").trim()
  return plain.replace(part, "").trim() || plain
}

/** Parts before a colon that are no part of the product. */
const innerPart =
  /^\[?(?:maint|workflows?(?:\([^()]*\))?|maintenance|tests?|ci|docs?|build|chore|fuzz|lint|github|deps|release|meta|all|ops|examples?)\]?(?:\/[\w.-]+)*(?::|(?<=\]) )/i

const partGroup = (text: string): Group | undefined => (innerPart.test(text.trim()) ? "maintenance" : undefined)

/** `Security: …`, `New: …`, `BREAKING: …` before the words. */
const label = /^(breaking(?: changes?)?|security|new|added|fixed|changed|improved|deprecated|removed)\s*:\s+/i

const byLabel: Readonly<Record<string, Group>> = {
  security: "bugFixes",
  new: "newFeatures",
  added: "newFeatures",
  fixed: "bugFixes",
  changed: "improvements",
  improved: "improvements",
  deprecated: "improvements",
  removed: "improvements"
}

const ofWords = (text: string): Group => {
  const labelled = label.exec(text)?.[1]?.toLowerCase()
  if (labelled !== undefined && byLabel[labelled] !== undefined) return byLabel[labelled]
  const action = actionOf(text)
  if (dependency.test(action) && !/\bCVE-\d|\bremove\b/i.test(action)) return "maintenance"
  return byWords.find(([words]) => words.test(action))?.[1] ?? "improvements"
}

/** The group of a change. */
export const groupOf = (change: Change): Group => {
  if (change.breaking) return "breaking"
  const { heading, scope, text, type } = change
  const typed = type === undefined ? undefined : byType[type]
  if (typed !== undefined && scope !== undefined && innerScopes.test(scope)) return "maintenance"
  if (typed !== undefined) return typed
  const ofPart = partGroup(text)
  if (ofPart !== undefined) return ofPart
  const ofHeading = heading === undefined ? undefined : byHeading.find(([words]) => words.test(heading))?.[1]
  if (ofHeading === undefined) return ofWords(text)
  // A heading as wide as "Changed" says less than a first word such as "Fixed".
  const worded = ofWords(text)
  return ofHeading === "improvements" && worded !== "maintenance" ? worded : ofHeading
}
