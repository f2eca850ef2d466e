/**
 * Which group of the release notes a change belongs to (spec docs §1: new features, improvements, bug fixes), and why. The first
 * that answers wins: its own mark, the heading it stood under, of a commit the files that it changes, a few words that are sure.
 * What nothing is sure of is a change without a group of its own, which is an answer. A list written for users holds no
 * maintenance but what its author marks so.
 */
import type { Change } from "../../model/ChangesModel.ts"

/** The groups, in the order of a document. Maintenance is counted and mostly not told. */
export const groups = [
  "breaking",
  "removed",
  "deprecated",
  "newFeatures",
  "improvements",
  "bugFixes",
  "changes",
  "maintenance"
] as const

/** A group. */
export type Group = (typeof groups)[number]

/** A group, with what says so. */
export interface Judged {
  readonly group: Group
  readonly why: string
}

/** Conventional types and labels. */
const byType: Readonly<Record<string, Group>> = {
  feat: "newFeatures",
  feature: "newFeatures",
  fix: "bugFixes",
  bugfix: "bugFixes",
  hotfix: "bugFixes",
  security: "bugFixes",
  perf: "improvements",
  change: "changes",
  revert: "changes",
  remove: "removed",
  deprecate: "deprecated"
}

/** Scopes that no user meets: a fix of the build is no fix of the product. */
const innerScopes =
  /^(?:deps?(?:-dev)?|ci|tests?|build|docs?|lint|release|dev|actions?|workflows?|changelog|readme|repo)$/i

