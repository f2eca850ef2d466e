/**
 * Links, pictures and HTML of an author in a guide: what stood beside the source is led back to where it was read. Where that is not known it leads
 * nowhere and goes, of a link the words stay, and the report names each.
 */
import { slugOf } from "../../markdown/slug.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import type { Brief } from "../Brief.ts"
import { shown } from "../markdown/authorsMarkdown.ts"
import { codeSpansIn, isSafeUrl, replaceLinks } from "../markdown/inline.ts"
import type { Authored } from "../material/Material.ts"

const addressOf = (written: string): string =>
  written
    .trim()
    .replace(/\s["'(][^]*$/, "")
    .trimEnd()
    .replace(/^<|>$/g, "")

/** The root of the repository that a text was read from; nothing where the address is none of a code host. */
const hosted =
  /^https:\/\/(?:raw\.githubusercontent\.com\/[^/]+\/[^/]+|[^/]+\/.+?\/-\/raw)\/(?:refs\/(?:heads|tags)\/)?[^/]+/

/** A file with an ending that is no page of a site. */
const fileName = /^[^?#]*\.(?!html?\b)\w+(?:[?#]|$)/i

/** Where a text was read, and what its links tell of that place. */
interface Place {
  readonly address: string | undefined
  /** Folders that it links to a file in: what it links to beside that, without an ending, is a file, too. */
  readonly folders: ReadonlySet<string>
  /** Whether its links from the root lead to pages of a site. */
  readonly isOfSite: boolean
}

const placeOf = ({ address, text }: Authored["text"]): Place => ({
  address,
  folders: new Set(
    Array.from(
      text.matchAll(/\]\((?![a-z][\w+.-]*:|[/#])([^()\s?#]*\/)[^()\s/?#]+\.(?!(?:mdx?|rst|html?)\))\w+\)/gi),
      ([, folder]) => folder!
    )
  ),
  isOfSite: /\]\(\/(?!\/)[^()\s.]*\)/.test(text)
})

/** What is named from a root: that of a site, where the text stands in the first folder named, else that of the repository, but for pictures. */
const fromRoot = (url: string, { address = "", isOfSite }: Place): string | undefined => {
  const root = hosted.exec(address)?.[0]
  if (root === undefined || !fileName.test(url)) return undefined
  const at = address.indexOf(/^\/[^/]*\/|$/.exec(url)?.[0] || " ", root.length)
  if (at !== -1) return address.slice(0, at) + url
  return isOfSite || /\.(?:png|jpe?g|gif|svg|webp)(?:[?#]|$)/i.test(url) ? undefined : root + url
}

/** Where a link to a file of the source leads, from the text's own address; what a code host would give as raw text is its page. */
const ledBack = (url: string, place: Place, isPicture: boolean, words = ""): string | undefined => {
  const { address, folders } = place
  if (address === undefined) return undefined
  const isRooted = /^\/(?!\/)/.test(url)
  const isFile = fileName.test(url) && !/^(?:\/|[a-z][\w+.-]*:)/i.test(url)
  // What is called by its whole path is a folder.
  const isFolder = words.includes("/") && url.replace(/^(?:\.\.?\/)+/, "") === words.replaceAll("`", "")
  const isBeside = !isRooted && /^[^:?#]+\/[^:?#/]+$/.test(url) && folders.has(url.slice(0, url.lastIndexOf("/") + 1))
  if (!isRooted && !isFile && !isFolder && !isBeside) return undefined
  const found = isRooted ? fromRoot(url, place) : URL.parse(url, address)?.href
  return isPicture
    ? found
    : found
        ?.replace(
          /^(https:\/\/)raw\.githubusercontent(\.com\/[^/]+\/[^/]+\/)(?:refs\/(?:heads|tags)\/)?/,
          "$1github$2blob/"
        )
        .replace("/-/raw/", "/-/blob/")
}

/** Where links of a document may lead. */
interface Links {
  readonly place: Place
  /** Anchors of headings that the document has, by their small letters. */
  readonly anchors: ReadonlyMap<string, string>
  readonly dead: (url: string) => void
  /** Whether the words of a picture stand for it, which is left out. */
  readonly withWords: boolean
}

/** Links within the words of a link that are looked at, such as the picture of a badge. */
const mostNested = 2

/** Links to files beside the source, or to headings that are left out, lead nowhere: their words stay, and pictures go. */
const withoutDeadLinks = (text: string, links: Links, nested = 0): string => {
  if (nested > mostNested) return text.replaceAll("](", "] (")
  const { anchors, dead, place } = links
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
    const page = place.address === undefined ? undefined : ledBack(place.address.replace(/^.*\//, ""), place, false)
    const there = ledBack(address, place, image !== "", label)
    // Hosts of code take no heed of capital letters.
    const isHere = address.startsWith("#") || (page !== undefined && there?.startsWith(`${page}#`) === true)
    const anchor = isHere ? anchors.get(address.replace(/.*#/, "").toLowerCase()) : undefined
    const led = anchor === undefined ? there : `#${anchor}`
    if (led !== undefined) return `${image}[${words}](${url.replace(address, () => led)})`
    dead(address)
    if (image !== "") return links.withWords ? label : ""
    const file = address.replace(/[#?].*$/, "")
    // Words that only point say nothing without what they point to.
    const isPointer = /^(?:(?:click |right )?here(?:['’]s how)?|this(?: \w+)?|link)$/i.test(label.trim())
    return isPointer && isSafeUrl(address) && /\.\w+$/.test(file) ? `${words} (\`${file}\`)` : words
  })
}

const speaksOfPicture =
  /:\s*$|\b(?:(?:shown|seen|pictured|see|view) (?:\w+ ){0,3}(?:below|here|above)|below (?:is|are)|following (?:\w+ )?(?:picture|image|screenshot|figure|example)|(?:picture|image|screenshot|figure|diagram)s? (?:below|shows?)|looks? like)\b[^\n]*$/i

/** Nothing but a link that can lead to a page of the source's site only, with words that lead to it. */
const onlyLink =
  /^(?:(?:next|previous|see|read|also|continue|back|go|up|steps?|more|to|with|on|the)\b|[^\p{L}\p{N}\n[\]!])*\[[^\]\n]+\]\((?!https?:|mailto:|#)[^()\n]*\)[^\p{L}\p{N}\n]*$/iu

/** Headings of lists that lead to more to read. */
const isReading = ({ source }: TextBlock): boolean =>
  /^(?:#+\s*)?\W*(?:related\b|see also\b|(?:further|more) (?:reading|information|resources)\b|(?:what's )?next\b|learn more\b|read more\b|links\b|references?\b|resources\b)/i.test(
    source
  )

/** Whether a block is nothing but such links, below a heading of more to read also with what each is about. */
const isPointer = (block: TextBlock, before: TextBlock | undefined): boolean =>
  (block.kind === "list" &&
    block.items.every(
      (item) =>
        onlyLink.test(item.trim()) ||
        (before !== undefined && isReading(before) && /^\s*(?:\*\*)?\[[^\]\n]+\]\([^()\n]*\)/.test(item))
    )) ||
  (block.kind === "paragraph" && onlyLink.test(block.source.trim()))

/** A sentence that sends its readers to the link in it, or near to it. */
const sends =
  /\b(?:use|follow|click|open|visit|see|with|via|through|using)\b[^.!?]{0,20}\b(?:the|this|that|these|following)\b[^.!?]{0,20}\blinks?\b|\blinks? (?:below|above|here)\b/i

/** A short sentence that does nothing but send its readers elsewhere: `See the guide for more.` */
const onlySends =
  /^\W*(?:for\b[^.!?,]{0,80},\s*)?(?:please\s+|also\s+|then\s+)?(?:see|read|refer\s+to|return\s+to|go\s+(?:back\s+)?to|check\s+out|visit|consult|continue\s+(?:with|to)|(?:take|have)\s+a\s+look\s+at|learn\s+more)\b(?:[^.!?`\]]|[.?!](?=\S)){0,60}\](?:[^.!?`]|[.?!](?=\S)){0,160}[.!]?\s*$/i

/** Whether a sentence sends its readers to its link. Of a text that was posted, the words of a link to a file beside it name that file. */
const isSending = (sentence: string, { address }: Place): boolean =>
  !sentence.includes("![") &&
  (sends.test(sentence) || ((address !== undefined || /\]\(\//.test(sentence)) && onlySends.test(sentence)))

/** The sentences of a paragraph, each with the blanks behind it. */
const sentencesOf = (source: string): ReadonlyArray<string> => source.split(/(?<=[.!?]\s+)(?=[[*_]*\p{Lu})/u)

/** Pictures and links of HTML led back to where they were read; without that, `dead` says what becomes of them. */
const ledHtml = (source: string, place: Place, dead: (url: string, found: string, words: string) => string) =>
  source
    .replaceAll(/<img\b[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]*)[^<>]*>/gi, (found, url: string) => {
      const led = /^https?:/i.test(url) ? url : ledBack(url, place, true)
      return led === undefined ? dead(url, found, "") : found.replace(url, () => led)
    })
    .replaceAll(
      /<a\b[^<>]*?\bhref\s*=\s*["']?(?!https?:|mailto:|#)([^"'\s<>]+)[^<>]*>([^]{0,2000}?)<\/a>/gi,
      (found, url: string, words: string) => {
        const led = ledBack(url, place, false)
        return led === undefined ? dead(url, found, words) : found.replace(url, () => led)
      }
    )

/** HTML of an author without pictures of the source's folder; what holds nothing else, or only loads something, goes. */
const shownHtml = (block: TextBlock, place: Place, dead: (url: string) => void): ReadonlyArray<TextBlock> => {
  const loaded = block.source.replaceAll(/<(iframe|video|object|embed|script|style)\b[^]*?<\/\1>/gi, (found) => {
    dead(/\bsrc\s*=\s*["']([^"']*)/i.exec(found)?.[1] ?? found.slice(0, 80))
    return ""
  })
  const source = shown(
    ledHtml(loaded, place, (url, _, words) => {
      dead(url)
      return words
    })
  )
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

/** Makes blocks without links that lead nowhere; one that was only such a picture goes. The report names each. `titles`: the headings of the guide. */
export const linker = (blocks: ReadonlyArray<TextBlock>, titles: ReadonlyArray<string>, brief: Brief) => {
  const anchors = anchorsOf(blocks, titles)
  const places = new Map<Authored["text"], Place>()
  return (
    block: TextBlock,
    { from, text }: Authored,
    withWords: boolean,
    before?: TextBlock
  ): ReadonlyArray<TextBlock> => {
    if (block.kind === "code") return [block]
    const place = places.get(text) ?? placeOf(text)
    places.set(text, place)
    const dead = (url: string) =>
      brief.dropped.push({
        item: `${from}, line ${block.line}: ${url}`,
        reason: "It leads nowhere from here; of a link, the words stay"
      })
    if (block.kind === "definitions") {
      const isScript = /\]:\s*<?\s*(?:javascript|data|vbscript):/i.test(block.source)
      if (isScript) dead(block.source)
      const source = block.source.replaceAll(
        /(\]:[ \t]*<?)([^\s<>]+)/g,
        (whole, before: string, url: string) => `${before}${ledBack(url, place, false) ?? url}`
      )
      return isScript ? [] : [{ ...block, source }]
    }
    if (block.kind === "html") return shownHtml(block, place, dead)
    const reduced = (source: string, deadLink: (url: string) => void) =>
      withoutDeadLinks(shown(ledHtml(source, place, (_, found) => found)), {
        anchors,
        place,
        dead: deadLink,
        withWords
      })
    if (block.kind === "heading") return [{ ...block, text: reduced(block.text, dead) }]
    const leadsNowhere = (source: string): boolean => {
      let count = 0
      reduced(source, () => (count += 1))
      return count > 0
    }
    const drop = (text: string, reason: string) =>
      brief.dropped.push({ item: `${from}, line ${block.line}: ${text.trim()}`, reason })
    if (isPointer(block, before)) {
      const items = block.kind === "list" ? block.items : [block.source]
      if (items.every(leadsNowhere)) {
        for (const item of items) drop(item, "It is only a link to what is not here")
        return []
      }
    }
    // A sentence about a link goes with the link.
    const sentences =
      block.kind === "paragraph" && block.source.includes("](") ? sentencesOf(block.source) : [block.source]
    const kept = sentences.filter((sentence) => {
      if (block.kind !== "paragraph" || !isSending(sentence, place) || !leadsNowhere(sentence)) return true
      const isLost = !/\]\(|<(?:a|img)\b/.test(reduced(sentence, () => {}))
      if (isLost) drop(sentence, "It sends readers to a link that leads nowhere from here")
      return !isLost
    })
    const written = kept.length === sentences.length ? block.source : kept.join("").trimEnd()
    const isPicture =
      withWords && block.kind === "paragraph" && /^!\[[^\][\n]+\]\([^()\n]*\)$/.test(block.source.trim())
    const words = reduced(written, dead)
    // A picture that cannot be shown is missed where the text speaks of it; elsewhere the report is enough.
    const isMissed = before !== undefined && speaksOfPicture.test(before.source.trim())
    const source = isPicture && !words.includes("](") ? (isMissed ? `*(Picture: ${words.trim()})*` : "") : words
    return source.trim() === "" ? [] : [{ ...block, source }]
  }
}
