/** Tells commit logs and change lists from other texts. */

/** Separates records and fields of a `git log` that was written for machines. */
export const recordSeparator = "\u001e"
export const unitSeparator = "\u001f"

/** `hash subject` of `git log --oneline`, with a bullet, the lines of a graph and names of branches and tags, or without. */
export const oneline = /^[-*|\\/_ ]*\b([0-9a-f]{7,40})\b(?::| -)? +(?:\(((?:HEAD|tag: |origin\/)[^()]*)\) )?(\S.*)$/

/** The first line of a commit as git prints it. */
export const printedCommit = /^commit ([0-9a-f]{7,40})\b(?: \(([^()]*)\))?/

/** A group of `git shortlog`: an author with the number of commits. */
export const shortlogAuthor = /^(\S.*) \(\d+\):$/

const version =
  "v?\\d+\\.\\d+(?:\\.\\d+)*(?:[-+._~]?[0-9A-Za-z._~-]+)?|[rv]\\d{1,4}(?=\\]|$| [-–(])|Unreleased|(?:Upcoming|Next)(?: release| version)|(?:main|master|develop) branch(?=$| [-(])|(?:Next|HEAD|main|master|trunk)(?=\\]|$| [-(])"

/** What names a version, and the date after it: `1.2.0 - 2025-01-31`, `[v2.0.0](…) (Released …)`, `Changes in Tool 1.2 (May 3, 2024)`. */
const versionName = new RegExp(
  `^(?:(\\d{4}-[\\dX]{1,2}-[\\dX]{1,2})[ _])?(?:(?:What's new|(?:Noteworthy )?changes?|Changelog|Release notes|Notes) (?:(?:from \\S{1,30} )?to|in|for|of) )?(?:Version |Release (?:[A-Z][\\w.-]* )?|[A-Z][\\w-]*(?:\\.[A-Z][\\w-]*)* |[A-Z]\\w*-(?=v?\\d+\\.)|(?:[A-Z][\\w.-]* ){2,5}(?=\\S+ (?:release notes|changes|changelog)$))?\\[?(${version})\\]?` +
    `(?:\\([^()]*\\))?[:.]?(?:\\s*(?:[-–—·/(,:]+|released\\b|\\s)\\s*(.*))?$`,
  "i"
)

