/**
 * Which group of the release notes a change belongs to (spec docs §1: new features, improvements, bug fixes), and why. The first
 * that answers wins: its own mark, the heading it stood under, of a commit the files that it changes, a few words that are sure.
 * What nothing is sure of is a change without a group of its own, which is an answer. A list written for users holds no
 * maintenance but what its author marks so.
 */
import type { Change } from "../../model/ChangesModel.ts"

/** The groups, in the order of a document. Maintenance is counted. */
export const groups = [
  "breaking",
  "removed",
  "deprecated",
  "newFeatures",
  "improvements",
  "security",
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
  security: "security",
  perf: "improvements",
  change: "changes",
  changed: "changes",
  revert: "changes",
  i18n: "changes",
  l10n: "changes",
  remove: "removed",
  deprecate: "deprecated"
}

/** Scopes and parts that no user meets: a fix of the build is no fix of the product. */
const innerParts =
  /^(?:deps?(?:-dev)?|ci|(?:[\w-]+-)?e2e|tests?|tst|fuzz\w*|oss-fuzz|build|cmake|meson|makefile|clang-(?:format|tidy)|docs?|lint|release|dev|actions?|workflows?|changelog|readme|repo|chore|maint|housekeeping|cleanup|meta|internal|tools|tooling|infra|scripts)$/i

