/** Subjects of commits and lines of change lists: what marks the kind of a change, what breaks, references. Read leniently. */
import type { Change } from "../../model/ChangesModel.ts"

const conventional =
  /^([A-Za-z][\w-]{1,20})(?:\(([^()\n]{1,80})\)|\[([^[\]\n]{1,80})\])?(!)?(?: {1,2}(?=: ))?:(?!:)\s*(?=\S)/
const breakingWords =
  /\bBREAKING(?:[ -]CHANGES?)?\b|\*\*\(?Breaking\)?:?\*\*|\[\*\*breaking\*\*\]|\([Bb]reaking change(?! (?:in|of) )\b/
const trailer = /^([A-Za-z][A-Za-z-]*)(?::[ \t]+| #)(.+)$/

/** Words before a colon that are a kind of change and not the beginning of a sentence. */
const types: ReadonlySet<string> = new Set(
  (
    "feat feature fix bugfix hotfix docs doc style refactor perf test tests build ci chore revert deps dep bump release wip merge maint " +
    "workflow workflows i18n l10n change break breaking security deprecate"
  ).split(" ")
)

/** Labels that people write before a change → the type they mean. */
const labels: ReadonlyArray<readonly [words: string, type: string]> = [
  ["breaking(?: changes?)?", "breaking"],
  ["(?:bug ?|hot ?)?fix(?:e[sd])?|bugs?", "fix"],
  ["(?:new )?features?|new|added|add|addition", "feat"],
  ["improved|improvements?|enhanced|enhancements?|performance", "perf"],
  ["change", "change"],
  ["changed|updated?", "changed"],
  ["removed?", "remove"],
  ["deprecated?", "deprecate"],
  ["security", "security"],
  ["dependencies|internal|maintenance", "chore"]
]

const labelled = labels.map(
  ([words, type]) =>
    [
      new RegExp(
        `^(?:[[(](?:${words})[\\])]:?|\\*\\*(?:${words}):?\\*\\*:?|(?:${words}):|(?:${words}) [-–—])\\s+(?=\\S)`,
        "i"
      ),
      type
    ] as const
)

/** References such as `#412`, `GH-12` and advisory numbers. */
export const referencesOf = (text: string): ReadonlyArray<string> => [
  ...new Set(text.match(/(?<![\w&/]|\]\()#\d+|\bGH-\d+|\bCVE-\d{4}-\d{4,}/g) ?? [])
]

/** What the line of a change says. */
type Subject = Pick<Change, "text" | "type" | "scope" | "breaking" | "references" | "original">

/** A picture before the type of a commit, as some conventions have it. */
const picture = /^(?:\p{Extended_Pictographic}\uFE0F?|:[a-z_]+:)\s*/u

/** Pictures that gitmoji gives a meaning, by their types. Those that are set for decoration as often are left out. */
const pictures: ReadonlyArray<readonly [type: string, names: RegExp]> = [
  ["feat", /^(?:✨|sparkles)/],
  ["fix", /^(?:🐛|🚑|🩹|bug|ambulance|adhesive_bandage)/u],
  ["perf", /^(?:⚡|zap)/],
  ["security", /^(?:🔒|lock)/u],
  ["breaking", /^(?:💥|boom)/u],
  ["deprecate", /^(?:🗑|wastebasket)/u],
  [
    "chore",
    /^(?:📝|✅|🧪|👷|💚|🔖|🚨|♻|🔧|🔨|💡|🙈|memo|white_check_mark|test_tube|construction_worker|green_heart|bookmark|rotating_light|recycle|wrench|hammer|bulb)/u
  ]
]

/** The subject of a commit with the type in place of a picture that means one, unless a type stands behind it. */
export const withPictured = (subject: string): string => {
  const [found = ""] = picture.exec(subject) ?? []
  const words = subject.slice(found.length)
  const [type] = pictures.find(([, names]) => names.test(found.replace(/^:/, ""))) ?? []
  return type === undefined || conventional.test(words) || otherMark.test(words) ? subject : `${type}: ${words}`
}

/** `[fix] The lid`, and of a branch with words for its name `Feature/lids of wood`. */
const otherMark = /^(?:\[([a-z]\w{1,9})\]:?\s+|(feat|feature|fix|bugfix|hotfix)\/(?=\w+ \w))/i

/** A scope that is a number, such as that of an issue, and no part of the code. */
const issue = /^(?:#?\d+|(?!CVE|UTF|ISO|SHA|RFC)[A-Z][A-Z0-9]+-\d+)$/

/** What takes a change back is shown as that: without the word it would say the contrary. */
const revertOf = (words: string): string => words.replace(/^"?(.*?)"?((?: \(#\d+\))*)$/s, 'Revert "$1"$2')

const markOf = (line: string): Pick<Subject, "text" | "type" | "scope" | "breaking"> & { readonly issue?: string } => {
  const bare = line
    .replace(picture, "")
    .replace(otherMark, (all, name = "", branch = name) => (types.has(branch.toLowerCase()) ? `${branch}: ` : all))
  const match = conventional.exec(bare)
  const type = match?.[1]!.toLowerCase()
  if (match !== null && types.has(type!)) {
    const scope = match[2] ?? match[3]
    const rest = bare.slice(match[0].length)
    const text = type === "revert" ? revertOf(rest) : rest
    const named = scope !== undefined && issue.test(scope) ? { issue: scope } : { scope }
    return { text, type: type!, ...named, breaking: match[4] !== undefined || type!.startsWith("break") }
  }
  if (line.startsWith('Revert "')) return { text: line, type: "revert", breaking: false }
  // A label in code is one in capitals: `NEW`; others are names in code.
  const plain = bare.replace(/^`([A-Z]{2,20})`:?(?=\s)/, "[$1]").replace(/^\*\*([^*:]+: [^*]+)\*\*$/, "$1")
  const label = labelled.find(([pattern]) => pattern.test(plain))
  if (label === undefined) return { text: line, breaking: match?.[4] !== undefined }
  // "Other changes" does not say that they are: the words stay.
  const text = label[1] === "changed" ? line : plain.replace(label[0], "")
  return label[1] === "breaking" ? { text, breaking: true } : { text, type: label[1], breaking: false }
}

/** Reads the line of a change. */
export const readSubject = (line: string): Subject => {
  // A subject may be an item of a list in a request.
  const original = line.trim().replace(/^[-*] +(?=\S)/, "")
  // `BREAKING/API: …` names the part that breaks.
  const { issue: named, ...mark } = markOf(original.replace(/^BREAKING\/(?=[\w./-]+:\s)/, ""))
  return {
    ...mark,
    original,
    breaking: mark.breaking || breakingWords.test(original),
    references: [...new Set([...(named === undefined ? [] : [named]), ...referencesOf(original)])]
  }
}

/** A paragraph that says what breaks. */
const breakingParagraph = /^BREAKING(?:[ -]CHANGES?)?\b\s*[:–-]?\s*(?=\S)/

/** A commit's body without the paragraphs that say what breaks, and without its trailers: the last paragraphs, if all their lines are such. */
export const splitTrailers = (body: string): { readonly body: string; readonly trailers: Change["trailers"] } => {
  const all = body.trim().split(/\n{2,}/)
  const breaks = all
    .filter((paragraph) => breakingParagraph.test(paragraph))
    .map((paragraph) => ({ name: "BREAKING CHANGE", value: paragraph.replace(breakingParagraph, "").trim() }))
  const paragraphs = all.filter((paragraph) => !breakingParagraph.test(paragraph))
  const trailers: Array<{ name: string; value: string }> = []
  while (paragraphs.length > 0) {
    const lines = paragraphs[paragraphs.length - 1]!.split("\n").map((line) => trailer.exec(line.trim()))
    if (lines.some((match) => match === null)) break
    trailers.unshift(...lines.map((match) => ({ name: match![1]!, value: match![2]!.trim() })))
    paragraphs.pop()
  }
  return { body: paragraphs.join("\n\n").trim(), trailers: [...breaks, ...trailers] }
}

/** Whether a trailer says that something breaks. */
export const saysBreaking = (trailers: Change["trailers"]): boolean =>
  trailers.some(({ name }) => name === "BREAKING CHANGE")

/** Programs that commit. */
export const isBot = (name: string): boolean =>
  /\[bot\]|^(?:dependabot|renovate|pre-commit-ci|greenkeeper|github-actions|imgbot|allcontributors|snyk-bot)\b/i.test(
    name
  )
