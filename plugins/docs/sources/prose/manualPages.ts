/** Manual pages as a terminal prints them: sections at the margin, text set off to the right, a header, a footer and divided words. */

const headerLine = /^([\w.:+-]+\(\d\w*\)) {3,}(?:.* )?\1$/i
const footerLine = /^(?:\S| {20,}\S).* {3,}[\w.:+-]+\(\d\w*\)$/
const section = /^[A-Z][A-Z0-9 ,'/&()-]*$/
const part = /^ {2,3}\S/
const listItem = /^(?:(\d{1,3}\.)|[o•·*-])\s+(?=\S)/

/** Columns to which a tab goes on. */
const tabWidth = 8

const expanded = (line: string): string => {
  let shown = ""
  for (const sign of line) shown += sign === "\t" ? " ".repeat(tabWidth - (shown.length % tabWidth)) : sign
  return shown.trimEnd()
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Lines as one, with words that were divided at their ends whole again, and no marks that Markdown would read. */
const joined = (lines: ReadonlyArray<string>): string =>
  lines
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/(?<=\p{L})-\n(?=\p{Ll})/gu, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[<*`]/g, String.raw`\$&`)

/** Whether a text is a manual page. */
const isManual = (lines: ReadonlyArray<string>): boolean => {
  const first = lines.find((line) => line !== "") ?? ""
  const at = lines.indexOf("NAME")
  return at !== -1 && (headerLine.test(first) || first === "NAME") && /^ {3,}\S/.test(lines[at + 1] ?? "")
}

const paragraphsOf = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  lines
    .join("\n")
    .split(/\n{2,}/)
    .map((text) => text.split("\n").filter((line) => line !== ""))
    .filter((paragraph) => paragraph.length > 0)

/** What stands below a heading: paragraphs, items, names with what they mean, examples. */
const bodyOf = (lines: ReadonlyArray<string>, isCode: boolean): ReadonlyArray<string> => {
  const base = Math.min(...lines.filter((line) => line !== "").map(indentOf))
  const fenced = (all: ReadonlyArray<string>) => {
    const least = Math.min(...all.filter((line) => line !== "").map(indentOf))
    return ["```", ...all.map((line) => line.slice(least)), "```"].join("\n")
  }
  if (isCode) return [fenced(lines.join("\n").trimEnd().split("\n"))]
  let isInItem = false
  return paragraphsOf(lines).map((paragraph) => {
    const [first = "", ...rest] = paragraph
    const mark = listItem.exec(first.trim())
    if (mark !== null) {
      isInItem = true
      return `${mark[1] ?? "-"} ${joined([first.trim().slice(mark[0].length), ...rest])}`
    }
    if (indentOf(first) > base) return isInItem ? `    ${joined(paragraph)}` : fenced(paragraph)
    const isTerm = rest.length > 0 && rest.every((line) => indentOf(line) > base)
    isInItem = isTerm
    if (!isTerm) return joined(paragraph)
    // A short name has the beginning of its meaning beside it.
    const column = indentOf(rest[0]!)
    const at = /\s/.test(first.charAt(column - 1)) ? column : first.length
    return `- ${joined([first.slice(0, at)])}: ${joined([first.slice(at), ...rest]).trim()}`
  })
}

/** A manual page as Markdown; any other text is `undefined`. */
export const manualPage = (text: string): string | undefined => {
  if (!/^NAME$/m.test(text)) return undefined
  const all = text.split("\n").map(expanded)
  if (!isManual(all)) return undefined
  const lines = all.filter((line) => !headerLine.test(line) && !footerLine.test(line))
  const sections: Array<{ readonly heading: string; readonly level: 2 | 3; readonly body: Array<string> }> = []
  for (const line of lines) {
    if (section.test(line)) sections.push({ heading: line, level: 2, body: [] })
    else if (part.test(line)) sections.push({ heading: line.trim(), level: 3, body: [] })
    else sections.at(-1)?.body.push(line)
  }
  const title = joined(sections.find(({ heading }) => heading === "NAME")!.body).trim()
  const told = sections
    .filter(({ heading }) => heading !== "NAME")
    .flatMap(({ body, heading, level }) => [
      `${"#".repeat(level)} ${heading}`,
      ...(body.every((line) => line === "") ? [] : bodyOf(body, heading === "SYNOPSIS"))
    ])
  return `${[`# ${title}`, ...told].join("\n\n")}\n`
}
