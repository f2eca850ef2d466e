/** Plain texts mark their versions and items in ways that Markdown does not know: they become its headings and lists. Most lines stay where they are. */
import { versionOf } from "./detect.ts"

/** A day, who did it, and the version, in one line: `Thu Jul 02nd 2026 - Ann <ann@example.com> - v5.2`. */
const datedVersion =
  /^(?:\* )?(?:\p{L}{3},? )?(Unreleased|\p{L}{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}-\d\d-\d\d)(?:(?:\s+-)?\s[^\n]{1,80}?)?\s+-\s+(v?\d+(?:\.\d+)+[\w.~+-]*)$/gmu

/** The share of lines with one star that name a version, from which on stars are levels of an outline. Our choice. */
const leastVersions = 0.8

/** Headings of an outline, as GNU has them: `* Changes in release 1.2`, `** Bug fixes`. Elsewhere stars are bullets. */
const withOutlines = (text: string): string => {
  const tops = text.match(/^\* \S[^\n]*/gm) ?? []
  const isOutline =
    /^\*\* \S/m.test(text) &&
    tops.filter((line) => versionOf(line.slice(2)) !== undefined).length >= Math.max(1, tops.length * leastVersions)
  return isOutline
    ? text.replaceAll(/^(\*{1,3}) (?=\S)/gm, (_, stars: string) => `${"#".repeat(stars.length + 1)} `)
    : text.replaceAll(/^\*\* (?=\S)/gm, "* ")
}

/** Lists below a version that are set off to the right are no code. */
const withoutIndents = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const starts = lines.flatMap((line, at) =>
    /^\S/.test(line) && versionOf(line.replace(/^#+ /, "")) !== undefined ? [at] : []
  )
  return [0, ...starts].flatMap((start, at) => {
    const part = lines.slice(start, starts[at] ?? lines.length)
    if (part.some((line) => /^(?: {0,3}[-*+] |```)/.test(line))) return part
    const expanded = part.map((line) =>
      line.replace(/^ *\t+/, (blanks) => " ".repeat(8 * (blanks.split("\t").length - 1)))
    )
    const indent = expanded
      .map((line) => /^ {4,}(?=[-*+] )/.exec(line)?.[0].length)
      .find((length) => length !== undefined)
    return indent === undefined
      ? part
      : expanded.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
  })
}

/** A label between the items of a list, where Markdown would go on with the item before it: it is a heading, and so are labels like it. */
const withLabels = (text: string): string =>
  /^(?:[ \t]+|[-*+] )\S[^\n]*\n[A-Z][\w /&-]{2,40}:[ \t]*\n(?=[ \t]*[-*+] )/m.test(text)
    ? text.replaceAll(/^([A-Z][\w /&-]{2,40}):[ \t]*$(?=\n{1,2}[ \t]*[-*+] )/gm, "###### $1")
    : text

/** A line above a rule of one sign, as in reStructuredText, or between two. */
const ruled = /(?<=^|\n)(?:(([=*~^"'#+.:-])\2{2,})[ \t]*\n)?[ \t]*(\S[^\n]*)\n(([=*~^"'#+.:-])\5{2,})[ \t]*(?=\n|$)/g

/** Headings by their rules, the first kind of rule for the first level. Texts whose rules are those of Markdown stay as they are. */
const withRules = (text: string): string => {
  const kinds: Array<string> = []
  const replaced = text.replaceAll(ruled, (whole, over: string | undefined, _, title: string, under: string) => {
    // A shorter one is a fence of code, or ends settings.
    if (under.length < (over === undefined ? title.trimEnd().length : 4) || (over ?? under) !== under) return whole
    const kind = `${over === undefined ? "" : "between "}${under[0]}`
    if (!kinds.includes(kind)) kinds.push(kind)
    const heading = `${"#".repeat(Math.min(6, kinds.indexOf(kind) + 1))} ${title}\n`
    return over === undefined ? heading : `\n${heading}`
  })
  return kinds.every((kind) => /^[=-]$/.test(kind)) ? text : replaced
}

/** A role of reStructuredText, `:func:` before code: one of Markdown is `{func}`. */
const roughRole = /(?<![\w:`]):([a-z][\w.+-]*(?::[\w.+-]+)*):(?=`[^`])/g

/** A link of reStructuredText: `` `words <address>`_ ``. Lines stay where they are. */
const roughLink = /`([^`<>]{0,300}[^`<>\s])(\s+)<(https?:\/\/[^\s<>]+)>`__?/g

/** Links by a name, `` `name`_ ``, to `.. _name: address`, as those of Markdown. */
const withTargets = (text: string): string => {
  const names = new Set<string>()
  const defined = text.replaceAll(/^\.\. _`?([^:`\n]+)`?:[ \t]+(\S+)[ \t]*$/gm, (_, name: string, to: string) => {
    names.add(name)
    return `[${name}]: ${to}`
  })
  return names.size === 0
    ? text
    : defined.replaceAll(/`([^`<>\n]+)`_(?!\w)/g, (whole, name: string) => (names.has(name) ? `[${name}]` : whole))
}

/** A change list with headings and lists of Markdown. */
export const plainLists = (source: string): string => {
  const text = withOutlines(withTargets(withRules(source.replaceAll(/\r\n?/g, "\n"))))
    .replaceAll(/^([^\S\n]*)[•·]\s+/gm, "$1- ")
    // Of YAML, where Markdown would go on with the item before it.
    .replaceAll(/^(v?\d[\w.-]*):?\n[ \t]+date:[ \t]*["']?([\d-]+)["']?\n[ \t]+changes:[ \t]*$/gm, "## $1 ($2)\n\n")
    .replaceAll(datedVersion, "## $2 ($1)")
    // Headings of RDoc and AsciiDoc.
    .replaceAll(/^(={1,5}) (?=[^\s"])/gm, (_, signs: string) => `${"#".repeat(signs.length)} `)
    // What links lead to is not seen, and code is set off to the right without a word, too.
    .replaceAll(/^\.\. _[^:\n]+:[ \t]*$|^[ \t]*\.\. code(?:-block)?:: ?\S*[ \t]*$(?=\n+(?: {4}|\t))/gm, "")
    .replaceAll(roughRole, "{$1}")
    .replaceAll(
      roughLink,
      (_, words: string, blank: string, to: string) => `${blank.includes("\n") ? "\n" : ""}[${words}](${to})`
    )
  return withLabels(withoutIndents(text.split("\n")).join("\n"))
}
