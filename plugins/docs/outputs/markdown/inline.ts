/**
 * Text from sources on its way into Markdown: escaped for the place it goes to. What reads as Markdown or simple HTML in the
 * source stays markup; scripts, styles and unknown tags become plain text.
 */
/** A code span of any text, whatever backticks it holds. */
export const code = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, " ")
  if (plain.trim() === "") return "` `"
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length))
  const fence = "`".repeat(longest + 1)
  const pad = plain.startsWith("`") || plain.endsWith("`") ? " " : ""
  return `${fence}${pad}${plain}${pad}${fence}`
}

/** A fence that the text cannot close. */
export const fenced = (text: string, language = ""): string => {
  const longest = Math.max(2, ...(text.match(/^ *`{3,}/gm) ?? []).map((run) => run.trim().length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, "")}\n${text}\n${fence}`
}

/** A plain text, such as a name: nothing in it is markup. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~]/g, (character, at: number) =>
      character === "_" && /\w/.test(text[at - 1] ?? "") && /\w/.test(text[at + 1] ?? "") ? character : `\\${character}`
    )

/** Addresses that a document may link to: what begins with one slash leads to another place on every host. */
const safeUrl = /^(?:https?:|mailto:|\/\/[\w-]+\.\w|\.{1,2}\/|[\w.-]+(?:[/?#]|$))/i

/** An address of the web that begins as people say it would be a path. */
export const withScheme = (url: string): string => url.replace(/^(?=www\.[\w-]+\.)/i, "http://")

/** Control characters and blanks hide what an address is: they are looked through. */
const addressOf = (url: string): string => withScheme(url.replaceAll(/[\p{Cc} ]+/gu, ""))

/** Whether an address may be linked: not to a script or to data, and not to an anchor that only the source had. */
export const isSafeUrl = (url: string): boolean => {
  const address = addressOf(url)
  if (address === "" || address.startsWith("#")) return false
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? /^(?:https?|mailto):/i.test(address) : safeUrl.test(address)
}

const target = (url: string): string => {
  const address = addressOf(url).replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("|", "%7C")
  return /[()]/.test(address) ? `<${address}>` : address
}

/** A link, or its text alone where the address may not be linked; a path on a host that is not known stays beside it. `text` is Markdown already. */
export const link = (text: string, url: string): string => {
  if (isSafeUrl(url)) return `[${text}](${target(url)})`
  const address = addressOf(url)
  return /^\/[^/]/.test(address) && !text.includes(address) ? `${text} (${code(address)})` : text
}

/** Entities of HTML that sources use. */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " "
}

/** The characters that entities stand for; one of no character stays. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{2,6}));/g, (whole, name: string | undefined, digits: string) => {
    if (name !== undefined) return entities[name]!
    return Number(digits) < 32 || Number(digits) > 0x10ffff
      ? whole
      : String.fromCodePoint(Number(digits)).toWellFormed()
  })

/** Tags that mean the same in Markdown. */
const tags: ReadonlyArray<readonly [RegExp, (inner: string) => string]> = [
  [/<(?:strong|b)\b[^<>]*>([^<]+)<\/(?:strong|b)>/gi, (inner) => `**${inner.trim()}**`],
  [/<(?:em|i)\b[^<>]*>([^<]+)<\/(?:em|i)>/gi, (inner) => `*${inner.trim()}*`]
]

const codeTag = /<(?:code|tt|kbd|var)\b[^<>]*>([^<]*)<\/(?:code|tt|kbd|var)>/gi

const anchorStart = /<a\b[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s<>]+))[^<>]*>/gi

/** Links of HTML as links of Markdown. */
const keepAnchors = (text: string): string => {
  const ends = Array.from(text.matchAll(/<\/a>/gi), ({ index }) => index)
  let result = ""
  let at = 0
  let next = 0
  for (const match of text.matchAll(anchorStart)) {
    const from = match.index + match[0].length
    while (next < ends.length && ends[next]! < from) next += 1
    const end = ends[next]
    if (match.index < at || end === undefined) continue
    const label = text.slice(from, end).replaceAll(/<[^<>]*>/g, "")
    const url = decodeEntities(match[1] ?? match[2] ?? match[3] ?? "")
    result += text.slice(at, match.index) + link(label.trim() || "link", url)
    at = end + "</a>".length
  }
  return result + text.slice(at)
}

/** An address in round brackets after a label, with one level of brackets within. Its bounds hold a search that fails short. */
const addressAfter = /\((<[^<>\n]{0,2000}>[^()\n]{0,300}|(?:[^()\n]|\([^()\n]{0,100}\)){0,1000})\)/y

/** Calls for each link or image of Markdown, the outermost only, in one pass: `write` says what stands in its place. */
export const replaceLinks = (
  text: string,
  write: (image: string, label: string, url: string, at: { readonly start: number; readonly whole: string }) => string
): string => {
  const open: Array<number> = []
  const paragraphs = text.includes("\n") ? Array.from(text.matchAll(/\n[ \t]*\n/g), ({ index }) => index) : []
  const found: Array<{ readonly start: number; readonly label: string; readonly url: string; readonly end: number }> =
    []
  let paragraph = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "\n" && paragraphs[paragraph] === at) {
      paragraph += 1
      open.length = 0
    } else if (character === "[") open.push(at)
    else if (character === "]") {
      const start = open.pop()
      if (start === undefined || text[at + 1] !== "(") continue
      addressAfter.lastIndex = at + 1
      const address = addressAfter.exec(text)
      if (address === null) continue
      const first = start > 0 && text[start - 1] === "!" ? start - 1 : start
      const end = at + 1 + address[0].length
      while (found.length > 0 && found.at(-1)!.start >= first) found.pop()
      found.push({ start: first, label: text.slice(start + 1, at), url: address[1]!, end })
      at = end - 1
    }
  }
  let result = ""
  let at = 0
  for (const { end, label, start, url } of found) {
    result +=
      text.slice(at, start) +
      write(text[start] === "!" ? "!" : "", label, url, { start, whole: text.slice(start, end) })
    at = end
  }
  return result + text.slice(at)
}

/** A title in quotes after the address. */
const linkTitle = /\s+(?:"[^"]*"|'[^']*')\s*$/

/** An image of which the address says where it is; any other as a link. */
const picture = (words: string, url: string): string =>
  /^https?:\/\//i.test(url) ? `!${link(words.trim() || "Image", url)}` : link(`Image: ${words.trim()}`, url)

/** The text of a link of the source, or the link itself where it may stay. */
const keepLinks = (text: string): string =>
  replaceLinks(text, (image, label, url) => {
    const address = decodeEntities(url.replace(linkTitle, "").trim().replace(/^<|>$/g, ""))
    return image === "" ? link(label.trim() === "" ? "link" : label, address) : picture(label, address)
  })

/** Images of HTML; one without words is an ornament. */
const keepImages = (text: string): string =>
  text.replaceAll(/<img\b[^<>]*>/gi, (tag) => {
    const [alt = "", source = ""] = ["alt", "src"].map(
      (name) => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(tag)?.slice(1).join("") ?? ""
    )
    return alt.trim() === "" ? "" : picture(alt, decodeEntities(source))
  })

const withoutControls = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, "")

