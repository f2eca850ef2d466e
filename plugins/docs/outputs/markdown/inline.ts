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

/** A plain text, such as a name: nothing in it is markup. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~]/g, (character, at: number) =>
      character === "_" && /\w/.test(text[at - 1] ?? "") && /\w/.test(text[at + 1] ?? "") ? character : `\\${character}`
    )

/** Addresses that a document may link to. */
const safeUrl = /^(?:https?:|mailto:|\/(?!\/)|\.{0,2}\/|[\w.-]+(?:[/?#]|$))/i

/** Control characters and blanks hide what an address is: they are looked through. */
const addressOf = (url: string): string => url.replaceAll(/[\p{Cc} ]+/gu, "")

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

/** A link, or its text alone where the address may not be linked. `text` is Markdown already. */
export const link = (text: string, url: string): string => (isSafeUrl(url) ? `[${text}](${target(url)})` : text)

/** Entities of HTML that sources use. */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
  "#34": '"'
}

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#39|#34);/g, (_, name: string) => entities[name]!)

/** Tags that mean the same in Markdown. */
const tags: ReadonlyArray<readonly [RegExp, (inner: string) => string]> = [
  [/<(?:strong|b)\b[^<>]*>([^<]+)<\/(?:strong|b)>/gi, (inner) => `**${inner.trim()}**`],
  [/<(?:em|i)\b[^<>]*>([^<]+)<\/(?:em|i)>/gi, (inner) => `*${inner.trim()}*`]
]

const codeTag = /<(?:code|tt|kbd|var)\b[^<>]*>([^<]*)<\/(?:code|tt|kbd|var)>/gi

const anchorTag = /<a\b[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s<>]+))[^<>]*>([\s\S]*?)<\/a>/gi

/** HTML of paragraphs, lists and breaks as lines of Markdown; the rest of it stays for `inline`. */
export const htmlToLines = (text: string): string =>
  /<\/?[a-z]/i.test(text)
    ? text
        .replaceAll(/<!--[\s\S]*?-->/g, "")
        .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, "")
        .replaceAll(/<br\s*\/?>/gi, "\n")
        .replaceAll(/<li\b[^<>]*>/gi, "\n- ")
        .replaceAll(/<\/(?:p|div|ul|ol|table|h[1-6])>|<(?:p|div|ul|ol)\b[^<>]*>/gi, "\n\n")
        .replaceAll(/<\/li>/gi, "")
        .replaceAll(/<h[1-6]\b[^<>]*>/gi, "\n\n#### ")
        .replaceAll(/\n{3,}/g, "\n\n")
    : text

const markdownLink = /(!?)\[((?:[^\]\n]|\n(?!\s*\n))*)\]\(((?:<[^>\n]*>|[^()\n]|\([^()\n]*\))*)\)/g

/** A title in quotes after the address. */
const linkTitle = /\s+(?:"[^"]*"|'[^']*')\s*$/

/** The text of a link of the source, or the link itself where it may stay. Images become links. */
const keepLinks = (text: string): string =>
  text.replaceAll(markdownLink, (_, image: string, label: string, url: string) => {
    const shown = label.trim() === "" ? "link" : image === "" ? label : `Image: ${label}`
    return link(shown, decodeEntities(url.replace(linkTitle, "").trim().replace(/^<|>$/g, "")))
  })

const withoutControls = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, "")

const autoLink = /<(https?:\/\/[^\s<>]+)>/g

/** Text outside code spans. */
const outside = (text: string): string => {
  let result = text
  for (const [pattern, write] of tags) {
    result = result.replaceAll(pattern, (_, inner: string) => write(inner))
  }
  result = result.replaceAll(anchorTag, (_, a?: string, b?: string, c?: string, label = "") =>
    link(label.replaceAll(/<[^<>]*>/g, "").trim() || "link", decodeEntities(a ?? b ?? c ?? ""))
  )
  result = keepLinks(result.replaceAll(autoLink, "$1"))
  // Tags that frame text say nothing here; anything else that looks like a tag is shown as it stands.
  result = result.replaceAll(/<\/?(?:p|div|span|small|u|sub|sup|font|center)\b[^<>]*>/gi, "")
  return result.replaceAll(/<(?=[a-z/!?])(?!https?:)/gi, "&lt;")
}

const codeSpans = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g

/** A run of prose from a source, as Markdown without HTML. */
export const inline = (text: string): string => {
  const source = withoutControls(text).replaceAll(codeTag, (_, inner: string) => code(decodeEntities(inner)))
  let result = ""
  let at = 0
  for (const match of source.matchAll(codeSpans)) {
    result += outside(source.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return result + outside(source.slice(at))
}

/** Bars end a cell wherever they stand, in code spans too. */
export const cell = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/(?<!\\)\|/g, "\\|")
    .trim()
