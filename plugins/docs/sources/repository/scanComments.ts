/** The comment scanner: documentation comments with the public declaration that follows (or, in Python, precedes) them. */
import type { DocComment } from "../../model/RepositoryModel.ts"
import { languageOf, type Language } from "./languages.ts"
import { withoutCodeLinks } from "./mainFile.ts"

interface Found {
  readonly text: string
  /** Index of the line after the comment. */
  readonly next: number
}

const unmarked = (lines: ReadonlyArray<string>, mark: RegExp): string =>
  lines
    .map((line) => line.replace(mark, "").trimEnd())
    .join("\n")
    .trim()

const readBlock = (lines: ReadonlyArray<string>, at: number): Found | undefined => {
  if (!/^\s*\/\*\*(?!\/)/.test(lines[at]!)) return undefined
  for (let end = at; end < lines.length; end++) {
    if (!lines[end]!.includes("*/")) continue
    const body = lines.slice(at, end + 1).map((line) => line.replace(/^\s*\/\*\*+\s?/, "").replace(/\s*\*+\/.*$/, ""))
    return { text: unmarked(body, /^\s*\*(?: |$)/), next: end + 1 }
  }
  return undefined
}

const readLineComment = (lines: ReadonlyArray<string>, at: number, mark: string): Found | undefined => {
  const begins = (line: string) => line.trimStart().startsWith(mark)
  if (!begins(lines[at]!)) return undefined
  let end = at
  while (end < lines.length && begins(lines[end]!)) end++
  const body = lines.slice(at, end).map((line) => line.trimStart().slice(mark.length))
  return { text: unmarked(body, /^ /), next: end }
}

const readDocstring = (lines: ReadonlyArray<string>, at: number): Found | undefined => {
  const open = /^\s*(?:[rRuU]{0,2})("""|''')/.exec(lines[at] ?? "")
  if (open === null) return undefined
  const marks = open[1]!
  const first = lines[at]!.slice(open[0].length)
  if (first.includes(marks)) return { text: first.slice(0, first.indexOf(marks)).trim(), next: at + 1 }
  const body = [first]
  for (let end = at + 1; end < lines.length; end++) {
    const place = lines[end]!.indexOf(marks)
    body.push((place === -1 ? lines[end]! : lines[end]!.slice(0, place)).trim())
    if (place !== -1) return { text: body.join("\n").trim(), next: end + 1 }
  }
  return undefined
}

const declarationAt = (lines: ReadonlyArray<string>, at: number, language: Language) => {
  for (const pattern of language.declarations) {
    const match = pattern.exec(lines[at] ?? "")
    if (match === null) continue
    const isMember = /^\s|^func\s*\(/.test(lines[at]!)
    return { kind: match[1] || "method", name: match[2]!, ...(isMember ? { isMember } : {}) }
  }
  return undefined
}

const scanDocstrings = (path: string, lines: ReadonlyArray<string>, language: Language): ReadonlyArray<DocComment> => {
  const comments: Array<DocComment> = []
  /** How far the functions to the right of which nothing is public stand to the right. */
  let innermost = Infinity
  lines.forEach((line, at) => {
    const declared = declarationAt(lines, at, language)
    if (declared === undefined) return
    const indent = line.length - line.trimStart().length
    if (indent > innermost) return
    innermost = declared.kind === "def" ? indent : Infinity
    if (declared.name.startsWith("_")) return
    let body = at
    while (body < at + 20 && !/:\s*(?:#.*)?$/.test(lines[body] ?? ":")) body++
    const isOther = lines.slice(at + 1, body + 1).some((_, next) => declarationAt(lines, at + 1 + next, language))
    const found = isOther ? undefined : readDocstring(lines, body + 1)
    if (found !== undefined && found.text !== "") {
      comments.push({ path, line: at + 1, language: language.name, ...declared, text: found.text })
    }
  })
  return comments
}

const scanLeading = (path: string, lines: ReadonlyArray<string>, language: Language): ReadonlyArray<DocComment> => {
  const comments: Array<DocComment> = []
  const { comments: marks } = language
  for (let at = 0; at < lines.length;) {
    const found =
      marks === "block" ? readBlock(lines, at) : readLineComment(lines, at, (marks as { line: string }).line)
    if (found === undefined) {
      at += 1
      continue
    }
    let next = found.next
    while (next < lines.length && language.between.test(lines[next]!)) next++
    const declared = declarationAt(lines, next, language)
    if (declared !== undefined && found.text !== "") {
      const text = withoutCodeLinks(found.text, path)
      comments.push({ path, line: next + 1, language: language.name, ...declared, text })
    }
    at = found.next
  }
  return comments
}

/** The documentation comments of a file; none for a language that is not known. */
export const scanComments = (path: string, text: string): ReadonlyArray<DocComment> => {
  const language = languageOf(path)
  if (language === undefined) return []
  const lines = text.split(/\r?\n/)
  return language.comments === "docstring" ? scanDocstrings(path, lines, language) : scanLeading(path, lines, language)
}
