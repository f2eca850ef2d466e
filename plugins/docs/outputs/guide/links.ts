/**
 * Links, pictures and HTML of an author in a guide: what stood beside the source is led back to where it was read. Where that is not known a link
 * leads nowhere: its words stay, and the report names each. A picture keeps the path of its author, but in a readme: where the files of a site
 * are, its page does not tell.
 */
import { slugOf } from "../../markdown/slug.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import type { Brief } from "../Brief.ts"
import { shown } from "../markdown/authorsMarkdown.ts"
import { codeSpansIn, replaceLinks, withScheme } from "../markdown/inline.ts"
import type { Authored } from "../material/Material.ts"
import { withoutAttributes } from "./fences.ts"

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

/** Where a link to a file of the source leads, from the text's own address; what a code host would give as raw text is its page. */
const ledBack = (url: string, address: string | undefined, isPicture = false): string | undefined => {
  const whole = withScheme(url)
  if (whole !== url) return whole
  if (address === undefined) return undefined
  const isRooted = /^\/(?!\/)/.test(url)
  const isBeside = /^(?![a-z][\w+.-]*:)[\w.@-]/i.test(url) && (fileName.test(url) || isReadme(address))
  const found = isRooted ? fromRoot(url, address) : isBeside ? URL.parse(url, address)?.href : undefined
  if (isPicture) return address !== undefined && isReadme(address) ? found : undefined
  return found
    ?.replace(
      /^(https:\/\/)raw\.githubusercontent(\.com\/[^/]+\/[^/]+\/)(?:refs\/(?:heads|tags)\/)?/,
      "$1github$2blob/"
    )
    .replace("/-/raw/", "/-/blob/")
}

/** What runs something, or holds what it shows. */
const scripted = /^\s*(?:javascript|data|vbscript):/i

/** A path that keeps what its author wrote. */
const isPath = (url: string): boolean => !/^(?:https?:)?\/\//i.test(url)

/** Where links of a document may lead. */
interface Links {
  /** Where the text was read. */
  readonly place: string | undefined
  /** Anchors of headings that the document has, by their small letters. */
  readonly anchors: ReadonlyMap<string, string>
  readonly dead: (url: string, isPicture?: boolean) => void
  readonly holds?: ((path: string) => boolean) | undefined
  /** The chapter of the document that a file of the source is. */
  readonly chapter: (path: string) => string | undefined
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
      const led = isHeld ? address : ledBack(address, place, true)
      if (led === undefined && isPath(address)) dead(address, isShown)
      return isShown ? `![${words}](${url.replace(address, () => led ?? address)})` : words
    }
    const page = place === undefined ? undefined : ledBack(place.replace(/^.*\//, ""), place)
    const there = isHeld ? address : ledBack(address, place)
    // Hosts of code take no heed of capital letters.
    const isHere = address.startsWith("#") || (page !== undefined && there?.startsWith(`${page}#`) === true)
    const anchor = isHere
      ? anchors.get(address.replaceAll(/.*#|\\(?=[^a-z\d\s])/gi, "").toLowerCase())
      : chapter(address)
    const led = anchor === undefined ? there : `#${anchor}`
    if (led !== undefined) return `[${words}](${url.replace(address, () => led)})`
    dead(address)
    return words
  })
}

/** Links of HTML led back to where they were read; of one that leads nowhere, its words stay in a block of HTML. Pictures stay, and are named. */
const ledHtml = (source: string, { dead, place }: Pick<Links, "dead" | "place">, isBlock = false): string => {
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
const shownHtml = (block: TextBlock, links: Pick<Links, "dead" | "place">): ReadonlyArray<TextBlock> => {
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

/** Makes blocks without links that lead nowhere; one that was only such a picture goes. The report names each. `titles`: the headings of the guide; `pages`: those of its files. */
export const linker = (
  blocks: ReadonlyArray<TextBlock>,
  titles: ReadonlyArray<string>,
  pages: ReadonlyMap<string, string>,
  brief: Brief
) => {
  const anchors = anchorsOf(blocks, titles)
  return (written: TextBlock, { from, holds, text }: Authored): ReadonlyArray<TextBlock> => {
    const isFenced =
      /^(?:list|quote)$/.test(written.kind) || (written.kind === "code" && /^(?:```|~~~)/.test(written.source))
    const leave = (attributes: string) =>
      brief.dropped.push({
        item: `${from}, line ${written.line}: ${attributes}`,
        reason: "Only the generator of its site knows what it does to code"
      })
    const source = isFenced ? withoutAttributes(written.source, leave) : written.source
    const block = { ...written, source }
    if (block.kind === "code") return [block]
    const place = text.address
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
    if (block.kind === "html") return shownHtml(block, { place, dead })
    const chapter = (path: string) => {
      const title = pages.get(URL.parse(path, `file:///${from}`)?.href.replace("file:///", "") ?? "")
      return title && slugOf(title)
    }
    const links = { anchors, chapter, place, dead, holds }
    const reduced = (source: string) => withoutDeadLinks(shown(ledHtml(source, links)), links)
    if (block.kind === "heading") return [{ ...block, text: reduced(block.text) }]
    const words = reduced(source)
    return words.trim() === "" ? [] : [{ ...block, source: words }]
  }
}
