/** HTML of descriptions as lines of Markdown. */
import { htmlTables } from "./htmlTable.ts"
import { codeSpansIn, decodeEntities, fenced, htmlEmphasis } from "./inline.ts"

/** Tags at which a block begins or ends. Blanks around them lay out the source only. */
const blockTag = "(?:p|div|ul|ol|li|table|h[1-6]|pre|br|img|figure|figcaption|picture|section|article)"

/** Characters of entities that are no marks in Markdown. */
const isPlain = (character: string): boolean => /^[\p{L}\p{N}:/.,;'"()?%@=\s]$/u.test(character)

/** Text of `<pre>` as it is read: without the tags within. */
const preformatted = (html: string): string =>
  decodeEntities(html.replaceAll(/<\/?(?:code|span|strong|b|em|i|a)\b[^<>]*>/gi, "").replaceAll(/<br\s*\/?>/gi, "\n"))

/** Elements that frame text, lay it out or are to be clicked: outside of their page only their text says something. */
const elements: ReadonlySet<string> = new Set(
  (
    "abbr acronym address article aside audio bdi bdo big button center cite data datalist del details dfn dialog fieldset figcaption figure " +
    "font footer form header hr input ins label legend main map mark menu meter nav nobr optgroup option output picture progress q " +
    "rp rt ruby s samp section select slot small span strike template textarea time u video wbr"
  ).split(" ")
)

/** A text without such elements. A word in angle brackets that has no attribute and is not closed stands for a value. */
const withoutElements = (text: string): string => {
  const closed = new Set(Array.from(text.matchAll(/<\/([a-z]+)>/gi), ([, name]) => name!.toLowerCase()))
  return text.replaceAll(/<\/?([a-z]+)\b([^<>]*)>/gi, (tag, name: string, rest: string) =>
    elements.has(name.toLowerCase()) &&
    (rest.includes("=") || /^[hw]b?r$/i.test(name) || closed.has(name.toLowerCase()))
      ? ""
      : tag
  )
}

/** Items of lists with the mark of their list, a dash or their number, below that of an item which they are part of. */
const withMarks = (text: string): string => {
  const lists: Array<{ readonly isNumbered: boolean; readonly indent: string; count: number }> = []
  return text.replaceAll(
    /<(\/?)([ou])l\b[^<>]*>|<li\b[^<>]*>(?:\s*<p\b[^<>]*>)?\s*/gi,
    (tag, end: string | undefined, kind: string | undefined) => {
      const list = lists.at(-1)
      const { count = 0, indent = "", isNumbered = false } = list ?? {}
      if (kind === undefined) {
        if (list !== undefined) list.count += 1
        return `\n${indent}${isNumbered ? `${count + 1}.` : "-"} `
      }
      if (end === "/") lists.pop()
      else {
        const inner = count === 0 ? indent : `${indent}${" ".repeat(isNumbered ? `${count}. `.length : 2)}`
        lists.push({ isNumbered: kind.toLowerCase() === "o", indent: inner, count: 0 })
      }
      // What comes behind a list within an item is of that item.
      return count === 0 || lists.length === 0 ? tag : end === "/" ? `\n\n${lists.at(-1)!.indent}  ` : ""
    }
  )
}

/** Lines of a paragraph without their indentation, which says nothing there, and without what is no text. */
const plainLines = (text: string): string =>
  text
    .replaceAll(/<summary\b[^<>]*>\s*([^<>]*?)\s*<\/summary>/gi, "\n\n**$1**\n\n")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, "")
    // An element of a site's own that is empty is a mark that only the site shows.
    .replaceAll(/<([a-z]+(?:-[a-z]+)+)\b[^<>]*><\/\1>/gi, "")
    .replaceAll(/&#\d{2,6};/g, (entity) => (isPlain(decodeEntities(entity)) ? decodeEntities(entity) : entity))
    .replaceAll(new RegExp(`^[ \\t]+(?=</?${blockTag}\\b)`, "gim"), "")
    .split(/(?=<\/?(?:p|div)\b)/i)
    .map((part) => (/^<[pd]/i.test(part) ? part.replaceAll(/\n[ \t]+(?![ \t]|[-*+] |\d{1,9}[.)] )/g, "\n") : part))
    .join("")
    .replaceAll(/<h[1-6]\b[^<>]*>(?:(?!<h[1-6])[^])*?<\/h[1-6]>/gi, (heading) => heading.replaceAll(/\s+/g, " "))
    // A picture without words is there for the look of a site.
    .replaceAll(/<img\b(?=[^<>]*\salt=(?:""|''))[^<>]*>/gi, "")
    .replaceAll(/^[ \t]*>[^\n]*/gm, (quoted) => quoted.replaceAll(/<br\s*\/?>/gi, "\n> "))
    // A row of a table stays one line.
    .replaceAll(/^[ \t]*\|.*\|[ \t]*$|<br\s*\/?>/gim, (found) => (found.includes("|") ? found : "\n"))
    .replaceAll(/<\/li>(?:\s*(?=<li\b))?/gi, "")
    // A stop behind a list belongs to the sentence before it.
    .replaceAll(/(<\/[ou]l>)\s*[.,;](?=\s)/gi, "$1")

const linesOf = (text: string): string =>
  withMarks(plainLines(withoutElements(text)))
    .replaceAll(/<\/(?:p|div|ul|ol|table|h[1-6])>|<(?:p|div|ul|ol)\b[^<>]*>(?:[ \t]*\n)?[ \t]*/gi, "\n\n")
    .replaceAll(/<h([1-6])\b[^<>]*>\s*/gi, (_, level: string) => `\n\n${"#".repeat(Number(level))} `)
    .replaceAll(/<\/blockquote>/gi, "\n\n")
    .replaceAll(/<blockquote\b[^<>]*>\s*/gi, "\n\n> ")
    .replaceAll(/\n{3,}/g, "\n\n")

/** Code of a text taken out, and put back once the markup around it is read. */
class Kept {
  readonly #all: Array<string> = []

  keep(text: string): string {
    return `\0${this.#all.push(text) - 1}\0`
  }

  restore(text: string): string {
    return text.replaceAll(/\0(\d+)\0/g, (_, at: string) => this.#all[Number(at)]!)
  }
}

/** HTML of paragraphs, lists, tables, code and breaks as lines of Markdown; the rest of it stays for `inline`. Code of Markdown is no markup. */
export const htmlToLines = (text: string): string => {
  if (!/<[a-z/!]/i.test(text)) return text
  const source = htmlTables(text.replaceAll("\0", ""))
  const kept = new Kept()
  let rest = ""
  let at = 0
  for (const [start, end] of codeSpansIn(source)) {
    const span = source.slice(start, end)
    // A span ends with its paragraph.
    if (!span.startsWith("```") && /\n[ \t]*\n/.test(span)) continue
    rest += source.slice(at, start) + kept.keep(span)
    at = end
  }
  rest += source.slice(at)
  const last = rest.toLowerCase().lastIndexOf("</pre>") + "</pre>".length
  const written = rest.slice(0, last).replaceAll(
    /<pre\b[^<>]*>([^]*?)<\/pre>/gi,
    (_, inner: string) =>
      `\n\n${kept.keep(
        fenced(
          preformatted(kept.restore(inner))
            .replace(/^\s*\n/, "")
            .trimEnd()
        )
      )}\n\n`
  )
  return kept.restore(linesOf(htmlEmphasis(last < "</pre>".length ? rest : written + rest.slice(last))))
}
