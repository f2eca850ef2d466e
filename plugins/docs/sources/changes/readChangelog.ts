/**
 * Change lists: versions as headings, groups as headings below them, one change per item. Where paragraphs, code or tables stand
 * among the lists of a version, it is a text of its author and stays whole. None of it is lost.
 */
import { parseMarkdown } from "../../markdown/parser.ts"
import { headedLines } from "../../markdown/slug.ts"
import type { Change, ChangesModel, Release } from "../../model/ChangesModel.ts"
import type { Dropped } from "../../model/GeneratedDocument.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { TextBlock, TextModel } from "../../model/TextModel.ts"
import type { Warning } from "../../model/Warning.ts"
import { limits } from "../limits.ts"
import { undirected } from "../prose/directives.ts"
import { textModelOf } from "../prose/readProse.ts"
import { isBot, readSubject } from "./conventional.ts"
import { isLineList, versionOf } from "./detect.ts"
import { plainLists } from "./plainLists.ts"

/** A paragraph that is the label of the list below it: bold, or a short line that ends with a colon, or capitals. */
const label = /^(?:\*\*([^*\n]{2,60}?):?\*\*:?|__([^_\n]{2,60}?):?__:?|([A-Z][\w /&-]{2,40}):|([A-Z][A-Z /&-]{2,40}))$/

const labelOf = ({ kind, source }: TextBlock): string | undefined => {
  const match = kind === "paragraph" ? label.exec(source.trim()) : null
  return match?.slice(1).find((words) => words !== undefined)
}

/** A line that only links to a comparison of versions. */
const isComparison = ({ kind, source }: TextBlock): boolean =>
  kind === "paragraph" &&
  /^(?:\*\*)?(?:\[?(?:full )?(?:changelog|diff|compare|commits?)\b)[^\n]*\bhttps?:\/\/\S+$/i.test(source.trim())

/** Lines that are changes of their own, one below the other, and no sentence that goes on. */
const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n").map((line) => line.trim())
  return isLineList(lines) ? lines : [text]
}

/** `Subject by @ann in https://…/pull/12` → the subject, with the reference and the author behind it. */
const credited = /^(.*?) by @([\w[\]-]+) in (https?:\/\/\S+\/(\d+))$/s

