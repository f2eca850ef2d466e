/**
 * The author's own chapters in a guide: in their order, each block word for word below its own heading. Chapters for other readers, and notes of
 * the editors, are left out and told in the report. What is for nobody in particular stays.
 */
import { frontMatterLength, parseMarkdown } from "../../markdown/parser.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import type { Brief } from "../Brief.ts"
import {
  dropLeft,
  isPage,
  isTopic,
  ownTitle,
  plainHeading,
  type Authored,
  type Material
} from "../material/Material.ts"
import { authoredText, nothingBelow, type Chapter, type Part } from "./Chapter.ts"
import { slugOf } from "../../markdown/slug.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { linker } from "./links.ts"
import {
  administratorsFolder,
  administratorsPath,
  buttons,
  developersHeading,
  isBeside,
  isForAdministrators,
  isForOthers,
  kindsIn,
  namesSettings,
  wordsOf
} from "./readers.ts"

/** A mark in front of what is to be written, but not where it is part of a name, such as that of a list of things to do. */
const openMark =
  /^\W*(?:DRAFT|TODO|TBD|FIXME|XXX)(?=\W*$|[^\w\s]| \S)(?! (?:apps?|comments?|files?|items?|lists?|tags?)\b)/

const noteMark = /^\W*(?:[Ee]ditor(?:'s|s')? note|EDITOR(?:'S|S')? NOTE|[Nn]ote to (?:self|editors?|reviewers?))(?!\w)/

/** A note that a generator of sites knows as one of things to do. */
const todoNote = /^\*\*to-?do:?\*\*/i

const isEditorsNote = (text: string): boolean => openMark.test(text) || noteMark.test(text) || todoNote.test(text)

const notice = /\bcopyright\b|\(c\) ?\d{4}|©|\blicen[cs]ed?\b|\bSPDX-/i

/** Why a note or comment is not published. */
const reasonOf = ({ kind, source }: TextBlock): string => {
  if (kind !== "html") return "It is a note of the editors"
  const words = source.replace(/^\s*<!--\s*/, "")
  if (isEditorsNote(words)) return "It is a note of the editors"
  return notice.test(words) ? "It is a notice of copyright or licence" : "It is a comment, which readers do not see"
}

/** Whether a block is a note of the editors, or a comment: nobody publishes those. */
const isNote = (block: TextBlock): boolean =>
  (/^(?:paragraph|quote)$/.test(block.kind) && isEditorsNote(block.source.replace(/^[>\s]+/, ""))) ||
  (block.kind === "html" && /^<!--[^]*-->$/.test(block.text.trim()))