/** Headings of change lists. `undefined`: the items' words say more. */
const byHeading: ReadonlyArray<readonly [RegExp, Group | undefined]> = [
  [/^(?!.*\bnon[- ]?breaking).*\bbreaking\b|^backwards?[- ]incompatib/i, "breaking"],
  [/^(?:removed?|removals?)\b/i, "removed"],
  [/^deprecat/i, "deprecated"],
  [/^(?:added|additions?|new|(?:\w+ )?features?)\b(?! contributors)/i, "newFeatures"],
  [/^(?:(?:bug|hot) ?)?(?:fix(?:e[sd]|ing)?|bugs)\b|^patch(?:es)?\b/i, "bugFixes"],
  [/^security\b/i, "security"],
  [/^(?:improve|enhance|perf\b|performance|optimi[sz])/i, "improvements"],
  [
    /^(?:internal|(?:misc(?:ellaneous)? )?chores?|ci|tests?|testing|maintenance|housekeeping|under the hood|refactor|code style|styles|tooling|continuous)\b/i,
    "maintenance"
  ],
  [
    /^(?:chang(?:ed?|es|elog|e ?list)|what'?s (?:changed|new)|updat(?:ed?|es)|misc(?:ellaneous)?|others?|various|notable|(?:release )?highlights?(?! for\b)|all|merged|commits|pull requests|release notes|general|the following|uncategori[sz]ed)\b/i,
    undefined
  ]
]

const wordsOfHeading = (heading: string): string => heading.replaceAll(/[^\p{L}\p{N}\s'/&-]/gu, "").trim()

const rowOf = (heading: string) => byHeading.find(([words]) => words.test(wordsOfHeading(heading)))

/** The group that a heading names. */
export const groupOfHeading = (heading: string): Group | undefined => rowOf(heading)?.[1]

/** Words of headings that name a kind of change and nothing besides, such as where or for whom. */
const onlyKind =
  /^(?:(?:new|other|minor|major|notable) )*(?:added|additions?|features?|new|(?:(?:bug|hot) ?)?fix(?:e[sd]|ing)?|(?:fixed )?bugs|improved|improvements?|enhanced|enhancements?|optimi[sz]ations?|performance|breaking(?: changes?)?|removed?|removals?|deprecat(?:ed|ions?))$/i

/** The group that a heading means, where it says no more than that. */
export const plainGroupOf = (heading: string): Group | undefined =>
  onlyKind.test(wordsOfHeading(heading)) ? groupOfHeading(heading) : undefined

/** Whether a heading names a kind of change. */
export const isKind = (heading: string): boolean => groupOfHeading(heading) !== undefined

/** Whether a heading only says that changes follow. */
export const isGeneral = (heading: string): boolean => rowOf(heading) !== undefined && !isKind(heading)

/** A heading without what ends it as a line of text. */
export const bareHeading = (heading: string): string => heading.replace(/[:.]$/, "").trim()

/** The headings of a change that name no kind of change, such as a part of the product and not "Minor changes", the outermost first. */
export const partsOf = ({ headings = [] }: Change): ReadonlyArray<string> =>
  headings.filter((heading) => rowOf(heading) === undefined && !/ changes$/i.test(heading)).map(bareHeading)

/** The number of an advisory. */
const advisory = /\b(?:CVE-\d{4}-\d|GHSA-\w{4}-)/i

/** What marks a fix as one of security: its author's word, or the number of an advisory. */
const securityMark = new RegExp(`^security\\s*[:–-]|${advisory.source}`, "i")

/** Words that are sure enough for a group, in any kind of list: the first row that fits. */
const cues: ReadonlyArray<readonly [RegExp, Group]> = [
  [/^(?:(?:add(?:ed)?|several|more|some|small|minor|various) )?(?:bug ?)?fix(?:e[sd]|ing)?(?![\w-])/i, "bugFixes"],
  [securityMark, "security"],
  [/^(?:remove[sd]?|drop(?:s|ped)?)(?![\w-]).*\b(?:crash|bug|glitch|flicker|leak|delay)/i, "bugFixes"],
  [/^(?:remove[sd]?|drop(?:s|ped)?)(?![\w-])/i, "removed"],
  [/^deprecate[sd]?\b|\b(?:is|are|has been|have been) (?:now )?deprecated\b/i, "deprecated"],
  [
    /^(?:add(?:s|ed|ing)?|new(?! (?:\S+ ){0,2}(?:release|version)\b)|introduc(?:e[sd]?|ing)|support(?:s|ed)?|implement(?:s|ed)?)(?![\w-])(?!.*\b(?:removed|dropped)\b)/i,
    "newFeatures"
  ],
  [
    /^(?:improve[sd]?|improvements?|faster|speed(?:s|ed)? ?up|better|optimi[sz](?:e[sd]?|ations?)|enhance[sd]?|performance)\b/i,
    "improvements"
  ],
  [/^[^.]*\b(?:has|have|was|were) (?:now )?(?:been )?removed\b|\bno longer supports?\b/i, "removed"],
  [/\bno longer (?:crash|throw|freez|hang|los|leak|break|flicker|duplicat|fail)/i, "bugFixes"],
  [/\bcan now\b|\bnow supports?\b/i, "newFeatures"],
  [/\b(?:is|are|loads?|runs?|starts?|opens?) [^.]{0,30}\bfaster\b/i, "improvements"]
]

/** Words that are sure to be maintenance in a commit log, whatever its mark: merges, releases, versions of what is used, names of files. */
const sureCues: ReadonlyArray<RegExp> = [
  /^merge[ds]? (?:branch|remote|tag|commit|pull|in\b|from\b|upstream|master|main|dev\w*\b|\S+ into\b|\S+\/\S+(?:$| (?:for|into|with|at)\b)|\S*(?:\d|\/)\S* to \S+$)|\bmerged? (?:in)?to (?:master|main|dev\w*)\b|^(?:cut|tag|prepare|make)\w* (?:an? |the )?(?:new |next )?release$|^releases? \S+ v?\d+(?:\.\d+)+$/i,
  /^(?:(?:releas|prep|bump|set|updat|version|number|cut|for|to|->|the|new|next)\w* )*(?:(?!support|use|requir|drop|with|for)[A-Z]\w* )?v?\d+\.\d+[\w.+-]*(?:(?: \w+)? release| \((?:alpha|beta|rc ?\d*)\))?\.?$/i,
  /^(?:re)?(?:bump|prep|updat|chang|set|add|increment)\w* (?:for |the |a |next |new |development |app |package )*(?:version|release|iteration)\b(?! \w+ing\b)/i,
  /^(?:pin|updat|upgrad)\w* (?!minimum|required|support)(?:\S+ ){1,4}(?:(?:from|to) (?:v\d|\d+\.\d)\S*(?: |$)|from \d\S* to \d|(?:digest )?to (?=[a-f]*\d)[0-9a-f]{7,40}$)|^lock ?file maintenance$/i,
  /^bump(?:s|ed|ing)?\b(?!.*\b(?:minimum|required?|support|default|limits?|time-?outs?|size)\b)/i,
  /^(?:update|upgrade|refresh|bump|pin)\w* (?:\S+ ){0,3}(?:dependenc\w+|deps|lock ?files?|submodules?|packages|copyright|toolchain|group (?:across|with)\b)/i,
  /^(?:create|update|delete|add|edit|remove)\w* `?\S+\.(?:md|rst|txt|ya?ml|json|toml|lock|cfg|ini|py|go|js|ts|rs|rb|c|h|java|sh)$|^(?:create|update|delete|edit)\w* \S+\.[a-z]{1,5}$/i,
  /(?<![\w/])\.(?:git|docker|npm|eslint|prettier)ignore\b|\b(?:AGENTS|CLAUDE|CONTRIBUTING)\.md\b|\bmake targets?\b|\bcommit messages? (?:format|style|rule|convention)|\b(?:PR|pull[- ]request|issue) templates?\b|\b(?:release-please|semantic-release)\b/i,
  /\bdebug(?:ging)? (?:logs?|logging|prints?|statements?|code)\b|\b(?:logging|print) statements?\b|^(?:remove|delete)\w* (?:\w+ ){0,2}console\.log\b/i,
  /^(?:add|updat)\w* (?:\w+ )?(?:maintainers?|contributors?|code ?owners)\b|^housekeeping\b/i,
  /\bCI\b|\[(?:ci skip|skip ci)\]|^(?:[Pp]otential fix for (?:pull request|code scanning)|[Ii]nit\w* (?:plan|commit)$|(?:[Aa]ddress|[Aa]pply) (?:\w+ )?(?:reviews?|feedback|suggestions?)\b)|\b(?:version bump|bump version)$/
]

/** Words of tests: of a commit whose files are known, most of them say so, too. */
const testCue =
  /\btests\b|\bunit test\b|\btest ?cases?\b|\btesting code\b|^new tests?\b|\bflak(?:y|i?ness|yness)\b|^(?:tests?|testing)\b|^(?:add|fix|update|write|skip)\w* (?:[\w-]+ ){0,3}test(?:$|:| (?:to|for|that|as|on|cases?|files?|suites?|coverage|matrix|runner)\b)/i

/** Words of what users do not meet, whatever their author marks them as: documentation, tools that look at code. */
const toolCues: ReadonlyArray<RegExp> = [
  /\b(?:docs?|documentation|readme|change ?log|release notes|(?:doc|code) comments?|code style|compiler warnings)(?: \([^()]{0,200}\))?\.?$|\b(?:readme|(?<!\band )typos?|contributing)\b/i,
  /(?<![-\w/.])(?:de)?lint(?:ers?|ing|s)?(?![-\w/])|\b(?:eslint|prettier|stylelint|ruff|mypy|flake8|clippy|rubocop|golangci|pre-commit|pytest|vitest|junit|rspec|codecov|renovate|dependabot|github ?(?:actions?|workflows?)|travis|appveyor|benchmarks?)\b/i
]

/** Words of what users do not meet, where no mark says otherwise. */
const innerCues: ReadonlyArray<RegExp> = [
  ...toolCues,
  /^(?:docs?|documentation|document|reword|wip|nits?|re-?(?:format\w*|fmt)|(?:apply|run|fix) (?:\w+ )?(?:format(?:ting|ter)?|code style)$|(?:better |rename\w* )?variable names?$|(?:internal )?refactor\w*|clean(?:ed|ing|s)?(?: |-)?up|tid(?:y|ied)|code style|gofmt|whitespace)\b/i,
  /^(?:add|update|fix|improve|sync)\w* (?:\w+ ){0,2}(?:docs|documentation|change ?log|migration note)\b|^(?:remove|delete|drop|update|fix)\w* .*\b(?:from|in) (?:the )?(?:examples?|docs?|documentation|tests)$|\bworkflow permissions?\b|\bdoc (?:names?|titles?|sites?|publish\w*|build\w*)\b|\bdocs\b/i,
  /^(?:remove|delete|drop)\w* (?:\w+ )?(?:unused|dead|obsolete|leftover)\b|\bcopyright (?:comment|header|waiver|notice|year)s?\b|\bcode smells?\b|\breserved words?\b.* identifiers?\b|^(?:(?:minor )?code review|(?:rename|move)\w* .*\b(?:code|enum|members?|namespace)\b)/i
]

/** A subject of one word, or of words that say nothing, is a reminder of its author's. */
const saysNothing = (text: string): boolean =>
  // Not every script sets words apart.
  (/^[ -~]*$/.test(text) && !/\S\s+\S/.test(text)) ||
  /^fix(?:e[sd])?(?: for| issue)? #\d+$/i.test(text) ||
  /^backport(?:s|ed)? (?:the |a )?(?:fix(?:es)?|changes?|commits?) (?:from|of|to) v?\d\S*$/i.test(text) ||
  /^(?!security)[\w-]+ (?:changes|updates|stuff|tweaks)$/i.test(text) ||
  /^(?:bug|fix(?:e[sd])?|update[sd]?|change[sd]?|improve[sd]?|tweak\w*|misc|more|some|small|minor|various|oops|again)(?: (?:fix\w*|updates?|changes?|tweaks?|comments?|clean-?ups?|stuff|things|again|it|this|that|more|bugs?|issues?|prettier))*\W*$/i.test(
    text
  )

/** `Libs/Rust: Add …`, `cmd/achcli/describe: include …`, `**Web**: …`: a part of the product before the words. */
const part = /^(?:\*\*)?[\w./*-]+(?:(?:, ?|\/|:)[\w./*-]+){0,8}(?::?\*\*)?:?\s+(?=\S)/

/** Whether what stands before the words of a commit names tests, documentation or tools only: `docs: …`, `.github/workflows: …`, `runtime(doc): …`. */
const isOfInnerPart = (text: string): boolean => {
  const names = /^([\w./, -]{1,60}?)(?:\(([\w./, -]+)\))?:\s/.exec(text)
  const parts = (names?.[2] ?? names?.[1])?.split(",").map((name) => name.trim()) ?? []
  return (
    parts.length > 0 &&
    parts.every(
      (name) => innerParts.test(name.replace(/^.* |\..*$/g, "")) || innerPath.test(name) || innerPath.test(`${name}/`)
    )
  )
}

/** Characters of a change that are judged: what it is stands at its beginning. Our choice. */
const mostJudged = 500

/** The words that say what was done. */
const actionOf = (text: string): string => {
  const plain = text
    .slice(0, mostJudged)
    // A name in code is no verb.
    .replace(/^`[^`]*`/, "it")
    .replaceAll("`", "")
    .replace(/^[^\p{L}\p{N}"'(]+/u, "")
    .trim()
  const named = /^(?:[^\s,]{1,60}, ){0,4}[^\s]{1,60}:\*{0,2}\s/
  const bare = named.test(plain) ? plain.replace(part, "") : plain
  // A part of a part: `Desktop: Accessibility: …`.
  return named.test(bare) ? bare.replace(part, "") : bare
}

const innerPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|test-data|fixtures|docs?|documentation|examples?|samples?|bench(?:marks?)?|ci)\/|(?:^|\/)\.[^/]+|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum|[\w.-]+\.lock|Jenkinsfile|appveyor\.yml|azure-pipelines\.yml)$|\.(?:md|rst|adoc)$|(?:[._-](?:test|spec)s?\.\w+|(?:^|\/)(?:test_[\w-]+\.py|CHANGELOG(?:\.\w+)?|AUTHORS|LICENSE))$/i

/** The share of the files that a commit changes which are tests, documentation, settings of tools or lists of dependencies; 1 where none is known. */
const shareOfInner = ({ paths = [] }: Change): number =>
  paths.length === 0 ? 1 : paths.filter((path) => innerPath.test(path)).length / paths.length

/** Whether all files that a commit changes are such. */
export const isInner = (change: Change): boolean => (change.paths ?? []).length > 0 && shareOfInner(change) === 1

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

type Marks = Pick<Change, "breaking" | "byBot" | "scope" | "type">

/** What a change's own mark says. */
const ofMark = ({ breaking, byBot, scope, type }: Marks): Judged | undefined => {
  if (breaking) return { group: "breaking", why: "It is marked as breaking" }
  if (type === undefined) return byBot === true ? { group: "maintenance", why: "A program made it" } : undefined
  const group = byType[type] ?? "maintenance"
  if (group !== "maintenance" && scope !== undefined && innerParts.test(scope))
    return { group: "maintenance", why: `Its scope is ${scope}` }
  return { group, why: `It is marked as ${type}` }
}

/** What the innermost heading says that names a kind of change. */
const ofHeading = (change: Change): Judged | undefined => {
  const { headings = [] } = change
  const named = headings.findLast((heading) => rowOf(heading) !== undefined)
  // Below a heading of the author's own, words do not sort what it holds together.
  if (named === undefined) return headings.length === 0 ? undefined : { group: "changes", why: "" }
  const group = rowOf(named)![1]
  return group === undefined ? undefined : { group, why: `It stands under "${clipped(named)}"` }
}

/**
 * How a list is to be read: a log of commits, whether words sort it, whether the files of commits tell them apart, and whether its
 * authors mark what kind a change is.
 */
export interface Reading {
  readonly isLog: boolean
  readonly byWords: boolean
  readonly byPaths: boolean
  readonly isMarked: boolean
}

/** What users wait for, whatever else its words are. */
const supports = /^(?:now )?supports?\b|^add(?:s|ed|ing)? (?:\w+ )?support\b/i

const ofCommit = (change: Change, { byPaths }: Reading): Judged | undefined => {
  // Names in code are those of the product, a file's excepted.
  const text = change.text
    .slice(0, mostJudged)
    .replaceAll(/`([^`]*)`/g, (_, name: string) => (/^[\w./-]*\.\w+$/.test(name) ? name : "code"))
    .replaceAll(/`|\s*\((?:#\d+(?:, )?)+\)/g, "")
    // What else was done beside it, such as a test of it, does not say what it is.
    .replace(/(?<=\S{2})(?:[.;,]| -) .*$/s, "")
    .trim()
  const hidden = (why: string): Judged => ({ group: "maintenance", why })
  if (change.type === undefined && supports.test(actionOf(text)) && !isOfInnerPart(text)) return undefined
  // What is new or better its author knows best.
  const isFeature = /^(?:feat|perf)/.test(change.type ?? "")
  if (byPaths && !isFeature && isInner(change))
    return hidden(`It changes tests, documentation or tools only: ${clipped(change.paths!.join(", "))}`)
  if (!isFeature && saysNothing(text.replace(/^(?:#\d+[,\s]*)+[-–:]\s+/, "")))
    return hidden("Its subject does not say what changed")
  const isSaidBy = (cuesOf: ReadonlyArray<RegExp>) =>
    cuesOf.some((words) => words.test(text) || words.test(actionOf(text)))
  const judged = hidden("Its words are those of maintenance")
  if (isFeature) return undefined
  if (isSaidBy(sureCues)) return judged
  const isOfTests = isSaidBy([testCue]) && (!byPaths || shareOfInner(change) > 0.5)
  const isMarked = ofMark(change)?.group === "bugFixes"
  return isOfTests || isOfInnerPart(text) || isSaidBy(isMarked ? toolCues : innerCues) ? judged : undefined
}

const cueOf = (action: string): Group | undefined => cues.find(([words]) => words.test(action))?.[1]

/** Words of what developers work with, and users at times: a commit that names them may be a feature or a fix of either. */
const ofEither =
  /\b(?:workflows?|builds?|building|compil\w+|scripts?|comments?|dependenc\w+|deps|warnings?|examples?|packaging|nix|docker\w*|makefiles?|cmake|submodules?|toolchains?|badges?|tests?|fuzz\w*|mocks?|fixtures?|licen[cs]es?|polic(?:y|ies)|wrappers?|logic|const(?:ness|ants?)?|manpages?|links?|spelling|checkstyle)\b|\.(?:ya?ml|json|toml)\b/i

/** Of a commit words are sure to say that it repairs, or ends something: what is new to users, they do not know. */
const ofWords = (change: Change, isLog: boolean): Group | undefined => {
  const action = actionOf(change.text)
  const group = cueOf(action)
  if (!isLog) return group
  const isSure =
    group === "removed" ? /\b(?:support|deprecated)\b/i.test(action) : /^(?:bugF|sec|dep)/.test(group ?? "")
  return isSure && !ofEither.test(action) ? group : undefined
}

/** Conventional types that are also names of parts of a product, in a list whose author marks no kinds. */
const partTypes: ReadonlySet<string> = new Set("build ci doc docs test tests style".split(" "))

/** A change of a list as its author wrote it, where `docs: …` names a part of the product and no kind of change. */
export const asListed = (change: Change, { isLog, isMarked }: Reading): Change => {
  if (isLog || isMarked || change.type === undefined || change.byBot === true || !partTypes.has(change.type))
    return change
  const { scope: _, type: __, ...rest } = change
  return { ...rest, text: change.original }
}

/** The group but for security. A commit's mark wins; few of its words speak against it. */
const judgedOf = (change: Change, reading: Reading): Judged => {
  const { byWords, isLog, isMarked } = reading
  const marked = ofMark(change) ?? ofHeading(change)
  const ofLog = isLog && !change.breaking && change.byBot !== true ? ofCommit(change, reading) : undefined
  const group = byWords ? ofWords(change, isLog) : undefined
  if (isLog && marked?.group === "maintenance" && change.byBot !== true) {
    return group === "deprecated" ? { ...marked, group } : marked
  }
  if (ofLog !== undefined) return ofLog
  if (isLog && marked !== undefined && !change.breaking) {
    if (marked.group === "newFeatures" && /^remove[sd]?\b/i.test(actionOf(change.text)))
      return { ...marked, group: "removed" }
    // Where few have marks, others are as new.
    const isAlone = !isMarked && /^(?:newFeatures|improvements)$/.test(marked.group)
    return isAlone ? { ...marked, group: "changes" } : marked
  }
  return marked ?? (group === undefined ? { group: "changes", why: "" } : { group, why: "Its words say so" })
}

/** The share of a list's changes whose words say what they are, from which on words sort it. Our choice: below it, the rest would be torn from them. */
const leastSorted = 0.6

/** Whether the words of changes sort them, where their marks do not: a list's items under a heading are sorted already. */
export const isSortedByWords = (changes: ReadonlyArray<Change>, reading: Reading): boolean => {
  const bare = changes.filter((change) => (ofMark(change) ?? ofHeading(change)) === undefined)
  const told = bare
    .map((change) => judgedOf(change, { ...reading, byWords: true }).group)
    .filter((group) => group !== "maintenance")
  return reading.isLog || told.filter((group) => group !== "changes").length >= told.length * leastSorted
}

/** The group of a change. A fix that says so, or names an advisory, is one of security. */
export const groupOf = (change: Change, reading: Reading): Judged => {
  const { body = "", scope, text } = change
  const judged = judgedOf(change, reading)
  const isSecurity = scope === "security" || securityMark.test(text) || advisory.test(body)
  return judged.group === "bugFixes" && isSecurity ? { ...judged, group: "security" } : judged
}