/** The version that a heading or line names, with its date. */
export const versionOf = (title: string): { readonly version?: string; readonly date?: string } | undefined => {
  const whole = title
    .replaceAll(/[*`]|(?<!\w)_|_(?!\w)|\p{Extended_Pictographic}/gu, "")
    .trim()
    // `[Tool 1.2](https://…) - 2026-05-12`: the link may hold the name of the product, too.
    .replace(/^\[([^[\]]+)\]\([^()\s]+\)/, "$1")
  if (whole.length > 120) return undefined
  // `12 May 2026: tool 1.2` or `2026-05-12, 1.2`: the day comes first.
  const day = /^(\d{1,2}\.? \p{L}{3,9}\.? \d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{4}-\d\d-\d\d)\s*[:,–—-]\s+/u.exec(
    whole
  )
  const found = versionIn(day === null ? whole : whole.slice(day[0].length))
  return found === undefined || day === null || found.date !== undefined ? found : { ...found, date: day[1]! }
}

/** `1.2 to 1.3`: what changed since the one came with the other. */
const sinceVersion = /^(?:from )?v?\d+(?:\.\d+)+[\w.-]* (?:to|->|→) (?=v?\d)/i

/** Who released a version, behind its day. */
const signature = /(?<=[\dx])\s+\S[^<>]*<[^<>\s]+@[^<>\s]+>/

/** A day that nobody knows yet: `202x-xx-xx`. */
const unknownDay = /^\d{2,4}x{0,2}-(?:xx|\d\d)-xx$/i

/** A second version behind the first, no day. */
const rangeEnd = /(?:^|[-–—] )v?(?!(?:19|20)\d\d)\d+\.\d+\.(?!(?:19|20)\d\d)\d+\b/

/** The same, where the version comes first. */
const versionIn = (named: string): { readonly version?: string; readonly date?: string } | undefined => {
  const bare = named.replace(sinceVersion, "")
  const match = versionName.exec(bare)
  if (match === null) return undefined
  // A range of versions is one by all its words.
  if (rangeEnd.test(match[3] ?? "")) return { version: bare }
  const date =
    (match[3]?.replace(signature, "") ?? (match[0].startsWith(`${match[1]}_`) ? "" : match[1]?.replace(/^.*X.*$/, "")))
      ?.replace(/^Released:?\s+/i, "")
      .replace(/\)?[\s:]*$/, "")
      // What is said in brackets before more: `(Pre-release) - 2024-10-11`, `(2024-10-11) by Ann`.
      .replace(/^([^()]*)\)\s*[-–—,:]?\s*(?=[^\s[])/, "$1, ")
      .replace(/\)?\s*\[([^[\]]+)\]$/, ", $1")
      // What is said before a date in brackets: `Enterprise (August 12, 2026)`.
      .replace(/\s*\((?=[^()]*$)/, ", ")
      .replace(unknownDay, "") ?? ""
  const isDate = /(?<![\d#])(?:19|20)\d\d(?!\d)/.test(date) && date.length <= 40
  const isUnnamed = /^(?:unreleased|upcoming|next|head|main|master|trunk|develop)\b/i.test(match[2]!)
  // The name of a branch may also begin a subject.
  const states = /^(?:next|head|main|master|trunk|develop)\b/i.test(match[2]!)
    ? /^(?:unreleased|not (?:yet )?released|in development|tbd)\b[^.]{0,40}$/i
    : /^(?:unreleased|not released|in development|tbd|latest|current|stable|\p{L}+)\b[^.]{0,40}$/iu
  if (date !== "" && !isDate && !states.test(date)) return undefined
  const version = isUnnamed ? {} : { version: match[0].startsWith(`${match[1]}_`) ? match[0] : match[2]! }
  // What its author says of a version stays: that nobody has it yet, or how it is called.
  const isSaid = date !== "" && version.version !== undefined && !/\b(?:notes|changes|changelog)$/i.test(date)
  return { ...version, ...(isDate || isSaid ? { date } : {}) }
}

const shareOf = (lines: ReadonlyArray<string>, pattern: RegExp): number =>
  lines.length === 0 ? 0 : lines.filter((line) => pattern.test(line)).length / lines.length

/** A line that begins as one of its own does: with a capital, a number, a quote or a part of the product. */
const begins =
  /^(?:\p{Extended_Pictographic}|\p{Lu}|["'`#\d[]|[a-z][\w./,*-]{0,40}(?:\([^()]*\)| \d[\d.]*)?!? {0,2}: )/u

/** Lines one below the other of which each begins anew, as sentences that go on over several lines do not. */
export const isLineList = (lines: ReadonlyArray<string>): boolean =>
  lines.length > 1 &&
  shareOf(lines.slice(1), begins) >= 0.9 &&
  (lines.length > 2 || lines.every((line) => line.length < 60))

/** What only the subjects of commits have: a part of the product before a colon, a reference at the end. */
const subject = /^(?:\p{Extended_Pictographic}\uFE0F?\s*)?[a-z][\w./,*-]{0,40}(?:\([^()]*\)| \d[\d.]*)?!?: |\(#\d+\)$/u

/** Subjects that git writes itself. */
const byGit = /^(?:Merge (?:branch|tag|commit|pull request|remote-tracking branch) |Revert ")/

/** Whether a text is a commit log. */
export const looksLikeCommits = (text: string): boolean => {
  if (text.includes(recordSeparator)) return true
  const lines = text
    .slice(0, 20_000)
    .split("\n")
    .filter((line) => line.trim() !== "")
  if (printedCommit.test(lines[0] ?? "") || (shortlogAuthor.test(lines[0] ?? "") && /^ {6}\S/.test(lines[1] ?? "")))
    return true
  const first = lines.slice(0, 50)
  if (first.length > 1 && shareOf(first, oneline) > 0.9) return true
  const isLog = first.some((line) => byGit.test(line)) || (shareOf(first, /\.$/) < 0.2 && shareOf(first, subject) > 0.3)
  return first.length > 2 && isLog && isLineList(first) && shareOf(first, /^[#*+-]\s/) < 0.2
}

const heading = /^#{1,4}\s+|^(?=v?\d)|^(?=\[?(?:unreleased|version|release|changes? (?:from|in)|what's new in)\b)/i

/** Whether a text is a change list: it has versions as headings, and lists below them. */
export const looksLikeChangelog = (text: string): boolean => {
  const lines = text
    .slice(0, 40_000)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
  // Words behind a number are those of a numbered heading: `1.1 What is kept`.
  const isNumbered = (line: string) =>
    /^[#\s]*\d+(?:\.\d+)*\.?\s+\p{Lu}[\p{L}\s'-]{2,}:?$/u.test(line) && !/\d{4}|released?\b/i.test(line)
  const isVersion = (line: string) =>
    heading.test(line) && !isNumbered(line) && versionOf(line.replace(/^#+\s+/, "")) !== undefined
  const versions = lines.filter(
    (line, at) => isVersion(line) || (/^(?:-{3,}|={3,})$/.test(lines[at + 1] ?? "") && versionOf(line) !== undefined)
  ).length
  const title = /^#?\s*(?:change ?log|release notes|history)\b/i.test(text.trimStart())
  // A chapter of a manual may be called after a version: then most beside it are not.
  const level = lines.find((line) => line.startsWith("#") && isVersion(line))?.match(/^#+/)![0]
  const beside = lines.filter((line) => level !== undefined && line.startsWith(`${level} `))
  const isChapter = beside.filter(isVersion).length * 2 < beside.length
  return (
    (versions > 0 &&
      !isChapter &&
      shareOf(
        lines.filter((line) => line !== ""),
        /^\s*(?:[-*+•]|\[[-+~*!]\])\s/
      ) > 0.3) ||
    (title && versions > 0)
  )
}
