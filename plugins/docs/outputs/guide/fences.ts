/** Marks of code with attributes that only a generator of sites shows: the name of a file stands above its code, the rest is left out. */
import { code } from "../markdown/inline.ts"

/** What stands before the marks of code within a quote or an item of a list, and the marks. */
const marksOf = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})/

/** A language and attributes behind it: `yaml title="config.yaml"`, `{.yaml linenos=true}`. */
const attributed = /^[ \t]*([\w+#.-]*)((?:[ \t]+[^`={]*=|[ \t]*\{)[^`]*)$/

const titleIn = /\b(?:title|file-?name|file)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s{}]+))/

/** A block whose code has no such attributes. `left` is told each one that is left out. */
export const withoutAttributes = (source: string, left: (attributes: string) => void): string => {
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