const pictures =
  /\[?!\[[^\]]*\]\([^()\s]*(?:\s+"[^"]*")?\)(?:\]\([^()\s]*\))?|<br\s*\/?>|<!--[^]*?-->|<\/?(?:a|img)\b[^<>]*>/gi
const badge = /shields\.io|\/badges?\b|badge\.|\/workflows\/|codecov\.io|goreportcard|badgen|repology|star-history/i

/** Whether a block only frames a readme: a line across the page, badges, and before the first words a logo or the name in HTML. */
const isFrame = (block: TextBlock, isLead: boolean, isTop: boolean): boolean => {
  if (block.kind === "rule") return true
  if (block.kind === "paragraph") {
    return (
      block.source.replaceAll(pictures, "").trim() === "" &&
      ((isLead && badge.test(block.source)) || !/!\[|<(?:a|img)\b/i.test(block.source))
    )
  }
  // What opens or closes something holds what stands between.
  if (block.kind !== "html" || /<\/?(?:details|summary|table|[ou]l|dl)\b/i.test(block.text)) return false
  const words = block.text
    .replaceAll(/<h1\b[^<>]*>[^]*?<\/h1>/gi, "")
    .replaceAll(/<[^<>]*>/g, "")
    .trim()
  return (
    words.replaceAll(/[\s·•|]/g, "") === "" &&
    !/<(?:iframe|video|object|embed)\b/i.test(block.text) &&
    (isTop || (isLead && (badge.test(block.text) || /<h1\b/i.test(block.text))) || !/<img\b/i.test(block.text))
  )
}

/** The words of HTML that stands at the head of a readme, without the name, badges and pictures; nothing where it lays out more than words. */
const wordsOfHead = (html: string): string | undefined => {
  if (/<(?:table|details|[ou]l|dl|pre|video|iframe|object|embed)\b/i.test(html)) return undefined
  return html
    .replaceAll(/<!--[^]*?-->|<h1\b[^<>]*>[^]*?<\/h1>|<(?:img|source)\b[^<>]*>|<\/?picture\b[^<>]*>/gi, "")
    .replaceAll(/<a\b[^<>]*\bhref\s*=\s*["']([^"'\s]+)["'][^<>]*>([^]*?)<\/a>/gi, (_, url: string, words: string) => {
      const shown = words
        .replaceAll(/<[^<>]*>/g, "")
        .replaceAll(/\s+/g, " ")
        .trim()
      return shown === "" ? "" : `[${shown}](${url})`
    })
    .replaceAll(/\s+/g, " ")
    .split(/<\/?(?:p|div|h[2-6]|center|br)\b[^<>]*>/i)
    .map((line) => line.replaceAll(/<[^<>]*>/g, "").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join("\n\n")
}

const draftMark = /^DRAFT\s*[-–—:]\s*|\s*[-–—:([]\s*DRAFT\b[^)\]]*[)\]]?\s*$/

/** Words of sponsors, or before them. */
const sponsors = /^[\s>*_]*(?:<[^<>]*>\s*)*(?:special thanks\b|sponsor(?:s|ed by)\b)/i

const framed = "It is a badge or a picture that frames the text"

/** Whether a heading says that what stands below it is not to be published. */
const isDraft = ({ text }: Heading): boolean => {
  const title = plainHeading(text)
  return draftMark.test(title) || isEditorsNote(title)
}

type Heading = Extract<TextBlock, { kind: "heading" }>

const isHeading = (block: TextBlock): block is Heading => block.kind === "heading"

const published = (title: string): string => plainHeading(title).replace(draftMark, "").trim()

/** The same as its author wrote it. */
const written = ({ text }: Heading): string => text.replaceAll(/\s+/g, " ").replace(draftMark, "").trim()

/** What may be published of a text; the report names the rest. */
const publishedBlocks = ({ from, text }: Authored, isFirst: boolean, brief: Brief): ReadonlyArray<TextBlock> => {
  dropLeft({ from, text }, brief)
  let draft = Infinity
  for (const [settings, name, words] of text.text
    .slice(0, frontMatterLength(text.text))
    .matchAll(/^(description|excerpt|summary):[ \t]*(\S.*)$/gm)) {
    const line = text.text.slice(0, text.text.indexOf(settings)).split("\n").length
    brief.dropped.push({
      item: `${from}, line ${line}: ${words}`,
      reason: `It is the ${name} of the page for its site`
    })
  }
  const { addresses } = parseMarkdown(text.text, "blocks")
  /** The source of a block with the addresses that it names in place. */
  const led = ({ source }: TextBlock): string =>
    source.replaceAll(/\]\[([^[\]]+)\]/g, (whole, name: string) => {
      const address = addresses.get(name.toUpperCase())
      return address === undefined ? whole : `](${address})`
    })
  // A logo may stand above the title.
  const top = text.blocks.findIndex(({ kind }) => kind !== "html")
  const first = text.blocks.findIndex((block, at) => at > top && isHeading(block))
  const firstWords = text.blocks.findIndex(({ kind, source }) => kind === "paragraph" && !/^\W*!\[/.test(source))
  const isGuide = brief.docType !== "readme"
  const isHead = (at: number) => isGuide && isFirst && at < firstWords && (first === -1 || at < first)
  const shown = text.blocks.map((block, at): TextBlock => {
    const words = block.kind === "html" && isHead(at) ? (wordsOfHead(block.source) ?? "") : ""
    if (words === "") return block
    if (/<(?:img|h1)\b/i.test(block.source)) brief.dropped.push({ item: `${from}, line ${block.line}`, reason: framed })
    return { kind: "paragraph", line: block.line, source: words, text: words }
  })
  return shown.filter((block, at) => {
    const isLed = text.blocks[at - 1]?.kind === "paragraph" && /:\s*$/.test(text.blocks[at - 1]!.source)
    const isLead = !isLed && (first === -1 || at < first)
    if (isGuide && !isNote(block) && isFrame({ ...block, source: led(block) }, isLead, isLead && at < firstWords)) {
      if (block.kind !== "rule")
        brief.dropped.push({
          item: `${from}, line ${block.line}`,
          reason: /!\[|<(?:img|h1)\b/i.test(block.source)
            ? framed
            : "It only sets what stands around it apart, and has no words"
        })
      return false
    }
    const isOfSponsor = block.kind === "html" ? /\bsponsor/i.test(block.source) : sponsors.test(block.source)
    if (isGuide && isLead && block.kind !== "heading" && isOfSponsor) {
      brief.dropped.push({ item: `${from}, line ${block.line}`, reason: "It is about sponsors" })
      return false
    }
    if (isHeading(block)) {
      const isTitle = at === 0 && isFirst
      if (block.level <= draft) draft = !isTitle && isDraft(block) ? block.level : Infinity
    }
    if (draft === Infinity && !isNote(block)) return true
    const reason = draft === Infinity ? reasonOf(block) : "Its heading says that it is a draft"
    brief.dropped.push({ item: `${from}, line ${block.line}`, reason })
    return false
  })
}

/** A document without a heading of its own is called as its file. */
const fileTitle = (from: string): string => capitalized(from.replaceAll(/^.*\/|\.\w+$/g, "").replaceAll(/[-_]+/g, " "))

interface Section {
  readonly title: string | undefined
  readonly heading?: Heading
  readonly from: string
  readonly authored: Authored
  readonly blocks: Array<TextBlock>
}

/** The chapters of a text: a new one at each heading of the highest level below the title. Each further text is one chapter. */
const sectionsOf = (authored: Authored, isFirst: boolean, brief: Brief): ReadonlyArray<Section> => {
  const { from } = authored
  const blocks = publishedBlocks(authored, isFirst, brief)
  const headings = blocks.filter(isHeading)
  const [first] = headings
  const isOnly = first !== undefined && !headings.some((one) => one !== first && one.level <= first.level)
  const isNamed = first === blocks[0] && first?.text === authored.text.title && ownTitle(authored.text) !== undefined
  // The words of a description have a title where all their other headings are below it, or it says no more than what they are.
  const isDescription = from === "the description"
  const isTitle = isDescription
    ? isOnly && first === blocks[0] && (headings.length > 1 || isTopic(first.text))
    : (isOnly && (first === blocks[0] || first.level === 1)) || isNamed
  const title = isTitle ? first : undefined
  for (const [, url] of title?.text.matchAll(/\]\(([^()\s]+)\)/g) ?? [])
    brief.dropped.push({ item: `${from}, line ${title!.line}: ${url}`, reason: "Titles have no links; its words stay" })
  if (title !== undefined && isDescription)
    brief.dropped.push({ item: `${from}: ${published(title.text)}`, reason: "The guide has a title of its own" })
  const sections: Array<Section> = []
  if (!isFirst) {
    const own = title === undefined ? fileTitle(from) : published(title.text)
    const heading = title === undefined ? {} : { heading: title }
    sections.push({ title: own, ...heading, from, authored, blocks: blocks.filter((one) => one !== title) })
  } else {
    sections.push({ title: undefined, from, authored, blocks: [] })
    for (const block of blocks) {
      if (block === title) continue
      const { heading = { level: 6 } } = sections.at(-1)!
      if (isHeading(block) && block.level <= heading.level)
        sections.push({ title: published(block.text), heading: block, from, authored, blocks: [] })
      else sections.at(-1)!.blocks.push(block)
    }
  }
  // Below a sentence a page of a site only lists others, which its generator would show.
  const isIndex =
    !isFirst && blocks.length <= 2 && authored.text.left?.some(({ text }) => text.startsWith(".. toctree"))
  return sections.filter((section) => {
    if (section.blocks.length > 0 && isIndex !== true) return true
    if (section.title !== undefined) brief.dropped.push({ item: `${from}: ${section.title}`, reason: nothingBelow })
    return false
  })
}

/** A chapter with the author's headings as its parts. No level is left out between a heading and the one above it. */
const chapterOf = (
  { blocks, from, heading: own, title = "" }: Section,
  aims: ReadonlySet<string>,
  brief: Brief
): Chapter => {
  const made = (of: ReadonlyArray<TextBlock>) => () => of.map((block) => authoredText(block, brief)).join("\n\n")
  const first = blocks.findIndex(isHeading)
  const lead = first === -1 ? blocks : blocks.slice(0, first)
  const found: Array<{ readonly heading: Heading; readonly depth: number; readonly content: Array<TextBlock> }> = []
  // The author's levels above a heading: no level is left out, and equal ones stay equal.
  const above: Array<number> = []
  for (const block of blocks.slice(lead.length)) {
    if (!isHeading(block)) found.at(-1)!.content.push(block)
    else {
      while ((above.at(-1) ?? 0) >= block.level) above.pop()
      above.push(block.level)
      found.push({ heading: block, depth: Math.min(2 + above.length, 6), content: [] })
    }
  }
  const isShort = brief.voice.depth === "brief" && lead.length > 0
  const parts = found.flatMap(({ content, depth, heading }, at): ReadonlyArray<Part> => {
    const partTitle = published(heading.text)
    const isFilled = content.length > 0 || (found[at + 1]?.depth ?? 0) > depth || aims.has(slugOf(partTitle))
    if (isFilled && !isShort)
      return [{ title: partTitle, written: written(heading), level: depth, text: made(content) }]
    const reason = isFilled ? "A brief guide leaves it out" : nothingBelow
    brief.dropped.push({ item: `${from}: ${partTitle}`, reason })
    return []
  })
  const heading = own === undefined ? {} : { written: written(own) }
  return { title, ...heading, isAuthored: lead.length > 0, text: made(lead), parts }
}

/** The author's part of a guide. */
export interface AuthoredGuide {
  /** What stands before the first heading. */
  readonly lead: ReadonlyArray<TextBlock>
  readonly chapters: ReadonlyArray<Chapter>
  /** Whether all of it is for administrators. */
  readonly isTheirs: boolean
  /** Whether none of a repository is. */
  readonly isForUsers: boolean
}

/** Blocks of a chapter that speaks of so much that its words say nothing of its readers. Our choice. */
const longChapter = 30

/** For whom each chapter is. Where half of a text is for administrators, what speaks of their matters twice is so too. */
const judge = (sections: ReadonlyArray<Section>, byWords: boolean) => {
  const titled = sections.filter(({ title }) => title !== undefined)
  const sure = new Set(
    sections.filter(
      (section) =>
        (byWords &&
          section.title !== undefined &&
          section.blocks.length <= longChapter &&
          isForAdministrators(section.title, wordsOf(section))) ||
        administratorsPath.test(section.from) ||
        namesSettings(section) ||
        administratorsFolder.test(section.authored.text.address ?? "")
    )
  )
  const isTheirText = byWords && titled.filter((section) => sure.has(section)).length * 2 >= titled.length
  return sections.map((section) => ({
    section,
    isTheirs: sure.has(section) || (isTheirText && section.title !== undefined && kindsIn(wordsOf(section)) >= 2)
  }))
}

/** Whether nothing is for users: half of the chapters are for administrators, and the others tell no task. */
const isAllTheirs = (judged: ReturnType<typeof judge>): boolean => {
  const theirs = judged.filter(({ isTheirs }) => isTheirs)
  const others = judged.filter((one) => !theirs.includes(one) && one.section.title !== undefined)
  return (
    theirs.length > 0 &&
    theirs.length >= others.length &&
    others.every(({ section }) => kindsIn(wordsOf(section)) > 0 && !buttons.test(wordsOf(section)))
  )
}

/** Picks what is for the readers of a guide; nothing is lost without a word in the report. */
export const authoredGuide = (material: Material, brief: Brief): AuthoredGuide => {
  const forAdministrators = brief.docType === "admin-guide"
  // A readme is for everybody, and people install a package themselves.
  const isForAll = brief.docType === "readme" || material.repositories.length > 0
  const sections = material.texts.flatMap((text, at) => sectionsOf(text, at === 0, brief))
  const judged = judge(sections, !isForAll)
  // A readme is of a project, and no page about one thing.
  const isWhole = isPage(material) && material.repositories.length === 0
  const hasTheirs = judged.some(({ isTheirs }) => isTheirs)
  const hasOthers = judged.some(({ isTheirs, section }) => !isTheirs && section.title !== undefined)
  const drop = ({ from, title = "its beginning" }: Section, reason: string): boolean => {
    brief.dropped.push({ item: `${from}: ${title}`, reason })
    return false
  }
  const kept = judged.filter(({ isTheirs, section }) => {
    const isForAuthors = !isWhole && section.title !== undefined && developersHeading.test(section.title)
    if (brief.docType !== "readme" && isForAuthors)
      return drop(section, "It is neither about using it nor about running it")
    const isOfRepository = material.repositories.length > 0 && section.title !== undefined
    if (forAdministrators && isOfRepository)
      return isTheirs || isForOthers(section) || isBeside(section)
        ? true
        : drop(section, "Nothing in it is for administrators; it stands in the user guide")
    // A text that is all for one kind of reader, and a page about one thing, are given to whoever asks for them.
    if (isWhole || !hasTheirs || !hasOthers || section.title === undefined) return true
    if (isTheirs && !forAdministrators) return drop(section, "It is for administrators, and stands in their guide")
    const isForUsersOnly = forAdministrators && !isTheirs && kindsIn(wordsOf(section)) === 0
    return isForUsersOnly ? drop(section, "Nothing in it is for administrators; it stands in the user guide") : true
  })
  const untitled = kept.filter(({ section }) => section.title === undefined).flatMap(({ section }) => section.blocks)
  const isGivenWhole = isForAll || isWhole || forAdministrators || (hasTheirs && !hasOthers)
  const isForUsers = (block: TextBlock) => block.kind !== "paragraph" || !isForAdministrators(undefined, block.source)
  const lead = isGivenWhole || !untitled.some(isForUsers) ? untitled : untitled.filter(isForUsers)
  if (lead !== untitled) {
    for (const { line } of untitled.filter((block) => !isForUsers(block))) {
      brief.dropped.push({ item: `line ${line}`, reason: "It is for administrators, and stands in their guide" })
    }
  }
  const chosen = kept.filter(({ section }) => section.title !== undefined).map(({ section }) => section)
  const own = [
    ...lead,
    ...chosen.flatMap(({ blocks, heading }) => (heading === undefined ? blocks : [heading, ...blocks]))
  ]
  const titles = own.filter(isHeading).map(({ text }) => published(text))
  // A heading that a table of contents leads to stays, whatever stands below it.
  const aims = new Set(
    own.flatMap(({ source }) => Array.from(source.matchAll(/\]\(#([^()\s]+)\)/g), ([, name]) => name!))
  )
  const pages = chosen.filter(({ authored }) => authored !== material.texts[0])
  const linked = linker(own, titles, new Map(pages.map(({ from, title }) => [from, title!])), brief)
  const chapters = chosen.map((section) => {
    const { authored, blocks, heading } = section
    const left = blocks.flatMap((block) => linked(block, authored))
    const [own = heading] = heading === undefined ? [] : linked(heading, authored)
    return chapterOf(
      { ...section, ...(own === undefined ? {} : { heading: own as Heading }), blocks: left },
      aims,
      brief
    )
  })
  return {
    lead: lead.flatMap((block) => linked(block, material.texts[0]!)),
    chapters,
    isTheirs: isAllTheirs(judged),
    isForUsers:
      material.repositories.length > 0 && judged.every(({ isTheirs, section }) => !isTheirs && !isForOthers(section))
  }
}
