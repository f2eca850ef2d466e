/** Tables of HTML within descriptions, as tables of Markdown. */
import { table } from "./table.ts"

/** A cell on one line: its paragraphs and lists are one behind the other. */
const lineOf = (html: string): string =>
  html
    .replaceAll(/<(\/?)pre\b[^<>]*>/gi, "<$1code>")
    .replaceAll(/<li\b[^<>]*>/gi, " - ")
    .replaceAll(/<\/?(?:p|div|ul|ol|li|br|span)\b[^<>]*>/gi, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** The text of each part behind a tag, up to the tag that ends it. */
const partsOf = (html: string, begin: RegExp, end: RegExp): ReadonlyArray<string> =>
  html
    .split(begin)
    .slice(1)
    .map((part) => part.split(end, 1)[0]!)

const tableOf = (html: string): string => {
  const rows = partsOf(html, /<tr\b[^<>]*>/i, /<\/tr>|<\/t(?:head|body|foot)>/i)
    .map((row) => ({
      isHead: !/<td\b/i.test(row),
      cells: partsOf(row, /<t[dh]\b[^<>]*>/i, /<\/t[dh]>/i).map(lineOf)
    }))
    .filter(({ cells }) => cells.some((text) => text !== ""))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width === 0) return ""
  const [head] = rows
  const names = head!.isHead ? head!.cells : []
  const header = Array.from({ length: width }, (_, at) => names[at] ?? "")
  return table(
    header,
    rows.slice(head!.isHead ? 1 : 0).map(({ cells }) => cells)
  )
}

/** Each table that ends; one within another stays as it is. */
export const htmlTables = (text: string): string =>
  text
    .split(/(?=<table\b)/i)
    .map((part) => {
      const end = /^<table\b/i.test(part) ? part.search(/<\/table>/i) : -1
      return end === -1 ? part : `\n\n${tableOf(part.slice(0, end))}\n\n${part.slice(end + "</table>".length)}`
    })
    .join("")