const autoLink = /<(https?:\/\/[^\s<>]+)>/g

const withEmphasis = (text: string): string =>
  tags.reduce((result, [pattern, write]) => result.replaceAll(pattern, (_, inner: string) => write(inner)), text)

/** Text outside code spans. */
const outside = (text: string): string => {
  // What an author escaped begins no tag.
  const words = text.replaceAll(/\\([\\<])/g, (pair, escaped) => (escaped === "<" ? "&lt;" : pair))
  let result = keepLinks(keepImages(keepAnchors(withEmphasis(words))).replaceAll(autoLink, "$1"))
  // Tags that frame text or name a place in it say nothing here; anything else that looks like a tag is shown as it stands.
  result = result.replaceAll(/<\/?(?:p|div|span|small|u|sub|sup|font|center)\b[^<>]*>|<a\s[^<>]*>|<\/a>/gi, "")
  return result.replaceAll(/<(?=[a-z/!?])(?!https?:)/gi, "&lt;")
}

/** Code spans of a text, in one pass: each run of backticks is looked for among those of its length. */
export const codeSpansIn = (text: string): ReadonlyArray<readonly [start: number, end: number]> => {
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => ({ at: index, length: run.length }))
  const byLength = Map.groupBy(runs, ({ length }) => length)
  const next = new Map<number, number>()
  const spans: Array<readonly [number, number]> = []
  let from = 0
  for (const { at, length } of runs) {
    if (at < from) continue
    const same = byLength.get(length)!
    let place = next.get(length) ?? 0
    while (place < same.length && same[place]!.at <= at) place += 1
    next.set(length, place)
    const closing = same[place]
    if (closing === undefined) continue
    from = closing.at + length
    spans.push([at, from])
  }
  return spans
}

/** A text whose words outside code spans are changed. */
export const besideCode = (text: string, change: (words: string) => string): string => {
  let result = ""
  let at = 0
  for (const [start, end] of codeSpansIn(text)) {
    result += change(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return result + change(text.slice(at))
}

/** What a screen shows as an ornament, and frames that only a style sheet knows. */
const ornaments =
  /<([a-z]+)\b[^<>]*\baria-hidden\s*=\s*["']?true\b[^<>]*>[^<>]*<\/\1>|<\/?(?:span|font|center)\b[^<>]*>/gi

/** A text whose blocks are Markdown, with the emphasis of HTML as that of Markdown. */
export const htmlEmphasis = (text: string): string =>
  besideCode(text, (words) => withEmphasis(words.replaceAll(ornaments, "")))

/** A run of prose from a source, as Markdown without HTML. */
export const inline = (text: string): string =>
  withoutLostLinks(
    besideCode(
      withoutControls(text)
        .replaceAll(codeTag, (_, inner: string) => code(decodeEntities(inner)))
        // Code shows the backslashes that some tools need before the brackets of a placeholder.
        .replaceAll(/\\<([A-Z][A-Z\d_ -]+)\\>/g, "<$1>"),
      outside
    )
  )

/** Links that may not stay and whose labels hold code: they are seen only when the pieces are together. */
const withoutLostLinks = (text: string): string => {
  if (!/\]\([#/]/.test(text)) return text
  const spans = codeSpansIn(text)
  return replaceLinks(text, (_, label, url, { start, whole }) =>
    isSafeUrl(url) || spans.some(([from, to]) => from <= start && start < to) ? whole : link(label, url)
  )
}

/** A text on one line, for a cell of a table. */
export const cell = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")
