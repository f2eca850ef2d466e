/**
 * Which group of the release notes a change belongs to (spec docs §1: new features, improvements, bug fixes), and why. The first
 * that answers wins: its own mark, the heading it stood under, of a commit the files that it changes, and of one without a mark its
 * words. What nothing is sure of is a change without a group of its own, which is an answer. A list written for users holds no
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

export type Group = (typeof groups)[number]

/** A group, with what says so. */
export interface Judged {
  readonly group: Group
  readonly why: string
  /** Users may not meet it: it comes last in its group. */
  readonly isDoubtful?: true
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

/** What a mark means: one of an unknown type is of work on the code. */
export const groupOfType = (type: string): Group => byType[type] ?? "maintenance"

/** Scopes and parts that no user meets: a fix of the build is no fix of the product. */
const innerParts =
  /^(?:deps?(?:-dev)?|ci|(?:[\w-]+-)?e2e|tests?|tst|fuzz\w*|oss-fuzz|build|cmake|meson|makefile|clang-(?:format|tidy)|docs?|lint|release|dev|actions?|workflows?|changelog|readme|repo|chore|maint|housekeeping|cleanup|meta|internal|tools|tooling|infra|scripts|bots?)$/i

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
    /^(?:internal|(?:misc(?:ellaneous)? )?chores?|ci|tests?|testing|maintenance|housekeeping|under the hood|refactor\w*(?=$| (?:&|and) )|code style|styles|tooling|continuous)\b/i,
    "maintenance"
  ],
  [
    /^(?:chang(?:ed?|es|elog|e ?list)|what'?s (?:changed|new)|updat(?:ed?|es)|misc(?:ellaneous)?|others?|various|notable|(?:release )?highlights?(?! for\b)|all|merged|commits|pull requests|release notes|general|the following|uncategori[sz]ed)\b/i,
    undefined
  ]
]