/** Headings of change lists. `undefined`: the items' words say more. */
const byHeading: ReadonlyArray<readonly [RegExp, Group | undefined]> = [
  [/^(?!.*\bnon[- ]?breaking).*\bbreaking\b|^backwards?[- ]incompatib/i, "breaking"],
  [/^(?:removed|removals?)\b/i, "removed"],
  [/^deprecat/i, "deprecated"],
  [/^(?:added|additions?|new|(?:\w+ )?features?)\b(?! contributors)/i, "newFeatures"],
  [/^(?:(?:bug|hot) ?)?(?:fix(?:e[sd]|ing)?|bugs)\b|^(?:security|patch(?:es)?)\b/i, "bugFixes"],
  [/^(?:improve|enhance|performance|optimi[sz])/i, "improvements"],
  [
    /^(?:internal|(?:misc(?:ellaneous)? )?chores?|ci|build|dependenc\w+|deps|tests?|testing|maintenance|housekeeping|under the hood|refactor|docs?|documentation|styl(?:es?|ing)|tooling|continuous)\b/i,
    "maintenance"
  ],
  [
    /^(?:chang(?:ed?|es|elog)|what'?s (?:changed|new)|updat(?:ed?|es)|misc(?:ellaneous)?|others?|various|notable|highlights?|all|merged|commits|pull requests|release notes|general|the following|uncategori[sz]ed)\b/i,
    undefined
  ]
]

const wordsOfHeading = (heading: string): string => heading.replaceAll(/[^\p{L}\p{N}\s'/&-]/gu, "").trim()

const rowOf = (heading: string) => byHeading.find(([words]) => words.test(wordsOfHeading(heading)))

/** The headings of a change that name no kind of change, such as a part of the product. */
export const areaOf = ({ headings = [] }: Change): string | undefined => {
  const own = headings
    .filter((heading) => rowOf(heading) === undefined)
    .map((heading) => heading.replace(/:$/, "").trim())
  return own.length === 0 ? undefined : own.join(", ")
}

/** Words that are sure enough for a group, in any kind of list: the first row that fits. */
const cues: ReadonlyArray<readonly [RegExp, Group]> = [
  [/^(?:bug ?)?fix(?:e[sd]|ing)?\b|^security\s*[:–-]|\bCVE-\d{4}-\d/i, "bugFixes"],
  [/^(?:remove[sd]?|drop(?:s|ped)?)\b.*\b(?:crash|bug|glitch|flicker|leak|warning|delay)/i, "bugFixes"],
  [/^(?:remove[sd]?|drop(?:s|ped)?)\b/i, "removed"],
  [/^deprecate[sd]?\b|\b(?:is|are|has been|have been) (?:now )?deprecated\b/i, "deprecated"],
  [
    /^(?:add(?:s|ed|ing)?|new|introduc(?:e[sd]?|ing)|support(?:s|ed)?|implement(?:s|ed)?)\b(?!.*\b(?:removed|dropped)\b)/i,
    "newFeatures"
  ],
  [
    /^(?:improve[sd]?|improvements?|faster|speed(?:s|ed)? ?up|better|optimi[sz](?:e[sd]?|ations?)|enhance[sd]?|performance)\b/i,
    "improvements"
  ],
  [/\b(?:has|have|was|were) (?:now )?(?:been )?removed\b|\bno longer supports?\b/i, "removed"],
  [/\bno longer (?:crash|freez|hang|los|leak|break|flicker|duplicat|fail)/i, "bugFixes"],
  [/\bcan now\b|\bnow supports?\b/i, "newFeatures"],
  [/\b(?:is|are|loads?|runs?|starts?|opens?) [^.]{0,30}\bfaster\b/i, "improvements"]
]

/** Words that are sure enough for maintenance, in a commit log only. */
const maintenanceCues: ReadonlyArray<RegExp> = [
  /^merged? (?:branch|remote|tag|commit|pull|in)\b/i,
  /^(?:releas(?:e|ing)|prepare|bump(?:s|ed)?|set)?\s*(?:for |to )?(?:version |release )?v?\d+\.\d+(?:\.\d+)?(?:[-.+][\w.+-]+)?$/i,
  /^bump(?:s|ed)? (?:\S+ (?:from|to) v?\d|the \S+ group\b|v?\d)|^(?:update|upgrade)(?:s|d)? \S+ from v?\d/i,
  /^(?:update|upgrade|refresh|bump)(?:s|d)? (?:the |all )?(?:dependenc\w+|deps|lock ?file|changelog|readme|submodules?|rust crate|docker tag|github actions?|copyright)\b/i,
  /\btypos?\b|\blint(?:er|ing|s)?\b|^(?:wip|nits?|reformat|gofmt|prettier|refactor(?:ed|ing)?|clean(?: |-)?up)\b/i,
  /^(?:remove[sd]?|delete[sd]?|drop(?:ped)?) (?:unused|dead|unnecessary|redundant|stale|obsolete)\b/i,
  /^(?:add|fix|update|improve|more|new|skip|write|extend)(?:s|e?d)?\b(?: \S+){0,3} tests?(?: (?:for|of|cases?|coverage)\b.*)?\.?$/i,
  /\b(?:to|in|on|for) (?:the )?(?:ci|github actions)$/i,
  /^\[?(?:ci|tests?|docs?|build|chore|deps|pre-commit\.ci|maint|meta|workflows?)\]?(?:[:/]|(?<=\]))/i
]

/** `Libs/Rust: Add …`, `cmd/achcli/describe: include …`, `**Web**: …`: a part of the product before the words. */
const part = /^(?:\*\*)?[\w./*-]+(?:(?:, ?|\/)[\w./*-]+){0,8}(?::?\*\*)?:?\s+(?=\S)/

/** The words that say what was done. */
const actionOf = (text: string): string => {
  const plain = text
    .replaceAll("`", "")
    .replace(/^[^\p{L}\p{N}"'(]+/u, "")
    .trim()
  return /^[^\s]{1,60}:\*{0,2}\s/.test(plain) ? plain.replace(part, "") : plain
}

const innerPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|test-data|fixtures|docs?|documentation|examples?|samples?|bench(?:marks?)?|ci)\/|(?:^|\/)\.[^/]+|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum|[\w.-]+\.lock|Jenkinsfile|appveyor\.yml|azure-pipelines\.yml)$|\.(?:md|rst|adoc)$|(?:[._-](?:test|spec)s?\.\w+|(?:^|\/)(?:test_[\w-]+\.py|CHANGELOG(?:\.\w+)?|AUTHORS|LICENSE))$/i

/** Whether all files that a commit changes are tests, documentation, settings of tools or lists of dependencies. */
export const isInner = ({ paths = [] }: Change): boolean =>
  paths.length > 0 && paths.every((path) => innerPath.test(path))

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** What a change's own mark says. */
const ofMark = ({ breaking, byBot, scope, type }: Change): Judged | undefined => {
  if (breaking) return { group: "breaking", why: "It is marked as breaking" }
  if (type === undefined) return byBot === true ? { group: "maintenance", why: "A program made it" } : undefined
  const group = byType[type] ?? "maintenance"
  if (group !== "maintenance" && scope !== undefined && innerScopes.test(scope))
    return { group: "maintenance", why: `Its scope is ${scope}` }
  return { group, why: `It is marked as ${type}` }
}

/** What the innermost heading says that names a kind of change. */
const ofHeading = ({ headings = [] }: Change): Judged | undefined => {
  const named = headings.findLast((heading) => rowOf(heading) !== undefined)
  const group = named === undefined ? undefined : rowOf(named)![1]
  return group === undefined ? undefined : { group, why: `It stands under "${clipped(named!)}"` }
}

/** How a list is to be read: a log of commits, and whether the files of commits tell them apart. */
export interface Reading {
  readonly isLog: boolean
  readonly byPaths: boolean
}

const ofCommit = (change: Change, byPaths: boolean): Judged | undefined => {
  const action = change.text.replaceAll(/`|\s*\((?:#\d+(?:, )?)+\)/g, "").trim()
  if (byPaths && isInner(change))
    return {
      group: "maintenance",
      why: `It changes tests, documentation or tools only: ${clipped(change.paths!.join(", "))}`
    }
  return maintenanceCues.some((words) => words.test(action))
    ? { group: "maintenance", why: "Its words say that users do not notice it" }
    : undefined
}

/** The group of a change. */
export const groupOf = (change: Change, { byPaths, isLog }: Reading): Judged => {
  const marked = ofMark(change) ?? ofHeading(change) ?? (isLog ? ofCommit(change, byPaths) : undefined)
  if (marked !== undefined) return marked
  const action = actionOf(change.text)
  const group = cues.find(([words]) => words.test(action))?.[1]
  return group === undefined ? { group: "changes", why: "" } : { group, why: "Its words say so" }
}