const changeOf = (written: string, line: number, headings: ReadonlyArray<string>): Change => {
  const lines = written.split("\n")
  // The first paragraph is the sentence; a nested list, code and further paragraphs explain it.
  const end = lines.findIndex((text, at) => at > 0 && /^\s*(?:$|[-*+]\s|\d+[.)]\s|[`~]{3}|>)/.test(text))
  const sentence = lines.slice(0, end === -1 ? undefined : end).map((text) => text.trim())
  const body = end === -1 ? "" : lines.slice(end).join("\n").replace(/^\n+/, "").trimEnd()
  const words = sentence.join(" ").replace(/^\[[ xX]\]\s+/, "")
  const [, subject = "", author, url, number] = credited.exec(words) ?? []
  const read = readSubject(author === undefined ? words : `${subject} ([#${number}](${url}), @${author})`)
  return {
    ...read,
    // A number alone does not begin a sentence.
    ...(/^#\d/.test(read.text) ? { text: read.original } : {}),
    ...(body === "" ? {} : { body }),
    ...(author !== undefined && isBot(author) ? { byBot: true } : {}),
    trailers: [],
    ...(headings.length === 0 ? {} : { headings }),
    line
  }
}

const rangesOf = ({ line, lines, source }: Extract<TextBlock, { kind: "list" }>): ReadonlyArray<string> => {
  const rows = source.split("\n")
  return lines.map((start, at) => {
    const own = rows.slice(start - line, (lines[at + 1] ?? Infinity) - line)
    const marker = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(own[0]!)![0]
    const rest = own.slice(1).map((row) => {
      // A tab is one level, however wide the marker is.
      const indent = row.startsWith("\t") ? 1 : row.length - row.trimStart().length
      return row.slice(Math.min(marker.length, indent))
    })
    return [own[0]!.slice(marker.length), ...rest].join("\n").trimEnd()
  })
}

/** A version with the blocks below it. */
interface Draft extends Pick<Release, "version" | "date" | "isUnreleased" | "heading"> {
  readonly blocks: ReadonlyArray<TextBlock>
}

const isFramework = (block: TextBlock): boolean =>
  /^(?:list|heading|rule|definitions)$/.test(block.kind) ||
  labelOf(block) !== undefined ||
  isComparison(block) ||
  (block.kind === "html" && /^<!--[^]*-->$/.test(block.text.trim()))

/** The changes of a version. Headings of the level at which its groups begin and below are those of its changes. */
const changesIn = (blocks: ReadonlyArray<TextBlock>): ReadonlyArray<Change> => {
  const path: Array<{ readonly level: number; readonly text: string }> = []
  return blocks.flatMap((block): ReadonlyArray<Change> => {
    const group = labelOf(block)
    if (block.kind === "heading" || group !== undefined) {
      const level = block.kind === "heading" ? block.level : 7
      while (path.length > 0 && path.at(-1)!.level >= level) path.pop()
      // The version that it stands below: `Bug fixes - 1.2.0`.
      path.push({ level, text: (block.kind === "heading" ? block.text : group!).replace(/ [-–] v?\d+\.\d[\w.]*$/, "") })
      return []
    }
    const headings = path.map(({ text }) => text)
    if (block.kind === "list")
      return rangesOf(block).flatMap((item, at) =>
        item.trim() === "" ? [] : [changeOf(item, block.lines[at]!, headings)]
      )
    if (isFramework(block)) return []
    return block.kind === "paragraph"
      ? linesOf(block.text).map((text, at) => changeOf(text, block.line + at, headings))
      : []
  })
}

const releaseOf = ({ blocks, ...named }: Draft): Release => {
  const { version } = named
  const first = blocks.findIndex(
    (block) => block.kind === "list" || block.kind === "heading" || labelOf(block) !== undefined
  )
  const isLines = blocks.every(
    (block) =>
      isFramework(block) ||
      (block.kind === "paragraph" && ((first === -1 && version === undefined) || linesOf(block.text).length > 1))
  )
  if (isLines) return { ...named, changes: changesIn(blocks) }
  const above = blocks.slice(0, first === -1 ? undefined : first)
  const rest = blocks.slice(above.length)
  // A paragraph above the lists that announces a breaking change is a change, together with its explanation.
  const at = above.findIndex(({ kind, source }) => kind === "paragraph" && source.startsWith("BREAKING"))
  const lead = rest.length === 0 || at === -1 ? above : above.slice(0, at)
  const broken = above.slice(lead.length)
  const breaking =
    broken.length === 0 ? [] : [changeOf(broken.map(({ source }) => source).join("\n\n"), broken[0]!.line, [])]
  if (!rest.every(isFramework) || (rest.length === 0 && lead.length > 0)) {
    return { ...named, changes: changesIn(blocks), written: blocks }
  }
  return { ...named, changes: [...breaking, ...changesIn(rest)], ...(lead.length === 0 ? {} : { lead }) }
}

/** Right below a version, "Unreleased" says of it that it is not released. */
const isState = ({ kind, source }: TextBlock, before: ReadonlyArray<TextBlock> | undefined): boolean =>
  kind === "paragraph" && before?.length === 0 && /^unreleased\.?$/i.test(source.trim())

/** A link behind a version, such as one to all its commits. */
const linkBehind = /(?<=\d\S*)\s+(\[[^[\]]+\]\([^()\s]+\))$/

/** A heading that is a whole number, maybe with a day: a version where others at its level are. */
const wholeNumber = /^v?\d{1,3}(?= ?$| [-–(])/

/** A heading, or a label, that is a day. */
const isDay = (block: TextBlock): boolean =>
  /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.? \p{L}{3,9}\.? \d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4})$/u.test(
    block.kind === "heading" ? block.text : (labelOf(block) ?? "")
  )

/** A block that names a version, with what stands right below it in the same paragraph. `levels`: those of headings that do. */
const versionAt = (block: TextBlock, level: number, levels: ReadonlySet<number>) => {
  if (block.kind === "heading") {
    // What came on a day that stands beside versions is of none of them.
    if (levels.has(block.level) && isDay(block)) return { version: block.text, rest: [] }
    const [, link] = linkBehind.exec(block.text) ?? []
    const text = link === undefined ? block.text : block.text.replace(linkBehind, "")
    const number = levels.has(block.level) ? (wholeNumber.exec(text)?.[0] ?? "") : ""
    const dotted = versionOf(number === "" ? text : text.replace(number, `${number}.0`))
    const found = dotted === undefined || number === "" ? dotted : { ...dotted, version: number }
    const rest: ReadonlyArray<TextBlock> =
      link === undefined ? [] : [{ kind: "paragraph", text: link, source: link, line: block.line }]
    return found !== undefined && (block.level <= level || /^\W*v?\d/.test(text)) ? { ...found, rest } : undefined
  }
  if (block.kind !== "paragraph") return undefined
  const [first = "", ...lines] = block.text.split("\n")
  const found = first.length <= 60 ? versionOf(first) : undefined
  const text = lines.join("\n")
  return found && { ...found, rest: text === "" ? [] : [{ ...block, text, source: text, line: block.line + 1 }] }
}

/** An item of a word or two with a list of its own: the heading of a group. */
const isGroup = (item: string): boolean => /^\S{1,20}(?: \S{1,20}){0,3}(?<![;,])\n+\s*[-*+]\s/.test(item)

/** Words that are a kind of change by themselves. */
const kindOfChange =
  /^\**(?:\w+ )?(?:features?|bug ?fix\w*|fix(?:es|ed|ing)?|bugs|added|changed|removed?|breaking(?: changes?)?|deprecat\w+|improvements?|security|perf(?:ormance)?|refactor\w*|docs|deps)[.:]?\**[.:]?\n/i

/** A list whose items are versions or groups: each becomes a heading with what stands below it; other items stay a list. */
const unfolded = (blocks: ReadonlyArray<TextBlock>, level = 2): ReadonlyArray<TextBlock> =>
  blocks.flatMap((block): ReadonlyArray<TextBlock> => {
    const items = block.kind === "list" ? rangesOf(block) : []
    // Words behind a number may be what changed: something stands below a version.
    const isVersions =
      items.some((item) => /\n\s*(?:\n|[-*+]\s)/.test(item)) &&
      items.filter((item) => versionOf(item.split("\n")[0]!) !== undefined).length >= items.length * 0.8
    const isKind = (item: string) => isGroup(item) && kindOfChange.test(item)
    const areGroups = items.length > 1 && items.every(isGroup) && items.some(isKind)
    if (block.kind !== "list" || level > 5 || items.length === 0 || !(isVersions || items.some(isKind))) return [block]
    const isHeading = (item: string) => isVersions || areGroups || isKind(item)
    const placed = items.map((item, at) => ({ item, line: block.lines[at]! }))
    // What stands in no group comes first: after a group, it would be read as part of it.
    const others = placed
      .filter(({ item }) => !isHeading(item))
      .map(({ item, line }): TextBlock => {
        const source = `- ${item.replaceAll("\n", "\n  ")}`
        return { kind: "list", ordered: false, items: [item], lines: [line], line, source }
      })
    const grouped = placed
      .filter(({ item }) => isHeading(item))
      .flatMap(({ item, line }): ReadonlyArray<TextBlock> => {
        const [text = "", ...rest] = item.split("\n")
        const below = textModelOf(rest.join("\n")).blocks.map(
          (one): TextBlock =>
            ({
              ...one,
              line: one.line + line,
              ...(one.kind === "list" ? { lines: one.lines.map((own) => own + line) } : {})
            }) as TextBlock
        )
        const own = isVersions ? level : others.length === 0 ? Math.max(level, 3) : 6
        return [{ kind: "heading", level: own, text, source: text, line }, ...unfolded(below, own + 1)]
      })
    return [...others, ...grouped]
  })

/** Blocks without headings below which nothing stands. */
const withoutEmpty = (blocks: ReadonlyArray<TextBlock>) => {
  let level = 0
  const isEmpty = (block: TextBlock): boolean => {
    if (block.kind !== "heading") {
      if (!/^(?:rule|definitions)$/.test(block.kind) && !(block.kind === "html" && isFramework(block))) level = 7
      return false
    }
    const isFilled = block.level < level
    if (isFilled) level = block.level
    return !isFilled
  }
  const empty = new Set(blocks.toReversed().filter(isEmpty))
  // Where headings are all there is, they say it.
  const filled = blocks.filter((block) => !empty.has(block))
  return filled.length === 0 ? { filled: blocks, empty: [] } : { filled, empty: blocks.filter((one) => empty.has(one)) }
}

/** A list of links to headings of the text, which notes have not, and the word above it. */
const isContents = ({ kind, source }: TextBlock, next?: TextBlock): boolean =>
  kind === "list"
    ? /^(?:\s*(?:[-*+]|\d+[.)])\s+\[[^[\]]+\]\(#[^()\s]*\)\s*(?:\n|$))+$/.test(source)
    : next !== undefined && /^\W*(?:table of )?contents\W*$/i.test(source) && isContents(next)

/** The releases of a text, and what of it is none. */
const releasesIn = ({ blocks: all }: TextModel): Pick<ChangesModel, "releases" | "dropped"> => {
  const contents = all.filter((block, at) => isContents(block, all[at + 1]))
  const blocks = unfolded(all.filter((block) => !contents.includes(block)))
  const drafts: Array<Omit<Draft, "blocks"> & { blocks: Array<TextBlock> }> = []
  const before: Array<TextBlock> = []
  let level = 7
  const levels = new Set(
    blocks.flatMap((block) =>
      block.kind === "heading" && versionOf(block.text)?.version !== undefined ? block.level : []
    )
  )
  for (const block of blocks) {
    const last = drafts.at(-1)
    const found = isState(block, last?.blocks) ? undefined : versionAt(block, level, levels)
    // The first words below a version may name it once more.
    const isAgain = last?.blocks.length === 0 && block.kind === "paragraph" && found?.version === last.version
    if (found !== undefined && !isAgain) {
      const { rest, ...named } = found
      if (block.kind === "heading") level = Math.min(level, block.level)
      const text = block.source
        .split("\n")[0]!
        .replace(/^#+\s+/, "")
        .replace(rest.length > 0 ? linkBehind : "", "")
      const isUnreleased = named.version === undefined ? { isUnreleased: true as const } : {}
      drafts.push({ ...named, ...isUnreleased, heading: { line: block.line, text }, blocks: [...rest] })
    } else (last?.blocks ?? before).push(block)
  }
  const isTitle = (block: TextBlock) => block === blocks[0] && block.kind === "heading"
  const reported = (left: ReadonlyArray<TextBlock>, reason = "Nothing stands below the heading") =>
    left.map((block) => ({
      item: `line ${block.line}: ${block.kind === "heading" ? block.text : block.source.split("\n")[0]}`,
      reason
    }))
  const listed = reported(contents, "It only links to headings of the text")
  if (drafts.length === 0) {
    const { empty, filled: own } = withoutEmpty(before.filter((block) => !isTitle(block)))
    // Days in place of versions: none of it is called the latest, and it stays as it is written.
    const release = own.some(isDay) ? { changes: changesIn(own), written: own } : releaseOf({ blocks: own })
    return { releases: [release], dropped: [...reported(empty), ...listed] }
  }
  const early = before.filter((block) => !isTitle(block) && !/^(?:rule|definitions)$/.test(block.kind))
  const dropped = [...reported(early, "It stands before the first version"), ...listed]
  const comparisons = drafts
    .filter(({ blocks: own }) => own.every(isFramework))
    .flatMap(({ blocks: own }) => own.filter(isComparison))
    .map(({ line }) => ({ item: `line ${line}`, reason: "It only links to a comparison of versions" }))
  const told = drafts.map((draft) => ({ draft, ...withoutEmpty(draft.blocks) }))
  return {
    releases: told.map(({ draft, filled }) => releaseOf({ ...draft, blocks: filled })),
    dropped: [...dropped, ...comparisons, ...told.flatMap(({ empty }) => reported(empty))]
  }
}

/** Links by a definition elsewhere in the text, with their addresses in place: notes take single items out of it. Of others the words stay. */
const withAddresses = (source: string): { readonly text: string; readonly lost: ReadonlyArray<Dropped> } => {
  const { addresses, definitions } = parseMarkdown(source, "blocks")
  const lost: Array<Dropped> = []
  const defined = new Set(
    definitions.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at))
  )
  const lineOf = (line: string, number: number) =>
    line.replaceAll(
      /(`+)[^`]+\1|(?<![\w`])\[([^[\]\n]{1,200})\](?:\[([^[\]\n]{0,200})\])?(?![([])/g,
      (whole, _, words?: string, name = "") => {
        if (words === undefined) return whole
        const address = addresses.get((name === "" ? words : name).toUpperCase())
        if (address !== undefined) return `[${words}](${address})`
        if (name === "" || !/[A-Za-z]/.test(words)) return /^@[\w-]+$/.test(words) ? words : whole
        lost.push({ item: `line ${number}: ${whole}`, reason: "The text does not say where the link leads" })
        return words
      }
    )
  const text = headedLines(source)
    .map(({ isCode, line }, at) => (isCode || defined.has(at) || line.startsWith("#") ? line : lineOf(line, at + 1)))
    .join("\n")
  return { text, lost }
}

/** The changes that a text holds. */
export const changesOfText = (source: string) => {
  const { left: unseen, text: shown } = undirected(plainLists(source), 0)
  const { lost, text } = withAddresses(shown)
  const { dropped = [], releases: found } = releasesIn(textModelOf(text))
  const warnings: Array<Warning> = []
  const lines = source.split(/\r\n?|\n/)
  let left: number = limits.changes
  const releases = found.map((release) => {
    const { heading, version } = release
    // The line before its marks became those of Markdown.
    const written = heading === undefined ? undefined : lines[heading.line - 1]
    const isSame = written !== undefined && version !== undefined && written.includes(version)
    const named = isSame ? { heading: { line: heading!.line, text: written.replace(/^#+\s+/, "") } } : {}
    const changes = release.changes.slice(0, left)
    left -= changes.length
    if (changes.length < release.changes.length && warnings.length === 0) {
      warnings.push({ code: "truncated", message: `Only the first ${limits.changes} changes are read` })
    }
    return { ...release, ...named, changes }
  })
  const reason = "Only the generator of its site knows what stands there"
  const hidden = unseen.map(({ line, text: item }) => ({ item: `line ${line}: ${item}`, reason }))
  const model: ChangesModel = {
    kind: "changes",
    origin: "changelog",
    releases,
    dropped: [...dropped, ...hidden, ...lost]
  }
  return { model, warnings }
}

export const readChangelog = (source: string): ReadSource => ({
  detected: { kind: "changelog", format: "changelog" },
  ...changesOfText(source)
})
