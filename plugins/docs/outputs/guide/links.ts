/**
 * Links, pictures, HTML and attributes of code of an author in a guide: what stood beside the source is led back to where it was read. Where that is not known a link
 * leads nowhere: its words stay, and the report names each. A picture keeps the path of its author, but in a readme: where the files of a site
 * are, its page does not tell.
 */
import { slugOf } from "../../markdown/slug.ts"
import { decoded } from "../../model/decoded.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import type { Brief } from "../Brief.ts"
import { shown } from "../markdown/authorsMarkdown.ts"
import { code, codeSpansIn, replaceLinks, withScheme } from "../markdown/inline.ts"
import type { Authored } from "../material/Material.ts"

const addressOf = (written: string): string =>
  written
    .trim()
    .replace(/\s["'(][^]*$/, "")
    .trimEnd()
    .replace(/^<|>$/g, "")

const pictureFile = /\.(?:png|jpe?g|gif|svg|webp|avif)$/i

/** A file with an ending that is no page of a site. */
const fileName = /^[^?#]*\.(?!html?\b)\w+(?:[?#]|$)/i

/** The root of the repository that a text was read from; nothing where the address is none of a code host. */
const hosted =
  /^https:\/\/(?:raw\.githubusercontent\.com\/[^/]+\/[^/]+|[^/]+\/.+?\/-\/raw)\/(?:refs\/(?:heads|tags)\/)?[^/]+/

/** A readme is read on a code host, where its links lead to files and folders of the repository. */
const isReadme = (address: string): boolean => /\/readme\.\w+$/i.test(address)

/** What is named from a root: that of a repository, or of a site where the text stands in the first folder named; of which one else, nothing tells. */
const fromRoot = (url: string, address: string): string | undefined => {
  const root = hosted.exec(address)?.[0]
  if (root === undefined) return undefined
  if (isReadme(address)) return root + url
  const at = address.indexOf(/^\/[^/]+\//.exec(url)?.[0] ?? " ", root.length)
  return at === -1 || !fileName.test(url) ? undefined : address.slice(0, at) + url
}

/** Where a text was read, and the files of its repository, where these are known. */
interface Place {
  readonly place: string | undefined
  readonly files?: ReadonlySet<string> | undefined
}

/** Whether a file that a link leads to is known to be there. */
const isKnown = (url: string | undefined, { files, place = "" }: Place): boolean => {
  const root = hosted.exec(place)?.[0]
  if (root === undefined || url?.startsWith(`${root}/`) !== true) return false
  const path = decoded(url.slice(root.length + 1).replace(/[?#].*$/, ""))
  return files?.has(path) === true
}

/** The page of what a code host would give as raw text. */
const pageOf = (url: string): string =>
  url
    .replace(/^(https:\/\/)raw\.githubusercontent(\.com\/[^/]+\/[^/]+\/)(?:refs\/(?:heads|tags)\/)?/, "$1github$2blob/")
    .replace("/-/raw/", "/-/blob/")

/** Where a link to a file of the source leads, from the text's own address: to its page, and of a picture to itself. */
const ledBack = (url: string, from: Place, isPicture = false): string | undefined => {
  const { place: address } = from
  const whole = withScheme(url)
  if (whole !== url) return whole
  if (address === undefined) return undefined
  const isRooted = /^\/(?!\/)/.test(url)
  const isBeside = /^(?![a-z][\w+.-]*:)[\w.@-]/i.test(url) && (fileName.test(url) || isReadme(address))
  const found = isRooted ? fromRoot(url, address) : isBeside ? URL.parse(url, address)?.href : undefined
  if (isPicture) return isReadme(address) || isKnown(found, from) ? found : undefined
  return found && pageOf(found)
}

/** What runs something, or holds what it shows. */
const scripted = /^\s*(?:javascript|data|vbscript):/i

/** A path that keeps what its author wrote. */
const isPath = (url: string): boolean => !/^(?:https?:)?\/\//i.test(url)

/** Where links of a document may lead. */
interface Links extends Place {
  /** Anchors of headings that the document has, by their small letters. */
  readonly anchors: ReadonlyMap<string, string>
  readonly dead: (url: string, isPicture?: boolean) => void
  readonly holds?: ((path: string) => boolean) | undefined
  /** The chapter of the document that a file of the source is. */
  readonly chapter: (path: string) => string | undefined
  /** A page of a site that is no chapter, where its repository is read. */
  readonly page: (path: string) => string | undefined
}

/** Links within the words of a link that are looked at, such as the picture of a badge. */
const mostNested = 2

/** Links that lead nowhere, such as to headings that are left out: their words stay. */
const withoutDeadLinks = (text: string, links: Links, nested = 0): string => {
  if (nested > mostNested) return text.replaceAll("](", "] (")
  const { anchors, chapter, dead, holds, place } = links
  const spans = codeSpansIn(text)
  let span = 0
  return replaceLinks(text, (image, label, url, { start, whole }) => {
    while (span < spans.length && spans[span]![1] <= start) span += 1
    if ((spans[span]?.[0] ?? Infinity) < start) return whole
    const words = withoutDeadLinks(label, links, nested + 1)
    const address = addressOf(url)
    if (/^(?:https?:|mailto:)/i.test(address)) {
      const before = whole.length - label.length - url.length - 4
      return words.trim() === "" && label !== ""
        ? ""
        : whole.slice(0, before + 1) + words + whole.slice(before + 1 + label.length)
    }
    const isHeld = holds?.(address) === true && !address.startsWith("#")
    if (image !== "") {
      const isShown = !scripted.test(address)
      const led = isHeld ? address : ledBack(address, links, true)
      if (led === undefined && isPath(address)) dead(address, isShown)
      return isShown ? `![${words}](${url.replace(address, () => led ?? address)})` : words
    }
    const own = place === undefined ? undefined : ledBack(place.replace(/^.*\//, ""), links)
    const there = isHeld ? address : ledBack(address, links)
    // Hosts of code take no heed of capital letters.
    const isHere = address.startsWith("#") || (own !== undefined && there?.startsWith(`${own}#`) === true)
    const anchor = isHere
      ? anchors.get(address.replaceAll(/.*#|\\(?=[^a-z\d\s])/gi, "").toLowerCase())
      : chapter(address)
    const led = anchor === undefined ? (there ?? (isHere ? undefined : links.page(address))) : `#${anchor}`
    if (led !== undefined) return `[${words}](${url.replace(address, () => led)})`
    dead(address)
    return words
  })
}

/** Links of HTML led back to where they were read; of one that leads nowhere, its words stay in a block of HTML. Pictures stay, and are named. */
const ledHtml = (source: string, { dead, ...place }: Place & Pick<Links, "dead">, isBlock = false): string => {
  const withPictures = source.replaceAll(
    /<img\b[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]*)[^<>]*>/gi,
    (found, url: string) => {
      const led = ledBack(url, place, true)
      if (led === undefined && isPath(url)) dead(url, true)
      return found.replace(url, () => led ?? url)
    }
  )
  return withPictures.replaceAll(
    /<a\b[^<>]*?\bhref\s*=\s*["']?(?!https?:|mailto:|#)([^"'\s<>]+)[^<>]*>([^]{0,2000}?)<\/a>/gi,
    (found, url: string, words: string) => {
      const led = ledBack(url, place)
      if (led !== undefined) return found.replace(url, () => led)
      if (!isBlock) return found
      dead(url)
      return words
    }
  )
}

/** HTML of an author; what only loads something, or holds nothing, goes. */
const shownHtml = (block: TextBlock, links: Place & Pick<Links, "dead">): ReadonlyArray<TextBlock> => {
  const loaded = block.source.replaceAll(/<(iframe|video|object|embed|script|style)\b[^]*?<\/\1>/gi, (found) => {
    links.dead(/\bsrc\s*=\s*["']([^"']*)/i.exec(found)?.[1] ?? found.slice(0, 80))
    return ""
  })
  // `className` is none of HTML: a program makes a class of it.
  const plain = loaded.replaceAll(/(<[a-z][^<>]*?)\s+className=(?:"[^"]*"|'[^']*')/g, "$1")
  const source = shown(ledHtml(plain, links, true))
  const isBare =
    !/<\/?(?:details|summary|table|[ou]l|dl)\b/i.test(source) &&
    source.replaceAll(/<[^<>]*>/g, "").trim() === "" &&
    !/<(?:img|a|hr|input)\b[^<>]*\b(?:src|href|id|name|type)/i.test(source)
  return isBare ? [] : [{ ...block, source }]
}

/** Anchors that a document has, by their small letters. */
const anchorsOf = (blocks: ReadonlyArray<TextBlock>, titles: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    [
      ...titles.map(slugOf),
      ...blocks.flatMap(({ source }) =>
        Array.from(source.matchAll(/<[a-z][^<>]*\b(?:id|name)\s*=\s*["']?([^"'\s<>]+)/gi), ([, name]) => name!)
      )
    ].map((name) => [name.toLowerCase(), name])
  )

/** A page as sites name it: without its ending, also where it is the first one of its folder. */
const barePath = (path: string): string => path.replace(/\.\w+$/, "").replace(/(?:^|\/)(?:index|readme)?\/?$/i, "")

/** The only one of some files that a link means, as a site reads it: from its root, the folder of the site in the repository is not seen. */
const fileOf = (address: string, from: string, files: Iterable<string>): string | undefined => {
  const path = URL.parse(address, `file:///${from}`)?.pathname.slice(1)
  if (address === "" || path === undefined) return undefined
  const [name, isRooted] = [barePath(decoded(path)), address.startsWith("/")]
  if (name === "") return undefined
  const found = [...files].filter((file) => {
    const own = barePath(file)
    return own === name || (isRooted && own.endsWith(`/${name}`))
  })
  return found.find((file) => file === path) ?? (found.length === 1 ? found[0] : undefined)
}

const contentsItem = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\n]*\]\(#([^()\s]+)\)[ \t]*$/

/** A table of contents without what is not there, with what stands below it; another list as it is. */
const withoutDeadItems = (
  source: string,
  anchors: ReadonlyMap<string, string>,
  dead: (url: string) => void
): string => {
  const lines = source.split("\n")
  const found = lines.map((line) => contentsItem.exec(line))
  const others = found.filter((one) => one === null).length
  if (others * 4 > lines.length || lines.length - others < 2) return source
  let left = Infinity
  return lines
    .filter((line, at) => {
      const [, indent = line.slice(0, line.search(/\S|$/)), name] = found[at] ?? []
      if (line.trim() !== "" && indent.length <= left) left = Infinity
      if (left < Infinity) return false
      if (name === undefined || anchors.has(name.toLowerCase())) return true
      left = indent.length
      dead(`#${name}`)
      return false
    })
    .join("\n")
    .trim()
}

/** What stands before the marks of code within a quote or an item of a list, and the marks. */
const marksOf = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})/

/** A language and attributes behind it: `yaml title="config.yaml"`, `{.yaml linenos=true}`. */
const attributed = /^[ \t]*([\w+#.-]*)((?:[ \t]+[^`={]*=|[ \t]*\{)[^`]*)$/

const titleIn = /\b(?:title|file-?name|file)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s{}]+))/

/** A block whose code has no such attributes. `left` is told each one that is left out. */
const withoutAttributes = (source: string, left: (attributes: string) => void): string => {
  let open: string | undefined
  const lines = source.split("\n").map((line) => {
    const [before = "", indent = "", marks = ""] = marksOf.exec(line) ?? []
    if (open !== undefined) {
      if (marks.startsWith(open) && line.slice(before.length).trim() === "") open = undefined
      return line
    }
    if (marks === "") return line
    open = marks
    const [, language = "", all = ""] = attributed.exec(line.slice(before.length)) ?? []
    if (all === "") return line
    const [found = "", ...titles] = titleIn.exec(all) ?? []
    const title = titles.find((one) => one !== undefined) ?? ""
    const [own = "", inBraces = language] = /^[ \t]*\{\.?([a-z][\w-]*)/.exec(all) ?? []
    const rest = all.replace(found, "").replace(own, "").replaceAll(/[{}]/g, "").trim()
    if (rest !== "") left(rest)
    if (title === "") return `${before}${inBraces}`
    const blank = indent.replaceAll(/[^>\s]/g, " ")
    const above = /\s/.test(title) ? `**${title}**` : `${code(title)}:`
    return `${indent}${above}\n${blank.trimEnd()}\n${blank}${marks}${inBraces}`
  })
  return lines.join("\n")
}

/** Makes blocks without links that lead nowhere; one that was only such a picture goes. The report names each. `titles`: the headings of the guide; `pages`: those of its files. */
export const linker = (
  blocks: ReadonlyArray<TextBlock>,
  titles: ReadonlyArray<string>,
  pages: ReadonlyMap<string, string>,
  brief: Brief
) => {
  const anchors = anchorsOf(blocks, titles)
  const all = new Map<ReadonlySet<string> | undefined, ReadonlyArray<string>>()
  const sitePages = (files: ReadonlySet<string> | undefined) => {
    const found = all.get(files) ?? [...(files ?? [])].filter((path) => /\.(?:mdx?|rst)$/i.test(path))
    all.set(files, found)
    return found
  }
  return (written: TextBlock, { files, from, holds, text }: Authored): ReadonlyArray<TextBlock> => {
    const isFenced =
      /^(?:list|quote)$/.test(written.kind) || (written.kind === "code" && /^(?:```|~~~)/.test(written.source))
    const drop = (attributes: string) =>
      brief.dropped.push({
        item: `${from}, line ${written.line}: ${attributes}`,
        reason: "Only the generator of its site knows what it does to code"
      })
    const source = isFenced ? withoutAttributes(written.source, drop) : written.source
    const block = { ...written, source }
    if (block.kind === "code") return [block]
    const place = { place: text.address, files }
    const dead = (url: string, isPicture = false) =>
      brief.dropped.push({
        item: `${from}, line ${block.line}: ${url}`,
        reason: isPicture
          ? "The picture has the path that its author wrote; whether it is there, the text does not tell"
          : "It leads nowhere from here; of a link, the words stay"
      })
    if (block.kind === "definitions") {
      const isScript = /\]:\s*<?\s*(?:javascript|data|vbscript):/i.test(block.source)
      if (isScript) dead(block.source)
      const source = block.source.replaceAll(
        /(\]:[ \t]*<?)([^\s<>]+)/g,
        (whole, before: string, url: string) => `${before}${pictureFile.test(url) ? url : (ledBack(url, place) ?? url)}`
      )
      return isScript ? [] : [{ ...block, source }]
    }
    if (block.kind === "html") return shownHtml(block, { ...place, dead })
    const chapter = (url: string) => {
      const [address = "", heading = ""] = url.split("#")
      const file = fileOf(address, from, pages.keys())
      return file && (anchors.get(heading.toLowerCase()) ?? slugOf(pages.get(file)!))
    }
    const page = (url: string) => {
      const [address = "", heading] = url.split("#")
      const found = fileOf(address, from, sitePages(files))
      const led = found && pageOf(`${hosted.exec(text.address ?? "")?.[0]}/${found}`)
      return led && (heading === undefined ? led : `${led}#${heading}`)
    }
    const links = { anchors, chapter, page, ...place, dead, holds }
    const leave = (url: string) =>
      brief.dropped.push({
        item: `${from}, line ${block.line}: ${url}`,
        reason: "The guide does not have what it leads to"
      })
    const reduced = (source: string) => withoutDeadLinks(shown(ledHtml(source, links)), links)
    if (block.kind === "heading") return [{ ...block, text: reduced(block.text) }]
    const words = reduced(block.kind === "list" ? withoutDeadItems(source, anchors, leave) : source)
    return words.trim() === "" ? [] : [{ ...block, source: words }]
  }
}