const wordsOfHeading = (heading: string): string => heading.replaceAll(/[^\p{L}\p{N}\s'/&-]/gu, "").trim()

const rowOf = (heading: string) => byHeading.find(([words]) => words.test(wordsOfHeading(heading)))

export const groupOfHeading = (heading: string): Group | undefined => rowOf(heading)?.[1]

/** Words of headings that name a kind of change and nothing besides, such as where or for whom. */
const onlyKind =
  /^(?:(?:new|other|minor|major|notable) )*(?:added|additions?|features?|new|(?:(?:bug|hot) ?)?fix(?:e[sd]|ing)?|(?:fixed )?bugs|improved|improvements?|enhanced|enhancements?|optimi[sz]ations?|performance|breaking(?: changes?)?|removed?|removals?|deprecat(?:ed|ions?))$/i

/** The group that a heading means, where it says no more than that. */
export const plainGroupOf = (heading: string): Group | undefined =>
  onlyKind.test(wordsOfHeading(heading)) ? groupOfHeading(heading) : undefined

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

/** A label of what would be routine without it, such as a version of what is used. */
const securityLabel = /\[security\]/i

/** What marks a fix as one of security: its author's word, or the number of an advisory. */
const securityMark = new RegExp(`^security\\s*[:–-]|${securityLabel.source}|${advisory.source}`, "i")

/** First words that name one of the three kinds that notes tell apart. */
const kinds: ReadonlyArray<readonly [RegExp, Group]> = [
  [/^(?:(?:several|more|some|small|minor|various) )?(?:bug ?)?fix(?:e[sd]|ing)?(?![\w-])/i, "bugFixes"],
  [securityMark, "security"],
  [
    /^(?:add(?:s|ed|ing)?|new(?! (?:\S+ ){0,2}(?:release|version)\b)|introduc(?:e[sd]?|ing)|support(?:s|ed)?|implement(?:s|ed)?)(?![\w-])/i,
    "newFeatures"
  ],
  [
    /^(?:improve[sd]?|improvements?|faster|speed(?:s|ed)? ?up|better|optimi[sz](?:e[sd]?|ations?)|enhance[sd]?|performance)\b/i,
    "improvements"
  ]
]

/** Of a commit, words are sure only that it repairs or ends something: what is new to users, they do not know. */
const repairsOrEnds: ReadonlyArray<readonly [RegExp, Group]> = [
  [
    /^add(?:ed)? (?:bug ?)?fix(?:es)?\b|\bno longer (?:crash|throw|freez|hang|los|leak|break|flicker|duplicat|fail)|^(?:don.?t|do not) (?:crash|throw|hang|lose|leak|die|panic|fail)\b(?![ -]fast)/i,
    "bugFixes"
  ],
  ...kinds.filter(([, group]) => group === "bugFixes" || group === "security"),
  [/^(?:remove[sd]?|drop(?:s|ped)?)(?![\w-])(?=.*\b(?:support|deprecated)\b)|\bno longer supports?\b/i, "removed"],
  [/^deprecate[sd]?\b|\b(?:is|are|has been|have been) (?:now )?deprecated\b/i, "deprecated"]
]

/** Routine of a log: merges, releases, versions of what is used, names of files, reviews. */
const routine: ReadonlyArray<RegExp> = [
  /^merge[ds]? (?:branch|remote|tag|commit|pull|in\b|from\b|upstream|master|main|dev\w*\b|\S+ into\b|(?:\S+ ){2,3}into (?:master|main)$|\S+\/\S+(?:$| (?:for|into|with|at)\b)|\S*(?:\d|\/)\S* to \S+$)|\bmerged? (?:in)?to (?:master|main|dev\w*)\b|^prep\w* (?:for )?(?:the )?(?:\S+ )?release$|^(?:\w+ )?releas\w+ (?:\S+ )?v?\d+(?:\.\d+)+(?: \([^()]*\))?$|^new (?:version|revision|(?:pre-?|insider |beta )?release)(?: (?:for|of) .*)?$|^back to \.?dev|\b(?:new|next) dev\w* (?:version|cycle|iteration)\b/i,
  /^(?=.*(?:releas|\d\.\d))(?:(?:(?:releas|prep|mak|get|tag|cut|ship|do|dev)\w*|bump|post|pre|insider|beta|ready|commit|day|candidate|version|number|an?|the|new|next|for|of|to|in|on|is|now|master|main|v?\d[\w.+-]*)(?:[\s:,.-]+|$))+$/i,
  /^(?:(?:(?:releas|prep|bump|set|mov|updat|start|beg[iau]n|develop|version|number|cut|for|to|->|the|new|next)\w*|open(?:ed|ing)?|up|o[fn]) )*(?:(?!support|use|requir|drop|with|for)[A-Z]\w* )?v?\d+\.\d+[\w.+-]*(?:(?: \w+)? (?:pre-?)?release| dev(?:elopment)?(?: \w+)?| cycle| \((?:alpha|beta|rc ?\d*)\))?\.?$/i,
  /^apply fixes from style ?ci$|^(?:re)?(?:bump|prep|updat|chang|set|add|increas|increment)\w* (?:for |the |a |next |new |development |app |package )*(?:version|release|iteration)\b(?! (?!string)\w+ing\b)|\b(?:version bump|bump version)$/i,
  /^(?:pin|updat|upgrad)\w* (?!minimum|required|support)(?:\S+ ){1,4}(?:(?:from|to) (?:v\d|\d+\.\d)\S*(?: |$)|from \d\S* to \d|(?:digest )?to (?=[a-f]*\d)[0-9a-f]{7,40}$)|^lock ?file maintenance$/i,
  /^bump(?:s|ed|ing)?\b(?!.*\b(?:minimum|required?|support|default|limits?|time-?outs?|size)\b)/i,
  /^(?:update|upgrade|refresh|bump|pin)\w* (?:\S+ ){0,3}(?:dependenc\w+|deps|lock ?files?|submodules?|packages|copyright|toolchain|group (?:across|with)\b)/i,
  /^(?:create|update|delete|add|edit|remove)\w* `?\S+\.(?:md|rst|txt|ya?ml|json|toml|lock|cfg|ini|py|go|js|ts|rs|rb|c|h|java|sh)$|^(?:create|update|delete|edit)\w* \S+\.[a-z]{1,5}(?: for v?\d+(?:\.\d+)+)?$/i,
  /\bchanges (?:for|in|of) v?\d+\.\d+[\w.]*$|\[(?:ci skip|skip ci)\]|^(?:potential fix for (?:pull request|code scanning)|init\w* (?:plan|commit)$|(?:address|appl)\w* (?:\w+ )?(?:reviews?|feedback|suggestions?)\b|review fixes\b|(?:resolv|fix|incorporat|respond)\w* (?:[\w-]+ ){0,3}(?:review (?:comments|feedback|findings)|requested changes)\b)|^backport(?:s|ed)? (?:the |a )?(?:fix(?:es)?|changes?|commits?) (?:from|of|to) v?\d\S*$/i
]

/** Words of tests, names of them in code, and what only the files of a commit tell from a matter of the product. */
const testCues: ReadonlyArray<RegExp> = [
  /[a-z](?:TestCase|Tests?|IT)\b|\btest(?:_|[A-Z])\w/,
  /\btests\b|\bunit test\b|\btest ?cases?\b|\btesting code\b|\btest (?:coverage|suites?|matrix)\b|^new tests?\b|\bflak(?:y|i?ness|yness)\b|^(?:tests?|testing)\b|^(?:add|fix|update|write|skip|stabili)\w* (?:[\w-]+ ){0,4}(?:test|specs)(?:$|:| (?:to|for|that|as|on|cases?|files?|suites?|coverage|matrix|runner)\b)/i,
  /\b(?:git|docker|npm) ?ignore\b/i
]

/** What users do not meet: documentation, tools that look at code, what the repository holds for those who work on it, and work on the code. */
const innerCues: ReadonlyArray<RegExp> = [
  /(?<![-\w/.])(?:de)?lint(?:ers?|ing|s)?(?![-\w/])|\b(?:eslint|prettier|stylelint|ruff|mypy|flake8|clippy|rubocop|golangci|pre-commit|pytest|vitest|minitest|junit\d*|rspec|codecov|renovate|dependabot|travis|appveyor|codeql|benchmarks?|read ?the ?docs|rtd|cargo fmt|rustfmt|gofmt|checkstyle)\b/i,
  /\b(?:docs|documentation|readmes?|change ?log|release notes|(?:doc|code) comments?|code style|compiler warnings|contributing|contributors?|maintainers|code ?owners|badges?)\b|(?<!\band )\btypos?\b|\b(?:AGENTS|CLAUDE)\.md\b|\b(?:PR|pull[- ]request|issue) templates?\b|\bTODOs?\b|\bcopyright (?:years?|notices?|headers?)\b|^(?:updat|add|fix|remov)\w* (?:the )?copyrights?\b|\blicen[cs]e headers?\b/i,
  /\bCI\b|-SNAPSHOT\b/,
  /\b(?:github|publish\w*|setup) ?(?:actions?|workflows?)\b|\b(?:release-please|semantic-release|release[- ]drafter)\b|\brelease (?:process|scripts?|workflows?|jobs?|pipelines?)\b|\bdev(?:elopment)? (?:dependenc\w+|deps)\b|\bmake targets?\b|\bworkflow permissions?\b/i,
  /^updat\w* (?:the )?change ?list\b|^(?:docs?|document|reword|wip|(?:(?:some|minor) )*nit(?:s|picks?)?|housekeeping|re-?(?:format\w*|fmt)|(?:apply|run|fix|mix) (?:\w+ )?(?:format(?:ting|ter)?)$|(?:better |rename\w* )?variable names?$|(?:internal )?refactor\w*|clean(?:ed|ing|s)?(?: |-)?up|tid(?:y|ied)|whitespace|(?:minor )?code review)\b|\bclean-?ups?$/i,
  /^(?:remove|delete|drop)\w* (?:\w+ )?(?:unused|dead|obsolete|leftover)\b|^(?:remove|delete|drop)\w* .*\b(?:from|in) (?:the )?examples?$|^(?:rename|move)\w* .*\b(?:code|enum|members?|namespace)\b|\b(?:debug(?:ging)?|logging|print) (?:logs?|prints?|statements?|code)\b|\bconsole\.log\b|^(?:silenc|suppress)\w*\b.*(?:\b(?:compiler|unused)\b|\s-W[a-z])/i
]

/** Words beside which a subject says nothing of a product: those of any work, and those of work that users do not meet. */
const emptyWords =
  /^(?:(?:an?|the|and|or|in|of|for|to|on|with|some|more|small|minor|various|several|again|oops|misc|other|it|this|that|stuff|things|bugs?|issues?|errors?|warnings?|fix(?:e[sd]|ing)?|updat(?:e[sd]?|ing)|chang(?:e[sd]?|ing)|improve[sd]?|tweak\w*|clarif\w*|correct\w*|clean(?:ed|ing|-?ups?)?|simplif\w*|codes?|broken|missing|failing|docs?|documentation|readmes?|changelog|typos?|spelling|grammar|comments?|links?|unit|integration|e2e|tests?|lint\w*|eslint|prettier|formatting|style|build|bump\w*|versions?|numbers?|workflows?|deps|dependencies|#\d+)(?:[\s,/&.:!-]+|$))+$/i

/** A subject of one word, or of words that say nothing, is a reminder of its author's. */
const saysNothing = (text: string): boolean =>
  // Not every script sets words apart.
  (/^[ -~]*$/.test(text) && !/\S\s+\S/.test(text)) ||
  emptyWords.test(text) ||
  /^(?!security)[\w-]+ (?:changes|updates|stuff|tweaks)$/i.test(text)

/** `Libs/Rust: Add …`, `cmd/achcli/describe: include …`, `**Web**: …`: a part of the product before the words. */
const part = /^(?:\*\*)?[\w./*-]+(?:(?:, ?|:)[\w./*-]+){0,8}(?::?\*\*)?:?\s+(?=\S)/

/** Whether what stands before the words of a commit names tests, documentation or tools only: `docs: …`, `.github/workflows: …`, `runtime(doc): …`. */
const isOfInnerPart = (text: string): boolean => {
  const [, ...names] = /^([\w./, -]{1,60}?)(?:\(([\w./, -]+)\))?:\s/.exec(text) ?? []
  const isInnerName = (name: string) =>
    innerParts.test(name.replace(/^.* |\..*$/g, "")) || innerPath.test(name) || innerPath.test(`${name}/`)
  return names.some((named) => named?.split(",").every((name) => isInnerName(name.trim())))
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
  /(?:^|\/)(?:(?:[\w-]+-)?tests|test|__tests__|specs?|e2e|testdata|test-data|fixtures|docs?|documentation|examples?|samples?|bench(?:marks?)?|ci)\/|(?:^|\/)\.[^/]+|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum|[\w.-]+\.lock|Jenkinsfile|appveyor\.yml|azure-pipelines\.yml)$|\.(?:md|rst|adoc)$|(?:[._-](?:test|spec)s?\.\w+|(?:^|\/)(?:test_[\w-]+\.py|CHANGELOG(?:\.\w+)?|AUTHORS|LICENSE))$/i

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
  const group = groupOfType(type)
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
 * How a list is to be read: a log of commits, whether first words sort a list, whether the files of commits tell them apart, and
 * whether its authors mark what kind a change is.
 */
export interface Reading {
  readonly isLog: boolean
  readonly byWords: boolean
  readonly byPaths: boolean
  readonly isMarked: boolean
}

/** What users wait for, whatever else its words are. */
const supports = /^(?:now )?supports?\b|^add(?:s|ed|ing)? (?:\w+ )?support\b/i

/** Words of what developers work with, and users at times: a commit that names them may be a feature or a fix of either. */
const ofEither =
  /\b(?:workflows?|(?<!^)builds?|compil\w+|scripts?|comments?|dependenc\w+|deps|warnings?|examples?|tutorials?|package manifest|docker\w*|makefiles?|cmake|submodules?|toolchains?|test(?:s|ing)?|fuzz\w*|mocks?|fixtures?|licen[cs]es?|wrappers?|logic|const(?:ness|ants?)?|manpages?|links?|wording|spelling|formatting|instructions|sections?|overview|copyright|github|branch(?:es)?|deploy\w*)\b|\.(?:ya?ml|json|toml)\b/i

const hidden = (why: string): Judged => ({ group: "maintenance", why })

/** The subject of a commit as its words are judged. What else was done beside it, such as a test of it, does not say what it is. */
const subjectOf = ({ text }: Change): string => {
  const whole = text
    .slice(0, mostJudged)
    .replaceAll(/`|\s*\((?:#\d+(?:, )?)+\)/g, "")
    .trim()
  const first = whole.split(/(?<=\S{2})(?:[.;,]| -) /, 1)[0]!
  return /\S\s+\S/.test(first) ? first : whole
}

/** Whether most of the files of a commit are tests and the like, where they are known. */
const isLikelyInner = (change: Change, { byPaths }: Reading): boolean => !byPaths || shareOfInner(change) > 0.5

const isOfTests = (text: string, change: Change, reading: Reading): boolean =>
  isLikelyInner(change, reading) && testCues.some((words) => words.test(text) || words.test(actionOf(text)))

/** `Fix #12: turn the lid`. */
const fixesIssue = /^(?:[\w./*-]+(?:, ?[\w./*-]+)*: )?fix(?:e[sd])?:? #\d+/i

/** What the words of a commit without a mark of its author say. */
const ofWords = (change: Change, reading: Reading): Judged => {
  const text = subjectOf(change)
  const action = actionOf(text)
  if (supports.test(action) && !isOfInnerPart(text)) return { group: "changes", why: "" }
  const isSaid = [...routine, ...innerCues].some((words) => words.test(text) || words.test(action))
  if (isSaid || isOfInnerPart(text) || isOfTests(text, change, reading))
    return hidden("Its words are those of maintenance")
  if (isLikelyInner(change, reading) && (ofEither.test(action) || /\bread ?me\b/i.test(change.body ?? "")))
    return { group: "changes", why: "Its words are also those of maintenance", isDoubtful: true }
  const own = actionOf(change.text)
  // A fix of an issue is one whatever it does, but for what says to be new or better.
  const isFix = fixesIssue.test(change.original) && groupOfWords(own, kinds) === undefined
  const group = groupOfWords(own, repairsOrEnds) ?? (isFix ? "bugFixes" : undefined)
  return group === undefined ? { group: "changes", why: "" } : { group, why: "Its words say so" }
}

const groupOfWords = (action: string, rows: typeof kinds): Group | undefined =>
  rows.find(([words]) => words.test(action))?.[1]

/** The kind of change that the first word of a change names. */
export const groupOfFirstWord = ({ text }: Change): Group | undefined => groupOfWords(actionOf(text), kinds)

/** What an author's mark says that users get, whatever its words are. */
const isForUsers = /^(?:newFeatures|improvements|security|bugFixes)$/

/** A commit: its mark, but for what ends and for what users do not meet; without one its words. */
const ofCommit = (change: Change, reading: Reading): Judged => {
  const marked = ofMark(change)
  if (change.releases === "part") return { group: "changes", why: "" }
  if (change.breaking || change.byBot === true) return marked!
  const action = actionOf(change.text)
  const group = groupOfWords(action, repairsOrEnds)
  const ended = group === "removed" || group === "deprecated" ? group : undefined
  if (change.releases === "all") return hidden("It names the version")
  if (marked?.group === "maintenance") return ended === "deprecated" ? { ...marked, group: ended } : marked
  if (reading.byPaths && isInner(change))
    return hidden(`It changes tests, documentation or tools only: ${clipped(change.paths!.join(", "))}`)
  const isFeature = /^(?:newFeatures|improvements)$/.test(marked?.group ?? "")
  // A fix of tests repairs nothing for users; one that comes with tests does.
  const [first = ""] = subjectOf(change).split(" and ", 1)
  if (marked?.group === "bugFixes" && isOfTests(first, change, reading)) return hidden("It is a fix of tests")
  if (!isFeature && saysNothing(subjectOf(change).replace(/^(?:#\d+[,\s]*)+[-–:]\s+/, "")))
    return hidden("Its subject does not say what changed")
  if (marked === undefined || !isForUsers.test(marked.group)) {
    const said = ofWords(change, reading)
    return marked === undefined || said.group === "maintenance" ? said : marked
  }
  if (marked.group === "newFeatures" && (ended !== undefined || /^remove[sd]?\b/i.test(action)))
    return { ...marked, group: ended ?? "removed" }
  // Where few have marks, others are as new.
  return isFeature && !reading.isMarked && change.isNote !== true ? { ...marked, group: "changes" } : marked
}

/** Conventional types that are also names of parts of a product, in a list whose author marks no kinds. */
const partTypes: ReadonlySet<string> = new Set("build ci doc docs test tests style".split(" "))

/** A change of a list as it is judged. Where fewer than half of a version's items have marks, these are no more than words, unless a heading or first words sort the others. */
export const asListed = (change: Change, { byWords, isLog, isMarked }: Reading): Change => {
  const { breaking, byBot, headings, type } = change
  if (isLog || isMarked || breaking || byBot === true || type === undefined) return change
  const isWord = ofMark(change)?.group === "maintenance" ? partTypes.has(type) : !byWords && headings === undefined
  const { scope: _, type: __, ...rest } = change
  return isWord ? { ...rest, text: change.original } : change
}

/** An item of a list: its mark, its heading, and where words sort the list, its first word. A heading for users knows better than a mark of work on the code. */
const ofItem = (change: Change, { byWords }: Reading): Judged => {
  const headed = ofHeading(change)
  const marked = ofMark(change)
  const isHeaded =
    marked?.group === "maintenance" && change.byBot !== true && (headed?.group ?? "changes") !== "changes"
  const sure = isHeaded ? headed : (marked ?? headed)
  const said = byWords ? groupOfFirstWord(change) : undefined
  return sure ?? (said === undefined ? { group: "changes", why: "" } : { group: said, why: "Its words say so" })
}

/** The share of the items of a list with marks whose first words name a kind, from which on they count as marks. Our choice. */
const leastSorted = 0.6

/** Whether first words sort the items of a list that have no marks: where some have, or where each word names a kind. Else the order is its author's. */
export const isSortedByWords = (changes: ReadonlyArray<Change>): boolean => {
  const bare = changes.filter((change) => (ofMark(change) ?? ofHeading(change)) === undefined)
  const named = bare.filter((change) => groupOfFirstWord(change) !== undefined)
  const hasMarks = changes.some(({ breaking, type }) => breaking || type !== undefined)
  return named.length >= bare.length * (hasMarks ? leastSorted : 1)
}

/** The group of a change. A fix that says so, or names an advisory, is one of security, and so is routine with a label of its author's. */
export const groupOf = (change: Change, reading: Reading): Judged => {
  const { body = "", scope, text } = change
  const judged = reading.isLog ? ofCommit(change, reading) : ofItem(change, reading)
  const isSecurity = scope === "security" || securityMark.test(text) || advisory.test(body)
  if (judged.group === "maintenance" && securityLabel.test(text))
    return { group: "security", why: "It is marked as security" }
  return judged.group === "bugFixes" && isSecurity ? { ...judged, group: "security" } : judged
}
